package search

import (
	"context"
	"math"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/top"
)

// countTo is how many matches are counted before pages are passed over that
// cannot be among the best; the total is a lower bound then.
const countTo = 1000

// checkEvery is how many candidates pass between two looks at the context.
const checkEvery = 4096

// A goal says what a run is to bring.
type goal struct {
	want  int // the best so many pages
	need  int // of the plan's needed words
	exact bool
	// shown is how many of them will be shown by what both stages say of them; 0 if
	// more than that may move them.
	shown int
	// facets counts the matches; nil if that is not wanted.
	facets *facet.Counter
}

// run returns the best pages that hold enough of the words and meet the
// conditions, in no order, and how many there are; more says that the number is a lower
// bound.
func (p *plan) run(ctx context.Context, g goal) (hits []hit, total int, more bool, err error) {
	best := p.heap(g.want)
	p.best = top.NewLowest(min(g.shown, g.want), p.scores)
	for _, m := range p.matchers {
		m.begin(g, total)
		if err := m.run(ctx, &best); err != nil {
			return nil, 0, false, err
		}
		total, more = m.total, more || m.pruned
	}
	return best, total, more, nil
}

// prepare makes the plan's walk through each segment.
func (p *plan) prepare() {
	p.matchers = make([]*matcher, 0, p.snap.Segments())
	for seg := range p.snap.Segments() {
		p.matchers = append(p.matchers, p.matcher(seg))
	}
}

// A matcher runs a plan on one segment.
type matcher struct {
	p      *plan
	seg    int
	limit  uint32 // documents of the segment
	words  []*chain
	must   []int // words that every full match holds, the rarest first
	where  []*node
	goal   goal
	total  int
	pruned bool
	here   []bool // by word: it is in the current document
	lots   []uint32
	own    []uint8 // impacts of the current document
	heavy  []int   // alternatives for whose sake pages are looked at

	// No document up to until has larger impacts, scores more, gains more.
	most      []uint8
	sum, gain float64
	until     uint32
	known     bool // these are
}

// matcher returns the plan's walk through a segment.
func (p *plan) matcher(seg int) *matcher {
	m := &matcher{p: p, seg: seg, limit: uint32(p.snap.SegmentDocs(seg)), here: make([]bool, len(p.words))}
	bytes := make([]uint8, 2*len(p.words))
	m.own, m.most = bytes[:len(p.words)], bytes[len(p.words):]
	m.words = make([]*chain, 0, len(p.words))
	for i, w := range p.words {
		m.words = append(m.words, p.chain(seg, w.tokens, w.phrase, w.near, query.NoField))
		if !w.optional {
			m.must = append(m.must, i)
		}
	}
	slices.SortFunc(m.must, func(a, b int) int { return m.words[a].size() - m.words[b].size() })
	for _, e := range p.where {
		m.where = append(m.where, p.node(seg, e))
	}
	return m
}

// begin stands before the first document; total is what other segments hold.
func (m *matcher) begin(g goal, total int) {
	m.goal, m.total, m.pruned, m.known = g, total, false, false
	m.heavy = nil
	if len(m.p.groups) > 0 {
		m.heavy = m.p.groups[0]
	}
	if g.facets != nil {
		g.facets.Begin(m.seg)
	}
	m.start()
}

// start stands before the first document with all cursors.
func (m *matcher) start() {
	for _, w := range m.words {
		w.start()
	}
	for _, n := range m.where {
		n.start()
	}
}

// run adds the segment's matches to the heap.
func (m *matcher) run(ctx context.Context, top *best) error {
	for n, doc := 0, m.next(0); doc != segment.NoDoc; doc = m.next(doc + 1) {
		if n++; n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if b := m.bar(*top); b.any() {
			if n%relightEvery == 0 {
				m.relight(b)
			}
			if to := m.skip(doc, b); to != doc {
				m.pruned = true
				if to == segment.NoDoc {
					break
				}
				doc = to - 1
				continue
			}
			if !m.reaches(doc, b) {
				m.pruned = true
				continue
			}
		}
		if m.match(doc) {
			m.offer(top, doc)
		}
	}
	return m.err()
}

