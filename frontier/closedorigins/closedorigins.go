// Package closedorigins keeps the list of origins whose robots file has closed every page that could be
// found.
//
// Floor: 3 (state and input/output), a part of frontier. Stability: engine. It stores nothing:
// the frontier rebuilds it from its records when it is opened.
package closedorigins

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Max is the maximum number of listed origins.
const Max = 1000

// An Origin has documents that are kept, none of which is found.
type Origin struct {
	Origin weburl.Origin
	Hidden uint64 // documents that are kept and not found
}

// A Set is the list. Make one with New. It is not safe for concurrent use.
type Set struct {
	hidden map[weburl.Origin]uint64
}

// New returns an empty Set.
func New() Set { return Set{map[weburl.Origin]uint64{}} }

// Note updates the list by the counts of one origin.
func (s Set) Note(o weburl.Origin, n *aranea.HostCounts) {
	hidden := n[aranea.CountHidden]
	_, listed := s.hidden[o]
	switch {
	case hidden == 0 || n[aranea.CountIndexed] > 0:
		delete(s.hidden, o)
	case listed || len(s.hidden) < Max:
		s.hidden[o] = hidden
	}
}

// All returns the origins, those with the most documents first.
func (s Set) All() []Origin {
	all := make([]Origin, 0, len(s.hidden))
	for o, n := range s.hidden {
		all = append(all, Origin{o, n})
	}
	slices.SortFunc(all, func(a, b Origin) int {
		return cmp.Or(cmp.Compare(b.Hidden, a.Hidden), cmp.Compare(a.Origin, b.Origin))
	})
	return all
}
