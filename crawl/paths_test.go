package crawl_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/fetch"
)

// A wordSite has a page for each of some words, and for each two and three of them in any order, as folders of each
// other. Each has a text of its own.
type wordSite struct {
	words []string

	mu    sync.Mutex
	found map[string]bool
}

func (s *wordSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	path := strings.Trim(r.URL.Path(), "/")
	segs := strings.Split(path, "/")
	if path == "robots.txt" || strings.Contains(path, "0aranea") {
		out.Status = 404
		return out
	}
	s.found[path] = true
	n := 0
	for i, w := range s.words {
		n += i * strings.Count("/"+path+"/", "/"+w+"/")
	}
	body := "<title>" + path + "</title>" + lines("What all of these have in common", 0, 20) + lines("Of "+strings.ReplaceAll(path, "/", " and "), 9*n, 3)
	for _, w := range s.words {
		if len(segs) < 3 && !strings.Contains("/"+path+"/", "/"+w+"/") {
			body += link(r.URL.Path() + w + "/")
		}
	}
	out.Body = []byte(body)
	return out
}

// TestWordsInAnyOrder: pages of words in folders of each other are all visited if each has a text of its own.
func TestWordsInAnyOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &wordSite{words: strings.Fields("ant bee cat dog eel fox gnu hen"), found: map[string]bool{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		if want := 1 + 8 + 8*7 + 8*7*6; len(site.found) != want {
			t.Errorf("%d of %d pages were visited; reasons %v", len(site.found), want, x.states(t, "http://a.test"))
		}
	})
}

// TestTablesInFolders: tables of own figures are all visited, though their folders look like filters of one list and the
// rows are short.
func TestTablesInFolders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages, want := map[string][]reply{}, 0
		var add func(path string, seed, level int)
		values := [][]string{strings.Fields("chad cuba fiji guam iran iraq laos mali oman peru togo niue"), strings.Fields("birth death trade rain"), strings.Fields("female male"), strings.Fields("rural urban")}
		add = func(path string, seed, level int) {
			want++
			body := "<title>Figures</title><h1>Figures</h1><table>"
			for i := range 30 {
				body += fmt.Sprintf("<tr><td>%d<td>%d", 1990+i, (seed*7919+i*104729)%99991)
			}
			body += "</table>"
			if level < len(values) {
				for i, v := range values[level] {
					body += link(path + v + "/")
					add(path+v+"/", seed*13+i+1, level+1)
				}
			}
			for _, v := range values[0] {
				body += link("/data/" + v + "/")
			}
			pages["http://a.test"+path] = get(body)
		}
		add("/data/", 0, 0)
		for l := 1; l < len(values); l++ {
			for _, v := range values[l] {
				want++
				pages["http://a.test/data/"+v+"/"] = get("<title>" + v + "</title>" + lines("All of "+v, len(v)*31, 12))
			}
		}
		start := link("/data/")
		for l := 1; l < len(values); l++ {
			for _, v := range values[l] {
				start += link("/data/" + v + "/")
			}
		}
		pages["http://a.test/"] = get(start)
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.IndexAdded] != want+1 || n[aranea.ScopeTrap] != 0 {
			t.Errorf("%d pages; reasons %v", want+1, n)
		}
	})
}

// An inOrder is a web that knows the order of its requests.
type inOrder struct {
	crawl.Fetcher

	mu   sync.Mutex
	urls []string
}

func (w *inOrder) Do(ctx context.Context, r fetch.Request) aranea.Fetched {
	w.mu.Lock()
	w.urls = append(w.urls, r.URL.String())
	w.mu.Unlock()
	return w.Fetcher.Do(ctx, r)
}

// dayURL returns the address of a day of a wiki.
func dayURL(i int) string {
	return "http://a.test/wiki/" + time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i).Format(time.DateOnly)
}

// calendar returns links to some days of a wiki.
func calendar(from, to int) (links string) {
	for i := from; i < to; i++ {
		links += link(dayURL(i))
	}
	return links
}

// calendarWiki returns the pages of a wiki of 40 articles, each with a link to the next, behind a calendar of 60 days.
func calendarWiki() map[string][]reply {
	pages := map[string][]reply{}
	for i := range 40 {
		pages["http://a.test/wiki/"+spelled(i)] = get(words + spelled(i) + calendar(60*i, 60*(i+1)) + link("/wiki/"+spelled(i+1)))
	}
	pages["http://a.test/wiki/"+spelled(40)] = get(words + " The last one.")
	pages["http://a.test/"] = get(words + link("/wiki/"+spelled(0)))
	return pages
}

