// Package compactmap stores short records under short keys in memory, packed so that the garbage
// collector has nothing to scan: a million of them take little more than their bytes.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It is not safe for concurrent use.
package compactmap

import (
	"hash/maphash"
	"math/bits"
)

// A Table stores a record for each key. It grows part by part, so that hardly anything is in
// memory twice, and memory is released part by part.
type Table struct {
	limit int
	room  int // minimum room for a record, in bytes
	bytes int // of all parts
	next  int // part to drop next when too much is used
	seed  maphash.Seed
	parts [1 << partBits]part // by the highest bits of the hash of the key
}

// A part holds entries one after another, and slots with open addressing and linear probing that
// say where each begins.
type part struct {
	slots   []uint32 // offset of the entry plus one; 0 is empty
	n       int
	entries []byte
	lost    int // bytes of entries without a slot
}

// An entry is the rest of the entries of a part from an offset on: the length of the key, the
// room for the record and the length of the record, a byte each, then the key and the room. The
// length is 0 if the record is not here.
type entry []byte

const (
	partBits   = 8
	leastSlots = 1 << 4 // of a part
	slotBytes  = 4
	headBytes  = 3
	maxBytes   = 1 << 36 // so that an offset fits into a slot
)

// Longest is the maximum length of keys and records, in bytes.
const Longest = 255

// New returns an empty table that takes little more than limit bytes, with at least room bytes
// for each record, so that it can grow.
func New(limit, room int) *Table {
	return &Table{limit: min(limit, maxBytes), room: room, seed: maphash.MakeSeed()}
}

// Bytes returns the memory that the table uses.
func (t *Table) Bytes() int { return t.bytes }

// Limit changes the limit of the table in bytes. It drops parts, with all their entries, until
// it takes no more, and reports whether it dropped any.
func (t *Table) Limit(limit int) (lost bool) {
	t.limit = min(limit, maxBytes)
	for t.bytes > max(t.limit, 0) {
		p := &t.parts[t.next]
		t.next = (t.next + 1) % len(t.parts)
		t.bytes -= p.taken()
		*p = part{}
		lost = true
	}
	return lost
}

// Of returns the record of a key, which is valid until the next change, and whether the key is
// there. It may be there without its record, whose length is then 0.
func (t *Table) Of(key []byte) (r []byte, known bool) {
	if p, i := t.find(key); p.n > 0 && p.slots[i] != 0 {
		return p.at(i).record(), true
	}
	return nil, false
}

// Put stores a record; if it is too long, only the key. It returns false if there is no room for
// a new key, or if the key is too long. A known key stays without its record if there is no room
// for that.
func (t *Table) Put(key, r []byte) bool {
	if len(key) > Longest {
		return false
	}
	p, i := t.find(key)
	before := p.taken()
	defer func() { t.bytes += p.taken() - before }()
	if len(r) > Longest {
		r = nil
	}
	known := p.n > 0 && p.slots[i] != 0
	if known && p.at(i).take(r) {
		return true
	}
	if t.bytes+headBytes+len(key)+max(len(r), t.room) > t.limit {
		return known
	}
	if known {
		p.lost += p.at(i).size()
	} else if p.n++; 5*p.n > 4*len(p.slots) {
		p.spread(t, max(len(p.slots)+len(p.slots)/4, leastSlots))
		_, i = t.find(key)
	}
	p.add(i, key, r, max(len(r), t.room))
	return true
}

// find returns the part of a key, and its slot, or the empty one where it belongs, if there are
// any.
func (t *Table) find(key []byte) (p *part, slot int) {
	hash := maphash.Bytes(t.seed, key)
	p = &t.parts[hash>>(64-partBits)]
	if len(p.slots) == 0 {
		return p, 0
	}
	at, _ := bits.Mul64(hash<<partBits, uint64(len(p.slots)))
	i := int(at)
	for p.slots[i] != 0 && string(p.at(i).key()) != string(key) {
		if i++; i == len(p.slots) {
			i = 0
		}
	}
	return p, i
}

func (e entry) size() int      { return headBytes + int(e[0]) + int(e[1]) }
func (e entry) key() []byte    { return e[headBytes:][:e[0]] }
func (e entry) record() []byte { return e[headBytes+int(e[0]):][:e[2]] }

// take sets the record of e to r. If there is no room for it, e has no record.
func (e entry) take(r []byte) bool {
	if e[2] = 0; len(r) > int(e[1]) {
		return false
	}
	e[2] = uint8(len(r))
	copy(e.record(), r)
	return true
}

// spread reallocates the slots.
func (p *part) spread(t *Table, slots int) {
	old := p.slots
	p.slots = make([]uint32, slots)
	for _, at := range old {
		if at != 0 {
			_, i := t.find(entry(p.entries[at-1:]).key())
			p.slots[i] = at
		}
	}
}

// at returns the entry of a slot.
func (p *part) at(slot int) entry { return entry(p.entries[p.slots[slot]-1:]) }

// taken returns the memory that a part uses, in bytes.
func (p *part) taken() int { return len(p.slots)*slotBytes + cap(p.entries) }

// add appends an entry with room for a record and links it to a slot.
func (p *part) add(slot int, key, r []byte, room int) {
	p.slots[slot] = 0
	if size := headBytes + len(key) + room; len(p.entries)+size > cap(p.entries) {
		p.compact(size)
	}
	p.slots[slot] = uint32(len(p.entries)) + 1
	p.entries = append(append(p.entries, uint8(len(key)), uint8(room), 0), key...)
	p.entries = p.entries[:len(p.entries)+room]
	p.at(slot).take(r)
}

// compact removes entries without a slot, and makes room for size bytes and some more.
func (p *part) compact(size int) {
	left := len(p.entries) - p.lost
	entries := make([]byte, 0, left+left/8+size)
	for i, at := range p.slots {
		if at != 0 {
			e := p.at(i)
			p.slots[i] = uint32(len(entries)) + 1
			entries = append(entries, e[:e.size()]...)
		}
	}
	p.entries, p.lost = entries, 0
}
