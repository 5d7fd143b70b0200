package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// A Source hands out snapshots: an open index or a reader of one.
type Source interface {
	Snapshot() (*index.Snapshot, error)
}

// Guard lines: both kinds of index are sources.
var (
	_ Source = (*index.Index)(nil)
	_ Source = (*index.Reader)(nil)
)

// Limits of a request.
const (
	MaxLimit  = 100  // results at once
	MaxOffset = 1000 // the deepest result
	refineMax = 200  // pages that the second stage looks at
)

// A Request asks for results.
type Request struct {
	Query  string
	Offset int // results to pass over, at most MaxOffset
	Limit  int // results wanted, at most MaxLimit; 0 means 10
	// Langs are the languages that the searcher prefers for words that could
	// be of several, the likeliest first.
	Langs []analyze.Lang
	// Explain adds to each result how its score came about.
	Explain bool
}

// A Response holds results, best first.
type Response struct {
	Query   string   // the query as it was understood
	Hints   []string // what was not taken at its word, in sentences
	Total   int      // pages that match; a lower bound if More
	More    bool     // Total is a lower bound
	Partial bool     // pages with only some of the words are among the results
	Results []Result
	Elapsed time.Duration
}

// A Result is one page.
type Result struct {
	URL       weburl.URL
	Title     string
	Snippet   []Span
	Score     float64
	Lang      string // ISO 639-1 or "und"
	FetchedAt time.Time
	Why       []Part // with Request.Explain
}

// A Span is a piece of a snippet: plain text, and whether it answers the query.
type Span struct {
	Text   string
	Marked bool
}

// A Part is one addend of a score.
type Part struct {
	Name  string // "word spider", "title", "nearness", ...
	Value float64
}

// A Searcher answers requests. It is safe for concurrent use.
type Searcher struct {
	src Source
	now func() time.Time
}

// New returns a Searcher on src; now is the clock that Elapsed is taken from.
func New(src Source, now func() time.Time) *Searcher { return &Searcher{src: src, now: now} }

// Docs returns the number of pages in the index.
func (s *Searcher) Docs() (int, error) {
	snap, err := s.src.Snapshot()
	if err != nil {
		return 0, err
	}
	defer snap.Close()
	return snap.Docs(), nil
}

// Search answers a request. No query is an error: what is odd in it comes back
// as hints. The error says that the index cannot be read or ctx ended.
func (s *Searcher) Search(ctx context.Context, r Request) (Response, error) {
	start := s.now()
	r = bounded(r)
	tree := query.Parse(r.Query)
	out := Response{Query: tree.String()}
	for _, h := range tree.Hints {
		out.Hints = append(out.Hints, h.String())
	}
	if tree.Empty() {
		out.Query = ""
		return out, nil
	}
	snap, err := s.src.Snapshot()
	if err != nil {
		return out, fmt.Errorf("search: %w", err)
	}
	defer snap.Close()
	p, err := compile(snap, tree, langsOf(r))
	if err != nil {
		return out, fmt.Errorf("search: %w", err)
	}
	hits, err := s.rank(ctx, p, r, &out)
	if err != nil {
		return out, fmt.Errorf("search: %w", err)
	}
	for i := r.Offset; i < len(hits) && i < r.Offset+r.Limit; i++ {
		res, err := p.result(hits[i], r.Explain)
		if err != nil {
			return out, fmt.Errorf("search: %w", err)
		}
		out.Results = append(out.Results, res)
	}
	out.Elapsed = s.now().Sub(start)
	return out, nil
}

func bounded(r Request) Request {
	if r.Limit <= 0 {
		r.Limit = 10
	}
	r.Limit = min(r.Limit, MaxLimit)
	r.Offset = min(max(r.Offset, 0), MaxOffset)
	return r
}

// langsOf returns the languages whose stems a word is looked for under.
func langsOf(r Request) []analyze.Lang {
	langs := slices.Clone(r.Langs)
	for _, l := range []analyze.Lang{analyze.En, analyze.Ru, analyze.Pt} {
		if !slices.Contains(langs, l) {
			langs = append(langs, l)
		}
	}
	return langs
}

// rank runs the query: first pages with everything, then, if they are too few,
// pages with some of the words.
func (s *Searcher) rank(ctx context.Context, p *plan, r Request, out *Response) ([]hit, error) {
	want := max(r.Offset+r.Limit, refineMax)
	hits, total, more, err := p.run(ctx, want, len(p.words))
	if err != nil {
		return nil, err
	}
	out.Total, out.More = total, more
	if err := p.refine(hits); err != nil {
		return nil, err
	}
	slices.SortFunc(hits, byScore)
	if total >= r.Offset+r.Limit || len(p.words) < 2 || p.filterOnly {
		return hits, nil
	}
	some, _, _, err := p.run(ctx, want, max(1, (len(p.words)+1)/2))
	if err != nil {
		return nil, err
	}
	have := map[docKey]bool{}
	for _, h := range hits {
		have[h.key()] = true
	}
	some = slices.DeleteFunc(some, func(h hit) bool { return have[h.key()] })
	if len(some) == 0 {
		return hits, nil
	}
	out.Partial = true
	if err := p.refine(some); err != nil {
		return nil, err
	}
	slices.SortFunc(some, byScore)
	out.Total += len(some)
	return append(hits, some...), nil
}

// byScore orders hits: best first, then by place, so that the order is always
// the same.
func byScore(a, b hit) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.seg, b.seg), cmp.Compare(a.doc, b.doc))
}
