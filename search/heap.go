package search

import (
	"sync"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/arena"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/search/titlescore"
)

// impacts are the largest impacts of the first words of a plan in a page, 0 for words that it lacks.
type impacts [8]uint8

// A hit is a matching page with its score so far.
type hit struct {
	p     *plan // that found it
	seg   int32
	doc   uint32
	score float64
	most  impacts      // that the score is computed from
	might float64      // upper bound of the final score
	rest  float64      // what of that bound the second stage has yet to look at
	parts *score.Parts // if an explanation is wanted

	unread  bool // it was never read and is known only by links
	picture bool // such a hit is a picture
	partial bool // it has only some of the words
	refined bool // the second stage has looked at it
	linked  bool // links have words that it lacks
	named   bool // what links say is in the score
	pinned  bool // the operator has pinned it to the query
	copies  int  // near copies, versions and pages of its list that were folded under it

	versions []contest.Spot // those of them that are versions, or pages of its list
}

// Before orders hits: best first, then by place, so that the order is deterministic.
func (h *hit) Before(o *hit) bool {
	switch {
	case h.score != o.score:
		return h.score > o.score
	case h.p.byKey:
		a, b := h.key(), o.key()
		return string(a[:]) < string(b[:])
	case h.seg != o.seg:
		return h.seg < o.seg
	}
	return h.doc < o.doc
}

// Spot returns where the page is.
func (h *hit) Spot() contest.Spot { return contest.Spot{Seg: int(h.seg), Doc: h.doc} }

// key returns the key of the page.
func (h *hit) key() segment.Key { return h.p.snap.Key(int(h.seg), h.doc) }

// A pool lends memory that every query needs. It is safe for concurrent use.
type pool struct {
	term.Pool
	scratch sync.Pool
}

func (p *pool) workspace() *scratch {
	if s, ok := p.scratch.Get().(*scratch); ok {
		return s
	}
	return &scratch{}
}

// A scratch is memory that a plan uses and leaves to the next one.
type scratch struct {
	hits arena.First[hit] // for the first run that asks
	term.Room
	title   titlescore.Match
	onNamed []bool // by word: whether the hit is on a site that it names
	bytes   []uint8
	swept   postings.Sweep

	several arena.Of[*chain.Chain]
	flags   arena.Of[bool]
	small   arena.Of[uint8]
	numbers arena.Of[int]
	contest contest.Room[hit] // for the first contest of a plan
}

// finish prepares the scratch for the next plan.
func (s *scratch) finish() {
	s.hits.TakeBack()
	s.several.TakeBack()
	s.flags.TakeBack()
	s.small.TakeBack()
	s.numbers.TakeBack()
	s.contest.Clear()
}
