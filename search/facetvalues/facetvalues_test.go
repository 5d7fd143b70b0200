package facetvalues

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/sorting"
	"github.com/aranea-search/aranea/weburl"
)

// shelf returns a snapshot of an index with a segment for each list of pages, each given by its facets as
// "name=value|name=value".
func shelf(t testing.TB, lists ...[]string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for n, list := range lists {
		var changes []aranea.IndexChange
		for i, facets := range list {
			p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d/%d", n, i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
			for f := range strings.SplitSeq(facets, "|") {
				if name, value, ok := strings.Cut(f, "="); ok {
					p.Facets = append(p.Facets, aranea.Facet{Name: name, Value: value})
				}
			}
			changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
		}
		if err := x.Apply(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		if n+1 < len(lists) {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// sorted returns the order of a name, and pages with their scores in it.
func sorted(t testing.TB, s *index.Snapshot, name string, pages []Page) *sorting.Order {
	t.Helper()
	var hints hint.List
	o, err := sorting.New(s, name, &hints)
	if err != nil {
		t.Fatal(err)
	}
	for i := range pages {
		if o != nil && !pages[i].Unread {
			pages[i].Score = o.Score(pages[i].Seg, pages[i].Doc)
		}
	}
	return o
}

// text writes what is told of pages, "; " between two of them.
func text(all [][]facet.Held) string {
	var out []string
	for _, held := range all {
		var of []string
		for _, h := range held {
			of = append(of, h.Name+"="+strings.Join(h.Values, ","))
		}
		out = append(out, strings.Join(of, " "))
	}
	return strings.Join(out, "; ")
}

var wares = [][]string{
	{"price=EUR 19.90|price=5.00|size=L|size=M|brand=Acme", "price=9|brand=acme GmbH", "brand=Other"},
	{"size=XS", "price=12|size=38|size=9|size=100"},
}

// TestOf: told are the value that pages are sorted by, as they write it, and all values of the facets that
// they are limited by, in whatever order the pages stand and wherever they are.
func TestOf(t *testing.T) {
	t.Parallel()
	s := shelf(t, wares...)
	for _, tt := range []struct{ query, sort, want string }{
		{"silk", "", "; ; ; ; "},
		{"silk", "date", "; ; ; ; "},
		{"silk", "price", "price=12; ; ; price=9; price=5.00"},
		{"silk", "-price", "price=12; ; ; price=9; price=EUR 19.90"},
		{"silk facet:price=1..100", "-price", "price=12; ; ; price=9; price=EUR 19.90"},
		{"silk facet:price=1..100", "", "price=12; ; ; price=9; price=5.00,EUR 19.90"},
		{"silk facet:Size=m", "", "size=9,38,100; size=XS; ; ; size=L,M"},
		{"silk facet:brand=acme", "price", "price=12; ; brand=Other; price=9 brand=acme GmbH; price=5.00 brand=Acme"},
		{"silk (facet:brand=acme OR facet:size=m) -facet:price=3", "", "size=9,38,100; size=XS; brand=Other; brand=acme GmbH; brand=Acme size=L,M"},
		{"silk -facet:size=m", "", "; ; ; ; "},
		{"facet:none=1", "none", "; ; ; ; "},
	} {
		pages := []Page{{Spot: spot(1, 1)}, {Spot: spot(1, 0)}, {Spot: spot(0, 2)}, {Spot: spot(0, 1)}, {Spot: spot(0, 0)}}
		order := sorted(t, s, tt.sort, pages)
		got, err := Of(s, query.Parse(tt.query), order, pages)
		if err != nil || text(got) != tt.want {
			t.Errorf("%s by %q: %s, %v; want %s", tt.query, tt.sort, text(got), err, tt.want)
		}
	}
}

func spot(seg int, doc uint32) contest.Spot { return contest.Spot{Seg: seg, Doc: doc} }

// TestLimits: what is not in the index has no values, facets with too many values have none told, spellings that are
// too many leave lower case, and neither facets nor values are told beyond what a page has room for.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := shelf(t, wares...)
	tree := query.Parse("silk facet:size=m facet:brand=acme")
	pages := []Page{{Spot: spot(0, 0)}, {Spot: spot(7, 7), Unread: true}}
	for at, want := range map[limits]string{
		{100, 100}: "size=L,M brand=Acme; ", {1, 100}: "; ", {2, 100}: "size=L,M; ", {4, 100}: "size=L,M; ", {5, 100}: "size=L,M brand=Acme; ", {100, 0}: "size=l,m brand=acme; ", {0, 0}: "; ",
	} {
		if got, err := at.of(s, tree, nil, pages); err != nil || text(got) != want {
			t.Errorf("%+v: %s, %v; want %s", at, text(got), err, want)
		}
	}
	var asked, has []string
	for i := range 12 {
		asked, has = append(asked, fmt.Sprintf("facet:f%d=1", i)), append(has, fmt.Sprintf("f%d=1", i))
	}
	for i := range 20 {
		has = append(has, fmt.Sprintf("f0=%d", i))
	}
	got, err := Of(shelf(t, []string{strings.Join(has, "|")}), query.Parse(strings.Join(asked, " ")), nil, []Page{{}})
	if err != nil || len(got[0]) != mostFacets || len(got[0][0].Values) != mostValues {
		t.Errorf("%+v, %v", got, err)
	}
}

// BenchmarkOf reads the values of ten pages of an index in which each of 50,000 has another one, of the facet
// that it is sorted by and of one that it is limited by.
func BenchmarkOf(b *testing.B) {
	all := make([]string, 50_000)
	for i := range all {
		all[i] = fmt.Sprintf("price=%d.99", i*7919%50_000)
	}
	s := shelf(b, all)
	var pages []Page
	for i := range uint32(10) {
		pages = append(pages, Page{Spot: spot(0, i*5000)})
	}
	for _, bb := range []struct{ name, query, sort string }{{"Sorted", "silk", "price"}, {"Limited", "silk facet:price=1..", ""}, {"NotAsked", "silk", ""}} {
		b.Run(bb.name, func(b *testing.B) {
			order, tree := sorted(b, s, bb.sort, pages), query.Parse(bb.query)
			for b.Loop() {
				if _, err := Of(s, tree, order, pages); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
