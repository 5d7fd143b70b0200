package elements

import (
	"sync"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/varint"
)

// A Turning tells of consecutive documents where the template of their site begins and ends.
type Turning struct {
	ends  []uint32 // by document: the end of its turns
	turns []uint32 // positions where the template begins, ends, begins again, and so on
}

// Of returns the positions where the template begins in a document, ends, begins again, and so on;
// none if it has none. Documents are numbered from 0.
func (t *Turning) Of(doc int) []uint32 {
	from := uint32(0)
	if doc > 0 {
		from = t.ends[doc-1]
	}
	return t.turns[from:t.ends[doc]]
}

// TurningOf reads the elements of so many documents, each of which Append wrote with its length
// before it.
func TurningOf(b []byte, docs int) (*Turning, bool) {
	t, c := &Turning{}, varint.NewReader(b)
	for range docs {
		one := varint.NewReader(c.Take(c.Uint()))
		if !t.add(&one) {
			return nil, false
		}
		t.ends = append(t.ends, uint32(len(t.turns)))
	}
	return t, !c.Bad()
}

// add adds the turns of a document.
func (t *Turning) add(c *varint.Reader) bool {
	next, was := uint32(0), false
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
				t.turns, was = append(t.turns, next), is
			}
			next += uint32(v>>1) + document.ElementGap
		}
	}
	return !c.Bad()
}

// BeyondTemplate reports whether one of some ascending positions does not belong to the template, by
// what Of returned.
func BeyondTemplate(at, turns []uint32) bool {
	n := 0 // turns up to the position
	for _, pos := range at {
		for n < len(turns) && turns[n] <= pos {
			n++
		}
		if n%2 == 0 {
			return true
		}
	}
	return false
}

// MaxKept bounds how many numbers a Kept holds (4 MiB); pages have about ten each.
const MaxKept = 1 << 20

// Kept are the turnings of blocks of documents. They are kept because reading elements takes longer
// than all else that a search does with a document. It is safe for concurrent use.
type Kept struct {
	mu     sync.Mutex
	blocks map[int]*Turning
	n      int // numbers in all of them
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
	n := len(t.turns) + len(t.ends)
	if k.n += n; k.blocks == nil || k.n > MaxKept {
		k.blocks, k.n = map[int]*Turning{}, n
	}
	k.blocks[block] = t
}
