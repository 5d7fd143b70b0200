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
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/weburl"
)

// result makes the result of a hit. A page whose owner wants it to be gone by now
// is expired and has none; it leaves the index at its next visit.
func (h hit) result(q Request, a *analyze.Analyzer, now time.Time) (r Result, expired bool, err error) {
	snap := h.p.snap
	d, err := snap.Doc(int(h.seg), h.doc)
	if err != nil {
		return r, false, err
	}
	if !d.Expires.IsZero() && !now.Before(d.Expires) {
		return r, true, nil
	}
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return r, false, err
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
	text, err := snap.Text(int(h.seg), h.doc)
	if err != nil {
		return r, false, err
	}
	r.Spans = h.p.snippet(text, &d, a)
	r.Snippet = snippet.Plain(r.Spans)
	return r, false, nil
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
	var out []string
	for i, c := range m.words {
		w := m.p.words[i]
		if m.here[i] = c.Seek(doc) == doc && c.Holds(doc); !m.here[i] && !w.optional {
			out = append(out, w.text)
		}
	}
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
		text := p.words[i].text
		if p.words[i].quoted {
			text = `"` + text + `"`
		}
		out = append(out, text)
	}
	return strings.Join(out, " OR ")
}
