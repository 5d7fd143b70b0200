package zone_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/zone"
)

// counted returns the number of pages in the counts of a profile.
func counted(p *zone.Profile) int {
	told, _ := p.Template()
	return int(told.Counted)
}

// other returns a page with another design than article.
func other(t testing.TB, n int) *aranea.Page {
	t.Helper()
	return build(
		t, fmt.Sprintf("http://a.test/other/%d", n), "section.bar a|[Home",
		"section.body p|"+strings.Repeat(fmt.Sprintf("other words of page %c%c. ", 'a'+n%26, 'a'+n/26%26), 20),
	)
}

// TestFewOddPagesReadAgain checks that pages of another design that are too few for a new design
// are not taken for one, however often they are read, also by other processes.
func TestFewOddPagesReadAgain(t *testing.T) {
	t.Parallel()
	for _, pages := range []int{1, 5} {
		p := learnt(t, 200)
		for n := range 40 {
			p.Saw(other(t, n%pages))
			data, err := p.Encode()
			if err != nil {
				t.Fatal(err)
			}
			again, err := zone.Decode(data)
			if err != nil {
				t.Fatal(err)
			}
			p = &again
		}
		if got := counted(p); got != 200+pages {
			t.Errorf("%d pages of another design, read again: %d pages count, want %d", pages, got, 200+pages)
		}
	}
}

// TestSectionOfLargeSite checks that one in four pages of a large site is counted, and that a
// section with another design is recognized by the counted pages: the old counts lose weight as
// the section becomes known, and not before.
func TestSectionOfLargeSite(t *testing.T) {
	t.Parallel()
	p := learnt(t, 2500)
	before := counted(p)
	for n := range 20 {
		p.Saw(other(t, n))
	}
	if got := counted(p); got != before+5 {
		t.Errorf("after 20 pages of another design %d pages count, want %d", got, before+5)
	}
	for n := range 40 {
		p.Saw(other(t, 20+n))
	}
	if got := counted(p); got < before/4 {
		t.Errorf("after 60 pages of another design %d pages count, want a quarter of %d at least", got, before)
	}
}

// TestRedesignReadAgain checks that another design is also learned from pages that were counted
// with the design before.
func TestRedesignReadAgain(t *testing.T) {
	t.Parallel()
	p := learnt(t, 100)
	for range 2 {
		for n := range 40 {
			page := other(t, n)
			page.URL = article(t, n).URL
			p.Saw(page)
		}
	}
	page := other(t, 300)
	p.Label(page)
	if got := zones(page); got != "navigation main" {
		t.Errorf("the new design is %s", got)
	}
}
