package elements

import (
	"math"
	"sync"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/varint"
)

// Turns are the positions of a document where the template of its site begins, ends, begins again, and
// so on; none if it has none. Each is stored as how much it exceeds the one before. What is too far for
// two bytes is reached by a begin and an end at one position, which say nothing.
type Turns []uint16

// with appends a position; last is the one before.
func (t Turns) with(at, last uint32) Turns {
	for ; at-last > math.MaxUint16; last += math.MaxUint16 {
		t = append(t, math.MaxUint16, 0)
	}
	return append(t, uint16(at-last))
}

// A Turning tells of consecutive documents where the template of their site begins and ends.
type Turning struct {
	ends  []uint32 // by document: the end of its turns
	turns Turns    // of one document after the other
}

// Of returns the turns of a document. Documents are numbered from 0.
func (t *Turning) Of(doc int) Turns {
	from := uint32(0)
	if doc > 0 {
		from = t.ends[doc-1]
	}
	return t.turns[from:t.ends[doc]]
}

// TurningOf reads the elements of so many documents, each of which Append wrote with its length
// before it. The gap is that of Decode.
func TurningOf(b []byte, docs int, gap uint32) (*Turning, bool) {
	t, c := &Turning{}, varint.NewReader(b)
	for range docs {
		one := varint.NewReader(c.Take(c.Uint()))
		if !t.add(&one, gap) {
			return nil, false
		}
		t.ends = append(t.ends, uint32(len(t.turns)))
	}
	return t, !c.Bad()
}

// add adds the turns of a document.
func (t *Turning) add(c *varint.Reader, gap uint32) bool {
	next, last, was := uint32(0), uint32(0), false
	for c.Len() > 0 {
		_, zone := FromKindAndZone(c.Byte())
		n, is := c.Uint(), document.IsTemplate(zone)
		if n > uint64(c.Len()) {
			return false
		}
		for range n {
			v := c.Uint()
			if v&1 != 0 {
				next += uint32(c.Uint())
			}
			if is != was {
				t.turns, last, was = t.turns.with(next, last), next, is
			}
			next += uint32(v>>1) + gap
		}
	}
	return !c.Bad()
}

// Beyond reports whether one of some ascending positions does not belong to the template.
func (t Turns) Beyond(at ...uint32) bool {
	n, turn := 0, uint32(0) // turns up to the position, and the last of them
	for _, pos := range at {
		for n < len(t) && uint32(t[n]) <= pos-turn {
			turn += uint32(t[n])
			n++
		}
		if n%2 == 0 {
			return true
		}
	}
	return false
}

// MaxKept bounds how many bytes a Kept holds; pages have about 35 each.
const MaxKept = 4 << 20

// Kept are the turnings of blocks of documents. They are kept because reading elements takes longer
// than all else that a search does with a document. It is safe for concurrent use.
type Kept struct {
	mu     sync.Mutex
	blocks map[int]*Turning
	n      int // bytes of all of them
}

// Find returns the turning of a block, nil if it is not kept.
func (k *Kept) Find(block int) *Turning {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.blocks[block]
}

// Keep keeps the turning of a block, in place of all others if there are too many.
func (k *Kept) Keep(block int, t *Turning) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := 2*len(t.turns) + 4*len(t.ends)
	if k.n += n; k.blocks == nil || k.n > MaxKept {
		k.blocks, k.n = map[int]*Turning{}, n
	}
	k.blocks[block] = t
}
