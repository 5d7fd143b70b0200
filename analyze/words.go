package analyze

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// inlineBytes is the length of the longest spelling that a table holds in itself.
const inlineBytes = 24

// A key is a spelling as it is looked up: its bytes and a hash of them, which no page
// can foresee. A long one has neither and is looked up as it is.
type key struct {
	bytes [inlineBytes / 8]uint64
	hash  uint64
	long  bool
}

// A secret makes hashes.
type secret [3]uint64

func newSecret() (s secret) {
	seed := maphash.MakeSeed()
	for i := range s {
		s[i] = maphash.Bytes(seed, []byte{byte(i)})
	}
	return s
}

// key returns the key of a spelling, which is not empty and has no NUL.
func (s *secret) key(raw []byte) (k key) {
	le, n := binary.LittleEndian, len(raw)
	switch {
	case n > inlineBytes:
		return key{long: true}
	case n >= 16:
		k.bytes[0], k.bytes[1], k.bytes[2] = le.Uint64(raw), le.Uint64(raw[8:]), le.Uint64(raw[n-8:])>>(8*(24-n))
	case n >= 8:
		k.bytes[0], k.bytes[1] = le.Uint64(raw), le.Uint64(raw[n-8:])>>(8*(16-n))
	case n >= 4:
		k.bytes[0] = uint64(le.Uint32(raw)) | uint64(le.Uint32(raw[n-4:])>>(8*(8-n)))<<32
	default: // three bytes that may be one and the same
		k.bytes[0] = uint64(raw[0]) | uint64(raw[n/2])<<(8*(n/2)) | uint64(raw[n-1])<<(8*(n-1))
	}
	k.hash = s.hash(&k.bytes)
	return k
}

// hash mixes with products of 128 bits.
func (s *secret) hash(b *[inlineBytes / 8]uint64) uint64 {
	hi, lo := bits.Mul64(b[0]^s[0], b[1]^s[1])
	hi, lo = bits.Mul64(hi^lo^b[2], s[2]|1)
	return hi ^ lo
}

// A table finds words by their spelling: open addressing, with the spelling in the
// place itself. It only grows.
type table struct {
	slots []slot // a power of two of them, at least a quarter free
	held  int
	long  map[string]*Word // by spellings of more than inlineBytes
}

// A slot is a spelling and its word, which is nil if the word is dropped. Free
// slots have no spelling.
type slot struct {
	bytes [inlineBytes / 8]uint64
	word  *Word
}

// leastSlots is the size of a table that holds anything.
const leastSlots = 64

// find returns the word of a spelling, and whether the table knows it.
func (t *table) find(k *key, raw []byte) (w *Word, known bool) {
	if k.long {
		w, known = t.long[string(raw)]
		return w, known
	}
	if t.held == 0 {
		return nil, false
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.hash & mask; ; i = (i + 1) & mask {
		switch s := &t.slots[i]; {
		case s.bytes == k.bytes:
			return s.word, true
		case s.bytes[0] == 0:
			return nil, false
		}
	}
}

// add adds a spelling that the table does not have.
func (t *table) add(k *key, raw []byte, w *Word, by *secret) {
	if k.long {
		if t.long == nil {
			t.long = map[string]*Word{}
		}
		t.long[string(raw)] = w
		return
	}
	if t.held*4 >= len(t.slots)*3 {
		old := t.slots
		t.slots = make([]slot, max(2*len(old), leastSlots))
		for i := range old {
			if old[i].bytes[0] != 0 {
				t.put(by.hash(&old[i].bytes), old[i])
			}
		}
	}
	t.put(k.hash, slot{k.bytes, w})
	t.held++
}

// put puts a slot into the first free place from the one of its hash on.
func (t *table) put(hash uint64, s slot) {
	mask := uint64(len(t.slots) - 1)
	i := hash & mask
	for t.slots[i].bytes[0] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

// word returns the Word of a raw span, which is not empty, or nil when it is to be
// dropped.
func (a *Analyzer) word(p profile, raw []byte) *Word {
	k := a.secret.key(raw)
	if w, known := a.young[p].find(&k, raw); known {
		return w
	}
	if len(raw) > maxRawBytes {
		return nil
	}
	return a.wordSlow(p, &k, raw)
}

// wordSlow is word for one that was not used of late.
func (a *Analyzer) wordSlow(p profile, k *key, raw []byte) *Word {
	w, known := a.old[p].find(k, raw)
	if !known {
		text := string(raw)
		a.buf = foldCase(a.buf[:0], text)
		w = a.folded(p, text)
	}
	a.remember(p, k, raw, w)
	return w
}

// folded finds or makes the Word of the folded form in a.buf of a spelling that is
// not known.
func (a *Analyzer) folded(p profile, raw string) *Word {
	if string(a.buf) == raw || len(a.buf) == 0 {
		return a.build(p, raw)
	}
	k := a.secret.key(a.buf)
	for _, t := range []*table{&a.young[p], &a.old[p]} {
		if w, known := t.find(&k, a.buf); known {
			return w
		}
	}
	w := a.build(p, string(a.buf))
	a.remember(p, &k, a.buf, w)
	return w
}

// remember puts a word into the cache; a full cache forgets the words not
// used since the last time it was full.
func (a *Analyzer) remember(p profile, k *key, raw []byte, w *Word) {
	if a.held >= a.cacheWords/2 {
		a.old, a.young, a.held = a.young, [numLangs]table{}, 0
	}
	a.young[p].add(k, raw, w, &a.secret)
	a.held++
}
