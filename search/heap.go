package search

import (
	"cmp"
	"sync"

	"github.com/aranea-search/aranea/index/segment"
)

// A hit is a matching page with its score so far.
type hit struct {
	p     *plan // by which it was found
	seg   int32
	doc   uint32
	score float64
	title float64 // rarities of the words that may stand in the title
	might float64 // what score may become at most
	parts *Parts  // if they are wanted

	unread bool // it was never read: links alone tell of it
}

// before orders hits: best first, then by place, so that the order is always
// the same.
func (h *hit) before(o *hit) bool {
	switch {
	case h.score != o.score:
		return h.score > o.score
	case h.seg != o.seg:
		return h.seg < o.seg
	}
	return h.doc < o.doc
}

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

// byMight orders hits by what they may become.
func byMight(a, b hit) int {
	switch {
	case a.might > b.might:
		return -1
	case a.might < b.might:
		return 1
	}
	return byScore(a, b)
}

// byPlace orders hits as cursors meet them.
func byPlace(a, b hit) int { return cmp.Or(int(a.seg)-int(b.seg), cmp.Compare(a.doc, b.doc)) }

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

// A pool lends postings, which are large. It is safe for concurrent use.
type pool struct{ p sync.Pool }

func (p *pool) get() *segment.Postings {
	if q, ok := p.p.Get().(*segment.Postings); ok {
		return q
	}
	return &segment.Postings{}
}

func (p *pool) put(q *segment.Postings) { p.p.Put(q) }
