package search

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// cachedWords is how many words an analyzer of snippets remembers.
const cachedWords = 1 << 14

// analyzer lends an analyzer; it must be given back.
func (s *Searcher) analyzer() *analyze.Analyzer {
	if a, ok := s.analyzers.Get().(*analyze.Analyzer); ok {
		return a
	}
	return analyze.New(cachedWords)
}

// result makes the result of a hit. A page whose owner wants it to be gone by now
// is expired and has none; it leaves the index at its next visit.
func (h hit) result(explain bool, a *analyze.Analyzer, now time.Time) (r Result, expired bool, err error) {
	snap := h.p.snap
	d, err := snap.Doc(h.seg, h.doc)
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
	text, err := snap.Text(h.seg, h.doc)
	if err != nil {
		return r, false, err
	}
	r = Result{URL: u, Title: d.Title, Score: h.score, Lang: d.Lang, Format: d.Format, FetchedAt: d.FetchedAt}
	if r.Title == "" {
		r.Title = d.Heading
	}
	if r.Title == "" {
		r.Title = d.URL
	}
	r.Spans = shorten(h.p.snippet(text, &d, a), int(d.MaxSnippet))
	r.Snippet = plain(r.Spans)
	if explain {
		r.Why = h.parts
	}
	return r, false, nil
}

// spread moves results of a site beyond the first most to the end, in their
// order.
func spread(hits []hit, most int) error {
	count := map[string]int{}
	near, far := hits[:0:0], hits[:0:0]
	for _, h := range hits {
		d, err := h.p.snap.Doc(h.seg, h.doc)
		if err != nil {
			return err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			return err
		}
		site := u.Origin().Site()
		if count[site]++; count[site] > most {
			far = append(far, h)
		} else {
			near = append(near, h)
		}
	}
	copy(hits[copy(hits, near):], far)
	return nil
}

// Explain says whether and why a page answers a request. A page that the
// searcher may not see is not in the index for him. The error says that the index
// cannot be read.
func (s *Searcher) Explain(ctx context.Context, r Request, u weburl.URL) (Explanation, error) {
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
	p, err := compile(snap, tree, langsOf(r), false)
	if err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	if out.Indexed, err = p.seen(seg, doc, r.Access); err != nil || !out.Indexed {
		return out, err
	}
	place, err := s.admit(ctx, p)
	if err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	defer place.leave()
	if err := p.explain(seg, doc, &out); err != nil {
		return out, fmt.Errorf("explain %s: %w", u, err)
	}
	return out, nil
}

// explain fills in what the plan finds in one document.
func (p *plan) explain(seg int, doc uint32, out *Explanation) error {
	m, err := p.matcher(seg)
	if err != nil {
		return err
	}
	if out.Missing, err = m.missing(doc); err != nil {
		return err
	}
	out.Matches = len(out.Missing) == 0 && !p.empty()
	hits := []hit{{p: p, seg: seg, doc: doc, score: m.score(doc)}}
	if err := p.refine(hits); err != nil {
		return err
	}
	out.Score, out.Why = hits[0].score, hits[0].parts
	return m.err()
}

// missing returns what the document lacks and notes the words that it holds.
func (m *matcher) missing(doc uint32) ([]string, error) {
	var out []string
	for i, c := range m.words {
		ok := c.seek(doc) == doc
		if ok {
			var err error
			if ok, err = c.holds(m.p, m.seg, doc); err != nil {
				return nil, err
			}
		}
		if m.here[i] = ok; !ok && !m.p.words[i].optional {
			out = append(out, m.p.words[i].text)
		}
	}
	for i, n := range m.where {
		ok, err := n.holds(m.p, m.seg, doc)
		if err != nil {
			return nil, err
		}
		if !ok {
			out = append(out, m.p.where[i].text)
		}
	}
	return out, nil
}
