package lists

import (
	"encoding/binary"
	"math"

	"github.com/aranea-search/aranea/index"
)

// A Lane is what the documents of a window say of a word: which hold it, and its
// impacts in any of its forms and in the one that was typed, 0 where it is not.
type Lane struct {
	Here       Bits
	Most, Form [Width]uint8
	bare       bool // no impacts are wanted
	used       bool // it is not empty
	told       bool // and has impacts
}

// Clear empties the lane, which gets no impacts if it is bare.
func (l *Lane) Clear(bare bool) {
	switch {
	case l.told:
		*l = Lane{}
	case l.used:
		l.Here, l.used = Bits{}, false
	}
	l.bare = bare
}

// Note notes the impacts of a document of which none were wanted before.
func (l *Lane) Note(at uint32, most, form uint8) {
	l.told = true
	l.Most[at], l.Form[at] = most, form
}

// Reach keeps the documents of a set that have an impact or a larger one. Eight are looked at
// at once.
func (l *Lane) Reach(set *Bits, impact int) {
	if impact > math.MaxUint8 {
		*set = Bits{}
	}
	if impact <= 0 {
		return
	}
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	add := uint64(0x80-impact&0x7f) * 0x0101010101010101
	large := -uint64(impact >> 7) // all bits if only impacts above 127 reach
	for i, left := range set {
		if left == 0 {
			continue
		}
		reached := uint64(0)
		for part := 0; part < 64; part += 8 {
			x := binary.LittleEndian.Uint64(l.Most[i*64+part:])
			y := (x & low) + add // the highest bit of a byte is set if its others reach
			reach := (y&x | (y|x)&^large) & high
			reached |= reach >> 7 * 0x0102040810204080 >> 56 << part
		}
		set[i] = left & reached
	}
}

// Bare reports whether the lane gets no impacts.
func (l *Lane) Bare() bool { return l.bare }

// Meet keeps the documents that another lane has as well, with the smaller impacts.
func (l *Lane) Meet(o *Lane) {
	if l.Here.And(&o.Here); l.bare {
		return
	}
	for at := range l.Here.Each {
		l.Most[at], l.Form[at] = min(l.Most[at], o.Most[at]), min(l.Form[at], o.Form[at])
	}
}

// Remove takes a document out of the lane.
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
