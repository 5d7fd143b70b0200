package clocks

import (
	"hash/maphash"
	"math/bits"
)

// names holds a short record for each name. What it takes grows part by part, so that
// hardly anything stands in memory twice.
type names struct {
	limit int
	bytes int // of all parts
	seed  maphash.Seed
	parts [1 << partBits]part // by the highest bits of the hash of the name
}

// A part holds entries one behind the other, and in slots of open addressing with linear
// probing where each begins.
type part struct {
	slots   []uint32 // where the entry begins, and one; 0 is empty
	n       int
	entries []byte
	lost    int // bytes of entries that no slot leads to any more
}

// An entry begins where one of a part does: with the length of the name, the room for the
// record and the length of the record, a byte each. The name and the room follow. The
// length is 0 if the record is not here.
type entry []byte

const (
	partBits   = 8
	leastSlots = 1 << 4 // of a part
	slotBytes  = 4
	headBytes  = 3
	longest    = 255     // name or record, in bytes
	leastRoom  = 26      // the record of a host that was asked and has one address
	maxBytes   = 1 << 36 // so that a slot can say where an entry begins
)

func newNames(limit int) names { return names{limit: min(limit, maxBytes), seed: maphash.MakeSeed()} }

// keeps reports whether a name may be kept.
func keeps(name string) bool { return 0 < len(name) && len(name) <= longest }

func (e entry) size() int      { return headBytes + int(e[0]) + int(e[1]) }
func (e entry) name() []byte   { return e[headBytes:][:e[0]] }
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

// of returns the record of a name, which is valid until the next change, and whether the
// name is there. It may be there without its record.
func (n *names) of(name string) (r []byte, known bool) {
	if p, i := n.find(name); p.n > 0 && p.slots[i] != 0 {
		return p.at(i).record(), true
	}
	return nil, false
}

// put takes a record over, or if it is too long that there is one. It reports false if
// there is no room for a name that was not there. One that was is there without its
// record then.
func (n *names) put(name string, r []byte) bool {
	p, i := n.find(name)
	before := p.taken()
	defer func() { n.bytes += p.taken() - before }()
	if len(r) > longest {
		r = nil
	}
	known := p.n > 0 && p.slots[i] != 0
	if known && p.at(i).take(r) {
		return true
	}
	if n.bytes+headBytes+len(name)+max(len(r), leastRoom) > n.limit {
		return known
	}
	if known {
		p.lost += p.at(i).size()
	} else if p.n++; 5*p.n > 4*len(p.slots) {
		p.spread(n, max(len(p.slots)+len(p.slots)/4, leastSlots))
		_, i = n.find(name)
	}
	p.add(i, name, r)
	return true
}

// find returns the part of a name, and of its slots that of the name, or the empty one
// where it belongs, if there are any.
func (n *names) find(name string) (p *part, slot int) {
	hash := maphash.String(n.seed, name)
	p = &n.parts[hash>>(64-partBits)]
	if len(p.slots) == 0 {
		return p, 0
	}
	at, _ := bits.Mul64(hash<<partBits, uint64(len(p.slots)))
	i := int(at)
	for p.slots[i] != 0 && string(p.at(i).name()) != name {
		if i++; i == len(p.slots) {
			i = 0
		}
	}
	return p, i
}

// spread makes so many slots.
func (p *part) spread(n *names, slots int) {
	old := p.slots
	p.slots = make([]uint32, slots)
	for _, at := range old {
		if at != 0 {
			_, i := n.find(string(entry(p.entries[at-1:]).name()))
			p.slots[i] = at
		}
	}
}

// at returns the entry of a slot.
func (p *part) at(slot int) entry { return entry(p.entries[p.slots[slot]-1:]) }

// taken returns how many bytes of memory a part takes.
func (p *part) taken() int { return len(p.slots)*slotBytes + cap(p.entries) }

// add appends an entry and makes it that of a slot.
func (p *part) add(slot int, name string, r []byte) {
	p.slots[slot] = 0
	room := max(len(r), leastRoom)
	if size := headBytes + len(name) + room; len(p.entries)+size > cap(p.entries) {
		p.compact(size)
	}
	p.slots[slot] = uint32(len(p.entries)) + 1
	p.entries = append(append(p.entries, uint8(len(name)), uint8(room), 0), name...)
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
