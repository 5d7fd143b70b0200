package results

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// TestLabels checks that results known only from links are labeled, as are titles from links, and
// that titles are shortened.
func TestLabels(t *testing.T) {
	t.Parallel()
	u := weburl.MustParse("http://a.test/x")
	for _, tt := range []struct {
		r    search.Result
		want string
	}{
		{search.Result{URL: u, Title: "Silk", Format: "image", Unread: true}, " 1. [known by links] [IMAGE] Silk\n"},
		{search.Result{URL: u, Title: "Silk", Format: "docx", TitleFrom: answer.FromLinks}, " 1. [words of links] [DOCX] Silk\n"},
		{search.Result{URL: u, Title: "x", Format: "docx", TitleFrom: answer.FromName}, " 1. [DOCX] x\n"},
		{search.Result{URL: u, Title: "Docs\x1b[", Subtitle: "Silk\x1b["}, " 1. Docs\\x1b[ – Silk\\x1b[\n"},
		{search.Result{URL: u, Title: "addAll\u200b(Silk)"}, " 1. addAll(Silk)\n"},
		{search.Result{URL: u, Title: strings.Repeat("a", 30000)}, " 1. " + strings.Repeat("a", 104) + "…" + strings.Repeat("a", 35) + "\n"},
	} {
		var b strings.Builder
		Print(&b, &search.Response{First: 1, Total: 1, Results: []search.Result{tt.r}})
		if got, _, _ := strings.Cut(b.String(), "    "); got != tt.want {
			t.Errorf("printed %q, want %q", got, tt.want)
		}
	}
}

// TestMissing checks that a result lists its missing words, at most the first few.
func TestMissing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ words, want string }{
		{"zebra", "    missing: zebra\n"},
		{`zebra|"silk thread"`, "    missing: zebra, \"silk thread\"\n"},
		{"a|b|c|d|e|f|g", "    missing: a, b, c, d, e, f, g\n"},
		{"a|b|c|d|e|f|g|h", "    missing: a, b, c, d, e, f, and 2 others\n"},
		{"a\x1b[2J", "    missing: a\\x1b[2J\n"},
	} {
		var b strings.Builder
		Print(&b, &search.Response{First: 1, Total: 1, Results: []search.Result{
			{URL: weburl.MustParse("http://a.test/"), Title: "Silk", Missing: strings.Split(tt.words, "|")},
		}})
		if !strings.Contains(b.String(), tt.want) {
			t.Errorf("printed:\n%s\nwant %s", b.String(), tt.want)
		}
	}
}

// TestHeld checks that values of the facets in use stand with a result, each facet in a line, and what schema.org
// enumerates in words.
func TestHeld(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	Print(&b, &search.Response{First: 1, Total: 1, Results: []search.Result{{URL: weburl.MustParse("http://a.test/"), Title: "Silk", Facets: []facet.Held{
		{Name: "price", Values: []string{"19,90 €", "\x1b[2J"}}, {Name: "stock", Values: []string{"https://schema.org/InStock"}},
	}}}})
	if want := "    price: 19,90 €, \\x1b[2J\n    stock: In stock\n"; !strings.Contains(b.String(), want) {
		t.Errorf("printed:\n%s\nwant %s", b.String(), want)
	}
}

// TestNumbers checks that the numbering of results continues on later pages.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	Print(&b, &search.Response{First: 11, Total: 12, Results: []search.Result{
		{URL: weburl.MustParse("http://a.test/"), Title: "One"}, {URL: weburl.MustParse("http://a.test/2"), Title: "Two"},
	}})
	if got := b.String(); !strings.HasPrefix(got, "11. One\n") || !strings.Contains(got, "\n12. Two\n") {
		t.Errorf("printed:\n%s", got)
	}
}

// TestSection checks that a result tells the section that it is from, above its snippet.
func TestSection(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	Print(&b, &search.Response{First: 1, Total: 1, Results: []search.Result{{
		URL: weburl.MustParse("http://a.test/"), Title: "The manual", Spans: []search.Span{{Text: "Up to the line."}},
		Section: &answer.Section{Heading: "Boil\x1b[2J water", URL: "http://a.test/#boil"},
	}}})
	const want = "    http://a.test/\n    section: Boil\\x1b[2J water  http://a.test/#boil\n    Up to the line.\n"
	if !strings.Contains(b.String(), want) {
		t.Errorf("printed:\n%s\nwant %s", b.String(), want)
	}
}

// TestFacets: the facets are told a line each, with what is a lower bound or not counted.
func TestFacets(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	printFacets(&b, &facet.Facets{
		Types: []facet.Value{{Value: "html", Pages: 3}}, MoreOwn: true,
		Own: []facet.Own{{Name: "author", Values: []facet.Value{{Value: "Ada", Pages: 1}}, AtLeast: true}, {Name: "price", Values: []facet.Value{{Value: "5", Pages: 1}}, Ranges: []facet.Value{{Value: "5..9.99", Pages: 1}, {Value: "10..19.99", Pages: 2}}}, {Name: "version", Values: []facet.Value{{Value: "1.0", Pages: 2}, {Value: "2.0", Pages: 1}}}},
	})
	want := "types:  html 3\nfacet:author at least:  Ada 1\nfacet:price in ranges:  5..9.99 1  10..19.99 2\nfacet:price:  5 1\nfacet:version:  1.0 2  2.0 1\nThe index has more facets than are counted; facet:NAME=VALUE in a query finds them all.\n"
	if b.String() != want {
		t.Errorf("%s, want\n%s", b.String(), want)
	}
}

// TestFolded: what is folded under a result is told by kind.
func TestFolded(t *testing.T) {
	t.Parallel()
	u := weburl.MustParse
	r := search.Result{URL: u("http://a.test/jane/"), Title: "Jane", Copies: 4, Listed: 3, ListPages: []answer.ListPage{{Number: 2, URL: u("http://a.test/jane/page/2/")}, {Number: 3, URL: u("http://a.test/jane/page/3/")}}}
	r.Copies, r.Translated = 9, 5
	r.Translations = []answer.Translation{{Lang: "de", URL: u("http://a.test/de/jane/")}, {Lang: "pt-BR", URL: u("http://a.test/pt-br/jane/")}}
	var b strings.Builder
	Print(&b, &search.Response{First: 1, Total: 5, Copies: 4, Results: []search.Result{r}})
	for _, want := range []string{"also on page: 2  http://a.test/jane/page/2/\n", "              3  http://a.test/jane/page/3/\n", "and on 1 page more of this list\n", "    also in: de, pt-BR\n", "and 1 page with nearly the same text\n", "(4 pages folded under others; --copies shows them)"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q lacks %q", b.String(), want)
		}
	}
}
