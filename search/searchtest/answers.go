package searchtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/paging"
)

// shelf puts n pages with the word "silk", each an hour later than the one before.
func (h *hand) shelf(from, n int) {
	h.Helper()
	var changes []aranea.IndexChange
	for i := from; i < from+n; i++ {
		changes = append(changes, at(i, put(h, fmt.Sprintf("h%d.test/%03d", i%5, i), "text:silk"+strings.Repeat(" hay", i%7))))
	}
	h.apply(changes...)
}

// pagesOfResults: page by page, every page comes once.
func pagesOfResults(h *hand) {
	const n = 47
	h.shelf(0, n)
	for _, sort := range []string{"", search.ByDate} {
		var got []string
		for offset := 0; offset < n+20; offset += 10 {
			r := h.search(search.Request{Query: "silk", Sort: sort, Offset: offset, Copies: true})
			if want := min(10, max(n-offset, 0)); len(r.Results) != want || r.Total != n || want > 0 && r.First != offset+1 {
				h.Errorf("from %d on %d results of %d, the first is number %d; want %d of %d", offset, len(r.Results), r.Total, r.First, want, n)
			}
			got = append(got, urlsOf(r)...)
		}
		if len(got) != n || len(distinct(got)) != n {
			h.Errorf("%d results, %d pages, in the order %q; want %d", len(got), len(distinct(got)), sort, n)
		}
		if sort == search.ByDate && (got[0] != "h1.test/046" || got[n-1] != "h0.test/000") {
			h.Errorf("from %s to %s", got[0], got[n-1])
		}
	}
	if r := h.search(search.Request{Query: "silk"}); len(r.Results) != 10 {
		h.Errorf("%d results by default", len(r.Results))
	}
	if r := h.search(search.Request{Query: "silk", Limit: search.MaxLimit}); len(r.Results) != n {
		h.Errorf("%d results at once", len(r.Results))
	}
	if r := h.search(search.Request{Query: "silk", Offset: search.MaxOffset}); len(r.Results) != 0 || r.Results == nil {
		h.Errorf("behind the end %v", r.Results)
	}
}

// walk reads a list by cursors and calls between before each page but the first.
func (h *hand) walk(r search.Request, between func(page int)) (urls []string) {
	h.Helper()
	r.After = paging.First
	for page := 1; r.After != ""; page++ {
		if page > 1 {
			between(page)
		}
		a := h.search(r)
		if len(a.Results) > 0 && a.First != len(urls)+1 {
			h.Errorf("the first result is number %d behind %d", a.First, len(urls))
		}
		urls = append(urls, urlsOf(a)...)
		if r.After = a.Next; page > 1000 {
			h.Fatal("the list does not end")
		}
	}
	return urls
}

func cursors(h *hand) {
	const n = 260
	h.shelf(0, n)
	for _, sort := range []string{"", search.ByDate} {
		for _, limit := range []int{13, 100} {
			got := h.walk(search.Request{Query: "silk", Sort: sort, Limit: limit, Copies: true, NoSnippets: true}, func(int) {})
			if len(got) != n || len(distinct(got)) != n {
				h.Errorf("%d at once, order %q: %d results, %d pages; want %d", limit, sort, len(got), len(distinct(got)), n)
			}
		}
	}
}

// cursorAmongChanges: no page comes twice, and what was there all the time comes.
func cursorAmongChanges(h *hand) {
	const n = 60
	h.shelf(0, n)
	for _, sort := range []string{"", search.ByDate} {
		got := h.walk(search.Request{Query: "silk", Sort: sort, Limit: 7, Copies: true}, func(page int) {
			if page < 12 {
				h.shelf(n+page*10, 3)
			}
		})
		there := 0
		for _, u := range got {
			if strings.Compare(u[len(u)-3:], fmt.Sprintf("%03d", n)) < 0 {
				there++
			}
		}
		if len(distinct(got)) != len(got) || there != n {
			h.Errorf("order %q: %d results, %d pages, %d of those that were there; want %d", sort, len(got), len(distinct(got)), there, n)
		}
		for page := range 12 {
			for i := range 3 {
				h.apply(drop(h, fmt.Sprintf("h%d.test/%03d", (n+page*10+i)%5, n+page*10+i)))
			}
		}
	}
}

// badCursors: a cursor that cannot be is refused, never taken for another place.
func badCursors(h *hand) {
	h.shelf(0, 30)
	first := h.search(search.Request{Query: "silk", After: paging.First})
	if first.Next == "" || len(first.Results) != 10 {
		h.Fatalf("%d results, next %q", len(first.Results), first.Next)
	}
	for _, tt := range []struct {
		name string
		r    search.Request
	}{
		{"another query", search.Request{Query: "hay", After: first.Next}},
		{"another order", search.Request{Query: "silk", After: first.Next, Sort: search.ByDate}},
		{"cut off", search.Request{Query: "silk", After: first.Next[:len(first.Next)-2]}},
		{"no cursor", search.Request{Query: "silk", After: "\x00../"}},
		{"too long", search.Request{Query: "silk", After: strings.Repeat("A", 1<<20)}},
		{"with an offset", search.Request{Query: "silk", After: first.Next, Offset: 10}},
	} {
		if _, err := h.s.Search(h.Context(), tt.r); aranea.KindOf(err) != aranea.Invalid {
			h.Errorf("%s: %v", tt.name, err)
		}
	}
}

