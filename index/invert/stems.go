package invert

import (
	"hash/maphash"
	"unsafe"
)

// stems map each stem to its words, for the words that existed when somebody last asked. While
// a buffer is filled and nobody asks, they cost nothing.
type stems struct {
	slots []slot   // by hash of the stem, the latest word with it
	next  []uint32 // by term, the previous word with the same stem, plus one; 0 for none
	held  int      // number of stems
}

// bytes returns how much memory the stems take.
func (s *stems) bytes() int {
	return cap(s.slots)*int(unsafe.Sizeof(slot{})) + 4*cap(s.next)
}

// learn adds the words that came since the last call.
func (s *stems) learn(v *vocabulary) {
	for n := uint32(len(s.next)); n < uint32(v.held); n++ {
		s.next = append(s.next, 0)
		stem := v.stem(v.term(n))
		if len(stem) == 0 {
			continue
		}
		if s.held*4 >= len(s.slots)*3 {
			s.slots = rehashed(s.slots, max(2*len(s.slots), leastSlots))
		}
		at := s.slot(v, stem)
		if s.next[n] = s.slots[at].number; s.next[n] == 0 {
			s.held++
		}
		s.slots[at] = slot{uint32(maphash.Bytes(v.seed, stem)), n + 1}
	}
}

// slot returns the index of the slot of a stem, or of the free slot where it would go.
func (s *stems) slot(v *vocabulary, stem []byte) uint32 {
	hash, mask := uint32(maphash.Bytes(v.seed, stem)), uint32(len(s.slots)-1)
	i := hash & mask
	for ; s.slots[i].number != 0; i = (i + 1) & mask {
		if at := s.slots[i]; at.hash == hash && string(v.stem(v.term(at.number-1))) == string(stem) {
			break
		}
	}
	return i
}

// words appends to dst the words of a stem.
func (s *stems) words(dst []uint32, v *vocabulary, stem []byte) []uint32 {
	if len(s.slots) == 0 {
		return dst
	}
	return s.chain(dst, s.slots[s.slot(v, stem)])
}

// chain appends the words of the stem in a slot to dst.
func (s *stems) chain(dst []uint32, at slot) []uint32 {
	for n := at.number; n != 0; n = s.next[n-1] {
		dst = append(dst, n-1)
	}
	return dst
}
