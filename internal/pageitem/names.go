package pageitem

import (
	"cmp"
	"slices"
)

// A Name is that of a kind of items, or of a field of one.
type Name struct {
	Kind  string
	Field string // "" for the kind
}

func (n Name) compare(o Name) int {
	return cmp.Or(cmp.Compare(n.Kind, o.Kind), cmp.Compare(n.Field, o.Field))
}

// Names are a set of names, sorted. Its methods change no set that others have.
type Names []Name

// Has reports whether the set has a name.
func (ns Names) Has(n Name) bool {
	_, ok := slices.BinarySearchFunc(ns, n, Name.compare)
	return ok
}

// With returns the set with the kinds of the items of a page and with those of their fields that have
// a value.
func (ns Names) With(l *List) Names {
	for i := range l.All {
		it := &l.All[i]
		ns = ns.and(Name{Kind: it.Kind})
		for _, f := range it.Fields {
			ns = ns.and(Name{it.Kind, f.Name})
		}
	}
	return ns
}

// Add returns the union of both.
func (ns Names) Add(o Names) Names {
	for _, n := range o {
		ns = ns.and(n)
	}
	return ns
}

// and returns the set with a name.
func (ns Names) and(n Name) Names {
	at, ok := slices.BinarySearchFunc(ns, n, Name.compare)
	if ok {
		return ns
	}
	return slices.Insert(slices.Clip(slices.Clone(ns)), at, n)
}
