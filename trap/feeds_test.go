package trap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

func TestFeedsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ page, feed, want string }{
		{"/2026/post/", "/2026/post/feed/", "/*/*/feed/"},
		{"/2026/post", "/2026/post/feed", "/*/*/feed"},
		{"/2026/11/29/post/", "/2026/11/29/post/feed/", "/*/*/*/*/feed/"},
		{"/topic/post/", "/topic/post/feed/", "/topic/*/feed/"},
		{"/blog/2026/post", "/blog/2026/post.rss", "/blog/*/*.rss"},
		{"/post", "/post?format=feed&type=rss", "/*?format=feed&type=rss"},
		{"/", "/feed/", ""},
		{"/?p=1", "/?feed=rss2&p=1", "/?feed=rss2&p=*"},
		{"/Wiki.jsp?page=Main", "/rss.jsp?page=Main&mode=wiki", "/rss.jsp?page=*&mode=wiki"},
		{"/Wiki.jsp?page=Main", "/rss.jsp?page=Other&mode=wiki", ""},
		{"/Wiki.jsp?page=Main", "/rss.rdf", ""},
		{"/Wiki.jsp?page=Main", "/Wiki.jsp?page=Main", ""},
		{"/wiki?Main", "/wiki?Main&rss", ""},
		{"/post/", "/feed/", ""},
		{"/post/", "/post/", ""},
	} {
		if got := trap.FeedsOf(c.page, c.feed); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.feed, c.page, got, c.want)
		}
		if v := (trap.View{Name: c.want}); v.AreFeeds() != (c.want != "") {
			t.Errorf("%q is a kind of feeds: %t", c.want, v.AreFeeds())
		}
	}
}

// TestBelongsTo: a link to the path of a page has all its parameters, of which not too many are compared: a feed
// may have as many links of 2,000 bytes as there is room for.
func TestBelongsTo(t *testing.T) {
	t.Parallel()
	some := strings.Repeat("a&", 63) + "b"
	for _, c := range []struct {
		page, link string
		want       bool
	}{
		{"/t?id=1", "/t?post=3&id=1", true},
		{"/t?id=1", "/t?id=2", false},
		{"/t?id=1", "/u?id=1", false},
		{"/t/sort:age/page:2", "/t?page=2&sort=age", true},
		{"/t", "/t?id=1", false},
		{"/t?" + some, "/t?" + some, true},
		{"/t?" + some + "&c", "/t?" + some + "&c", false},
		{"/t?id=1", "/t?id=1;" + some, false},
	} {
		if got := trap.BelongsTo(c.page, c.link); got != c.want {
			t.Errorf("%s to %s: %t", c.page, c.link, got)
		}
	}
}

// TestFeeds checks that feeds which name nothing but their page are left out after enough of them,
// although some of the kind lead to other pages, and that more of these revoke it.
func TestFeeds(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	var b trap.Book
	left := func() (n int) {
		for i := range 160 {
			if b.AdviseFeed("/*/feed/", fmt.Sprintf("/post-%d/feed/", i)) != "" {
				n++
			}
		}
		return n
	}
	for range 23 {
		b.SawFeed("/*/feed/", true, now)
	}
	b.SawFeed("/*/feed/", false, now)
	if left() != 0 {
		t.Fatal("a verdict after 23 feeds")
	}
	if !b.SawFeed("/*/feed/", true, now) || left() < 130 || left() == 160 || b.AdviseFeed("/*/atom", "/x/atom") != "" {
		t.Fatalf("%d of 160 are left out: %+v", left(), b.Views)
	}
	why := b.Views[0].Why
	if trap.ViewIn(why, "/post-1/feed/") != "/*/feed/" || !b.StandsOnFeeds(why) || b.StandsOnFeeds("24 pages of something else") {
		t.Errorf("evidence %q", why)
	}
	b.SawFeed("/*/feed/", false, now)
	if left() == 0 {
		t.Error("the second that leads elsewhere, of 26, ends the verdict")
	}
	if b.SawFeed("/*/feed/", false, now); left() != 0 || !b.Pending || b.StandsOnFeeds(why) {
		t.Error("the verdict stands after the third")
	}
	for range 60 {
		b.SawFeed("/*/feed/", true, now)
	}
	if !b.Allow("/*/feed/") || left() != 0 {
		t.Error("the operator's word changes nothing")
	}
}
