// Package seen answers whether a URL is known, from memory: with a set of 8-byte fingerprints of
// all known URLs, or, above its memory limit, with an exact cache of some.
//
// Floor: 3 (state and input/output), inside frontier; its set is kept in the store of the
// frontier. Stability: engine. It is not safe for concurrent use.
package seen

import (
	"encoding/binary"
	"hash/maphash"
	"iter"
	"math/bits"

	"github.com/aranea-search/aranea/weburl"
)

// An Answer is what memory says of a URL.
type Answer uint8

// The answers. The zero Answer means undecided.
const (
	Open     Answer = 0 // it may be known: read the store
	Known    Answer = 1
	Excluded Answer = 2 // known, and excluded in a way that a later discovery may change
	New      Answer = 3 // not known
)

// A Set stores URLs. As long as it is whole, it has the fingerprints of all URLs that were put,
// and every answer is Known, Excluded or New. A new URL is taken for a known one if its 63 bits
// are those of another: among 10 million URLs one test in 10^12. Nobody can aim at a given URL,
// for that takes 2^63 tries.
type Set struct {
	limit int
	parts []part // by the highest bits of fingerprints; nil if the set is not whole
	slots int    // of all parts
	n     int
	seed  uint64 // so that nobody outside can choose fingerprints that collide
	cache []slot // if the set is not whole: exact, one URL per slot
	met   uint64 // keeps the compiler from removing the reads of AskAll
}

// A part of a set grows by itself, so that hardly anything is in memory twice. Fingerprints are
// stored with open addressing and linear probing; 0 is empty, and the lowest bit means excluded.
type part struct {
	slots []uint64
	n     int
}

type slot struct {
	id       weburl.ID
	excluded bool
}

const (
	fingerprintBytes = 8
	slotBytes        = 32 // of a cache slot, rounded up
	partBits         = 8
	leastSlots       = 1 << 4 // of a part
	excludedBit      = 1
)

// NewSet returns an empty set that is whole and takes at most limit bytes, with room for n URLs
// and some more.
func NewSet(n, limit int) *Set {
	s := &Set{limit: limit, seed: maphash.String(maphash.MakeSeed(), "seen")}
	slots := room(n >> partBits)
	if slots<<partBits*fingerprintBytes > limit {
		s.giveUp()
		return s
	}
	s.parts, s.slots = make([]part, 1<<partBits), slots<<partBits
	for i := range s.parts {
		s.parts[i].slots = make([]uint64, slots)
	}
	return s
}

// Limit changes the limit of s in bytes. If s is whole and takes more, it becomes a cache; a
// cache becomes smaller.
func (s *Set) Limit(bytes int) {
	if s.limit = bytes; s.Bytes() > max(bytes, slotBytes) {
		s.giveUp()
	}
}

// giveUp turns s into a cache.
func (s *Set) giveUp() {
	s.parts, s.slots, s.n = nil, 0, 0
	s.cache = make([]slot, cacheSlots(s.limit)) // the rest is for others
}

// cacheSlots returns the number of slots of a cache.
func cacheSlots(limit int) int { return max(limit/4/slotBytes, 1) }

// Need returns the memory that NewSet(n, limit) takes.
func Need(n, limit int) int {
	if whole := room(n>>partBits) << partBits * fingerprintBytes; whole <= limit {
		return whole
	}
	return cacheSlots(limit) * slotBytes
}

// room returns the number of slots of a part for n URLs: at most four fifths are taken, and some
// spare slots allow for parts of different sizes.
func room(n int) int { return max(n+n/4+n/16+leastSlots, leastSlots) }

// Len returns the number of fingerprints.
func (s *Set) Len() int { return s.n }

// Bytes returns the memory that s uses.
func (s *Set) Bytes() int { return s.slots*fingerprintBytes + len(s.cache)*slotBytes }

// Whole reports whether s holds all URLs that were put.
func (s *Set) Whole() bool { return s.parts != nil }

// fingerprint returns 63 bits of a URL's own hash, never 0.
func fingerprint(id weburl.ID) uint64 {
	return max(binary.BigEndian.Uint64(id[len(id)-fingerprintBytes:])&^excludedBit, 2)
}

// part returns the part of a fingerprint.
func (s *Set) part(fp uint64) *part { return &s.parts[fp>>(64-partBits)] }

// home returns the first slot of a part to probe.
func (s *Set) home(p *part, fp uint64) int {
	hi, lo := bits.Mul64(fp^s.seed, 0x9e3779b97f4a7c15) // 2^64 over the golden ratio
	at, _ := bits.Mul64(hi^lo, uint64(len(p.slots)))
	return int(at)
}

// find returns the slot of a fingerprint, or the empty one where it belongs.
func (s *Set) find(p *part, fp uint64) int {
	i := s.home(p, fp)
	for p.slots[i] != 0 && p.slots[i]&^excludedBit != fp {
		if i++; i == len(p.slots) {
			i = 0
		}
	}
	return i
}

// AskAll appends the answers for URLs. It is faster than a sequence of Ask: the cache misses
// overlap.
func (s *Set) AskAll(answers []Answer, ids []weburl.ID) []Answer {
	if s.Whole() {
		met := uint64(0)
		for i := range ids {
			fp := fingerprint(ids[i])
			p := s.part(fp)
			met |= p.slots[s.home(p, fp)]
		}
		s.met = met
	}
	for i := range ids {
		answers = append(answers, s.Ask(ids[i]))
	}
	return answers
}

// Ask answers for a URL.
func (s *Set) Ask(id weburl.ID) Answer {
	var excluded bool
	if s.Whole() {
		fp := fingerprint(id)
		p := s.part(fp)
		found := p.slots[s.find(p, fp)]
		if found == 0 {
			return New
		}
		excluded = found&excludedBit != 0
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

// Put adds a known URL.
func (s *Set) Put(id weburl.ID, excluded bool) {
	if !s.Whole() {
		*s.cached(id) = slot{id, excluded}
		return
	}
	s.add(fingerprint(id), excluded)
}

func (s *Set) add(fp uint64, excluded bool) {
	p := s.part(fp)
	i := s.find(p, fp)
	if p.slots[i] == 0 {
		if 5*(p.n+1) > 4*len(p.slots) {
			if !s.resize(p, len(p.slots)+len(p.slots)/4) {
				return
			}
			i = s.find(p, fp)
		}
		p.n++
		s.n++
	}
	if excluded {
		fp |= excludedBit
	}
	p.slots[i] = fp
}

// resize moves the fingerprints of a part into a new number of slots. If the set would then
// exceed its limit, it becomes a cache instead, and resize reports false.
func (s *Set) resize(p *part, slots int) bool {
	if s.slots += slots - len(p.slots); s.slots*fingerprintBytes > s.limit {
		s.giveUp()
		return false
	}
	old := p.slots
	p.slots = make([]uint64, slots)
	for _, fp := range old {
		if fp != 0 {
			p.slots[s.find(p, fp&^excludedBit)] = fp
		}
	}
	return true
}

func (s *Set) cached(id weburl.ID) *slot {
	hi, _ := bits.Mul64(fingerprint(id), uint64(len(s.cache)))
	return &s.cache[hi]
}

// all yields the fingerprints, with the lowest bit set for those that are excluded.
func (s *Set) all() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range s.parts {
			for _, fp := range s.parts[i].slots {
				if fp != 0 && !yield(fp) {
					return
				}
			}
		}
	}
}

// Load puts fingerprints that were stored, 8 bytes each, big-endian. It reports whether they
// were well formed.
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