// totals: a total is exact, or it says that it is a lower bound.
func totals(h *hand) {
	const n = 2400
	for from := 0; from < n; from += 600 {
		h.shelf(from, 600)
	}
	h.docs(n)
	r := h.search(search.Request{Query: "silk", NoSnippets: true, Copies: true})
	if r.Total > n || !r.More && r.Total != n {
		h.Errorf("%d pages (at least: %v), want %d", r.Total, r.More, n)
	}
	for _, sort := range []string{"", search.ByDate} {
		r = h.search(search.Request{Query: "silk", NoSnippets: true, Copies: true, ExactTotal: true, Sort: sort})
		if r.Total != n || r.More {
			h.Errorf("%d pages (at least: %v) in the order %q, want exactly %d", r.Total, r.More, sort, n)
		}
	}
}

func facets(h *hand) {
	h.apply(
		on(h, "2003-05-31", put(h, "www.a.test/1", "text:silk")), on(h, "2024-02-29", of("pdf", put(h, "a.test/2", "text:silk"))),
		put(h, "b.test/3", "text:silk"), put(h, "b.test/4", "text:steel"), put(h, "b.test/5", "text:silk"),
	)
	h.apply(hide(h, "b.test/5"))
	r := h.search(search.Request{Query: "silk", Facets: true})
	if r.Facets == nil || r.Facets.AtLeast {
		h.Fatalf("facets of three pages: %+v", r.Facets)
	}
	for _, tt := range []struct {
		name string
		got  []facet.Value
		want string
	}{
		{"sites", r.Facets.Sites, "a.test 2, b.test 1"}, {"languages", r.Facets.Languages, "en 3"},
		{"types", r.Facets.Types, "html 2, pdf 1"}, {"years", r.Facets.Years, "2026 1, 2024 1, 2003 1"},
	} {
		var got []string
		for _, v := range tt.got {
			got = append(got, fmt.Sprint(v.Value, " ", v.Pages))
		}
		if strings.Join(got, ", ") != tt.want {
			h.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if r := h.search(search.Request{Query: "silk"}); r.Facets != nil {
		h.Error("facets that nobody asked for")
	}
}

// expired: its owner wants a page to be gone from an instant on.
func expired(h *hand) {
	gone, soon := put(h, "a.test/gone", "text:spider"), put(h, "a.test/soon", "text:spider")
	gone.Expires, soon.Expires = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	h.apply(gone, soon)
	for range 2 {
		if got := sorted(urlsOf(h.search(all("spider")))); got != "a.test/soon" {
			h.Errorf("found %s", got)
		}
		h.reopen()
	}
}

// shown: a result tells what the page's owner permits, and nothing else.
func shown(h *hand) {
	text := "text:The spider spins its web in a corner of the cellar, where flies come by in the evening and do not see it."
	c, short, none := put(h, "a.test/all", "title:Web", text), put(h, "a.test/short", "title:Web", text), put(h, "a.test/none", "title:Web", text)
	short.MaxSnippet, none.Snippet = 20, false
	h.apply(c, short, none)
	for range 2 {
		r := h.search(search.Request{Query: "spider", Copies: true})
		if len(r.Results) != 3 {
			h.Fatalf("found %q", urlsOf(r))
		}
		for _, p := range r.Results {
			least, most := 21, 1000
			switch p.URL.Path() {
			case "/short":
				least, most = 1, 20+len("…")
			case "/none":
				least, most = 0, 0
			}
			if n := utf8.RuneCountInString(p.Snippet); n < least || n > most || p.Title != "Web" {
				h.Errorf("%s is shown with the title %q and %d characters, %q; want %d to %d", p.URL, p.Title, n, p.Snippet, least, most)
			}
			if p.Lang != "en" || p.Format != "html" || !p.FetchedAt.Equal(noon) || p.Unread {
				h.Errorf("%+v", p)
			}
		}
		h.reopen()
	}
	if r := h.search(search.Request{Query: "spider", NoSnippets: true}); r.Results[0].Snippet != "" {
		h.Error("a snippet that was not wanted")
	}
}

func why(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider silk"), put(h, "a.test/2", "text:spider"), put(h, "a.test/3", "text:spider silk"))
	h.apply(hide(h, "a.test/3"))
	for _, tt := range []struct {
		url, query       string
		indexed, matches bool
		missing          int
	}{
		{"a.test/1", "spider silk", true, true, 0},
		{"a.test/2", "spider silk", true, false, 1},
		{"a.test/2", "spider -lang:en site:b.test", true, false, 2},
		{"a.test/3", "spider silk", false, false, 0},
		{"a.test/4", "spider", false, false, 0},
	} {
		e, err := h.s.Why(h.Context(), search.Request{Query: tt.query}, parse(h, tt.url))
		if err != nil || e.Indexed != tt.indexed || e.Matches != tt.matches || len(e.Missing) != tt.missing {
			h.Errorf("%s, %s: %+v, %v; want in the index %v, found %v, %d missing", tt.url, tt.query, e, err, tt.indexed, tt.matches, tt.missing)
		}
	}
}

// completion: what is offered finds something that the searcher may see.
func completion(h *hand) {
	secret := put(h, "a.test/secret", "text:zqsilkworm")
	secret.Access = "staff"
	h.apply(put(h, "a.test/1", "title:zqsilver lining", "text:zqsilk road"), put(h, "a.test/2", "text:zqsilence"), secret)
	h.apply(hide(h, "a.test/2"))
	for typed, want := range map[string]bool{
		"zqsil": true, "road zqsilv": true, "zqsilen": false, "zqsilkw": false, "zqsilk ": false, "zqtungsten": false, "": false,
	} {
		c, err := h.s.Complete(h.Context(), search.Request{Query: typed, Limit: 8})
		if err != nil || c.Completions == nil || len(c.Completions) > 8 || len(c.Completions) > 0 != want {
			h.Errorf("%q: %v, %v; want some: %v", typed, c.Completions, err, want)
		}
		for _, x := range c.Completions {
			if r := h.search(search.Request{Query: x.Text, NoSnippets: true}); r.Total == 0 || r.Partial {
				h.Errorf("%q is offered for %q and finds nothing", x.Text, typed)
			}
		}
	}
}

// refused: a request for what there is not is refused, not answered otherwise.
func refused(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider"))
	for _, r := range []search.Request{
		{Limit: -1}, {Limit: search.MaxLimit + 1}, {Offset: -1}, {Offset: search.MaxOffset + 1},
		{MaxPerSite: -1}, {MaxPerSite: search.MaxLimit + 1}, {Sort: "-date"}, {Sort: "a b"}, {Sort: "-"},
	} {
		r.Query = "spider"
		if _, err := h.s.Search(h.Context(), r); aranea.KindOf(err) != aranea.Invalid {
			h.Errorf("%+v: %v, want an error of kind invalid", r, err)
		}
	}
	for _, limit := range []int{-1, search.MaxCompleted + 1} {
		if _, err := h.s.Complete(h.Context(), search.Request{Query: "spid", Limit: limit}); aranea.KindOf(err) != aranea.Invalid {
			h.Errorf("%d completions: %v, want an error of kind invalid", limit, err)
		}
	}
}

// oddQueries: no query is an error; what is odd in it is told.
func oddQueries(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider"))
	for _, q := range []string{
		"", " ", "\x00", "\xff\xfe", `"`, `""`, "()", "((((((((((((((((((((spider", "-", "--", "OR", "AND OR NOT", "site:", "lang:xx", "before:never", `"spider`, "*", "spider AND", "💡", strings.Repeat("spider ", 500), strings.Repeat("(", 2000), strings.Repeat("x", 5000), strings.Repeat("-a ", 100), "spider~9", `"a b"~99`, "inurl:*", "intitle:\"\"",
	} {
		r, err := h.s.Search(h.Context(), search.Request{Query: q})
		if err != nil && aranea.KindOf(err) != aranea.Limit || err == nil && r.Results == nil {
			h.Errorf("%.40q: %v, %v", q, r.Results, err)
		}
	}
	for q, hinted := range map[string]bool{"spider": false, `"spider`: true, strings.Repeat("spider ", 500): true, "-spider": true} {
		if r := h.search(search.Request{Query: q}); len(r.Hints) > 0 != hinted {
			h.Errorf("%.40q: hints %q", q, r.Hints)
		}
	}
	if r := h.search(search.Request{Query: " SPIDER   AND (site:a.test)"}); r.Query != "SPIDER site:a.test" || r.Total != 1 {
		h.Errorf("understood as %q, %d pages", r.Query, r.Total)
	}
}

func canceled(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider"))
	ctx, cancel := context.WithCancel(h.Context())
	cancel()
	if _, err := h.s.Search(ctx, search.Request{Query: "spider"}); !errors.Is(err, context.Canceled) {
		h.Errorf("a search that nobody waits for: %v", err)
	}
	if _, err := h.s.Why(ctx, search.Request{Query: "spider"}, parse(h, "a.test/1")); !errors.Is(err, context.Canceled) {
		h.Errorf("a question that nobody waits for: %v", err)
	}
}

func sorted(urls []string) string {
	slices.Sort(urls)
	return strings.Join(urls, " ")
}

func distinct(urls []string) map[string]bool {
	out := map[string]bool{}
	for _, u := range urls {
		out[u] = true
	}
	return out
}
