// Package inlinks counts the pages and sites that link to each URL, in little memory, so that
// pages with many inlinks come first: a URL rises by levels, and its record is read only for a
// new level.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself. Nothing
// of it is stored except the levels, in the records of entries. Stability: engine. It is not
// safe for concurrent use.
package inlinks

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/weburl"
)

// ownPages is the number of pages of its own site that have to link to a page for one level.
// They give no more than one, because a site can have any number of pages.
const ownPages = 4

// otherSites are the numbers of other sites, as a Table counts them, that have to link to a page
// for each further level. A site counts once, however many of its pages link there.
var otherSites = [...]int{4, 7, 11, 16}

// MaxLevel is the highest level.
const MaxLevel = 1 + len(otherSites)

// Level returns the level of a page with links from a number of pages of its own site and a
// number of other sites.
func Level(pages, sites int) uint8 {
	level := uint8(min(pages/ownPages, 1))
	for _, least := range otherSites {
		if sites >= least {
			level++
		}
	}
	return level
}

// A Table counts for as many URLs as fit, in a slot of 8 bytes each; beyond that it forgets
// those with the fewest inlinks first. A nil Table counts nothing.
//
// Sites are counted by twenty bits, one of which each site sets, so that 1, 2 and 3 are counted
// exactly, 8 as about 7, 16 as 11 and 32 as 16. Two URLs share a slot if forty bits of their IDs
// are the same under a key of this process: nobody outside can bring that about, nor evict a
// given URL.
type Table struct {
	limit int // bytes
	seed  uint64
	parts [1 << partBits][]uint64 // by the highest bits of hashes: buckets of slots
	taken [1 << partBits]int      // taken slots of each part
	slots int                     // slots of all parts
	page  []uint64                // buffer for the hashes of the links of a page
	once  []uint64                // buffer for a hash table of those found on it so far
	met   uint64                  // keeps the compiler from removing the reads of look
}

// The parts of a slot, from the highest bit: forty bits of a hash, whether the URL was visited
// or no longer counts for another reason, how many pages of its own site link to it, and bits
// for other sites. A taken slot is never 0.
const (
	siteBits  = 20
	sitesMask = 1<<siteBits - 1
	ownOne    = 1 << siteBits
	ownMask   = 7 << siteBits
	doneBit   = 8 << siteBits
	hashShift = siteBits + 4

	partBits    = 6
	bucketSlots = 8
	slotBytes   = 8
	smallSlots  = 1 << 10 // of a part: up to this size none is forgotten while there is room
	leastBytes  = 64 << 10
)

// New returns an empty table that takes at most limit bytes, or 64 KiB if that is more.
func New(limit int) *Table {
	return &Table{limit: max(limit, leastBytes), seed: maphash.String(maphash.MakeSeed(), "inlinks")}
}

// Bytes returns the memory that t uses.
func (t *Table) Bytes() int {
	if t == nil {
		return 0
	}
	return t.slots * slotBytes
}

// Count counts the links of one page of an origin to URLs and appends to risen the URLs that
// thereby reach a new level. A page must not be counted twice.
func (t *Table) Count(from weburl.OriginID, to, risen []weburl.ID) []weburl.ID {
	if t == nil {
		return risen
	}
	t.look(to)
	site := binary.BigEndian.Uint16(from[:weburl.SiteIDSize])
	for i := range to {
		id, h := &to[i], t.page[i]
		if t.isMet(h) {
			continue // a page counts once
		}
		slot := t.slot(h)
		if slot == nil || *slot&doneBit != 0 {
			continue
		}
		had := level(*slot)
		switch {
		case binary.BigEndian.Uint16(id[:weburl.SiteIDSize]) != site:
			*slot |= 1 << (uint32(site) * siteBits >> 16)
		case *slot&ownMask < ownMask:
			*slot += ownOne
		}
		if level(*slot) > had {
			risen = append(risen, *id)
		}
	}
	if cap(t.page) > roomKept {
		t.page, t.once = nil, nil
	}
	return risen
}

// look hashes the links of a page, and touches what their counts need, so that the cache misses
// overlap.
func (t *Table) look(to []weburl.ID) {
	t.page = t.page[:0]
	met := uint64(0)
	for i := range to {
		h := t.hash(to[i])
		t.page = append(t.page, h)
		if b := t.bucket(h); b != nil {
			met |= b[0]
		}
	}
	t.met = met
	size := 1 << bits.Len(uint(2*len(to)))
	t.once = slices.Grow(t.once[:0], size)[:size]
	clear(t.once)
}

// isMet reports whether a hash was already found on the page, and records it. Of two URLs with
// one slot the second is reported.
func (t *Table) isMet(h uint64) bool {
	h = h>>hashShift<<hashShift | 1 // never 0
	for at := h >> hashShift; ; at++ {
		switch p := &t.once[at%uint64(len(t.once))]; *p {
		case h:
			return true
		case 0:
			*p = h
			return false
		}
	}
}

// roomKept is the number of links up to which the buffers are kept for the next page.
const roomKept = 1 << 14

