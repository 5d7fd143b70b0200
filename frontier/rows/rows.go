// Package rows holds short records under short keys in memory, packed so that the garbage
// collector has nothing to look into: what a million of them take is little more than
// their bytes.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It is not safe for concurrent use.
package rows

import (
	"hash/maphash"
	"math/bits"
)

// A Table holds a record for each key. What it takes grows part by part, so that hardly
// anything stands in memory twice, and is given back part by part.
type Table struct {
	limit int
	room  int // for a record at least, in bytes
	bytes int // of all parts
	next  int // part that is given up when too much is taken
	seed  maphash.Seed
	parts [1 << partBits]part // by the highest bits of the hash of the key
}

// A part holds entries one behind the other, and in slots of open addressing with linear
// probing where each begins.
type part struct {
	slots   []uint32 // where the entry begins, and one; 0 is empty
	n       int
	entries []byte
	lost    int // bytes of entries that no slot leads to any more
}

// An entry begins where one of a part does: with the length of the key, the room for the
// record and the length of the record, a byte each. The key and the room follow. The
// length is 0 if the record is not here.
type entry []byte

const (
	partBits   = 8
	leastSlots = 1 << 4 // of a part
	slotBytes  = 4
	headBytes  = 3
	maxBytes   = 1 << 36 // so that a slot can say where an entry begins
)

// Longest is the length of the longest key and of the longest record, in bytes.
const Longest = 255

// New returns an empty table that takes at most so many bytes and hardly more, with at
// least so much room for each record, so that it can become longer.
func New(limit, room int) *Table {
	return &Table{limit: min(limit, maxBytes), room: room, seed: maphash.MakeSeed()}
}

// Bytes returns how much memory the table takes.
func (t *Table) Bytes() int { return t.bytes }

// Limit lets the table take at most so many bytes from now on. It gives parts up, with all
// that they hold, until it takes no more, and reports whether it gave up any.
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

// Of returns the record of a key, which is valid until the next change, and whether the
// key is there. It may be there without its record, whose length is 0 then.
func (t *Table) Of(key []byte) (r []byte, known bool) {
	if p, i := t.find(key); p.n > 0 && p.slots[i] != 0 {
		return p.at(i).record(), true
	}
	return nil, false
}

// Put takes a record over, or if it is too long that there is one. It reports false if
// there is no room for a key that was not there, or if the key is too long. One that was
// there is there without its record if there is no room for that.
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

// find returns the part of a key, and of its slots that of the key, or the empty one
// where it belongs, if there are any.
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

// take makes r the record of e. If there is no room for it, it is not here.
func (e entry) take(r []byte) bool {
	if e[2] = 0; len(r) > int(e[1]) {
		return false
	}
	e[2] = uint8(len(r))
	copy(e.record(), r)
	return true
}

// spread makes so many slots.
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

// taken returns how many bytes of memory a part takes.
func (p *part) taken() int { return len(p.slots)*slotBytes + cap(p.entries) }

// add appends an entry with so much room and makes it that of a slot.
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

// compact leaves out what no slot leads to, and makes room for so many bytes and some
// more.
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