// TestCalendarsOfMissingPages: the days to which the calendars of a wiki lead come after all articles, once 128 of
// them are missing, and at their turn after the operator has allowed it.
func TestCalendarsOfMissingPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, calendarWiki(), "http://a.test/")
		asked := &inOrder{Fetcher: x.web}
		x.fetcher = asked
		x.run(t)
		n := x.states(t, "http://a.test")
		last := slices.Index(asked.urls, "http://a.test/wiki/"+spelled(40))
		if n[aranea.IndexAdded] != 42 || n[aranea.HTTPNotFound] < 2400 || last > 300 {
			t.Errorf("the last article came after %d requests; reasons %v", last, n)
		}
		const why = "of 128 addresses of the form /wiki/*-*-* that were visited, 128 are missing"
		for u, late := range map[string]bool{dayURL(10): false, dayURL(2399): true} {
			if e := x.entry(t, u); (e.Priority < 0) != late {
				t.Errorf("%s has priority %d", u, e.Priority)
			}
		}
		a, err := x.learner.Advise(url(t, dayURL(5000)))
		if err != nil || a.Late != why || a.Reason != aranea.ReasonNone {
			t.Errorf("%+v, %v", a, err)
		}
		if err := x.learner.Allow("http://a.test", "/wiki/*-*-*"); err != nil {
			t.Fatal(err)
		}
		if a, err := x.learner.Advise(url(t, dayURL(5000))); err != nil || a.Late != "" {
			t.Errorf("after it was allowed: %+v, %v", a, err)
		}
	})
}

// TestDaysThatAreThere: no day that has a page is lost among those that are missing: neither those that a sitemap
// names, nor one that an article names alone, nor the last of a long calendar.
func TestDaysThatAreThere(t *testing.T) {
	t.Parallel()
	home, article := "http://a.test/", "http://a.test/wiki/article"
	as := func(kind, body string) []reply { return []reply{{header: []string{"Content-Type", kind}, body: body}} }
	for name, tt := range map[string]struct {
		pages map[string][]reply
		there []int
	}{
		"named by a sitemap": {map[string][]reply{
			home:                        get(words + "<link rel=sitemap href=/sitemap.xml>" + calendar(0, 600)),
			"http://a.test/sitemap.xml": as("application/xml", "<urlset><url><loc>"+dayURL(400)+"</loc></url><url><loc>"+dayURL(500)+"</loc></url><url><loc>"+dayURL(550)+"</loc></url></urlset>"),
		}, []int{400, 500, 550}},
		"named alone before": {map[string][]reply{
			home:    get(words + link(article) + calendar(0, 600)),
			article: get(words + " An article, with the day " + link(dayURL(3000))),
		}, []int{3000}},
		"named alone later": {map[string][]reply{
			home:    get(words + calendar(0, 600) + link(article)),
			article: get(words + " An article, with the day " + link(dayURL(3000))),
		}, []int{3000}},
		"the last of many": {map[string][]reply{home: get(words + calendar(0, 2000))}, []int{1940, 1950, 1960, 1970, 1980, 1990, 1999}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				for n, i := range tt.there {
					tt.pages[dayURL(i)] = get(words + lines("Day", n, 3))
				}
				x := newMirrorTrial(t, tt.pages, home)
				x.run(t)
				for _, i := range tt.there {
					if u := dayURL(i); x.asked(u) != 1 || x.entry(t, u).Reason != aranea.IndexAdded {
						t.Errorf("%s was asked for %d times: %s", u, x.asked(u), x.reasons(t, u))
					}
				}
				if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] > 0 || n[aranea.ScheduleQueued] > 0 {
					t.Errorf("%v", n)
				}
			})
		})
	}
}

// viewedBlog returns the pages of a blog of 200 posts, each with links to share it, to print it and to answer. With
// hidden, some posts are named by their addresses to answer only.
func viewedBlog(hidden bool) map[string][]reply {
	pages, start := map[string][]reply{}, words
	for i := range 200 {
		path, page := "/"+spelled(i)+"/", "<title>"+spelled(i)+"</title>"+lines("Post "+spelled(i), 5*i, 12)
		for _, to := range []string{"?share=somewhere", "print/", fmt.Sprintf("?reply=%d", i)} {
			page += link(path + to)
		}
		pages["http://a.test"+path] = get(page)
		pages["http://a.test"+path+"?share=somewhere"] = []reply{{status: 302, header: []string{"Location", "https://share.example/?u=" + path}}}
		pages["http://a.test"+path+"print/"] = get(page)
		pages["http://a.test"+path+fmt.Sprintf("?reply=%d", i)] = get(page)
		if hidden && i >= 150 {
			start += link(path + fmt.Sprintf("?reply=%d", i))
			continue
		}
		start += link(path)
	}
	pages["http://a.test/"] = get(start)
	return pages
}

// TestViewsOfPosts: of the addresses to share, to print and to answer the posts of a blog, few are asked for, and
// every post is found, also if only an address to answer leads to it.
func TestViewsOfPosts(t *testing.T) {
	t.Parallel()
	for _, hidden := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			x := newMirrorTrial(t, viewedBlog(hidden), "http://a.test/")
			x.run(t)
			n := x.states(t, "http://a.test")
			if n[aranea.IndexAdded] != 201 || n[aranea.ScopeTrap] < 300 {
				t.Errorf("hidden %t: %v", hidden, n)
			}
			for _, rule := range []string{"/**?share=somewhere", "/*/print/", "/**?reply"} {
				if err := x.learner.Allow("http://a.test", rule); err != nil {
					t.Errorf("hidden %t: %v", hidden, err)
				}
			}
			x.run(t)
			if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] != 0 {
				t.Errorf("left out after they were allowed: %v", n)
			}
		})
	}
}
