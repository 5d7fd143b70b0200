package crawl_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope"
)

// feed is a feed of two pages.
const feed = `<rss version="2.0"><channel><title>News</title><item><link>http://a.test/item/1</link></item><item><link>http://a.test/item/2</link></item></channel></rss>`

// listed is a sitemap of one page.
const listed = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/listed</loc></url></urlset>`

// TestScopeList checks that a list is visited, with what a sitemap on it lists and where its URLs
// lead, and nothing that pages, feeds and robots files name besides.
func TestScopeList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var links strings.Builder
		for i := range 60 {
			links.WriteString("<li><a href=/x/" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ">page</a>")
		}
		x := newMirrorTrial(t, map[string][]reply{
			"http://a.test/robots.txt":  {{status: 200, header: []string{"Content-Type", "text/plain"}, body: "Sitemap: http://a.test/other.xml"}},
			"http://a.test/other.xml":   {{status: 200, header: []string{"Content-Type", "application/xml"}, body: strings.ReplaceAll(listed, "/listed", "/unlisted")}},
			"http://a.test/1":           get(words + `<link rel=alternate type=application/rss+xml href=/feed><a href=/2>two</a><a href=/more.xml.gz>more</a>`),
			"http://a.test/feed":        {{status: 200, header: []string{"Content-Type", "application/rss+xml"}, body: feed}},
			"http://a.test/sitemap":     get("<title>Site map</title><h1>Site map</h1><ul>" + links.String() + "</ul>"),
			"http://a.test/moved":       {{status: 301, header: []string{"Location", "/there"}}},
			"http://a.test/there":       get(words + "Here it is."),
			"http://a.test/listed":      get(words + "Listed."),
			"http://a.test/sitemap.xml": {{status: 200, header: []string{"Content-Type", "application/xml"}, body: listed}},
		}, "http://a.test/1", "http://a.test/sitemap", "http://a.test/moved", "http://a.test/sitemap.xml")
		rules, err := scope.New(scope.Options{Mode: scope.List, Seeds: x.opt.Scope.Seeds()})
		if err != nil {
			t.Fatal(err)
		}
		x.opt.Scope = rules
		x.run(t)
		got := slices.Sorted(maps.Keys(x.web.asked))
		want := []string{"/1", "/listed", "/moved", "/robots.txt", "/sitemap", "/sitemap.xml", "/there"}
		for i := range want {
			want[i] = "http://a.test" + want[i]
		}
		if !slices.Equal(got, want) {
			t.Errorf("asked for %q, want %q", got, want)
		}
	})
}

// TestPatternsAtTheVisit checks that a page that patterns leave out is not requested, whoever queued
// it, and that what a seed leads to needs no pattern that includes it.
func TestPatternsAtTheVisit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, map[string][]reply{
			"http://a.test/":       {{status: 301, header: []string{"Location", "/en/"}}},
			"http://a.test/en/":    get(words + `<a href=/docs/1>one</a><a href=/docs/old/1>old</a><a href=/tag/1>tag</a>`),
			"http://a.test/docs/1": get(words + "One."),
		}, "http://a.test/")
		queued := []aranea.Discovery{{URL: url(t, "http://a.test/docs/old/2"), How: aranea.HowAnchor, Depth: 1, Reason: aranea.ScheduleQueued}}
		if _, err := x.f.Add(t.Context(), time.Now(), queued); err != nil {
			t.Fatal(err)
		}
		var err error
		x.opt.Scope, err = scope.New(scope.Options{Seeds: x.opt.Scope.Seeds(), Patterns: scope.Patterns{Include: []string{"/docs/"}, Exclude: []string{"/docs/old/"}}})
		if err != nil {
			t.Fatal(err)
		}
		x.run(t)
		for path, why := range map[string]aranea.Reason{
			"": aranea.HTTPRedirect, "en/": aranea.IndexAdded, "docs/1": aranea.IndexAdded, "docs/old/1": aranea.ScopePattern, "docs/old/2": aranea.ScopePattern, "tag/1": aranea.ScopePattern,
		} {
			u := url(t, "http://a.test/"+path)
			e, ok, err := x.f.EntryByID(u.ID())
			if err != nil || !ok || e.Reason != why {
				t.Errorf("%s: %s, %v, %v; want %s", u, e.Reason, ok, err, why)
			}
			if asked := x.web.asked[u.String()]; why == aranea.ScopePattern && asked > 0 {
				t.Errorf("%s was requested %d times", u, asked)
			}
		}
	})
}
