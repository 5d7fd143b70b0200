package search

import (
	"container/heap"
	"context"
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// A hit is a matching page with its score so far.
type hit struct {
	p     *plan // by which it was found
	seg   int
	doc   uint32
	score float64
	parts []Part
}

// A best heap keeps the best hits, the worst of them on top.
type best []hit

func (b best) Len() int           { return len(b) }
func (b best) Less(i, j int) bool { return byScore(b[i], b[j]) > 0 }
func (b best) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// Push is part of heap.Interface.
func (b *best) Push(v any) { *b = append(*b, v.(hit)) }

// Pop is part of heap.Interface.
func (b *best) Pop() any {
	old := *b
	v := old[len(old)-1]
	*b = old[:len(old)-1]
	return v
}

// pruneFrom is the number of postings of the rarest word from which blocks are
// skipped: below, counting all matches is cheap.
const pruneFrom = 100_000

// checkEvery is how many candidates pass between two looks at the context.
const checkEvery = 4096

// run returns the best want pages that hold at least need of the words and meet
// the conditions, and how many there are; more says that the number is a lower
// bound.
func (p *plan) run(ctx context.Context, want, need int) (hits []hit, total int, more bool, err error) {
	top := best{}
	for seg := range p.snap.Segments() {
		m, err := p.matcher(seg)
		if err != nil {
			return nil, 0, false, err
		}
		m.need, m.want = need, want
		if err := m.run(ctx, &top); err != nil {
			return nil, 0, false, err
		}
		total += m.total
		more = more || m.pruned
	}
	hits = top
	slices.SortFunc(hits, byScore)
	return hits, total, more, nil
}

// A matcher runs a plan on one segment.
type matcher struct {
	p      *plan
	seg    int
	limit  uint32 // documents of the segment
	words  []*chain
	where  []*node
	need   int // of the plan's needed words
	want   int
	total  int
	pruned bool
	// pruneFrom is the number of postings from which blocks are skipped.
	pruneFrom int
	here      []bool // by word: it is in the current document
	lots      []uint32
}

// matcher returns the plan's walk through a segment.
func (p *plan) matcher(seg int) (*matcher, error) {
	m := &matcher{p: p, seg: seg, limit: uint32(p.snap.SegmentDocs(seg)), need: p.needed, pruneFrom: pruneFrom}
	m.here = make([]bool, len(p.words))
	for _, w := range p.words {
		c, err := p.chain(seg, w.tokens, w.phrase, query.NoField)
		if err != nil {
			return nil, err
		}
		m.words = append(m.words, c)
	}
	for _, e := range p.where {
		n, err := p.node(seg, e)
		if err != nil {
			return nil, err
		}
		m.where = append(m.where, n)
	}
	return m, nil
}

// run adds the segment's matches to the heap.
func (m *matcher) run(ctx context.Context, top *best) error {
	prune := m.need == m.p.needed && len(m.words) > 0 && m.smallest() >= m.pruneFrom
	for n, doc := 0, m.next(0); doc != index.NoDoc; doc = m.next(doc + 1) {
		if n++; n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if prune && len(*top) == m.want {
			if to := m.skip(doc, (*top)[0].score); to != doc {
				m.pruned = true
				if to == index.NoDoc {
					break
				}
				doc = to - 1
				continue
			}
		}
		switch ok, err := m.match(doc); {
		case err != nil:
			return err
		case ok:
			m.offer(top, hit{p: m.p, seg: m.seg, doc: doc, score: m.score(doc)})
		}
	}
	return m.err()
}

// err returns what stopped a walk early.
func (m *matcher) err() error {
	for _, w := range m.words {
		if err := w.err(); err != nil {
			return err
		}
	}
	for _, n := range m.where {
		if err := n.err(); err != nil {
			return err
		}
	}
	return nil
}

// smallest bounds the number of documents that match in full.
func (m *matcher) smallest() int {
	n := int(m.limit)
	for i, w := range m.words {
		if !m.p.words[i].optional {
			n = min(n, w.size())
		}
	}
	for _, w := range m.where {
		n = min(n, w.size())
	}
	return n
}

func (m *matcher) offer(top *best, h hit) {
	m.total++
	if len(*top) < m.want {
		heap.Push(top, h)
		return
	}
	if byScore(h, (*top)[0]) < 0 {
		(*top)[0] = h
		heap.Fix(top, 0)
	}
}

// skip returns the first document from doc on whose score may beat the worst of
// the best.
func (m *matcher) skip(doc uint32, worst float64) uint32 {
	for doc != index.NoDoc {
		sum, last := 0.0, uint32(index.NoDoc)
		for i, w := range m.words {
			imp, to := w.bound(doc)
			sum += part(m.p.words[i].idf, imp)
			last = min(last, to)
		}
		if sum > worst {
			return doc
		}
		if last >= index.NoDoc-1 {
			return index.NoDoc
		}
		doc = last + 1
	}
	return doc
}

// next returns the first candidate from doc on.
func (m *matcher) next(doc uint32) uint32 {
	for doc < m.limit {
		to := m.nextWords(doc)
		for _, n := range m.where {
			if to != index.NoDoc {
				to = n.seek(to)
			}
		}
		if to == doc {
			return doc
		}
		doc = to
	}
	return index.NoDoc
}

// nextWords returns the first document from doc on that may hold enough words.
func (m *matcher) nextWords(doc uint32) uint32 {
	switch m.need {
	case 0:
		return doc
	case m.p.needed:
		for i, w := range m.words {
			if m.p.words[i].optional {
				continue
			}
			if doc = w.seek(doc); doc == index.NoDoc {
				return doc
			}
		}
		return doc
	}
	// The need-th smallest of the words' next documents: before it, fewer
	// than need words can be in one document.
	m.lots = m.lots[:0]
	for i, w := range m.words {
		if !m.p.words[i].optional {
			m.lots = append(m.lots, w.seek(doc))
		}
	}
	slices.Sort(m.lots)
	return m.lots[m.need-1]
}

// match asks everything about a candidate.
func (m *matcher) match(doc uint32) (bool, error) {
	if !m.p.snap.Findable(m.seg, doc) {
		return false, nil
	}
	count := 0
	for i, w := range m.words {
		word := m.p.words[i]
		m.here[i] = w.seek(doc) == doc
		if m.here[i] {
			ok, err := w.holds(m.p, m.seg, doc)
			if err != nil {
				return false, err
			}
			m.here[i] = ok
		}
		switch {
		case word.optional:
		case m.here[i]:
			count++
		case word.quoted:
			return false, nil // what stands in quotes is never left out
		}
	}
	if count < m.need {
		return false, nil
	}
	for _, n := range m.where {
		if ok, err := n.holds(m.p, m.seg, doc); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// score is the first stage's score of the current document.
func (m *matcher) score(doc uint32) float64 {
	s := 0.0
	for i, w := range m.words {
		if m.here[i] {
			s += part(m.p.words[i].idf, w.impact())
		}
	}
	return s
}

// part is what a word adds to a score.
func part(idf float64, impact uint8) float64 {
	w := float64(index.Weight(impact))
	return idf * w * (k1 + 1) / (k1 + w)
}
