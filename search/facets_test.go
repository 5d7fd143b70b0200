package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
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

// TestOwnFacets: the values of the operator's facets are counted in the case that most pages write
// them in, and narrow a search in any case; what no page has is told.
func TestOwnFacets(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	for i := range 60 {
		l := &aranea.Page{URL: address(t, fmt.Sprintf("http://a.test/%d", i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
		if version := i % 4; version > 0 {
			l.Facets = append(l.Facets, aranea.Facet{Name: "version", Value: fmt.Sprint(version, ".0")})
		}
		switch i % 5 {
		case 0, 1:
			l.Facets = append(l.Facets, aranea.Facet{Name: "product", Value: "Web Server"}, aranea.Facet{Name: "product", Value: "Mail"})
		case 2:
			l.Facets = append(l.Facets, aranea.Facet{Name: "product", Value: "WEB server"})
		case 3:
			l.Facets = append(l.Facets, aranea.Facet{Name: "product", Value: "web server"})
		}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: l.URL, Page: l}}); err != nil {
			t.Fatal(err)
		}
		if i%25 == 24 { // two segments, and ten pages in memory
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := New(x, time.Now, Options{})
	r, err := s.Search(t.Context(), Request{Query: "silk", Facets: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Facets.Own); got != "[{product [{Web Server 48} {Mail 24}] 2 false [] <nil>} {version [{1.0 15} {2.0 15} {3.0 15}] 3 false [] <nil>}]" {
		t.Errorf("own facets %s", got)
	}
	for q, total := range map[string]int{
		`silk facet:product="web server"`: 48, `silk facet:"Product=WEB SERVER" facet:version=2.0`: 12, "silk -facet:product=mail": 36, "facet:version=1.0": 15,
		"silk facet:version=9": 0, "silk facet:version": 0, "silk facet:product=web": 0,
	} {
		r, err := s.Search(t.Context(), Request{Query: q, NoSnippets: true})
		if err != nil || r.Total != total {
			t.Errorf("%s: %d pages, want %d, %v", q, r.Total, total, err)
		}
	}
	for q, code := range map[string]string{"silk facet:version=9": hint.NoFacet, "silk facet:version": hint.FacetValue} {
		if r, err := s.Search(t.Context(), Request{Query: q}); err != nil || len(r.Notes) != 1 || r.Notes[0].Code != code {
			t.Errorf("%s: hints %v, %v", q, r.Hints, err)
		}
	}
}

// TestValuesAsRanges: where no page has a number or date as it is written, the range that finds such is told.
func TestValuesAsRanges(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	for i, made := range []string{"2023-05-01", "2024-02", "1999", "20.00"} {
		p := &aranea.Page{URL: address(t, fmt.Sprintf("http://a.test/%d", i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}, Facets: []aranea.Facet{{Name: "made", Value: made}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: p.URL, Page: p}}); err != nil {
			t.Fatal(err)
		}
	}
	s := New(x, time.Now, Options{})
	for q, want := range map[string]string{
		"facet:Made=2023": "no-facet made=2023, facet-range made=2023..2023", "silk facet:made=2024-02-01": "no-facet made=2024-02-01, facet-range made=2024-02-01..2024-02-01",
		"facet:made=20": "no-facet made=20, facet-range made=20..20", `facet:made="20 EUR"`: "no-facet made=20 eur, facet-range made=20eur..20eur", "facet:made=20eur..20eur": "", "facet:made=2025": "no-facet made=2025", "facet:made=1999": "", "facet:made=x": "no-facet made=x", "facet:size=2023": "no-facet size=2023",
	} {
		r, err := s.Search(t.Context(), Request{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range r.Notes {
			got = append(got, h.Code+" "+h.Value)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", q, got, want)
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
