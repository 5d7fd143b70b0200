package quantities

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// shelf returns a snapshot of pages with the values of one facet, in segments of that many.
func shelf(t testing.TB, size int, values ...string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for part := range slices.Chunk(values, size) {
		var changes []aranea.IndexChange
		for _, v := range part {
			p := &aranea.Page{URL: weburl.MustParse(fmt.Sprint("http://a.test/", n)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}, Facets: []aranea.Facet{{Name: "price", Value: v}}}
			changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
			n++
		}
		if err := x.Apply(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		if n < len(values) { // the last ones stay in memory
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

func all(quantity.Quantity) bool { return true }

// TestEach: each page is told with its values, within the bounds that are asked for.
func TestEach(t *testing.T) {
	t.Parallel()
	s := shelf(t, 3, "5", "7.50 €", "none", "2024-01", "5", "-1", "5.00")
	v, err := Of(s, "Price", all)
	if err != nil || v.Hint != (hint.Hint{}) || v.Pages() != 6 {
		t.Fatalf("%+v, %v", v, err)
	}
	for _, tt := range []struct {
		seg      int
		from, to uint32
		want     string
	}{{0, 0, 3, "[0:5 1:7.5]"}, {0, 1, 3, "[1:7.5]"}, {0, 0, 1, "[0:5]"}, {1, 0, 9, "[0:2024 1:5 2:-1]"}, {2, 0, 1, "[0:5]"}, {2, 1, 1, "[]"}} {
		got := []string{}
		lost, err := v.Each(s, tt.seg, tt.from, tt.to, func(doc uint32, at float64) { got = append(got, fmt.Sprint(doc, ":", at)) })
		if slices.Sort(got); lost || err != nil || fmt.Sprint(got) != tt.want {
			t.Errorf("segment %d from %d to %d: %v, %t, %v; want %s", tt.seg, tt.from, tt.to, got, lost, err, tt.want)
		}
	}
	tally := admission.NewTally(s.Docs())
	v.Cost(tally, 2)
	if got := tally.Postings(true); got != 7+6+6*2*openCost {
		t.Errorf("it costs %d", got)
	}
}

// TestLimit: what was not looked at is told, as is that there is nothing.
func TestLimit(t *testing.T) {
	t.Parallel()
	s := shelf(t, 3, "1", "2", "x", "4", "5")
	for most, want := range map[int]hint.Hint{4: {Code: hint.ManyValues, Value: "price", N: 4}, 2: {Code: hint.ManyValues, Value: "price", N: 2}, 5: {}} {
		if v, err := of(s, "price", all, most); err != nil || v.Hint != want || v.seen != most {
			t.Errorf("%d at most: %+v, %v", most, v, err)
		}
	}
	if v, err := Of(shelf(t, 3, "x"), "price", all); err != nil || v.Hint != (hint.Hint{Code: hint.NoQuantity, Value: "price"}) {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := Of(s, "price", func(quantity.Quantity) bool { return false }); err != nil || v.Hint != (hint.Hint{}) || v.Pages() != 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// BenchmarkOf finds all of 50,000 values of a facet, and BenchmarkEach reads their lists.
func BenchmarkOf(b *testing.B) {
	s := many(b)
	for b.Loop() {
		if v, err := Of(s, "price", all); err != nil || v.Pages() != 50_000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkEach(b *testing.B) {
	s := many(b)
	v, err := Of(s, "price", all)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n := 0
		for seg := range s.Segments() {
			if _, err := v.Each(s, seg, 0, 1<<20, func(uint32, float64) { n++ }); err != nil {
				b.Fatal(err)
			}
		}
		if n != 50_000 {
			b.Fatal(n)
		}
	}
}

func many(b *testing.B) *index.Snapshot {
	values := make([]string, 50_001)
	for i := range values {
		values[i] = fmt.Sprintf("%d.99", i*7919%50_000)
	}
	values[len(values)-1] = "none"
	return shelf(b, 50_000, values...)
}
