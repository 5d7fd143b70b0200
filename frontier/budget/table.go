package budget

import (
	"hash/maphash"
	"math/bits"
	"unsafe"
)

// A table counts by keys, in little more memory than its content: most of millions of sites have
// one known host and few URLs. V has no pointers, and is never its zero value once something was
// counted. The zero table is empty.
type table[V comparable] struct {
	slots []slot[V] // open addressing with linear probing; a slot with the zero value is empty
	n     int
	seed  uint64 // so that nobody outside can choose keys that collide
}

// A slot holds its key in two halves, so that it needs no padding.
type slot[V comparable] struct {
	high, low uint32
	value     V
}

func (s *slot[V]) key() Key { return Key(s.high)<<32 | Key(s.low) }

// leastSlots is the initial size of a table. It grows by a quarter when four fifths are taken.
const leastSlots = 1 << 6

// find returns the slot of a key, or the empty slot where it belongs.
func (t *table[V]) find(k Key) *slot[V] {
	var none V
	high, low := bits.Mul64(uint64(k)^t.seed, 0x9e3779b97f4a7c15) // 2^64 over the golden ratio
	at, _ := bits.Mul64(high^low, uint64(len(t.slots)))
	i := int(at)
	for t.slots[i].value != none && t.slots[i].key() != k {
		if i++; i == len(t.slots) {
			i = 0
		}
	}
	return &t.slots[i]
}

// bytes returns the memory that the table uses.
func (t *table[V]) bytes() int { return len(t.slots) * int(unsafe.Sizeof(slot[V]{})) }

// of returns the value of a key.
func (t *table[V]) of(k Key) V {
	if t.n == 0 {
		var none V
		return none
	}
	return t.find(k).value
}

// set sets the value of a key.
func (t *table[V]) set(k Key, v V) {
	var none V
	if 5*(t.n+1) > 4*len(t.slots) {
		t.grow()
	}
	s := t.find(k)
	if s.value == none && v != none {
		t.n++
	}
	s.high, s.low, s.value = uint32(k>>32), uint32(k), v
}

func (t *table[V]) grow() {
	if t.slots == nil {
		t.seed = maphash.String(maphash.MakeSeed(), "budget")
	}
	var none V
	old := t.slots
	t.slots = make([]slot[V], max(len(old)+len(old)/4, leastSlots))
	for i := range old {
		if old[i].value != none {
			*t.find(old[i].key()) = old[i]
		}
	}
}
