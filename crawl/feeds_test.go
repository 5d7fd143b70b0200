package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// feedOf returns the answer for a feed that names URLs.
func feedOf(urls ...string) []reply {
	text := `<rss version="2.0"><channel><title>x</title>`
	for _, u := range urls {
		text += "<item><title>y</title><link>" + u + "</link></item>"
	}
	return get(text+"</channel></rss>", "Content-Type", "application/rss+xml")
}

// blog returns the pages of a blog of 300 posts, each with a feed of its comments, and with a feed of
// the whole.
func blog() map[string][]reply {
	pages, links := map[string][]reply{}, ""
	for i := range 300 {
		u := fmt.Sprintf("http://a.test/%s/", spelled(i))
		links += "<a href=" + u + ">post</a> "
		pages[u] = get("<link rel=alternate type=application/rss+xml href=" + u + "feed/><link rel=alternate type=application/rss+xml href=/feed/>" + words + spelled(i))
		pages[u+"feed/"] = feedOf(u+"#comment-1", u+"#comment-2")
		switch i % 4 {
		case 0:
			pages[u+"feed/"] = feedOf()
		case 1:
			pages[u+"feed/"] = feedOf(u+"comment-page-1/#comment-3", u+"#comment-1")
			pages[u+"comment-page-1/"] = get("<link rel=canonical href=" + u + ">" + words)
		}
	}
	for i := range 30 { // lists of posts, whose feeds name these
		u := fmt.Sprintf("http://a.test/tag/%s/", spelled(i))
		links += "<a href=" + u + ">tag</a> "
		pages[u] = get("<link rel=alternate type=application/rss+xml href=" + u + "feed/>" + words + "tag " + spelled(i))
		pages[u+"feed/"] = feedOf(fmt.Sprintf("http://a.test/%s/", spelled(i)))
	}
	pages["http://a.test/"] = get("<link rel=alternate type=application/rss+xml href=/feed/>" + words + links)
	pages["http://a.test/feed/"] = feedOf("http://a.test/new/")
	pages["http://a.test/new/"] = get(words + "new")
	return pages
}

// TestFeedsOfComments: of the feeds that have nothing but the comments of one post, few are asked
// for; that of the whole blog is, and those of lists of posts are.
func TestFeedsOfComments(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, blog(), "http://a.test/")
		x.run(t)
		feeds := 0
		for u := range x.web.asked {
			if strings.HasSuffix(u, "/feed/") && !strings.Contains(u, "/tag/") {
				feeds++
			}
		}
		n := x.states(t, "http://a.test")
		if feeds < 25 || feeds > 75 || n[aranea.SitemapRead] != feeds+30 || n[aranea.IndexAdded] < 332 || n[aranea.ScopeTrap] != 301-feeds {
			t.Fatalf("%d feeds were asked for; reasons %v", feeds, n)
		}
		if err := x.learner.Allow("http://a.test", "/*/feed/"); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] != 0 || n[aranea.SitemapRead] != 331 {
			t.Errorf("after they were allowed: %v", n)
		}
	})
}

// TestFeedsOfThreads: of the feeds of threads, which have the parameter of the thread and name nothing but
// its posts, few are asked for; those of boards, which alone name some threads, all are.
func TestFeedsOfThreads(t *testing.T) {
	t.Parallel()
	pages, links := map[string][]reply{}, ""
	feed := func(of string) string {
		return "<link rel=alternate type=application/rss+xml href='/rss?kind=new&amp;" + of + "'>"
	}
	for i := range 200 {
		id := fmt.Sprintf("t=%d", i)
		links += "<a href='/thread?" + id + "'>thread</a> "
		pages["http://a.test/thread?"+id] = get(feed(id) + words + "thread " + spelled(i))
		pages["http://a.test/rss?kind=new&"+id] = feedOf("http://a.test/thread?"+id, "http://a.test/thread?"+id+"#p5")
	}
	for i := range 40 {
		board, only := fmt.Sprintf("b=%d", i), fmt.Sprintf("t=%d", 1000+i)
		links += "<a href='/board?" + board + "'>board</a> "
		pages["http://a.test/board?"+board] = get(feed(board) + words + "board " + spelled(i))
		pages["http://a.test/rss?kind=new&"+board] = feedOf("http://a.test/thread?" + only)
		pages["http://a.test/thread?"+only] = get(words + "thread " + spelled(1000+i))
	}
	pages["http://a.test/"] = get(words + links)
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		feeds := 0
		for u := range x.web.asked {
			if strings.Contains(u, "&t=") {
				feeds++
			}
		}
		if n := x.states(t, "http://a.test"); feeds < 24 || feeds > 75 || n[aranea.IndexAdded] != 281 || n[aranea.SitemapRead] != feeds+40 {
			t.Errorf("%d feeds of threads were asked for; reasons %v", feeds, n)
		}
	})
}

// TestFeedsOfSections: what is learned of the feeds of posts holds for their folder: feeds of sections in
// another one, which alone name some pages, are all visited although they are found later.
func TestFeedsOfSections(t *testing.T) {
	t.Parallel()
	const head = "<link rel=alternate type=application/rss+xml href=feed/>"
	pages, posts, sections := map[string][]reply{}, "", ""
	for i := range 60 {
		post, section := "http://a.test/post/"+spelled(i)+"/", "http://a.test/section/"+spelled(i)+"/"
		posts, sections = posts+"<a href="+post+">post</a> ", sections+"<a href="+section+">section</a> "
		pages[post], pages[post+"feed/"] = get(head+words+"post "+spelled(i)), feedOf(post+"#comment-1")
		pages[section], pages[section+"feed/"] = get(head+words+"section "+spelled(i)), feedOf("http://a.test/only/"+spelled(i))
		pages["http://a.test/only/"+spelled(i)] = get(words + "only " + spelled(i))
	}
	pages["http://a.test/"] = get(words + posts + "<a href=/1>further</a>")
	pages["http://a.test/1"], pages["http://a.test/2"] = get(words+"<a href=/2>further</a> 1"), get(words+sections)
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.IndexAdded] != 183 || n[aranea.ScopeTrap] == 0 {
			t.Errorf("reasons %v", n)
		}
	})
}

// TestFeedsOfStartPages: feeds of start pages are visited whatever is known of those of posts beside
// them.
func TestFeedsOfStartPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages, seeds := blog(), []string{"http://a.test/"}
		for i := range 8 {
			u := fmt.Sprintf("http://a.test/news-%s/", spelled(i))
			seeds = append(seeds, u)
			pages[u] = get("<link rel=alternate type=application/rss+xml href=" + u + "feed/>" + words + "news " + spelled(i))
			pages[u+"feed/"] = feedOf(fmt.Sprintf("http://a.test/%s/", spelled(i)))
		}
		x := newMirrorTrial(t, pages, seeds...)
		x.run(t)
		x.nextDay(t)
		for _, seed := range seeds[1:] {
			if e := x.entry(t, seed+"feed/"); e.Reason != aranea.SitemapRead || e.Visits < 2 {
				t.Errorf("%s: %s after %d visits", e.URL, e.Reason, e.Visits)
			}
		}
		if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] < 200 {
			t.Errorf("feeds of posts are not left out: %v", n)
		}
	})
}
