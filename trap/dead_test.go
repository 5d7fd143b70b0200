package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestDead: addresses of a form of which nearly none is there are left out, as long as that holds.
func TestDead(t *testing.T) {
	t.Parallel()
	var b trap.Book
	now := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	at := 0
	visit := func(n int, missing bool) {
		for range n {
			b.SawDead(fmt.Sprintf("/wiki/%d-04-%02d", 2000+at/28, 1+at%28), missing, now)
			at++
		}
	}
	left := func(form string) (n int) {
		for i := range 160 {
			if b.Dead.Advise(fmt.Sprintf(form, i)) != "" {
				n++
			}
		}
		return n
	}
	visit(10, false) // nobody looks at forms without missing pages
	visit(127, true)
	if left("/wiki/3%03d-1-1") != 0 {
		t.Fatal("a verdict after 127 pages")
	}
	visit(1, true)
	if n := left("/wiki/3%03d-1-1"); n < 130 || n == 160 || left("/wiki/page-%d") != 0 || left("/wiki/3%03d-1-1/x") != 0 {
		t.Fatalf("%d of 160 are left out: %+v", n, b.Dead)
	}
	why := b.Dead[0].Why
	if why != "of 128 addresses of the form /wiki/*-*-* that were visited, 128 are missing" || trap.ViewIn(why, "/wiki/3001-1-1") != "/wiki/*-*-*" || trap.DeadIn(why, "/wiki/page-1") != "" {
		t.Errorf("evidence %q", why)
	}
	visit(1, false)
	if left("/wiki/3%03d-1-1") != 0 || !b.Pending {
		t.Fatal("a page that is there does not end the verdict")
	}
	visit(128, true)
	if left("/wiki/3%03d-1-1") == 0 {
		t.Fatal("one page in 257 is there, and the others are not left out")
	}
	c := b.Clone()
	if !b.Allow("/wiki/*-*-*") || left("/wiki/3%03d-1-1") != 0 || c.Dead[0].Why == "" {
		t.Errorf("allowed: %+v, the copy %+v", b.Dead, c.Dead)
	}
	visit(1000, true)
	if left("/wiki/3%03d-1-1") != 0 {
		t.Error("what the operator allowed is left out")
	}
	for i := range 100 {
		for range i + 1 {
			b.SawDead(fmt.Sprintf("/%s/1", string(rune('A'+i))), true, now)
		}
	}
	if len(b.Dead) != 32 || !b.Dead[0].Allowed {
		t.Errorf("%d forms are kept, the first is %+v", len(b.Dead), b.Dead[0])
	}
}