// Level returns the level of a URL as far as it is known.
func (t *Table) Level(id weburl.ID) uint8 {
	if t == nil {
		return 0
	}
	h := t.hash(id)
	if b := t.bucket(h); b != nil {
		for _, s := range b {
			if s>>hashShift == h>>hashShift {
				return level(s)
			}
		}
	}
	return 0
}

// Raise sets the level of an entry that waits for its first try, if that is a new one, and
// reports whether it is; then the entry no longer comes after others for being named by other
// sites. A URL that was visited or is not to be visited is marked as done.
func (t *Table) Raise(id weburl.ID, e *aranea.Entry) bool {
	if e.State != aranea.StateQueued {
		t.Done(id)
		return false
	}
	level := t.Level(id)
	if e.Attempts > 0 || level <= e.Nearer { // set by an earlier process
		return false
	}
	e.Nearer = level
	budget.Lift(e)
	return true
}

// Later reduces the counts of a URL so that it rises again with the next page of its own site,
// or the next other site, that links to it.
func (t *Table) Later(id weburl.ID) {
	s := t.slot(t.hash(id))
	if s == nil || *s&doneBit != 0 {
		return
	}
	if *s&ownMask >= ownPages*ownOne {
		*s = *s&^ownMask | (ownPages-1)*ownOne
	}
	*s &^= *s & sitesMask & -(*s & sitesMask) // the lowest bit
}

// InTurn returns the distinct URLs in the order of their IDs, which is how they are stored,
// starting with a different one on each turn, so that none is always among the last.
func InTurn(urls []weburl.ID, turn uint64) []weburl.ID {
	if len(urls) == 0 {
		return nil
	}
	slices.SortFunc(urls, func(a, b weburl.ID) int { return bytes.Compare(a[:], b[:]) })
	urls = slices.Compact(urls)
	at := turn % uint64(len(urls))
	return slices.Concat(urls[at:], urls[:at])
}

// Done marks a URL as no longer counted: it was visited, or is not to be visited.
func (t *Table) Done(id weburl.ID) {
	if t == nil {
		return
	}
	if s := t.slot(t.hash(id)); s != nil {
		*s |= doneBit
	}
}

// level returns the level of a slot, 0 if it is done.
func level(slot uint64) uint8 {
	if slot&doneBit != 0 {
		return 0
	}
	return Level(int(slot&ownMask/ownOne), bits.OnesCount64(slot&sitesMask))
}

func (t *Table) hash(id weburl.ID) uint64 {
	hi, lo := bits.Mul64(binary.BigEndian.Uint64(id[weburl.IDSize-8:])^t.seed, 0x9e3779b97f4a7c15) // 2^64 over the golden ratio
	return hi ^ lo
}

// bucket returns the bucket of a hash, nil if there is none.
func (t *Table) bucket(h uint64) []uint64 {
	return bucketOf(t.parts[h>>(64-partBits)], h)
}

func bucketOf(part []uint64, h uint64) []uint64 {
	if len(part) == 0 {
		return nil
	}
	at, _ := bits.Mul64(h<<partBits, uint64(len(part)/bucketSlots))
	return part[at*bucketSlots : at*bucketSlots+bucketSlots]
}

// slot returns the slot of a hash, a new one if there was none, and nil if the table has no room
// for its part.
func (t *Table) slot(h uint64) *uint64 {
	for {
		b := t.bucket(h)
		least := -1
		for i, s := range b {
			if s>>hashShift == h>>hashShift && s != 0 {
				return &b[i]
			}
			if least < 0 || worth(s) < worth(b[least]) {
				least = i
			}
		}
		if least >= 0 && b[least] == 0 {
			t.taken[h>>(64-partBits)]++
		} else if t.grow(int(h >> (64 - partBits))) {
			continue
		} else if least < 0 {
			return nil
		}
		b[least] = h >> hashShift << hashShift
		return &b[least]
	}
}

// doneWorth is the worth of knowing that a URL is no longer counted.
const doneWorth = 4

// worth returns how much is lost with a slot, 0 if it is not taken.
func worth(slot uint64) int {
	switch {
	case slot == 0:
		return 0
	case slot&doneBit != 0:
		return doneWorth
	}
	return max(int(slot&ownMask/ownOne)+bits.OnesCount64(slot&sitesMask), 1)
}

// grow doubles a part whose bucket is full, if there is room and the part is not much larger
// than necessary. It reports whether it did.
func (t *Table) grow(part int) bool {
	old := t.parts[part]
	if len(old) >= smallSlots && t.taken[part] < len(old)/4 {
		return false
	}
	slots := max(2*len(old), bucketSlots)
	if (t.slots-len(old)+slots)*slotBytes > t.limit {
		return false
	}
	t.slots += slots - len(old)
	t.parts[part], t.taken[part] = make([]uint64, slots), 0
	for _, s := range old {
		if s != 0 {
			t.put(part, s)
		}
	}
	return true
}

// put moves a taken slot into its bucket, which has room: the slots of one bucket are split into
// two.
func (t *Table) put(part int, slot uint64) {
	b := bucketOf(t.parts[part], slot)
	for i := range b {
		if b[i] == 0 {
			b[i] = slot
			t.taken[part]++
			return
		}
	}
}
