// Package searchtest is the contract of an index with its search: what the crawl and
// those who search rely on, as tests that every implementation passes. Naive is the
// simplest that does: it scans the documents.
//
// An implementation takes what it keeps of a page from package document, and so finds
// the same pages as every other. Sets are compared, and the orders that are promised;
// how well a page answers is judged by each implementation for itself.
//
// Floor: 4 (acts), for tests only. Stability: engine. It does not test what a search
// takes from the link graph (link:, inanchor:, related:, unread pages), what belongs to
// ranking (near copies, sites that are spread, stop words that a page may lack, words that are
// spelled alike, suggestions), nor what belongs to one implementation: files, memory,
// damage.
package searchtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// An Indexer keeps documents. What Apply was given is durable when it returns, and found
// from then on. Either all changes of a call count or none does; of several changes of
// one URL the last counts. Searches that run meanwhile may find some of them only.
type Indexer interface {
	Apply(ctx context.Context, changes []aranea.IndexChange) error
	Has(id weburl.ID) bool
	Hidden(id weburl.ID) bool
	Later(id weburl.ID, at time.Time) bool
	ShowsMore(id weburl.ID, limits *aranea.IndexChange) bool
	Sketch(id weburl.ID) uint64
}

// A Searcher answers queries.
type Searcher interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	Complete(ctx context.Context, r search.Request) (search.Completions, error)
	Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error)
	Docs(ctx context.Context) (int, error)
}

// A State is where an index keeps what it knows. Each call of Open returns an index on
// the same state and a search of it; those before are not used any more, as if their
// process had been killed.
type State interface {
	Open(t testing.TB) (Indexer, Searcher)
}

// Run tests the contract on states that fresh makes.
func Run(t *testing.T, fresh func(t testing.TB) State) {
	for _, c := range []struct {
		name string
		test func(h *hand)
	}{
		{"put and replace", putAndReplace}, {"delete", deletion}, {"hide and show", hideAndShow},
		{"the last change of a URL counts", lastCounts}, {"changes are refused whole", refusedWhole},
		{"repeating is harmless", repeating}, {"later visits", laterVisits}, {"narrower limits", narrower}, {"sketches", sketched}, {"acknowledged is kept", kept},
		{"changes side by side", sideBySide},
		{"words", words}, {"phrases", phrases}, {"names of sites", naming}, {"alternatives and exclusions", logic}, {"exclusions beside menus", menus},
		{"exclusions against a scan", exclusionsAtRandom}, {"fields", fields},
		{"languages", languages}, {"sites and types", filters}, {"folders", folders}, {"dates", dates},
		{"ranges", ranges}, {"ranges against a scan", rangesAtRandom},
		{"orders by facets", orders}, {"orders against a scan", ordersAtRandom},
		{"all words first", allWordsFirst}, {"pages of results", pagesOfResults}, {"cursors", cursors},
		{"a cursor while pages come", cursorAmongChanges}, {"cursors that do not fit", badCursors},
		{"totals", totals}, {"facets", facets}, {"access", access}, {"expired pages", expired}, {"what is shown", shown},
		{"why", why}, {"completion", completion}, {"odd queries", oddQueries}, {"refused", refused}, {"canceled", canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(newHand(t, fresh(t)))
		})
	}
	for seed := range uint64(6) {
		t.Run(fmt.Sprintf("life %d", seed), func(t *testing.T) {
			t.Parallel()
			newLife(newHand(t, fresh(t)), rand.New(rand.NewPCG(seed, 17))).run()
		})
	}
}

// A hand is an index whose errors end the test.
type hand struct {
	testing.TB

	state State
	x     Indexer
	s     Searcher
}

func newHand(t testing.TB, s State) *hand {
	h := &hand{TB: t, state: s}
	h.reopen()
	return h
}

// reopen ends the process and begins another.
func (h *hand) reopen() { h.x, h.s = h.state.Open(h.TB) }

func (h *hand) apply(changes ...aranea.IndexChange) {
	h.Helper()
	if err := h.x.Apply(h.Context(), changes); err != nil {
		h.Fatal(err)
	}
}

func (h *hand) search(r search.Request) search.Response {
	h.Helper()
	a, err := h.s.Search(h.Context(), r)
	if err != nil {
		h.Fatalf("%q: %v", r.Query, err)
	}
	return a
}

// all is the request for every page that holds a query whole, the newest first.
func all(q string) search.Request {
	return search.Request{Query: q, Sort: search.ByDate, Limit: search.MaxLimit, Copies: true, ExactTotal: true, NoSnippets: true}
}

// finds expects the set of pages that hold a query, as "a.test/1 a.test/2" in the order
// of their URLs, by date and by relevance.
func (h *hand) finds(q, want string) {
	h.Helper()
	r := h.search(all(q))
	got := urlsOf(r)
	if slices.Sort(got); strings.Join(got, " ") != want || r.Total != len(got) || r.More {
		h.Errorf("%s finds %q, in all %d (more: %v); want %q", q, strings.Join(got, " "), r.Total, r.More, want)
	}
	for i := 1; i < len(r.Results); i++ {
		if r.Results[i].Date.After(r.Results[i-1].Date) {
			h.Errorf("%s: %s comes behind %s", q, r.Results[i].Date, r.Results[i-1].Date)
		}
	}
	best := all(q)
	best.Sort = ""
	r = h.search(best)
	first := urlsOf(r)
	if !r.Partial && len(first) != len(got) || len(first) < len(got) {
		h.Fatalf("%s: by relevance %q, want %q first", q, first, want)
	}
	for i, res := range r.Results {
		if lacks := i >= len(got); lacks != (len(res.Missing) > 0) {
			h.Errorf("%s: result %d of %d with everything lacks %q", q, i+1, len(got), res.Missing)
		}
	}
	first = first[:len(got)]
	if slices.Sort(first); !slices.Equal(first, got) {
		h.Errorf("%s: by relevance %q come first, want %q", q, first, got)
	}
}

// docs expects the number of pages that can be found.
func (h *hand) docs(want int) {
	h.Helper()
	if n, err := h.s.Docs(h.Context()); n != want || err != nil {
		h.Errorf("%d pages can be found, %v; want %d", n, err, want)
	}
}

// keeps expects whether the document of a URL is in the index, and hidden.
func (h *hand) keeps(u string, has, hidden bool) {
	h.Helper()
	id := parse(h, u).ID()
	if h.x.Has(id) != has || h.x.Hidden(id) != hidden {
		h.Errorf("%s: in the index %v, hidden %v; want %v, %v", u, h.x.Has(id), h.x.Hidden(id), has, hidden)
	}
}

// urlsOf returns the URLs of results without their scheme.
func urlsOf(r search.Response) []string {
	out := make([]string, 0, len(r.Results))
	for i := range r.Results {
		out = append(out, strings.TrimPrefix(r.Results[i].URL.String(), "http://"))
	}
	return out
}

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse("http://" + s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
