package search

import (
	"cmp"
	"sync"

	"github.com/aranea-search/aranea/index/segment"
)

// A hit is a matching page with its score so far.
type hit struct {
	p     *plan // by which it was found
	seg   int
	doc   uint32
	score float64
	title float64 // rarities of the words that may stand in the title
	parts []Part
}

// byScore orders hits: best first, then by place, so that the order is always
// the same.
func byScore(a, b hit) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.seg, b.seg), cmp.Compare(a.doc, b.doc))
}

// A best heap keeps the best hits, the worst of them on top.
type best []hit

// worse reports whether hit i comes behind hit j.
func (b best) worse(i, j int) bool { return byScore(b[i], b[j]) > 0 }

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
