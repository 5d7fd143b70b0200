package search

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aranea-search/aranea/search/facet"
)

// TestFacetsAgainstScan: the numbers are those of a scan of the pages that answer,
// and results by date come in that order.
func TestFacetsAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(4, 4))
	formats := []string{"html", "pdf"}
	var leaves []leaf
	for i := range 500 {
		text := "thread"
		if rnd.IntN(2) == 0 {
			text = "silk thread"
		}
		leaves = append(leaves, leaf{
			url: fmt.Sprintf("http://www.h%d.test/%d", rnd.IntN(4), i), text: text, format: formats[rnd.IntN(2)],
			at: time.Date(2023+rnd.IntN(3), 5, 1+rnd.IntN(28), rnd.IntN(24), 0, 0, 0, time.UTC),
		})
	}
	s := shelve(t, leaves)
	r, err := s.Search(t.Context(), Request{Query: "silk", Facets: true, Sort: ByDate, Limit: 100})
	if err != nil || r.Facets == nil || r.Facets.AtLeast {
		t.Fatalf("facets %+v, %v", r.Facets, err)
	}
	sites, types, years, total := map[string]int{}, map[string]int{}, map[string]int{}, 0
	for _, l := range leaves {
		if l.text == "silk thread" {
			total++
			sites[address(t, l.url).Origin().Site()]++
			types[l.format]++
			years[fmt.Sprint(l.at.Year())]++
		}
	}
	for name, c := range map[string]struct {
		got  []facet.Value
		want map[string]int
	}{"sites": {r.Facets.Sites, sites}, "types": {r.Facets.Types, types}, "years": {r.Facets.Years, years}} {
		got := map[string]int{}
		for _, v := range c.got {
			got[v.Value] = v.Pages
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, a scan finds %v", name, got, c.want)
		}
	}
	if r.Total != total || len(r.Results) != 100 || len(r.Facets.Languages) == 0 {
		t.Errorf("%d pages, want %d; languages %v", r.Total, total, r.Facets.Languages)
	}
	for i := 1; i < len(r.Results); i++ {
		if r.Results[i].FetchedAt.After(r.Results[i-1].FetchedAt) {
			t.Fatalf("result %d of %s comes behind one of %s", i, r.Results[i].FetchedAt, r.Results[i-1].FetchedAt)
		}
	}
}

// TestFacetsAreLowerBounds: where counting all costs too much, the numbers are
// told as lower bounds.
func TestFacetsAreLowerBounds(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 3000 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", i), "en", "", "common"})
	}
	s := build(t, sheets...)
	p, end := planned(t, s, Request{Query: "common"})
	defer end()
	c := facet.New(p.snap)
	got, err := p.run(t.Context(), goal{want: 10, need: p.needed, facets: c})
	if err != nil || !got.more {
		t.Fatalf("%d pages, more %v, %v", got.total, got.more, err)
	}
	if f, err := c.Facets(); err != nil || len(f.Sites) != 1 || f.Sites[0].Pages != got.total || got.total == 3000 {
		t.Errorf("%+v of %d, %v", f, got.total, err)
	}
}
