package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/missingwords"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/search/subtitle"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/weburl"
)

// result turns a hit into a result, and returns by what it is told apart from others with its title. A page that its
// owner wants to be gone by now is expired and gives none; it leaves the index at its next visit.
func (h hit) result(q Request, a *analyze.Analyzer, budget *snippet.Budget, now time.Time) (r Result, called subtitle.Page, expired bool, err error) {
	d, u, err := h.page()
	if err != nil {
		return r, called, false, err
	}
	if d.Expired(now) {
		return r, called, true, nil
	}
	called = subtitle.Page{URL: u, Heading: d.Heading, OfSite: h.hasTitleOfSite()}
	r = Result{URL: u, Title: cmp.Or(d.Title, d.Heading, d.URL), Score: h.score, Lang: d.Lang, Format: d.Format, Unread: h.unread, Copies: h.copies, Pinned: h.pinned}
	if !h.unread {
		at, kind := d.Dated()
		r.FetchedAt, r.Date, r.DateKind = d.FetchedAt, at, kind.String()
	}
	if q.Explain {
		r.Why = h.parts.All()
	}
	if err = r.Under(&answer.Fold{Snap: h.p.snap, Ranks: h.p.signals, At: h.Spot(), Pages: h.versions, May: h.p.seen, Now: now}); err != nil || q.NoSnippets {
		return r, called, false, err
	}
	text, o, err := h.p.snap.Outlined(int(h.seg), h.doc)
	if err != nil {
		return r, called, false, err
	}
	if d.MaxSnippet == 0 {
		called.Opening = subtitle.Opening(text)
	}
	r.Spans, r.Section = h.p.snippet(&h, budget.Text(text), o, &d, a)
	r.Snippet = snippet.Plain(r.Spans)
	return r, called, false, nil
}

// hasTitleOfSite reports whether the title of a hit's page is that of many pages of its site: its filter is empty then.
func (h *hit) hasTitleOfSite() bool {
	return h.p.snap.Title(int(h.seg), h.doc) == 0 && h.p.snap.TitleWords(int(h.seg), h.doc) > 0
}

// page returns the record of a hit's page and its URL.
func (h *hit) page() (d document.Record, u weburl.URL, err error) {
	if d, err = h.p.snap.Doc(int(h.seg), h.doc); err == nil {
		u, err = weburl.Parse(d.URL)
	}
	return d, u, err
}

// Why says whether and why a page answers a request. A page that the searcher may not see is
// treated as missing from the index. Only Query, Langs, Access and Collection of the request are used: the
// score is that by which the best pages come first. An error means that the index cannot be
// read.
func (s *Searcher) Why(ctx context.Context, r Request, u weburl.URL) (Explanation, error) {
	tree := query.Parse(r.Query)
	out := Explanation{Query: tree.String(), URL: u}
	if err := ctx.Err(); err != nil {
		return out, err
	}
	r = Request{Query: r.Query, Langs: r.Langs[:min(len(r.Langs), paging.MaxPreferred)], Access: r.Access, Explain: true, Collection: r.Collection}
	if err := r.Collection.Check(); err != nil {
		return out, named(err)
	}
	x := &search{s: s, wording: wording{tree: tree, req: r}}
	defer x.close()
	if err := x.on(ctx); err != nil {
		return out, fmt.Errorf("explain: %w", err)
	}
	seg, doc, found := x.snap.Lookup(u.ID())
	if !found || !x.snap.Findable(seg, doc) {
		return out, nil
	}
	if err := x.explain(ctx, seg, doc, &out); err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	return out, nil
}

// explain fills in whether and why a document answers the request.
func (x *search) explain(ctx context.Context, seg int, doc uint32, out *Explanation) (err error) {
	x.pin()
	x.without = nil // the page is judged as if it were not pinned
	if err = x.understand(ctx); err != nil {
		return err
	}
	if out.Indexed = x.plan.seen(seg, doc); !out.Indexed {
		return nil
	}
	if x.place, err = x.place.Rise(ctx, x.plan.cost()); err != nil {
		return err
	}
	if err = x.link(ctx); err == nil {
		err = x.plan.explain(x.links, seg, doc, out)
	}
	x.choose()
	out.Pinned = x.pins.Place(contest.Spot{Seg: seg, Doc: doc})
	if err == nil && x.plan.cut() && !out.Matches {
		err = x.explainLoose(seg, doc, out)
	}
	return cmp.Or(err, x.snap.Whole(), x.links.whole())
}

