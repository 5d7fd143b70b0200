package scheduler

import (
	"hash/maphash"
	"iter"
	"unsafe"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Place is that of an origin, with what its turn depends on. The fields may change while the
// origin is not in the queue. There is one for each origin with work, so T must have no
// pointers: then the garbage collector scans no place.
type Place[T any] struct {
	Item T
	ID   weburl.OriginID // of the origin; it breaks ties, so that a run can be replayed

	At    record.Instant // when it is free
	Since record.Instant // when it became free; 0 while it is not known
	After record.Instant // Since, plus how much later than others it takes its turn
	Seq   uint64         // of the first entry of its queue
	// Behind is how much later it takes its turn among those of its standing, in milliseconds.
	Behind uint32

	number   uint32 // among all places, from 1 on
	index    uint32 // index in its heap plus one; 0 if in none
	standing schedule.Standing
	isFree   bool
}

// Standing returns the standing with which the origin was put into the queue.
func (p *Place[T]) Standing() schedule.Standing { return p.standing }

// Queued reports whether the origin is in the queue.
func (p *Place[T]) Queued() bool { return p.index > 0 }

// places stores all places by their numbers, in chunks that do not move, and by the IDs of their
// origins.
type places[T any] struct {
	chunks []*[chunkLen]Place[T]
	made   uint32   // number of places allocated
	unused []uint32 // numbers of places without an origin

	seed  maphash.Seed
	slots []uint32 // numbers, with open addressing and linear probing; 0 is empty
	n     int
}

const (
	chunkLen   = 1 << 9
	leastSlots = 1 << 6
)

// numberBytes is the size of the number of a place.
const numberBytes = 4

// bytes returns the memory that the places use.
func (t *places[T]) bytes() int {
	return len(t.chunks)*chunkLen*int(unsafe.Sizeof(Place[T]{})) + (cap(t.unused)+len(t.slots))*numberBytes
}

// at returns the place with a number.
func (t *places[T]) at(number uint32) *Place[T] {
	number--
	return &t.chunks[number/chunkLen][number%chunkLen]
}

// home returns the first slot to probe for an origin. Nobody outside can choose it.
func (t *places[T]) home(id weburl.OriginID) int {
	return int(maphash.Bytes(t.seed, id[:]) & uint64(len(t.slots)-1))
}

// slot returns the slot of an origin, or the empty one where it belongs.
func (t *places[T]) slot(id weburl.OriginID) int {
	i := t.home(id)
	for t.slots[i] != 0 && t.at(t.slots[i]).ID != id {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return i
}

// find returns the place of an origin, nil if it has none.
func (t *places[T]) find(id weburl.OriginID) *Place[T] {
	if t.n == 0 {
		return nil
	}
	if number := t.slots[t.slot(id)]; number != 0 {
		return t.at(number)
	}
	return nil
}

// make returns a place for an origin that has none.
func (t *places[T]) make(id weburl.OriginID) *Place[T] {
	if t.n++; 4*t.n > 3*len(t.slots) {
		t.grow()
	}
	if len(t.unused) == 0 {
		if t.made%chunkLen == 0 {
			t.chunks = append(t.chunks, new([chunkLen]Place[T]))
		}
		t.made++
		t.unused = append(t.unused, t.made)
	}
	number := t.unused[len(t.unused)-1]
	t.unused = t.unused[:len(t.unused)-1]
	p := t.at(number)
	*p = Place[T]{ID: id, number: number}
	t.slots[t.slot(id)] = number
	return p
}

// grow doubles the slots.
func (t *places[T]) grow() {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	old := t.slots
	t.slots = make([]uint32, max(2*len(old), leastSlots))
	for _, number := range old {
		if number != 0 {
			t.slots[t.slot(t.at(number).ID)] = number
		}
	}
}

// drop removes a place, and moves those after it closer to their home slots.
func (t *places[T]) drop(p *Place[T]) {
	last := len(t.slots) - 1
	hole := t.slot(p.ID)
	for i := (hole + 1) & last; t.slots[i] != 0; i = (i + 1) & last {
		if home := t.home(t.at(t.slots[i]).ID); (i-home)&last >= (i-hole)&last {
			t.slots[hole], hole = t.slots[i], i
		}
	}
	t.slots[hole] = 0
	t.n--
	t.unused = append(t.unused, p.number)
	*p = Place[T]{}
}

// all yields all places. They may be changed meanwhile, but not dropped.
func (t *places[T]) all() iter.Seq[*Place[T]] {
	return func(yield func(*Place[T]) bool) {
		for number := uint32(1); number <= t.made; number++ {
			if p := t.at(number); p.number != 0 && !yield(p) {
				return
			}
		}
	}
}
