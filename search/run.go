package search

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/topk"
	"github.com/aranea-search/aranea/search/weight"
)

// countTo is how many matches are counted exactly. From then on, pages that cannot be among the
// best may be skipped, and the total is a lower bound.
const countTo = 1000

// A race is a contest of hits.
type race = contest.Contest[hit, *hit]

// A goal says what a run is to find.
type goal struct {
	want  int // number of best pages
	need  int // how many of the plan's needed words and groups a page must have
	exact bool
	// contest decides by both stages which pages are the best; nil to decide by the first
	// alone.
	contest *race
	// facets counts the matches; nil for none.
	facets *facet.Counter
	// from are pages that take part in a contest from the start; but are pages that take no part
	// in it and are not counted.
	from, but []hit
	// keeps tells which matches may be among the best; nil for all. It is asked in the order of
	// the documents.
	keeps func(*hit) bool
}

// matches are what a run found.
type matches struct {
	hits  []hit // the best, as many as were wanted
	total int   // number of matching pages
	more  bool  // total is a lower bound
}

// run returns the best pages that have enough of the words and meet the conditions, in no
// order. With a contest, the pages wait in the contest.
func (p *plan) run(ctx context.Context, g goal) (found matches, err error) {
	var room []hit
	if g.contest == nil {
		room = p.scratch.hits.Take(g.want)
	}
	p.found = topk.NewHeap(room, (*hit).Before)
	for _, m := range p.matchers {
		m.begin(g, found.total)
		if err := m.run(ctx); err != nil {
			return matches{}, err
		}
		found.total, found.more = m.total, found.more || m.pruned
	}
	found.hits = p.found.All
	return found, nil
}

// prepare creates the plan's matcher for each segment.
func (p *plan) prepare() {
	p.weighPairs()
	p.matchers = make([]*matcher, 0, p.snap.Segments())
	for seg := range p.snap.Segments() {
		p.matchers = append(p.matchers, p.matcher(seg))
	}
}

// A matcher runs a plan on one segment.
type matcher struct {
	p      *plan
	seg    int
	limit  uint32 // number of documents in the segment
	words  []*chain.Chain
	must   []int // words that every full match has, the rarest first
	order  []int // alternatives, if the query consists of one group, the heaviest first
	where  []*condition.Node
	goal   goal
	total  int
	pruned bool
	idle   int    // how often in a row narrow removed nothing, up to mostIdle
	rest   int    // windows for which narrow is therefore skipped
	slow   bool   // candidates have to be checked one by one, by position
	bare   bool   // impacts of such words are not in the lanes, because there is no floor yet
	here   []bool // by word: whether the current document has it
	own    []uint8
	most   []uint8
	next   hit     // the hit being offered
	gained float64 // upper bound of the second stage for it, below 0 if unknown
	floor  float64 // first-stage score that a page needs, -Inf if unknown
	bar    float64 // final score that a page needs, likewise
	sifted float64 // the bar that titled and wanted were computed for, 0 if none
	titled []int   // by word: the least impact with which a page without other words may reach the bar with the best title
	wanted int     // and the impact of the first word from which on any page may
	low    bool    // some pages of the window are below the floor
	behind float64 // upper bound of the others that are below the bar; -Inf if there are none
}

// matcher returns the plan's matcher for a segment.
func (p *plan) matcher(seg int) *matcher {
	n := len(p.words)
	m := &matcher{p: p, seg: seg, limit: uint32(p.snap.SegmentDocs(seg)), here: p.flags.Take(n), own: p.small.Take(n), most: p.small.Take(n)}
	m.titled = m.p.numbers.Take(n)
	m.words, m.must, m.order = p.several.Take(n)[:0], p.numbers.Take(n)[:0], p.numbers.Take(n)[:0]
	for i, w := range p.words {
		m.words = append(m.words, p.terms.Chain(seg, w.tokens, w.phrase, w.near, query.NoField))
		if !w.optional {
			m.must = append(m.must, i)
		}
	}
	slices.SortFunc(m.must, func(a, b int) int { return m.words[a].Size() - m.words[b].Size() })
	for _, e := range p.where {
		m.where = append(m.where, e.In(p.snap, p.terms, seg))
	}
	return m
}

// begin moves before the first document; total is the number of matches in earlier segments.
func (m *matcher) begin(g goal, total int) {
	m.goal, m.total, m.pruned = g, total, false
	if g.facets != nil {
		g.facets.Begin(m.seg)
	}
	m.start()
}

// start moves all cursors before the first document.
func (m *matcher) start() {
	for _, w := range m.words {
		w.Start()
	}
	for _, n := range m.where {
		n.Start()
	}
}

// err returns the error that ended the iteration early.
func (m *matcher) err() error {
	for _, w := range m.words {
		if err := w.Err(); err != nil {
			return err
		}
	}
	for _, n := range m.where {
		if err := n.Err(); err != nil {
			return err
		}
	}
	return m.p.order.Err()
}

// find notes which words the document has.
func (m *matcher) find(doc uint32) {
	for i, c := range m.words {
		m.here[i] = c.Seek(doc) == doc && c.Holds(doc)
	}
}

// score returns the first-stage score of a document from its cursors, and stores the impacts in
// most.
func (m *matcher) score(doc uint32, most *impacts) float64 {
	if m.p.order != nil {
		return m.p.order.Score(m.seg, doc)
	}
	s, forms := 0.0, m.p.allForms
	for i, w := range m.words {
		if !m.here[i] {
			forms = m.p.words[i].spoil(forms, 0)
			continue
		}
		any, form := w.Impacts()
		forms = m.p.words[i].spoil(forms, form)
		if s += m.p.words[i].part(any, form); i < len(most) {
			most[i] = any
		}
	}
	return s + forms
}

// spoil returns the gain for all typed forms, which is lost if the page lacks this one.
func (w *counted) spoil(forms float64, form uint8) float64 {
	if form == 0 && !w.optional {
		return 0
	}
	return forms
}

// part is what a word adds to a score: by its weight in the page in any form, and in the typed
// form.
func (w *counted) part(most, form uint8) float64 {
	return w.idf * (weight.Saturated(most) + w.exact*weight.Saturated(form))
}