// explainLoose explains a document that does not have all split words as phrases: it is found
// by their pieces.
func (x *search) explainLoose(seg int, doc uint32, out *Explanation) error {
	loose, err := x.compile(x.loosely())
	if err != nil {
		return err
	}
	whole := out.Missing
	if err = loose.explain(x.links, seg, doc, out); len(out.Missing) == 0 {
		out.Missing, out.Apart = whole, true
	}
	out.Matches = false
	return err
}

// explain fills in what the plan and the links find for one document. l may be nil.
func (p *plan) explain(l *linked, seg int, doc uint32, out *Explanation) error {
	m := p.matchers[seg]
	m.begin(goal{want: 1, need: p.needed, exact: true}, 0)
	if out.Missing = m.missing(doc); p.at != nil && *p.at == m.spot(doc) && condition.HoldAll(m.where, doc) {
		out.Missing = nil
	}
	out.Missing = missingwords.Without(out.Missing, p.words, p.groups, p.spared(m.spot(doc), m, make([]bool, len(p.words))))
	if slices.ContainsFunc(m.words, (*chain.Chain).Lost) || slices.ContainsFunc(m.where, (*condition.Node).Lost) {
		return p.snap.Damage(seg)
	}
	hits := []hit{{p: p, seg: int32(seg), doc: doc}}
	hits[0].score = m.score(doc, &hits[0].most)
	if p.static(&hits[0]); len(out.Missing) == 0 {
		p.slug(&hits[0], m)
	}
	if err := p.refineBatch(hits, []int32{0}); err != nil {
		return err
	}
	out.Score, out.Why = hits[0].score, hits[0].parts.All()
	if err := cmp.Or(m.err(), l.explain(p.snap.Key(seg, doc), out)); err != nil {
		return err
	}
	out.Matches = len(out.Missing) == 0 && !p.empty()
	return nil
}

// missing returns what the document lacks, and finds its words.
func (m *matcher) missing(doc uint32) []string {
	m.find(doc)
	out := missingwords.Lacking(m.p.words, m.p.groups, m.here)
	for _, n := range m.where {
		if !n.Holds(doc) {
			out = append(out, n.Of().Text)
		}
	}
	return out
}

// complete reports whether the words that are there are all that a page needs.
func (p *plan) complete(here []bool) bool { return missingwords.Met(p.words, p.groups, here) }

// lacks returns, for each hit with only some of the words, what the hit and the links to it
// lack: words, or, if it has all pieces of a split word but not together, that word. An
// unspaced run is not lacked if its pieces occur anywhere. l may be nil.
func (p *plan) lacks(l *linked, hits []hit) (out [][]string, err error) {
	out = make([][]string, len(hits))
	some := slices.DeleteFunc(contest.Places(hits, (*hit).Spot), func(at contest.Place) bool { return !hits[at.I].partial })
	if len(some) == 0 {
		return out, nil
	}
	loose := hits[some[0].I].p
	err = loose.walk(some, func(m *matcher, i int) error {
		out[i] = m.missing(hits[i].doc)
		return nil
	})
	some = slices.DeleteFunc(some, func(at contest.Place) bool { return out[at.I] != nil })
	err = cmp.Or(err, p.walk(some, func(m *matcher, i int) error {
		out[i] = slices.DeleteFunc(m.missing(hits[i].doc), p.isRun)
		return nil
	}))
	for i := range hits {
		if err == nil && len(out[i]) > 0 {
			err = l.without(hits[i].key(), &out[i])
		}
	}
	return out, err
}

// isRun reports whether a text is a word of the plan in unspaced characters.
func (p *plan) isRun(text string) bool {
	return slices.ContainsFunc(p.words, func(w *word) bool { return w.text == text && w.isRun() })
}

// isRun reports whether a word is in unspaced characters, whose pieces may be apart.
func (w *word) isRun() bool {
	return !w.quoted && !slices.ContainsFunc(w.tokens, func(t *term.Token) bool { return !t.Unspaced })
}