// mayPrune reports whether pages that cannot be among the best may be passed
// over without being counted.
func (m *matcher) mayPrune() bool {
	return !m.goal.exact && !m.p.byDate && m.total >= countTo && len(m.words) > 0
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

// offer counts a match and keeps it if it is among the best.
func (m *matcher) offer(top *best, doc uint32) {
	m.total++
	if m.goal.facets != nil {
		m.goal.facets.Add(doc)
	}
	h := hit{p: m.p, seg: int32(m.seg), doc: doc}
	h.score = m.score(doc, &h.most)
	m.p.best.Add(h.score)
	if len(*top) < m.goal.want {
		top.push(h)
	} else if h.before(&(*top)[0]) {
		top.replace(h)
	}
}

// Pages are passed over that cannot be among the best by the first stage, nor,
// where it is known how many results are shown, among these by what the second
// stage adds at most.

// A bar is what a page has to reach.
type bar struct {
	heap  float64 // the score of the worst of the best
	shown float64 // the least that the results that are shown end with
}

// bar returns what the next page has to reach.
func (m *matcher) bar(hits best) bar {
	b := bar{math.Inf(-1), math.Inf(-1)}
	if !m.mayPrune() {
		return b
	}
	if len(hits) == m.goal.want {
		b.heap = hits[0].score
	}
	if least, ok := m.p.best.Score(); ok {
		b.shown = least - depthPenalty*mostDepth*m.p.sumIDF - m.p.mostRank()
	}
	return b
}

// any reports whether there is something to reach.
func (b bar) any() bool { return !math.IsInf(b.heap, -1) || !math.IsInf(b.shown, -1) }

// skip returns the first document from doc on whose block may reach the bar.
func (m *matcher) skip(doc uint32, b bar) uint32 {
	for doc != segment.NoDoc {
		if !m.known || doc > m.until {
			m.sum, m.until, m.known = 0, segment.NoDoc, true
			for i, w := range m.words {
				most, form, to := w.bound(doc)
				m.most[i] = most
				m.sum += m.p.words[i].part(most, form)
				m.until = min(m.until, to)
			}
			m.gain = m.p.anyGain(m.most)
		}
		if m.sum > b.heap && m.sum+m.gain > b.shown {
			return doc
		}
		if m.until >= segment.NoDoc-1 {
			return segment.NoDoc
		}
		doc = m.until + 1
	}
	return doc
}

// reaches reports whether the current document may reach the bar, if it matches.
func (m *matcher) reaches(doc uint32, b bar) bool {
	s := 0.0
	for i, c := range m.words {
		m.own[i] = 0
		if c.seek(doc) == doc {
			most, form := c.impacts()
			m.own[i] = most
			s += m.p.words[i].part(most, form)
		}
	}
	if s <= b.heap {
		return false
	}
	return s > b.shown || s+m.p.gain(m.own, int(m.p.snap.Column(m.seg, doc).TitleWords)) > b.shown
}

// relightEvery is after how many candidates it is asked anew which alternatives
// are too light.
const relightEvery = 256

// relight finds the alternatives of the query that, even all together, cannot bring
// a page to the bar: no page is looked at for their sake (MaxScore of Turtle and
// Flood).
func (m *matcher) relight(b bar) {
	if len(m.p.groups) != 1 || m.goal.need > 0 || len(m.p.groups[0]) != len(m.words) || !b.any() {
		return
	}
	order := slices.Clone(m.p.groups[0])
	part := func(i int) float64 { return m.p.words[i].part(m.words[i].top()) }
	slices.SortFunc(order, func(a, b int) int {
		if part(a) < part(b) {
			return -1
		}
		return 1
	})
	sum := 0.0
	clear(m.own)
	m.heavy = order
	for n, i := range order {
		most, _ := m.words[i].top()
		m.own[i] = most
		if sum += part(i); sum > b.heap && sum+m.p.anyGain(m.own) > b.shown {
			m.heavy = order[n:]
			return
		}
	}
	m.heavy = nil
}

// next returns the first candidate from doc on.
func (m *matcher) next(doc uint32) uint32 {
	for doc < m.limit {
		to := m.nextWords(doc)
		for _, n := range m.where {
			if to != segment.NoDoc {
				to = n.seek(to)
			}
		}
		if to == doc {
			return doc
		}
		doc = to
	}
	return segment.NoDoc
}

// nextWords returns the first document from doc on that may hold enough words.
func (m *matcher) nextWords(doc uint32) uint32 {
	for n, g := range m.p.groups {
		if n == 0 {
			g = m.heavy
		}
		least := uint32(segment.NoDoc)
		for _, i := range g {
			least = min(least, m.words[i].seek(doc))
		}
		if doc = least; doc == segment.NoDoc {
			return doc
		}
	}
	switch m.goal.need {
	case 0:
		return doc
	case m.p.needed:
		for _, i := range m.must {
			if doc = m.words[i].seek(doc); doc == segment.NoDoc {
				return doc
			}
		}
		return doc
	}
	// The need-th smallest of the words' next documents: before it, fewer
	// than need words can be in one document.
	m.lots = m.lots[:0]
	for _, i := range m.must {
		m.lots = append(m.lots, m.words[i].seek(doc))
	}
	slices.Sort(m.lots)
	return m.lots[m.goal.need-1]
}

// match asks everything about a candidate.
func (m *matcher) match(doc uint32) bool {
	if !m.p.snap.Findable(m.seg, doc) {
		return false
	}
	count := 0
	for i, w := range m.words {
		word := m.p.words[i]
		m.here[i] = w.seek(doc) == doc && w.holds(m.p, m.seg, doc)
		switch {
		case word.optional:
		case m.here[i]:
			count++
		case word.quoted:
			return false // what stands in quotes is never left out
		}
	}
	if count < m.goal.need {
		return false
	}
	for _, g := range m.p.groups {
		if !slices.ContainsFunc(g, func(i int) bool { return m.here[i] }) {
			return false
		}
	}
	for _, n := range m.where {
		if !n.holds(m.p, m.seg, doc) {
			return false
		}
	}
	return true
}

// score is the first stage's score of the current document; most becomes the
// impacts that it comes of.
func (m *matcher) score(doc uint32, most *impacts) float64 {
	if m.p.byDate {
		return float64(m.p.snap.Date(m.seg, doc))
	}
	s := 0.0
	for i, w := range m.words {
		if !m.here[i] {
			continue
		}
		any, form := w.impacts()
		if s += m.p.words[i].part(any, form); i < len(most) {
			most[i] = any
		}
	}
	return s
}

// part is what a word adds to a score: by how much it counts in the page, in any
// of its forms, and in the one that was typed.
func (w *word) part(most, form uint8) float64 {
	return w.idf * (saturated[most] + w.exact*saturated[form])
}

// saturated is BM25's share of the rarity of a word, by its impact.
var saturated = func() (t [256]float64) {
	for i := range t {
		w := float64(segment.Weight(uint8(i)))
		t[i] = w * (k1 + 1) / (k1 + w)
	}
	return t
}()
