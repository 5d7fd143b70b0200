package results

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// TestMissing checks that each missing word links to the pages that have it, if it is a separate
// word of the query.
func TestMissing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ query, words, want string }{
		{"zebra motion undo", "zebra", "zebra /?q=%22zebra%22+motion+undo"},
		{"zebra motion undo", "zebra|undo", "zebra /?q=%22zebra%22+motion+undo|undo /?q=zebra+motion+%22undo%22"},
		{"机器人如何 zebra", "如何", "如何 "},
		{"a b c d e f g h i", "b|c|d|e|f|g|h|i", "b /?q=a+%22b%22+c+d+e+f+g+h+i|c /?q=a+b+%22c%22+d+e+f+g+h+i|d /?q=a+b+c+%22d%22+e+f+g+h+i|" +
			"e /?q=a+b+c+d+%22e%22+f+g+h+i|f /?q=a+b+c+d+e+%22f%22+g+h+i|g /?q=a+b+c+d+e+f+%22g%22+h+i|and 2 others "},
	} {
		v := makerOf(t, tt.query, search.Response{}).result(&search.Result{URL: weburl.MustParse("http://a.test/"), Missing: strings.Split(tt.words, "|")})
		var got []string
		for _, c := range v.Missing {
			got = append(got, c.Text+" "+c.URL)
		}
		if text := strings.Join(got, "|"); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.query, text, tt.want)
		}
	}
}

// TestDates checks which dates stand with a result: that of a capture in place of that of a visit.
func TestDates(t *testing.T) {
	t.Parallel()
	day, captured := time.Date(2014, 2, 3, 0, 0, 0, 0, time.UTC), time.Date(2015, 3, 4, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		r    search.Result
		want string
	}{
		{search.Result{Date: day, DateKind: "visited"}, "visited 3 Feb 2014|"},
		{search.Result{Date: captured, DateKind: "visited", Captured: captured}, "|captured 4 Mar 2015"},
		{search.Result{Date: day, DateKind: "published", Captured: captured}, "published 3 Feb 2014|captured 4 Mar 2015"},
	} {
		tt.r.URL = weburl.MustParse("http://a.test/")
		v := makerOf(t, "x", search.Response{}).result(&tt.r)
		if got := v.Date + "|" + v.Captured; got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// TestMoreFrom checks the link to more pages of the site, with the number of its pages where it
// is known, and without a link if there are no other pages.
func TestMoreFrom(t *testing.T) {
	t.Parallel()
	sites := &facet.Facets{Sites: []facet.Value{{Value: "a.test", Pages: 1234}, {Value: "b.test", Pages: 1}}}
	for _, tt := range []struct {
		name, query, url string
		f                *facet.Facets
		missing          []string
		want             string
	}{
		{"the site is counted", "silk", "http://en.a.test/", sites, nil, "a.test 1,234 /?q=silk+site%3Aa.test"},
		{"not all were counted", "silk", "http://en.a.test/", &facet.Facets{Sites: sites.Sites, AtLeast: true}, nil, "a.test 1,234+ /?q=silk+site%3Aa.test"},
		{"the only page", "silk", "http://b.test/", sites, nil, "  "},
		{"maybe not the only one", "silk", "http://b.test/", &facet.Facets{Sites: sites.Sites, AtLeast: true}, nil, "b.test 1+ /?q=silk+site%3Ab.test"},
		{"the site is not among those told", "silk", "http://www.c.test/", sites, nil, "c.test  /?q=silk+site%3Ac.test"},
		{"nothing was counted", "silk", "http://en.a.test/", nil, nil, "a.test  /?q=silk+site%3Aa.test"},
		{"it lacks a word", "silk zebra", "http://en.a.test/", sites, []string{"zebra"}, "a.test  /?q=silk+zebra+site%3Aa.test"},
		{"one of many sites was asked for", "silk site:org", "http://en.a.org/", nil, nil, "a.org  /?q=silk+site%3Aa.org"},
		{"the site was asked for", "silk site:a.test", "http://en.a.test/", sites, nil, "  "},
		{"a host was asked for", "silk host:en.a.test", "http://en.a.test/", sites, nil, "  "},
	} {
		v := makerOf(t, tt.query, search.Response{Facets: tt.f}).result(&search.Result{URL: weburl.MustParse(tt.url), Missing: tt.missing})
		if got := v.From + " " + v.Number + " " + v.More; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestSection checks that a result leads to the section of its page, with a heading that can be
// shown.
func TestSection(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		section *answer.Section
		want    Choice
	}{
		{nil, Choice{}},
		{&answer.Section{Heading: "Boil water", URL: "http://a.test/#boil"}, Choice{Text: "Boil water", URL: "http://a.test/#boil"}},
		{&answer.Section{Heading: "a\u202eb" + strings.Repeat("c", 300), URL: "http://a.test/#c"}, Choice{Text: "ab" + strings.Repeat("c", 102) + "…" + strings.Repeat("c", 35), URL: "http://a.test/#c"}},
	} {
		v := makerOf(t, "silk", search.Response{}).result(&search.Result{URL: weburl.MustParse("http://a.test/"), Section: tt.section})
		if v.Section != tt.want || v.URL != "http://a.test/" {
			t.Errorf("%+v: %+v of %s, want %+v", tt.section, v.Section, v.URL, tt.want)
		}
	}
}

// TestPinned checks that a pinned result says so in text.
func TestPinned(t *testing.T) {
	t.Parallel()
	m := makerOf(t, "silk", search.Response{})
	for _, pinned := range []bool{true, false} {
		if got := m.result(&search.Result{URL: weburl.MustParse("http://a.test/"), Pinned: pinned}).Pinned; (got == "pinned by the operator") != pinned {
			t.Errorf("pinned %t: %q", pinned, got)
		}
	}
}
