package analyze

import "hash/maphash"

// A table finds words by their spelling: open addressing over hashes that no page
// can foresee. It only grows.
type table struct {
	slots []slot // a power of two of them, at least a quarter free
	held  int
}

// A slot is a spelling and its word, which is nil if the word is dropped. Free
// slots have no spelling.
type slot struct {
	hash uint64
	raw  string
	word *Word
}

// leastSlots is the size of a table that holds anything.
const leastSlots = 64

// find returns the slot of a spelling, nil if there is none.
func (t *table) find(hash uint64, raw []byte) *slot {
	if t.held == 0 {
		return nil
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch s := &t.slots[i]; {
		case s.raw == "":
			return nil
		case s.hash == hash && s.raw == string(raw):
			return s
		}
	}
}

// add adds a spelling that the table does not have.
func (t *table) add(s slot) {
	if t.held*4 >= len(t.slots)*3 {
		old := t.slots
		t.slots, t.held = make([]slot, max(2*len(old), leastSlots)), 0
		for _, o := range old {
			if o.raw != "" {
				t.add(o)
			}
		}
	}
	mask := uint64(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].raw != "" {
		i = (i + 1) & mask
	}
	t.slots[i] = s
	t.held++
}

// word returns the Word of a raw span, which is not empty, or nil when it is to be
// dropped.
func (a *Analyzer) word(p profile, raw []byte) *Word {
	hash := maphash.Bytes(a.seed, raw)
	if s := a.young[p].find(hash, raw); s != nil {
		return s.word
	}
	if len(raw) > maxRawBytes {
		return nil
	}
	return a.wordSlow(p, hash, raw)
}

// wordSlow is word for one that was not used of late.
func (a *Analyzer) wordSlow(p profile, hash uint64, raw []byte) *Word {
	if s := a.old[p].find(hash, raw); s != nil {
		a.remember(p, *s)
		return s.word
	}
	s := slot{hash: hash, raw: string(raw)}
	a.buf = foldCase(a.buf[:0], s.raw)
	s.word = a.folded(p, s.raw)
	a.remember(p, s)
	return s.word
}

// folded finds or makes the Word of the folded form in a.buf of a spelling that is
// not known.
func (a *Analyzer) folded(p profile, raw string) *Word {
	if string(a.buf) == raw || len(a.buf) == 0 {
		return a.build(p, raw)
	}
	hash := maphash.Bytes(a.seed, a.buf)
	for _, t := range []*table{&a.young[p], &a.old[p]} {
		if s := t.find(hash, a.buf); s != nil {
			return s.word
		}
	}
	s := slot{hash: hash, raw: string(a.buf)}
	s.word = a.build(p, s.raw)
	a.remember(p, s)
	return s.word
}

// remember puts a word into the cache; a full cache forgets the words not
// used since the last time it was full.
func (a *Analyzer) remember(p profile, s slot) {
	if a.held >= a.cacheWords/2 {
		a.old, a.young, a.held = a.young, [numLangs]table{}, 0
	}
	a.young[p].add(s)
	a.held++
}
