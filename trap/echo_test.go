package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

func TestRecurs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		page, link string
		want       bool
	}{
		{"/news/", "/news/news/", true},
		{"/news/about/", "/news/about/news/", true},
		{"/news/about", "/news/jobs/news", true},
		{"/news/", "/news/about/", false},
		{"/news", "/news", false},
		{"/news", "/about", false},
		{"/", "/news/", false},
		{"/news/about/", "/news/", false},
		{"/news/about/", "/news/about/", false},
		{"/news/about/", "/news/about/new/", false},
		{"/news/?a", "/news/news/", false},
		{"/news/", "/news/news/?a", false},
		{"", "", false},
	} {
		if got := trap.Recurs(tt.page, tt.link); got != tt.want {
			t.Errorf("from %s to %s: %t", tt.page, tt.link, got)
		}
	}
}

// TestEchoes checks that pages with one last segment and one text are left out in further folders, if they lead to
// folders in folders, but for a few, and that the first with a text of its own, or the operator, lets them in.
func TestEchoes(t *testing.T) {
	t.Parallel()
	target := func(i int) string { return fmt.Sprintf("/f%d/about/", i) }
	echo := func(target string, text uint64, recurs bool) trap.Echo {
		return trap.Echo{Target: target, Text: text, Sketch: text, Recurs: recurs}
	}
	same := func(a, b uint64) bool { return a == b }
	left := func(b *trap.Book) (n int) {
		for i := range 4096 {
			if why := b.AdviseEcho(target(i)); why != "" {
				if n++; trap.ViewIn(why, target(i)) != "/**/about/" {
					t.Fatalf("nobody sees which view it is: %s", why)
				}
			}
		}
		return n
	}
	for _, tt := range []struct {
		name   string
		recurs bool
		do     func(b *trap.Book)
		want   bool
	}{
		{"one text", true, func(*trap.Book) {}, true},
		{"they lead to no such folders", false, func(*trap.Book) {}, false},
		{"a page with a text of its own", true, func(b *trap.Book) { b.SawEcho(echo(target(99), 2, false), same, time.Time{}) }, false},
		{"the operator wants them", true, func(b *trap.Book) { b.Allow("/**/about/") }, false},
		{"a page with another name", true, func(b *trap.Book) { b.SawEcho(echo("/f1/about.html", 2, true), same, time.Time{}) }, true},
		{"a page in no folder", true, func(b *trap.Book) { b.SawEcho(echo("/about/", 2, true), same, time.Time{}) }, true},
	} {
		b := trap.Book{Origin: "http://a.test"}
		for i := range 8 {
			if n := left(&b); n > 0 {
				t.Fatalf("%s: %d left out after %d pages", tt.name, n, i)
			}
			b.SawEcho(echo(target(i), 1, tt.recurs), same, time.Time{})
		}
		tt.do(&b)
		if n := left(&b); tt.want && (n < 4080 || n == 4096) || !tt.want && n != 0 {
			t.Errorf("%s: %d of 4096 left out", tt.name, n)
		}
		if b.AdviseEcho("/about/") != "" || b.AdviseEcho("/f1/about/?a") != "" || b.AdviseEcho("/f1/about") != "" {
			t.Errorf("%s: other pages are left out", tt.name)
		}
	}
}
