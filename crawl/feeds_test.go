package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// blog returns the pages of a blog of 300 posts, each with a feed of its comments, and with a feed of
// the whole.
func blog() map[string][]reply {
	feed := func(urls ...string) []reply {
		text := "<rss version=2.0><channel><title>x</title>"
		for _, u := range urls {
			text += "<item><title>y</title><link>" + u + "</link></item>"
		}
		return get(strings.Replace(text, "version=2.0", "version=\"2.0\"", 1)+"</channel></rss>", "Content-Type", "application/rss+xml")
	}
	pages, links := map[string][]reply{}, ""
	for i := range 300 {
		u := fmt.Sprintf("http://a.test/%s/", spelled(i))
		links += "<a href=" + u + ">post</a> "
		pages[u] = get("<link rel=alternate type=application/rss+xml href=" + u + "feed/><link rel=alternate type=application/rss+xml href=/feed/>" + words + spelled(i))
		pages[u+"feed/"] = feed(u+"#comment-1", u+"#comment-2")
		switch i % 4 {
		case 0:
			pages[u+"feed/"] = feed()
		case 1:
			pages[u+"feed/"] = feed(u+"comment-page-1/#comment-3", u+"#comment-1")
			pages[u+"comment-page-1/"] = get("<link rel=canonical href=" + u + ">" + words)
		}
	}
	for i := range 30 { // lists of posts, whose feeds name these
		u := fmt.Sprintf("http://a.test/tag/%s/", spelled(i))
		links += "<a href=" + u + ">tag</a> "
		pages[u] = get("<link rel=alternate type=application/rss+xml href=" + u + "feed/>" + words + "tag " + spelled(i))
		pages[u+"feed/"] = feed(fmt.Sprintf("http://a.test/%s/", spelled(i)))
	}
	pages["http://a.test/"] = get("<link rel=alternate type=application/rss+xml href=/feed/>" + words + links)
	pages["http://a.test/feed/"] = feed("http://a.test/new/")
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
