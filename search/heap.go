package search

import (
	"slices"
	"sync"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/score"
)

// impacts are the largest impacts of the first words of a plan in a page, 0 for
// words that it lacks.
type impacts [8]uint8

// A hit is a matching page with its score so far.
type hit struct {
	p     *plan // by which it was found
	seg   int32
	doc   uint32
	score float64
	most  impacts      // by which the score came about
	might float64      // what score may become at most
	parts *score.Parts // if they are wanted

	unread  bool // it was never read: links alone tell of it
	picture bool // and it is a picture
	refined bool // it was looked at again
	linked  bool // links say words of the query that it lacks
	copies  int  // results that were left out because their text is nearly this one's
}

// before orders hits: best first, then by place, so that the order is always
// the same.
func (h *hit) before(o *hit) bool {
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

// key returns what tells the page from all others.
func (h *hit) key() segment.Key { return h.p.snap.Key(int(h.seg), h.doc) }

// byScore is before as a comparison.
func byScore(a, b hit) int {
	switch {
	case a.before(&b):
		return -1
	case b.before(&a):
		return 1
	}
	return 0
}

// ahead orders hits for people: those that were looked at again first.
func (h *hit) ahead(o *hit) bool {
	if h.refined != o.refined {
		return h.refined
	}
	return h.before(o)
}

// mightBefore orders hits by what they may become.
func (h *hit) mightBefore(o *hit) bool {
	if h.might != o.might {
		return h.might > o.might
	}
	return h.before(o)
}

// fewFirst is up to how many hits are put in front one by one.
const fewFirst = 32

// putFirst moves the n hits that are ahead of all others to the front, in their
// order.
func putFirst(hits []hit, n int) {
	if n = min(n, len(hits)); n > fewFirst || n == len(hits) {
		slices.SortFunc(hits, func(a, b hit) int {
			switch {
			case a.ahead(&b):
				return -1
			case b.ahead(&a):
				return 1
			}
			return 0
		})
		return
	}
	for i := range hits {
		at := i
		if i >= n {
			if n == 0 || !hits[i].ahead(&hits[n-1]) {
				continue
			}
			at = n - 1
			hits[i], hits[at] = hits[at], hits[i]
		}
		for ; at > 0 && hits[at].ahead(&hits[at-1]); at-- {
			hits[at], hits[at-1] = hits[at-1], hits[at]
		}
	}
}

// A best heap keeps the best hits, the worst of them on top.
type best []hit

// worse reports whether hit i comes behind hit j.
func (b best) worse(i, j int) bool { return b[j].before(&b[i]) }

func (b *best) push(h hit) {
	*b = append(*b, h)
	for i := len(*b) - 1; i > 0; {
		up := (i - 1) / 2
		if !b.worse(i, up) {
			return
		}
		(*b)[i], (*b)[up] = (*b)[up], (*b)[i]
		i = up
	}
}

// replace puts a hit in the place of the worst.
func (b best) replace(h hit) {
	b[0] = h
	for i := 0; ; {
		down := 2*i + 1
		if down >= len(b) {
			return
		}
		if down+1 < len(b) && b.worse(down+1, down) {
			down++
		}
		if !b.worse(down, i) {
			return
		}
		b[i], b[down] = b[down], b[i]
		i = down
	}
}

// A pool lends what queries need again and again. It is safe for concurrent use.
type pool struct{ postings, scratch sync.Pool }

func (p *pool) get() *segment.Postings {
	if q, ok := p.postings.Get().(*segment.Postings); ok {
		return q
	}
	return &segment.Postings{}
}

func (p *pool) put(q *segment.Postings) { p.postings.Put(q) }

func (p *pool) room() *scratch {
	if s, ok := p.scratch.Get().(*scratch); ok {
		return s
	}
	return &scratch{}
}

// A scratch is memory that a plan uses and leaves to the next one.
type scratch struct {
	hits    []hit      // of the first run that asks
	taken   bool       // hits are in use
	lists   [][]uint32 // for positions
	queue   []int32
	scores  []float64
	places  [][]uint32
	inTitle []uint32
	bytes   []uint8
	swept   *sweep
}

// heap returns an empty heap for so many hits. The first one that a plan asks
// for is lent until the plan is closed.
func (s *scratch) heap(want int) best {
	if s.taken {
		return make(best, 0, want)
	}
	s.taken = true
	if cap(s.hits) < want {
		s.hits = make([]hit, want)
	}
	return s.hits[:0]
}

// buffer returns an empty list of positions.
func (s *scratch) buffer() []uint32 {
	if len(s.lists) == 0 {
		return nil
	}
	last := len(s.lists) - 1
	out := s.lists[last]
	s.lists = s.lists[:last]
	return out[:0]
}

// Bounds of the lists of positions that are kept for the next plan.
const (
	keptLists  = 32
	keptLength = 1 << 14
)

// keep takes a list of positions back.
func (s *scratch) keep(list []uint32) {
	if len(s.lists) < keptLists && cap(list) > 0 && cap(list) <= keptLength {
		s.lists = append(s.lists, list)
	}
}

// finish makes the scratch ready for the next plan.
func (s *scratch) finish() {
	clear(s.hits[:cap(s.hits)])
	clear(s.places[:cap(s.places)])
	s.taken = false
}
