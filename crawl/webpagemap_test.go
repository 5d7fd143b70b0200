package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// pageMap returns a web page with links to the given paths, and a page for each of them.
func pageMap(pages map[string][]reply, paths ...string) string {
	text := "<!doctype html><html><title>All of it</title><ul>"
	for _, p := range paths {
		text += "<li><a href=" + p + ">a page</a>"
		pages["http://a.test"+p] = get("<title>Page " + p + "</title><p>" + strings.Repeat("words of"+p+" ", 20))
	}
	return text + "</ul></html>"
}

// entry returns the entry of a URL, zero if it is not known.
func (x *mirrorTrial) entry(t *testing.T, u string) aranea.Entry {
	t.Helper()
	e, _, err := x.f.EntryByID(url(t, u).ID())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// reasons returns the reasons in the trail of a URL.
func (x *mirrorTrial) reasons(t *testing.T, u string) string {
	t.Helper()
	visits, err := x.f.Trail(url(t, u).ID())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, v := range visits {
		all = append(all, v.Reason.String())
	}
	return strings.Join(all, " ")
}

// TestWebPageAsSitemap (seed 003: sitemap.htm): a web page that the robots file or the operator
// names as a sitemap is visited as a page, and its links are as close as those of a sitemap.
func TestWebPageAsSitemap(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"robots file", "operator", "redirect"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const site = "http://a.test/sitemap.htm"
				pages := map[string][]reply{"http://a.test/": get(words)}
				pages[site] = get(pageMap(pages, "/1", "/2"))
				if by == "robots file" {
					pages["http://a.test/robots.txt"] = []reply{{body: "User-agent: *\nDisallow: /2\nSitemap: " + site + "\n"}}
				}
				if by == "redirect" {
					pages["http://a.test/robots.txt"] = []reply{{body: "Sitemap: /old.htm\n"}}
					pages["http://a.test/old.htm"] = []reply{{status: 301, header: []string{"Location", "/sitemap.htm"}}}
				}
				x := newMirrorTrial(t, pages, "http://a.test/")
				if by == "operator" {
					if _, err := x.f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: url(t, site), Kind: aranea.KindSitemap, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
						t.Fatal(err)
					}
				}
				r := x.run(t)
				e := x.entry(t, site)
				if e.Kind != aranea.KindPage || !e.Indexed || e.Visits != 1 || x.web.asked[site] != 2 || r.Lists.Broken != 0 {
					t.Errorf("the page: %+v, requested %d times, lists %+v", e, x.web.asked[site], r.Lists)
				}
				if trail := x.reasons(t, site); !strings.Contains(trail, "SITEMAP.BROKEN") || !strings.HasSuffix(trail, "INDEX.ADDED") {
					t.Errorf("its trail: %s", trail)
				}
				want := map[string]uint16{"robots file": 1, "operator": 1, "redirect": 2}[by]
				if e := x.entry(t, "http://a.test/1"); !e.Indexed || e.Depth != want {
					t.Errorf("what it names: %+v", e)
				}
				if e := x.entry(t, "http://a.test/2"); e.Indexed != (by != "robots file") {
					t.Errorf("what it names: %s", e.Reason)
				}
			})
		})
	}
}

// TestWebPagesNameEachOther: pages that name each other as sitemaps do not get around the depth
// limit, although a sitemap that a page names has the depth of a start page's link.
func TestWebPagesNameEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const steps, limit = 8, 3
		pages := map[string][]reply{}
		for i := range steps {
			u := fmt.Sprintf("http://a.test/%d", i)
			next := fmt.Sprintf("<link rel=sitemap href=/from%d>", i+1)
			pages[u] = get("<html><head>" + next + "<title>Step</title></head><p>" + strings.Repeat(fmt.Sprintf("words%d ", i), 20) + "</html>")
			pages[fmt.Sprintf("http://a.test/from%d", i)] = []reply{{status: 301, header: []string{"Location", fmt.Sprintf("/%d", i)}}}
		}
		x := newMirrorTrial(t, pages, "http://a.test/0")
		var err error
		if x.opt.Scope, err = scope.New(scope.Options{Depth: limit, Seeds: []weburl.URL{url(t, "http://a.test/0")}}); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		var depths []uint16
		for e, err := range x.f.Entries(t.Context(), "http://a.test", weburl.ID{}) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Indexed {
				depths = append(depths, e.Depth)
			}
		}
		if len(depths) != limit+1 || x.asked("http://a.test/4") != 1 || x.asked("http://a.test/5") != 0 {
			t.Errorf("pages of the depths %v", depths)
		}
	})
}

// TestBrokenSitemapIsReadAnew: what was a broken sitemap is requested again without validators,
// so a folder of an earlier version learns of a page that has not changed.
func TestBrokenSitemapIsReadAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const site = "http://a.test/map"
		pages := map[string][]reply{"http://a.test/": get(words), "http://a.test/robots.txt": {{body: "Sitemap: /map\n"}}}
		page := reply{body: pageMap(pages, "/1"), header: []string{"Etag", `"1"`}}
		pages[site] = []reply{{body: "<nonsense/>", header: []string{"Etag", `"1"`}}, page}
		x := newMirrorTrial(t, pages, "http://a.test/")
		if r := x.run(t); r.Lists.Broken != 1 {
			t.Fatalf("broken lists: %+v", r.Lists)
		}
		if e := x.entry(t, site); e.Validators.ETag == "" {
			t.Fatalf("the entry has no validator: %+v", e)
		}
		time.Sleep(time.Hour)
		if _, err := x.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshAll, Max: 100}, nil); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if e := x.entry(t, "http://a.test/1"); !e.Indexed {
			t.Errorf("what the page names: %+v", e)
		}
		if n := x.web.conditional[site]; n != 0 {
			t.Errorf("%d requests with validators", n)
		}
	})
}
