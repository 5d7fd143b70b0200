package analyze

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// inlineBytes is the length of the longest spelling that is stored inline in a key.
const inlineBytes = 24

// A key is a spelling prepared for look-up: its bytes, in lower case if all are ASCII, and a
// keyed hash that no page can predict. A long spelling has neither and is looked up as a
// string.
type key struct {
	bytes [inlineBytes / 8]uint64
	hash  uint64
	long  bool
}

// A secret keys the hashes.
type secret [3]uint64

func newSecret() (s secret) {
	seed := maphash.MakeSeed()
	for i := range s {
		s[i] = maphash.Bytes(seed, []byte{byte(i)})
	}
	return s
}

// key returns the key of a spelling, which is not empty and contains no NUL.
func (s *secret) key(raw []byte) (k key) {
	s.write(&k, raw)
	return k
}

// write writes the key of such a spelling to k.
func (s *secret) write(k *key, raw []byte) {
	le, n := binary.LittleEndian, len(raw)
	var b0, b1, b2 uint64
	switch {
	case n > inlineBytes:
		*k = key{long: true}
		return
	case n >= 16:
		b0, b1, b2 = le.Uint64(raw), le.Uint64(raw[8:]), le.Uint64(raw[n-8:])>>(8*(24-n))
	case n >= 8:
		b0, b1 = le.Uint64(raw), le.Uint64(raw[n-8:])>>(8*(16-n))
	case n >= 4:
		b0 = uint64(le.Uint32(raw)) | uint64(le.Uint32(raw[n-4:])>>(8*(8-n)))<<32
	default: // up to three bytes, some of which may be the same one
		b0 = uint64(raw[0]) | uint64(raw[n/2])<<(8*(n/2)) | uint64(raw[n-1])<<(8*(n-1))
	}
	if (b0|b1|b2)&highs == 0 {
		b0, b1, b2 = lowered(b0), lowered(b1), lowered(b2)
	}
	k.bytes[0], k.bytes[1], k.bytes[2], k.long = b0, b1, b2, false
	k.hash = s.hash(&k.bytes)
}

// hash mixes by 128-bit products.
func (s *secret) hash(b *[inlineBytes / 8]uint64) uint64 {
	hi, lo := bits.Mul64(b[0]^s[0], b[1]^s[1])
	hi, lo = bits.Mul64(hi^lo^b[2], s[2]|1)
	return hi ^ lo
}

// hashShort is hash of a spelling of at most eight bytes.
func (s *secret) hashShort(b uint64) uint64 {
	hi, lo := bits.Mul64(b^s[0], s[1])
	hi, lo = bits.Mul64(hi^lo, s[2]|1)
	return hi ^ lo
}

// A table finds words by their spelling: open addressing over slots that hold only what is
// needed to reject a wrong word. It only grows.
type table struct {
	slots []slot // a power of two, at least a quarter of them free
	held  int
	long  map[string]number // spellings longer than inlineBytes
}

// A number identifies a word in its vocabulary. 0 is no word.
type number uint32

// A slot is the lower half of a spelling's hash and the number of its word; 0 marks a free
// slot.
type slot struct {
	hash uint32
	word number
}

// leastSlots is the size of the smallest table in use.
const leastSlots = 64

// add adds a spelling that is not in the table.
func (t *table) add(k *key, raw []byte, w number) {
	if k.long {
		if t.long == nil {
			t.long = map[string]number{}
		}
		t.long[string(raw)] = w
		return
	}
	if t.held*4 >= len(t.slots)*3 {
		old := t.slots
		t.slots = make([]slot, max(2*len(old), leastSlots))
		for _, s := range old {
			if s.word != 0 {
				t.put(s)
			}
		}
	}
	t.put(slot{uint32(k.hash), w})
	t.held++
}

// put puts a slot into the first free place from its hash on.
func (t *table) put(s slot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].word != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}
