package search

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/piece"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/weburl"
)

// result makes the result of a hit. A page whose owner wants it to be gone by now
// is expired and has none; it leaves the index at its next visit.
func (h hit) result(q Request, a *analyze.Analyzer, now time.Time) (r Result, expired bool, err error) {
	d, u, err := h.page()
	if err != nil {
		return r, false, err
	}
	if !d.Expires.IsZero() && !now.Before(d.Expires) {
		return r, true, nil
	}
	r = Result{URL: u, Title: d.Title, Score: h.score, Lang: d.Lang, Format: d.Format, Unread: h.unread, Copies: h.copies}
	if !h.unread {
		at, kind := d.Dated()
		r.FetchedAt, r.Date, r.DateKind = d.FetchedAt, at, kind.String()
	}
	if r.Title == "" {
		r.Title = d.Heading
	}
	if r.Title == "" {
		r.Title = d.URL
	}
	if q.Explain {
		r.Why = h.why()
	}
	if q.NoSnippets {
		return r, false, nil
	}
	text, err := h.p.snap.Text(int(h.seg), h.doc)
	if err != nil {
		return r, false, err
	}
	r.Spans = h.p.snippet(text, &d, a)
	r.Snippet = snippet.Plain(r.Spans)
	return r, false, nil
}

// page returns what the index keeps of a hit's page, and its URL.
func (h *hit) page() (d document.Record, u weburl.URL, err error) {
	if d, err = h.p.snap.Doc(int(h.seg), h.doc); err == nil {
		u, err = weburl.Parse(d.URL)
	}
	return d, u, err
}

// why returns the parts of the score, nil if they were not wanted.
func (h *hit) why() score.Parts {
	if h.parts == nil {
		return nil
	}
	return *h.parts
}

// Why says whether and why a page answers a request. A page that the
// searcher may not see is not in the index for him. The error says that the index
// cannot be read.
func (s *Searcher) Why(ctx context.Context, r Request, u weburl.URL) (Explanation, error) {
	tree := query.Parse(r.Query)
	out := Explanation{Query: tree.String(), URL: u}
	if err := ctx.Err(); err != nil {
		return out, err
	}
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return out, fmt.Errorf("explain: %w", err)
	}
	defer snap.Close()
	seg, doc, found := snap.Lookup(u.ID())
	if !found || !snap.Findable(seg, doc) {
		return out, nil
	}
	r.Explain = true
	tree, _, err = s.unfold(snap, tree, &r)
	var named outside.Pages
	if err == nil {
		named, _, err = s.beside(ctx, tree)
	}
	if err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	maps.Copy(named, r.outside)
	r.outside = named
	p, err := s.compile(snap, tree, r, false)
	if err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	defer p.close()
	if out.Indexed = p.seen(seg, doc); !out.Indexed {
		return out, nil
	}
	place, err := s.gate.Enter(ctx, p.cost())
	if err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	defer place.Leave()
	err = p.explain(seg, doc, &out)
	var l *linked
	if err == nil {
		l, err = s.links(ctx, tree, r)
	}
	defer func() { l.close() }()
	if err == nil && l != nil {
		err = l.explain(p, snap.Key(seg, doc), &out)
	}
	if err = cmp.Or(err, snap.Whole(), l.whole()); err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	return out, nil
}

// explain fills in what the plan finds in one document.
func (p *plan) explain(seg int, doc uint32, out *Explanation) error {
	m := p.matchers[seg]
	m.begin(goal{want: 1, need: p.needed, exact: true}, 0)
	if out.Missing = m.missing(doc); p.at != nil && *p.at == m.spot(doc) && holdAll(m.where, p, seg, doc) {
		out.Missing = nil
	}
	if slices.ContainsFunc(m.words, (*chain.Chain).Lost) || slices.ContainsFunc(m.where, (*node).lost) {
		return p.snap.Damage(seg)
	}
	out.Matches = len(out.Missing) == 0 && !p.empty()
	hits := []hit{{p: p, seg: int32(seg), doc: doc}}
	hits[0].score = m.score(doc, &hits[0].most)
	p.static(&hits[0])
	if err := p.refineBatch(hits, []int32{0}); err != nil {
		return err
	}
	out.Score, out.Why = hits[0].score, hits[0].why()
	return m.err()
}

// missing returns what the document lacks and notes the words that it holds.
func (m *matcher) missing(doc uint32) []string {
	var asked []piece.Piece
	for i, c := range m.words {
		w := m.p.words[i]
		if m.here[i] = c.Seek(doc) == doc && c.Holds(doc); !w.optional {
			asked = append(asked, cmp.Or(w.cut, piece.Whole(w.asked(), false)))
			asked[len(asked)-1].Held = m.here[i]
		}
	}
	out := piece.Lacking(asked)
	for _, g := range m.p.groups {
		if !slices.ContainsFunc(g, func(i int) bool { return m.here[i] }) {
			out = append(out, m.p.groupText(g))
		}
	}
	for i, n := range m.where {
		if !n.holds(m.p, m.seg, doc) {
			out = append(out, m.p.where[i].text)
		}
	}
	return out
}

// groupText returns alternatives as they are asked for.
func (p *plan) groupText(g []int) string {
	var out []string
	for _, i := range g {
		out = append(out, p.words[i].asked())
	}
	return strings.Join(out, " OR ")
}

// asked returns a word or phrase as it is asked for.
func (w *word) asked() string {
	if w.quoted && !strings.HasPrefix(w.text, `"`) {
		return `"` + w.text + `"`
	}
	return w.text
}

// lacks returns of each hit with only some of the words what it lacks: words, or, if it
// holds all that they were cut into, those that it does not hold whole.
func (p *plan) lacks(hits []hit) (out [][]string, err error) {
	out = make([][]string, len(hits))
	some := slices.DeleteFunc(places(hits, func(h *hit) *hit { return h }), func(s spot) bool { return !hits[s.i].partial })
	if len(some) == 0 {
		return out, nil
	}
	for _, p := range []*plan{hits[some[0].i].p, p} {
		err = cmp.Or(err, p.walk(some, func(m *matcher, i int) error {
			if out[i] == nil {
				out[i] = m.missing(hits[i].doc)
			}
			return nil
		}))
	}
	return out, err
}

func isPartial(h hit) bool { return h.partial }
