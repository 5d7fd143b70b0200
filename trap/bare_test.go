package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

func TestIsBareCopy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		target, twin string
		want         bool
	}{
		{"/api/index.html?org/x/Y.html", "/api/index.html", true},
		{"/api/index.html?org/x/Y.html", "/api/", true},
		{"/api/index.html?org/x/Y.html", "/api/index.html?overview.html", true},
		{"/index.html?org/x/Y.html", "/", true},
		{"/?Y.html", "/", true},
		{"/api/index.html?org/x/Y.html", "/", false},
		{"/api/index.html?org/x/Y.html", "/old/index.html", false},
		{"/api/index.html?org/x/Y.html", "/api/index.html?page=1", false},
		{"/api/index.html?org/x/Y.html", "/api/?page=1", false},
		{"/api/index.html?page=2", "/api/index.html", false},
		{"/api/index.html?a&b", "/api/index.html", false},
		{"/api/index.html", "/api/", false},
		{"", "", false},
	} {
		if got := trap.IsBareCopy(tt.target, tt.twin); got != tt.want {
			t.Errorf("%s and %s: %t", tt.target, tt.twin, got)
		}
	}
}

// TestBareQueries checks that queries without "=" are left out if all pages that had one were copies, but for a
// few, and that the first that has a text of its own, or the operator, lets them in.
func TestBareQueries(t *testing.T) {
	t.Parallel()
	target := func(i int) string { return fmt.Sprintf("/api/index.html?org/x/C%d.html", i) }
	left := func(b *trap.Book) (n int) {
		for i := range 320 {
			if why := b.AdviseBare(target(i)); why != "" {
				if n++; trap.ViewIn(why, target(i)) != "/api/index.html?*" {
					t.Fatalf("nobody sees which view it is: %s", why)
				}
			}
		}
		return n
	}
	for _, tt := range []struct {
		name string
		do   func(b *trap.Book)
		want bool
	}{
		{"copies only", func(*trap.Book) {}, true},
		{"a page before all copies", func(*trap.Book) {}, true},
		{"a page with a text of its own", func(b *trap.Book) { b.SawBare(target(99), false, time.Time{}) }, false},
		{"the operator wants them", func(b *trap.Book) { b.Allow("/api/index.html?*") }, false},
		{"a page of another path", func(b *trap.Book) { b.SawBare("/api/other.html?x", false, time.Time{}) }, true},
	} {
		b := trap.Book{Origin: "http://a.test"}
		if b.SawBare(target(500), false, time.Time{}) {
			t.Errorf("%s: a page was counted", tt.name)
		}
		for i := range 23 {
			b.SawBare(target(i), true, time.Time{})
		}
		if n := left(&b); n != 0 {
			t.Errorf("%s: %d left out after 23 pages", tt.name, n)
		}
		if !b.SawBare(target(23), true, time.Time{}) {
			t.Errorf("%s: the verdict is no news", tt.name)
		}
		tt.do(&b)
		if n := left(&b); tt.want && (n < 280 || n == 320) || !tt.want && n != 0 {
			t.Errorf("%s: %d of 320 left out", tt.name, n)
		}
		if b.AdviseBare("/api/index.html") != "" || b.AdviseBare("/api/index.html?a=b") != "" {
			t.Errorf("%s: other pages are left out", tt.name)
		}
	}
}
