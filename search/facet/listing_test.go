package facet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// shelf returns a snapshot of an index with a segment for each list of pages, each with these values of a facet, between
// bars.
func shelf(t testing.TB, lists ...[]string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for n, list := range lists {
		var changes []aranea.IndexChange
		for i, values := range list {
			p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d/%d", n, i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
			for v := range strings.SplitSeq(values, "|") {
				p.Facets = append(p.Facets, aranea.Facet{Name: "brand", Value: v}, aranea.Facet{Name: "brands", Value: "none"})
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

// listed returns the list of all pages but those of which the number in their segment is out, with so many values that may
// be looked at.
func listed(t testing.TB, s *index.Snapshot, w *Wanted, left int, out uint32) *List {
	t.Helper()
	c := New(s).For(w)
	c.own.left = left
	for seg := range s.Segments() {
		c.Begin(seg)
		for doc := range uint32(s.SegmentDocs(seg)) {
			if doc != out {
				c.Add(doc)
			}
		}
	}
	l, err := c.List()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var brands = [][]string{{"Acme|10", "ACME", "Acme", "9|Łucznik"}, {"acme", "Kestrel & Sons|gone", "Zeta"}}

// TestList: values are listed with their pages in each order, as most pages of the index write them, those that have a
// part in any case alone, and it is told if there are more than are looked at.
func TestList(t *testing.T) {
	t.Parallel()
	s := shelf(t, brands...)
	for _, tt := range []struct {
		w    Wanted
		left int
		want string
	}{
		{Wanted{Name: "Brand"}, 100, "Acme 4, 9 1, 10 1, gone 1, Kestrel & Sons 1, Zeta 1, Łucznik 1 of 7"},
		{Wanted{Name: "brand", ByName: true}, 100, "9 1, 10 1, Acme 4, gone 1, Kestrel & Sons 1, Zeta 1, Łucznik 1 of 7"},
		{Wanted{Name: "brand", Part: "SON"}, 100, "Kestrel & Sons 1 of 1"},
		{Wanted{Name: "brand", Part: "ł", Offset: 1}, 100, " of 1"},
		{Wanted{Name: "brand", Offset: 1, Limit: 2}, 100, "9 1, 10 1 of 7"},
		{Wanted{Name: "brand"}, 3, "Acme 3, 9 1, 10 1 of 3 at least"},
		{Wanted{Name: "brand"}, 8, "Acme 4, 9 1, 10 1, gone 1, Kestrel & Sons 1, Zeta 1, Łucznik 1 of 7"},
		{Wanted{Name: "none"}, 100, " of 0"},
	} {
		l := listed(t, s, &tt.w, tt.left, 100)
		if l.Cut(&tt.w); textOf(l) != tt.want {
			t.Errorf("%+v of %d: %s, want %s", tt.w, tt.left, textOf(l), tt.want)
		}
	}
	if got := textOf(listed(t, s, &Wanted{Name: "brand"}, 100, 1)); got != "Acme 3, 9 1, 10 1, Zeta 1, Łucznik 1 of 5" {
		t.Errorf("without pages of both segments: %s", got)
	}
}

func textOf(l *List) string {
	var out []string
	for _, v := range l.Values {
		out = append(out, fmt.Sprint(v.Value, " ", v.Pages))
	}
	text := fmt.Sprint(strings.Join(out, ", "), " of ", l.All)
	if l.AtLeast {
		text += " at least"
	}
	return text
}

// TestSumLists: pages add up; where an index has told a part of its values, numbers are lower bounds, and by name nothing
// follows the last of them, since others have it of which that index tells nothing.
func TestSumLists(t *testing.T) {
	t.Parallel()
	list := func(all int, values ...Value) *List { return &List{Name: "brand", Values: values, All: all} }
	a := list(2, Value{"Acme", 5}, Value{"Zeta", 1})
	b := list(3, Value{"ACME", 2}, Value{"Ember", 4}, Value{"9", 1})
	cut := list(9, Value{"Acme", 2}, Value{"Dune", 1})
	for _, tt := range []struct {
		name string
		w    Wanted
		all  []*List
		want string
	}{
		{"whole lists", Wanted{}, []*List{a, nil, b}, "Acme 7, Ember 4, 9 1, Zeta 1 of 4"},
		{"by name", Wanted{ByName: true}, []*List{a, b}, "9 1, Acme 7, Ember 4, Zeta 1 of 4"},
		{"a part of one", Wanted{}, []*List{a, cut}, "Acme 7, Dune 1, Zeta 1 of 9 at least"},
		{"a part of one, by name", Wanted{ByName: true}, []*List{a, cut, b}, "9 1, Acme 9, Dune 1 of 9 at least"},
		{"one alone", Wanted{}, []*List{cut}, "Acme 2, Dune 1 of 9"},
		{"none", Wanted{}, []*List{nil}, " of 0"},
	} {
		if got := textOf(SumLists(&tt.w, tt.all)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestWanted: what cannot be listed is refused.
func TestWanted(t *testing.T) {
	t.Parallel()
	var none *Wanted
	if none.Check() != nil || (&Wanted{Name: "x", Limit: MaxListed, Offset: MaxSkipped}).Check() != nil {
		t.Error("refused")
	}
	for _, w := range []Wanted{{}, {Name: " "}, {Name: strings.Repeat("x", 41)}, {Name: "x", Part: strings.Repeat("x", 101)}, {Name: "x", Limit: -1}, {Name: "x", Limit: MaxListed + 1}, {Name: "x", Offset: -1}, {Name: "x", Offset: MaxSkipped + 1}} {
		if w.Check() == nil {
			t.Errorf("%+v is not refused", w)
		}
	}
}

// BenchmarkList lists the values of 50,000 pages of which each has another one.
func BenchmarkList(b *testing.B) {
	all := make([]string, 50_000)
	for i := range all {
		all[i] = fmt.Sprintf("%d.99", i*7919%50_000)
	}
	s := shelf(b, all)
	for b.Loop() {
		if l := listed(b, s, &Wanted{Name: "brand"}, mostLooked, 1<<20); l.All != len(all) {
			b.Fatal(l.All)
		}
	}
}

// TestCompare: numbers and dates come before other values, so that all have one order.
func TestCompare(t *testing.T) {
	t.Parallel()
	values := []string{"b", "9", "1a", "2026-01-02", "10", "A"}
	slices.SortFunc(values, Compare)
	if got := strings.Join(values, " "); got != "9 10 2026-01-02 1a A b" {
		t.Error(got)
	}
}
