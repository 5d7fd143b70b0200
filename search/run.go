package search

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/top"
	"github.com/aranea-search/aranea/search/weight"
)

// countTo is how many matches are counted before pages are passed over that
// cannot be among the best; the total is a lower bound then.
const countTo = 1000

// A race is a contest of hits.
type race = contest.Contest[hit, *hit]

// A goal says what a run is to bring.
type goal struct {
	want  int // the best so many pages
	need  int // of the plan's needed words
	exact bool
	// contest decides which pages are the best by both stages; nil for those by the
	// first alone.
	contest *race
	// facets counts the matches; nil if that is not wanted.
	facets *facet.Counter
	// keeps says which matches may be among the best; nil for all. It is asked in the
	// order of the documents.
	keeps func(*hit) bool
}

// run returns the best pages that hold enough of the words and meet the
// conditions, in no order, and how many there are; more says that the number is a lower
// bound. Those of a contest wait in it.
func (p *plan) run(ctx context.Context, g goal) (hits []hit, total int, more bool, err error) {
	var room []hit
	if g.contest == nil {
		room = p.room(g.want)
	}
	p.found = top.NewHeap(room, (*hit).Before)
	for _, m := range p.matchers {
		m.begin(g, total)
		if err := m.run(ctx); err != nil {
			return nil, 0, false, err
		}
		total, more = m.total, more || m.pruned
	}
	return p.found.All, total, more, nil
}

// prepare makes the plan's walk through each segment.
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
	limit  uint32 // documents of the segment
	words  []*chain.Chain
	must   []int // words that every full match holds, the rarest first
	order  []int // alternatives that are all that is asked for, the weightiest first
	where  []*node
	goal   goal
	total  int
	pruned bool
	idle   int    // how often one after another narrow left nothing out, at most mostIdle
	rest   int    // windows for which it is not asked therefore
	slow   bool   // candidates are asked one by one where words stand
	bare   bool   // impacts of the words that are asked so are not in the lanes: there is no floor yet
	here   []bool // by word: it is in the document that was asked about
	own    []uint8
	most   []uint8
	next   hit     // that is offered
	gained float64 // what the second stage adds to it at most, below 0 if that is not known
	floor  float64 // what the first stage must say of a page that is kept, -Inf if that is not known
	bar    float64 // what a page must have in the end that is kept, likewise
	sifted float64 // the bar by which titled and wanted are told, 0 if they are not
	titled []int   // from which impact of each word on a page without others, with the best title, reaches it
	wanted int     // and from which on, of the first word, any page may
	low    bool    // pages of the window are below the floor
	behind float64 // what others of them, below the bar, may have at most; -Inf if there are none
}

// matcher returns the plan's walk through a segment.
func (p *plan) matcher(seg int) *matcher {
	n := len(p.words)
	m := &matcher{p: p, seg: seg, limit: uint32(p.snap.SegmentDocs(seg)), here: p.flags.Take(n), own: p.small.Take(n), most: p.small.Take(n)}
	m.titled = m.p.numbers.Take(n)
	m.words, m.must, m.order = p.several.Take(n)[:0], p.numbers.Take(n)[:0], p.numbers.Take(n)[:0]
	for i, w := range p.words {
		m.words = append(m.words, p.chain(seg, w.tokens, w.phrase, w.near, query.NoField))
		if !w.optional {
			m.must = append(m.must, i)
		}
	}
	slices.SortFunc(m.must, func(a, b int) int { return m.words[a].Size() - m.words[b].Size() })
	for _, e := range p.where {
		m.where = append(m.where, p.node(seg, e))
	}
	return m
}

// begin stands before the first document; total is what other segments hold.
func (m *matcher) begin(g goal, total int) {
	m.goal, m.total, m.pruned = g, total, false
	if g.facets != nil {
		g.facets.Begin(m.seg)
	}
	m.start()
}

// start stands before the first document with all cursors.
func (m *matcher) start() {
	for _, w := range m.words {
		w.Start()
	}
	for _, n := range m.where {
		n.start()
	}
}

// err returns what stopped a walk early.
func (m *matcher) err() error {
	for _, w := range m.words {
		if err := w.Err(); err != nil {
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

// score is what the words say of a document in the first stage, by its cursors; most
// becomes the impacts that it comes of.
func (m *matcher) score(doc uint32, most *impacts) float64 {
	if m.p.byDate {
		return float64(m.p.snap.Date(m.seg, doc))
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

// spoil returns what a page has for all forms, which is nothing if it lacks this one.
func (w *counted) spoil(forms float64, form uint8) float64 {
	if form == 0 && !w.optional {
		return 0
	}
	return forms
}

// part is what a word adds to a score: by how much it counts in the page, in any
// of its forms, and in the one that was typed.
func (w *counted) part(most, form uint8) float64 {
	return w.idf * (weight.Saturated(most) + w.exact*weight.Saturated(form))
}
