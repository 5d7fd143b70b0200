package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestDead: addresses of a form of which nearly none is there come late, as long as that holds.
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
	late := func(form string) (n int) {
		for i := range 160 {
			if b.Dead.Delay(fmt.Sprintf(form, i)) != "" {
				n++
			}
		}
		return n
	}
	visit(10, false) // nobody looks at forms without missing pages
	visit(127, true)
	if late("/wiki/3%03d-1-1") != 0 {
		t.Fatal("a verdict after 127 pages")
	}
	visit(1, true)
	if n := late("/wiki/3%03d-1-1"); n != 160 || late("/wiki/page-%d") != 0 || late("/wiki/3%03d-1-1/x") != 0 {
		t.Fatalf("%d of 160 come late: %+v", n, b.Dead)
	}
	why := b.Dead[0].Why
	if why != "of 128 addresses of the form /wiki/*-*-* that were visited, 128 are missing" {
		t.Errorf("evidence %q", why)
	}
	visit(1, false)
	if late("/wiki/3%03d-1-1") != 0 {
		t.Fatal("a page that is there does not end the verdict")
	}
	visit(128, true)
	if late("/wiki/3%03d-1-1") == 0 {
		t.Fatal("one page in 257 is there, and the others do not come late")
	}
	c := b.Clone()
	if !b.Allow("/wiki/*-*-*") || late("/wiki/3%03d-1-1") != 0 || c.Dead[0].Why == "" {
		t.Errorf("allowed: %+v, the copy %+v", b.Dead, c.Dead)
	}
	visit(1000, true)
	if late("/wiki/3%03d-1-1") != 0 {
		t.Error("what the operator allowed comes late")
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
