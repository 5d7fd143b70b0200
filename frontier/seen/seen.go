// Package seen answers whether a URL is known, from memory: a set of 8-byte
// fingerprints of all known URLs, or, above its limit of memory, an exact cache
// of some.
//
// Floor: 3 (state and input/output), inside frontier; its set is kept in the store
// of the frontier. Stability: engine. It is not safe for concurrent use.
package seen

import (
	"encoding/binary"
	"math/bits"

	"github.com/aranea-search/aranea/weburl"
)

// An Answer is what can be told of a URL from memory.
type Answer uint8

// The answers. The zero Answer leaves it open.
const (
	Open     Answer = 0 // it may be known: ask the store
	Known    Answer = 1
	Excluded Answer = 2 // known, and excluded in a way that a later discovery may change
	New      Answer = 3 // not known
)

// A Set remembers URLs. As long as it is whole, it holds the fingerprints of all
// URLs that were put, and every answer is Known, Excluded or New. A URL that is
// new is taken for a known one if its 63 bits are those of another: among 10
// million URLs one test in 10^12. Nobody can aim at a given URL, for that takes
// 2^63 tries.
type Set struct {
	limit int
	// slots are fingerprints in open addressing with linear probing; 0 is empty,
	// and the lowest bit says excluded. nil if the set is not whole.
	slots []uint64
	n     int
	cache []slot // if the set is not whole: exact, one URL a slot
}

type slot struct {
	id       weburl.ID
	excluded bool
}

const (
	fingerprintBytes = 8
	slotBytes        = 32 // of a cache slot, rounded up
	leastSlots       = 1 << 10
	excludedBit      = 1
)

// NewSet returns an empty set that is whole and takes at most limit bytes, with
// room for n URLs.
func NewSet(n, limit int) *Set {
	s := &Set{limit: limit}
	s.resize(room(n))
	return s
}

// room returns the slots for n URLs: at most two thirds are taken.
func room(n int) int { return max(n+n/2+1, leastSlots) }

// Len returns the number of fingerprints, and Bytes the memory that s takes.
func (s *Set) Len() int { return s.n }

// Bytes returns the memory that s takes.
func (s *Set) Bytes() int { return len(s.slots)*fingerprintBytes + len(s.cache)*slotBytes }

// Whole reports whether s holds all URLs that were put.
func (s *Set) Whole() bool { return s.slots != nil }

// fingerprint returns 63 bits of a URL's own hash, never 0.
func fingerprint(id weburl.ID) uint64 {
	return max(binary.BigEndian.Uint64(id[len(id)-fingerprintBytes:])&^excludedBit, 2)
}

// find returns the slot of a fingerprint, or the empty one where it belongs.
func (s *Set) find(fp uint64) int {
	hi, _ := bits.Mul64(fp, uint64(len(s.slots)))
	i := int(hi)
	for s.slots[i] != 0 && s.slots[i]&^excludedBit != fp {
		if i++; i == len(s.slots) {
			i = 0
		}
	}
	return i
}

// Ask answers for a URL.
func (s *Set) Ask(id weburl.ID) Answer {
	var excluded bool
	if s.Whole() {
		fp := s.slots[s.find(fingerprint(id))]
		if fp == 0 {
			return New
		}
		excluded = fp&excludedBit != 0
	} else {
		c := s.cached(id)
		if c.id != id {
			return Open
		}
		excluded = c.excluded
	}
	if excluded {
		return Excluded
	}
	return Known
}

// Put remembers a URL that is known.
func (s *Set) Put(id weburl.ID, excluded bool) {
	if !s.Whole() {
		*s.cached(id) = slot{id, excluded}
		return
	}
	s.add(fingerprint(id), excluded)
}

func (s *Set) add(fp uint64, excluded bool) {
	i := s.find(fp)
	if s.slots[i] == 0 {
		if s.n+s.n/2 >= len(s.slots) {
			if s.resize(len(s.slots) + len(s.slots)/2); !s.Whole() {
				return
			}
			i = s.find(fp)
		}
		s.n++
	}
	if excluded {
		fp |= excludedBit
	}
	s.slots[i] = fp
}

// resize moves the fingerprints into so many slots, or gives them up for a cache
// if that would take more than the limit.
func (s *Set) resize(slots int) {
	if slots*fingerprintBytes > s.limit {
		s.slots, s.n = nil, 0
		s.cache = make([]slot, max(s.limit/4/slotBytes, 1)) // the rest is for the store
		return
	}
	old := s.slots
	s.slots = make([]uint64, slots)
	for _, fp := range old {
		if fp != 0 {
			s.slots[s.find(fp&^excludedBit)] = fp
		}
	}
}

func (s *Set) cached(id weburl.ID) *slot {
	hi, _ := bits.Mul64(fingerprint(id), uint64(len(s.cache)))
	return &s.cache[hi]
}

// Append appends all fingerprints to b, 8 bytes each, big-endian.
func (s *Set) Append(b []byte) []byte {
	for _, fp := range s.slots {
		if fp != 0 {
			b = binary.BigEndian.AppendUint64(b, fp)
		}
	}
	return b
}

// Load puts what Append wrote. It reports whether that was well formed.
func (s *Set) Load(b []byte) bool {
	if len(b)%fingerprintBytes != 0 {
		return false
	}
	for ; len(b) > 0 && s.Whole(); b = b[fingerprintBytes:] {
		fp := binary.BigEndian.Uint64(b)
		if fp&^excludedBit == 0 {
			return false
		}
		s.add(fp&^excludedBit, fp&excludedBit != 0)
	}
	return true
}
