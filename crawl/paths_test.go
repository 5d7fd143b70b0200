package crawl_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
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

// calendarWiki returns the pages of a wiki of 40 articles, each with a calendar of 60 days, of which one in several
// has a page; 0 is none.
func calendarWiki(oneIn int) (pages map[string][]reply, days int) {
	pages = map[string][]reply{}
	first, start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), words
	for i := range 40 {
		text := words + spelled(i)
		for k := range 60 {
			day := first.AddDate(0, 0, 60*i+k).Format(time.DateOnly)
			if text += link("/wiki/" + day); oneIn > 0 && (60*i+k)%oneIn == 0 {
				days++
				pages["http://a.test/wiki/"+day] = get(words + lines("Day", days, 3))
			}
		}
		pages["http://a.test/wiki/"+spelled(i)] = get(text)
		start += link("/wiki/" + spelled(i))
	}
	pages["http://a.test/"] = get(start)
	return pages, days
}

// TestCalendarsOfMissingPages: of the days to which the calendars of a wiki lead, few are asked for if none has a
// page, and all if one in ten has.
func TestCalendarsOfMissingPages(t *testing.T) {
	t.Parallel()
	for _, oneIn := range []int{0, 10} {
		synctest.Test(t, func(t *testing.T) {
			pages, days := calendarWiki(oneIn)
			x := newMirrorTrial(t, pages, "http://a.test/")
			x.run(t)
			n := x.states(t, "http://a.test")
			if n[aranea.IndexAdded] != 41+days || (oneIn == 0) != (n[aranea.HTTPNotFound] < 400) || oneIn > 0 && n[aranea.ScopeTrap] != 0 {
				t.Errorf("one day in %d: %d days have pages; reasons %v", oneIn, days, n)
			}
		})
	}
}

// TestMissingDayThatCame: a day that was left out is visited when a page names it that is no calendar, and so is one
// that a sitemap names.
func TestMissingDayThatCame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages, _ := calendarWiki(0)
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		left := ""
		for i := 2399; left == ""; i-- {
			u := "http://a.test/wiki/" + time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i).Format(time.DateOnly)
			if x.asked(u) == 0 {
				left = u
			}
		}
		pages[left] = get(words + " This day came.")
		pages["http://a.test/news"] = get(words + " It is new: " + link(left))
		if _, err := x.f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: url(t, "http://a.test/news"), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if x.asked(left) != 1 {
			t.Errorf("%s was asked for %d times", left, x.asked(left))
		}
		if err := x.learner.Allow("http://a.test", "/wiki/*-*-*"); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] != 0 {
			t.Errorf("left out after they were allowed: %v", n)
		}
	})
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
