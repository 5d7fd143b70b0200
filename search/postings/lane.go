package postings

import (
	"cmp"
	"encoding/binary"
	"math"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
)

// A Lane is what a word says about the documents of a window: which have it, and its impacts,
// in any form and in the typed form; 0 elsewhere.
type Lane struct {
	Here       Bits
	Most, Form [Width]uint8
	// Own are documents that have the word outside of the template; only filled in after ClearOwn.
	Own      Bits
	owns     bool
	placed   Bits              // documents with positions
	template *segment.Template // tells of positions; nil if these are not to be read
	work     []uint32          // memory for positions
	fault    error             // of reading the template
	bare     bool              // impacts are not wanted
	used     bool              // it is not empty
	told     bool              // it has impacts
}

// Clear empties the lane. If bare is set, it will not get impacts.
func (l *Lane) Clear(bare bool) {
	l.owns = false
	switch {
	case l.told:
		*l = Lane{work: l.work}
	case l.used:
		l.Here, l.used = Bits{}, false
	}
	l.bare = bare
}

// ClearOwn empties the lane, which will get no impacts, but tells in Own which documents have the word
// outside of the template: those that certainly have, by their impacts, or all of them, by what a
// template tells of positions.
func (l *Lane) ClearOwn(template *segment.Template) {
	l.Clear(true)
	l.Own, l.placed, l.owns, l.template, l.fault = Bits{}, Bits{}, true, template, nil
}

// beyond reports whether a document, which is the current one of some postings, has their term outside
// of the template.
func (l *Lane) beyond(p *segment.Postings, doc uint32) (is bool) {
	turns, err := l.template.Of(doc)
	if l.fault = cmp.Or(l.fault, err); len(turns) == 0 {
		return true
	}
	is, l.work = beyondTemplate(p, turns, l.work)
	return is
}

// Note adds the impacts of a document to a lane that was bare.
func (l *Lane) Note(at uint32, most, form uint8) {
	l.told = true
	l.Most[at], l.Form[at] = most, form
}

// Reach keeps the documents of a set with at least an impact. It compares eight at a time.
func (l *Lane) Reach(set *Bits, impact int) {
	if impact > math.MaxUint8 {
		*set = Bits{}
	}
	if impact <= 0 {
		return
	}
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	add := uint64(0x80-impact&0x7f) * 0x0101010101010101
	large := -uint64(impact >> 7) // all ones if the impact is above 127
	for i, left := range set {
		if left == 0 {
			continue
		}
		reached := uint64(0)
		for part := 0; part < 64; part += 8 {
			x := binary.LittleEndian.Uint64(l.Most[i*64+part:])
			y := (x & low) + add // sets the highest bit of each byte whose lower bits are large enough
			reach := (y&x | (y|x)&^large) & high
			reached |= reach >> 7 * 0x0102040810204080 >> 56 << part
		}
		set[i] = left & reached
	}
}

// Bare reports whether the lane gets no impacts.
func (l *Lane) Bare() bool { return l.bare }

// Meet keeps the documents that another lane also has, with the smaller impacts.
func (l *Lane) Meet(o *Lane) {
	if l.Here.And(&o.Here); l.bare {
		return
	}
	for at := range l.Here.Each {
		l.Most[at], l.Form[at] = min(l.Most[at], o.Most[at]), min(l.Form[at], o.Form[at])
	}
}

// Typed replaces the impacts in the typed form by those of another lane, or, if both count, keeps the smaller
// ones.
func (l *Lane) Typed(o *Lane, both bool) {
	for at := range l.Here.Each {
		f := o.Form[at]
		if both {
			f = min(f, l.Form[at])
		}
		l.Form[at] = f
	}
}

// Remove removes a document.
func (l *Lane) Remove(at uint32) {
	l.Here.Remove(at)
	l.Most[at], l.Form[at] = 0, 0
}

// A Place is a window of a segment.
type Place struct {
	Snap *index.Snapshot
	Seg  int
	From uint32 // its first document
}
