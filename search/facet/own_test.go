package facet_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// segments returns a snapshot of an index with a segment for each list of pages, given by their
// facets.
func segments(t testing.TB, lists ...[][]aranea.Facet) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for n, list := range lists {
		var changes []aranea.IndexChange
		for i, facets := range list {
			p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d/%d", n, i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}, Facets: facets}
			changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
		}
		if err := x.Apply(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		if n+1 == len(lists) {
			break // it stays in memory
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
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
	if s.Segments() != len(lists) {
		t.Fatalf("%d segments", s.Segments())
	}
	return s
}

// counted counts so many pages of each segment, from the first on.
func counted(t *testing.T, s *index.Snapshot, pages ...uint32) *facet.Facets {
	t.Helper()
	c := facet.New(s)
	for seg, n := range pages {
		c.Begin(seg)
		for doc := range n {
			c.Add(doc)
		}
	}
	f, err := c.Facets()
	if err != nil {
		t.Fatal(err)
	}
	f.Offer()
	return f
}

// TestManyValues: a facet with more values than are counted has lower bounds, and takes nothing from
// others; a page tells its own, whatever there is beside them.
func TestManyValues(t *testing.T) {
	t.Parallel()
	var list [][]aranea.Facet
	for i := range 1400 {
		list = append(list, []aranea.Facet{{Name: "author", Value: fmt.Sprint("A", i)}, {Name: "version", Value: fmt.Sprint(i%2, ".0")}})
	}
	s := segments(t, list, list[:300])
	f := counted(t, s, 1400, 300)
	if len(f.Own) != 2 || !f.Own[0].AtLeast || len(f.Own[0].Values) != 20 || f.MoreOwn || f.AtLeast {
		t.Errorf("%+v", f.Own)
	}
	if got := fmt.Sprint(f.Own[1]); got != "{version [{0.0 850} {1.0 850}] 2 false [] <nil>}" {
		t.Errorf("%s", got)
	}
	for seg, doc := range []uint32{1399, 299} {
		want := []string{fmt.Sprint("author=a", doc), "version=1.0"}
		if got, err := facet.Of(s, seg, doc); err != nil || !slices.Equal(got, want) {
			t.Errorf("page %d has %v, %v, want %v", doc, got, err, want)
		}
	}
}

// TestCommonNames: the values that most pages have come first also behind many others by alphabet, such as brands
// in another script, as pages write them; a facet with too many values takes nothing from it.
func TestCommonNames(t *testing.T) {
	t.Parallel()
	var list [][]aranea.Facet
	for i := range 1500 {
		brand := fmt.Sprint("Brand ", i%1200)
		if i%3 == 0 {
			brand = "Фабрика"
		}
		list = append(list, []aranea.Facet{{Name: "author", Value: fmt.Sprint("a", i)}, {Name: "brand", Value: brand}})
	}
	f := counted(t, segments(t, list), 1500)
	if brands := f.Own[1]; fmt.Sprint(brands.Values[0]) != "{Фабрика 500}" || brands.Values[1].Value != "Brand 1" || brands.AtLeast || brands.All != 801 || !f.Own[0].AtLeast {
		t.Errorf("%+v", f.Own)
	}
}

// TestManyFacets: of a segment so many facets are counted, by their names. What others miss there
// is told.
func TestManyFacets(t *testing.T) {
	t.Parallel()
	var all []aranea.Facet
	for i := range 40 {
		all = append(all, aranea.Facet{Name: fmt.Sprintf("f%02d", i), Value: "x"})
	}
	s := segments(t, [][]aranea.Facet{all[:32]}, [][]aranea.Facet{all}, [][]aranea.Facet{all[31:33]})
	if f := counted(t, s, 1); f.MoreOwn || len(f.Own) != 32 {
		t.Errorf("%d facets, more %v", len(f.Own), f.MoreOwn)
	}
	f := counted(t, s, 0, 1, 1)
	if !f.MoreOwn || len(f.Own) != 33 || f.Own[31].AtLeast || !f.Own[32].AtLeast {
		t.Errorf("more %v: %+v", f.MoreOwn, f.Own)
	}
	if got := f.Own[31].Values[0].Pages; got != 2 {
		t.Errorf("%d pages", got)
	}
}

// TestSpelling: a value is spelled as most of the counted pages spell it, however often a segment is
// begun; other pages, which the searcher may not be allowed to see, do not count.
func TestSpelling(t *testing.T) {
	t.Parallel()
	of := func(value string, pages int) [][]aranea.Facet {
		return slices.Repeat([][]aranea.Facet{{{Name: "p", Value: value}}}, pages)
	}
	s := segments(t, slices.Concat(of("WEB", 3), of("secretly WEB", 1)), of("Web", 5), of("web", 9))
	for _, tt := range []struct {
		pages []uint32
		want  string
	}{
		{[]uint32{3, 2}, "[{p [{WEB 5}] 1 false [] <nil>}]"},
		{[]uint32{3, 5}, "[{p [{Web 8}] 1 false [] <nil>}]"},
		{[]uint32{0, 0, 9}, "[{p [{web 9}] 1 false [] <nil>}]"},
	} {
		if got := fmt.Sprint(counted(t, s, tt.pages...).Own); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
	c := facet.New(s)
	c.Begin(1)
	c.Add(0)
	for range 5 {
		c.Begin(0)
	}
	c.Add(0)
	c.Add(1)
	if f, err := c.Facets(); err != nil || f.Own[0].Values[0].Value != "WEB" || f.Own[0].Values[0].Pages != 3 {
		t.Errorf("%+v, %v", f.Own, err)
	}
}

// TestAbsent: a name that no page has is told, whatever begins like it.
func TestAbsent(t *testing.T) {
	t.Parallel()
	s := segments(t, [][]aranea.Facet{{{Name: "version-x", Value: "1"}, {Name: "a", Value: "version"}}}, [][]aranea.Facet{{{Name: "product", Value: "Loom"}}})
	if got, err := facet.Absent(s, []string{"product", "version", "a", "versions"}); err != nil || fmt.Sprint(got) != "[version versions]" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestManyPages: pages are counted in parts, and each of them once.
func TestManyPages(t *testing.T) {
	t.Parallel()
	const pages = 1<<16 + 1000
	list := make([][]aranea.Facet, pages)
	for i := range list {
		list[i] = []aranea.Facet{{Name: "even", Value: fmt.Sprint(i%2 == 0)}}
	}
	if got := fmt.Sprint(counted(t, segments(t, list), pages).Own); got != "[{even [{false 33268} {true 33268}] 2 false [] <nil>}]" {
		t.Error(got)
	}
}

// BenchmarkOwn counts 20,000 pages of one segment, without own facets, with a few values, and with
// as many as are counted.
func BenchmarkOwn(b *testing.B) {
	for _, values := range []int{0, 5, 256} {
		b.Run(fmt.Sprint(values), func(b *testing.B) {
			x, err := index.Open(b.TempDir(), index.Options{Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer x.Close() //nolint:errcheck // of a benchmark
			const pages = 20_000
			var changes []aranea.IndexChange
			for i := range pages {
				p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d", i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
				if values > 0 {
					p.Facets = []aranea.Facet{{Name: "version", Value: fmt.Sprint(i * 7919 % values)}}
				}
				changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
			}
			if err := x.Apply(b.Context(), changes); err != nil {
				b.Fatal(err)
			}
			if err := x.Flush(); err != nil {
				b.Fatal(err)
			}
			snap, err := x.Snapshot()
			if err != nil {
				b.Fatal(err)
			}
			defer snap.Close()
			for b.Loop() {
				c := facet.New(snap)
				c.Begin(0)
				for doc := range uint32(pages) {
					c.Add(doc)
				}
				if _, err := c.Facets(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNames counts 20,000 pages of one segment with so many different names, all of which are counted, or with
// one more than that.
func BenchmarkNames(b *testing.B) {
	for _, different := range []int{256, 1280, 1281} {
		b.Run(fmt.Sprint(different), func(b *testing.B) {
			var names []string
			for i := range 20_000 {
				names = append(names, fmt.Sprint("name ", i*7919%different))
			}
			snap := segments(b, valued("brand", names...))
			for b.Loop() {
				if f := withHistograms(b, snap); f.Own[0].AtLeast != (different == 1281) {
					b.Fatalf("%+v", f.Own[0])
				}
			}
		})
	}
}
