package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

func TestBelowOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ page, target, want string }{
		{"/post/", "/post/print/", "/*/print/"},
		{"/2026/11/post", "/2026/11/post/amp", "/*/*/*/amp"},
		{"/post", "/post?share=facebook", "/**?share=facebook"},
		{"/2026/post", "/2026/post?replytocom=17", "/**?replytocom"},
		{"/post", "/post?print", ""},
		{"/post", "/post?a=1&b=2", ""},
		{"/post", "/other?share=facebook", ""},
		{"/?p=1", "/?p=1&print=1", "/?p=*&print=1"},
		{"/post", "/post", ""},
	} {
		if got := trap.BelowOf(c.page, c.target); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.target, c.page, got, c.want)
		}
	}
}

// TestBelow: addresses that show the page which names them are left out after 24 of them, and visited again once one
// shows something else.
func TestBelow(t *testing.T) {
	t.Parallel()
	var b trap.Book
	const kind = "/**?share=facebook"
	left := func() (n int) {
		for i := range 160 {
			if b.AdviseBelow(kind, fmt.Sprintf("/post-%d?share=facebook", i)) != "" {
				n++
			}
		}
		return n
	}
	b.SawBelow(kind, false, time.Time{})
	for range 23 {
		b.SawBelow(kind, true, time.Time{})
	}
	if left() != 0 || b.JudgesBelow() {
		t.Fatal("a verdict after 23 addresses")
	}
	b.SawBelow(kind, true, time.Time{})
	if n := left(); n < 130 || n == 160 || !b.JudgesBelow() || b.AdviseBelow("", "/") != "" {
		t.Fatalf("%d of 160 are left out: %+v", n, b.Views)
	}
	why := b.Views[0].Why
	if trap.ViewIn(why, "/post-1?share=facebook") != kind || !b.StandsBelow(why) || b.StandsOnFeeds(why) {
		t.Errorf("evidence %q", why)
	}
	if b.SawBelow(kind, false, time.Time{}); left() != 0 || !b.Pending || b.StandsBelow(why) {
		t.Error("an address that shows something else does not end the verdict")
	}
}
