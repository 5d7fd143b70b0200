package lists

import "github.com/aranea-search/aranea/index"

// A Lane is what the documents of a window say of a word: which hold it, and its
// impacts in any of its forms and in the one that was typed, 0 where it is not.
type Lane struct {
	Here       Bits
	Most, Form [Width]uint8
	used       bool
}

// Clear empties the lane.
func (l *Lane) Clear() {
	if l.used {
		*l = Lane{}
	}
}

// Meet keeps the documents that another lane has as well, with the smaller impacts.
func (l *Lane) Meet(o *Lane) {
	l.Here.And(&o.Here)
	for at := l.Here.Next(0); at < Width; at = l.Here.Next(at + 1) {
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
