package lists

import "github.com/aranea-search/aranea/index"

// A Lane is what the documents of a window say of a word: which hold it, and its
// impacts in any of its forms and in the one that was typed, 0 where it is not.
type Lane struct {
	Here       Bits
	Reaching   Bits // with an impact of least at least, if that is not 0
	Most, Form [Width]uint8
	least      int
	used       bool // it is not empty
	told       bool // and has impacts
}

// NoImpacts in place of the least impact says that no impacts are wanted.
const NoImpacts = -1

// Clear empties the lane. Documents reach what is asked for from the impact least on.
func (l *Lane) Clear(least int) {
	switch {
	case l.told:
		*l = Lane{}
	case l.used:
		l.Here, l.used = Bits{}, false
	}
	l.least = least
}

// Note notes the impacts of a document of which none were wanted before.
func (l *Lane) Note(at uint32, most, form uint8) {
	l.told = true
	l.Most[at], l.Form[at] = most, form
}

// Bare reports whether no impacts were wanted.
func (l *Lane) Bare() bool { return l.least == NoImpacts }

// Prune removes the documents of impacts below the least from a set, if there is a least,
// and reports whether it held some.
func (l *Lane) Prune(set *Bits) bool {
	if l.least <= 0 {
		return false
	}
	all := *set
	set.And(&l.Reaching)
	return *set != all
}

// Wanted is what Clear is told for a lane that is met with this one.
func (l *Lane) Wanted() int { return min(l.least, 0) }

// Meet keeps the documents that another lane has as well, with the smaller impacts.
func (l *Lane) Meet(o *Lane) {
	if l.Here.And(&o.Here); l.Bare() {
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
