package index

import (
	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/index/segment"
)

// VisitTerms calls visit for the terms of a segment in [from, to) that an automaton accepts;
// see segment.Segment.VisitTerms.
func (s *Snapshot) VisitTerms(seg int, a vellum.Automaton, from, to []byte, most int, visit func(term []byte, docs int)) (more bool, err error) {
	return s.live[seg].VisitTerms(a, from, to, most, visit)
}

// Elements returns a reader of the elements of a segment's documents.
func (s *Snapshot) Elements(seg int) *segment.Elements { return s.live[seg].Elements() }

// Template returns a reader of what a segment's documents have in common with others of their sites.
func (s *Snapshot) Template(seg int) *segment.Template { return s.live[seg].Template() }
