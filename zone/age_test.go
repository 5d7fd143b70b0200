package zone_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/zone"
)

// counted returns how many pages the counts of a profile are of.
func counted(p *zone.Profile) int {
	told, _ := p.Template()
	return int(told.Counted)
}

// other is a page of another design than that of an article.
func other(t testing.TB, n int) *aranea.Page {
	t.Helper()
	return build(
		t, fmt.Sprintf("http://a.test/other/%d", n), "section.bar a|[Home",
		"section.body p|"+strings.Repeat(fmt.Sprintf("other words of page %c%c. ", 'a'+n%26, 'a'+n/26%26), 20),
	)
}

// TestFewOddPagesReadAgain: pages of another design that are fewer than would tell a
// new one tell none, however often they are read, also by other processes.
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

// TestSectionOfLargeSite: of a large site one page in four is learned, and a section
// of another design tells a new one by the pages that are: what was learned fades as
// the section comes to be known, and not before.
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

// TestRedesignReadAgain: another design is learned also from pages that were counted
// in the one before.
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
