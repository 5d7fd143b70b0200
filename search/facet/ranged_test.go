package facet_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/search/facet"
)

// valued returns pages with values of one facet, several of a page separated by |.
func valued(name string, values ...string) (out [][]aranea.Facet) {
	for _, v := range values {
		var page []aranea.Facet
		for one := range strings.SplitSeq(v, "|") {
			page = append(page, aranea.Facet{Name: name, Value: one})
		}
		out = append(out, page)
	}
	return out
}

// withHistograms counts all pages of a snapshot, and keeps the histograms.
func withHistograms(t testing.TB, s *index.Snapshot) *facet.Facets {
	t.Helper()
	c := facet.New(s)
	for seg := range s.Segments() {
		c.Begin(seg)
		for doc := range uint32(s.SegmentDocs(seg)) {
			c.Add(doc)
		}
	}
	f, err := c.Facets()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRanges: of what ranges are offered, and when the values are enough.
func TestRanges(t *testing.T) {
	t.Parallel()
	numbers := func(n int, value func(i int) string) (out []string) {
		for i := range n {
			out = append(out, value(i))
		}
		return out
	}
	for name, tt := range map[string]struct {
		values []string
		want   string
	}{
		"prices of a small shop":        {[]string{"4.99", "9.50", "19.99", "20.00", "25", "49,90 €", "120", "1,299.00", "80"}, "[{1..9.99 2} {10..19.99 1} {20..49.99 3} {50..99.99 1} {100..199.99 1} {1000..1999.99 1}]"},
		"few values":                    {numbers(8, func(i int) string { return fmt.Sprint(i) }), "[]"},
		"versions with many pages each": {numbers(90, func(i int) string { return fmt.Sprintf("2.%d", i%9) }), "[]"},
		"names":                         {numbers(40, func(i int) string { return fmt.Sprint("name", i) }), "[]"},
		"years":                         {numbers(60, func(i int) string { return fmt.Sprint(1990 + i%35) }), "[{1990..1999 20} {2000..2009 20} {2010..2019 15} {2020..2029 5}]"},
		"dates of some years":           {numbers(90, func(i int) string { return fmt.Sprintf("20%02d-%02d-01", 20+i%5, 1+i%12) }), "[{2020..2020 18} {2021..2021 18} {2022..2022 18} {2023..2023 18} {2024..2024 18}]"},
		"dates of a year":               {numbers(40, func(i int) string { return fmt.Sprintf("2024-%02d-%02d", 1+i%12, 1+i%28) }), "[{2024-01..2024-01 4} {2024-02..2024-02 4} {2024-03..2024-03 4} {2024-04..2024-06 10} {2024-07..2024-09 9} {2024-10..2024-12 9}]"},
		"evenly to a hundred":           {numbers(99, func(i int) string { return fmt.Sprint(1 + i) }), "[{1..9 9} {10..19 10} {20..49 30} {50..59 10} {60..69 10} {70..79 10} {80..89 10} {90..99 10}]"},
		"about the same":                {numbers(50, func(i int) string { return fmt.Sprintf("1%02d.5", i) }), "[{100..109.9 10} {110..119.9 10} {120..129.9 10} {130..139.9 10} {140..149.9 10}]"},
		"temperatures":                  {numbers(40, func(i int) string { return fmt.Sprint(i - 20) }), "[{-99..-10 11} {-9..-1 9} {0..0 1} {1..9 9} {10..19 10}]"},
		"one far away":                  {append(numbers(40, func(i int) string { return fmt.Sprint(10 + i) }), "999999"), "[{10..19 10} {20..29 10} {30..39 10} {40..49 10} {500000..999999 1}]"},
		"stars of five":                 {numbers(60, func(i int) string { return fmt.Sprint(float64(min(20+i, 50)) / 10) }), "[{2..2.4 5} {2.5..2.9 5} {3..3.9 10} {4..4.9 10} {5..5 30}]"},
		"of all sizes":                  {numbers(30, func(i int) string { return "1" + string(slices.Repeat([]byte("0"), i/2)) + []string{"", "7"}[i%2] }), "[{1..999 5} {1000..999999 6} {1000000..999999999 6} {1000000000..999999999999 6} {1000000000000..999999999999999 6}]"},
	} {
		f := counted(t, segments(t, valued("x", tt.values...)), uint32(len(tt.values)))
		if got := fmt.Sprint(f.Own[0].Ranges); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestRangesAgainstScan: the numbers of ranges are those of the pages with a value in them, once each,
// also of several indexes together, of segments with more values than are listed, and of pages with several
// values.
func TestRangesAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 7))
	var values []string
	for range 1500 {
		v := fmt.Sprintf("%.2f", rnd.ExpFloat64()*80)
		for rnd.IntN(4) == 0 {
			v += fmt.Sprintf("|%.2f", rnd.ExpFloat64()*80)
		}
		values = append(values, v)
	}
	pages := valued("price", values...)
	whole := withHistograms(t, segments(t, pages[:700], pages[700:710], pages[710:]))
	sum := facet.Sum([]*facet.Facets{withHistograms(t, segments(t, pages[:20])), withHistograms(t, segments(t, pages[20:900])), withHistograms(t, segments(t, pages[900:]))})
	if !reflect.DeepEqual(whole.Own[0].Histogram, sum.Own[0].Histogram) {
		t.Errorf("three indexes have %+v, one has %+v", sum.Own[0].Histogram, whole.Own[0].Histogram)
	}
	whole.Offer()
	ranges := whole.Own[0].Ranges
	if len(ranges) < 5 || len(ranges) > 8 || whole.Own[0].Histogram != nil {
		t.Errorf("%d ranges: %v", len(ranges), ranges)
	}
	for _, r := range ranges {
		is, ok := quantity.RangeOf(r.Value)
		n := 0
		for _, p := range pages {
			if slices.ContainsFunc(p, func(f aranea.Facet) bool { q, _ := quantity.Of(f.Value); return is.Has(q) }) {
				n++
			}
		}
		if !ok || n != r.Pages {
			t.Errorf("%s has %d pages, a scan finds %d", r.Value, r.Pages, n)
		}
	}
}

// TestTooManyForRanges: where there are more values than are read, no ranges are offered, by an index
// or by a sum with it.
func TestTooManyForRanges(t *testing.T) {
	t.Parallel()
	var many, few []string
	for i := range 1<<13 + 300 {
		many = append(many, fmt.Sprint(i))
	}
	few = many[:30]
	f := withHistograms(t, segments(t, valued("x", many...)))
	if f.Own[0].Histogram != nil {
		t.Errorf("%+v", f.Own[0].Histogram)
	}
	sum := facet.Sum([]*facet.Facets{f, withHistograms(t, segments(t, valued("x", few...)))})
	if sum.Offer(); sum.Own[0].Ranges != nil || len(sum.Own[0].Values) == 0 {
		t.Errorf("%+v", sum.Own[0])
	}
	var none *facet.Facets
	none.Offer()
}

// BenchmarkRanges counts 20,000 pages of one segment with so many different prices.
func BenchmarkRanges(b *testing.B) {
	for _, different := range []int{256, 1_000, 8_000} {
		b.Run(fmt.Sprint(different), func(b *testing.B) {
			var values []string
			for i := range 20_000 {
				values = append(values, fmt.Sprintf("%d.99", i*7919%different))
			}
			snap := segments(b, valued("price", values...), valued("price", "1"))
			for b.Loop() {
				if f := withHistograms(b, snap); f.Own[0].Histogram == nil {
					b.Fatal("no histogram")
				}
			}
		})
	}
}

// BenchmarkRangesOfFew counts few of the pages, with 8,000 different prices in the index.
func BenchmarkRangesOfFew(b *testing.B) {
	var values []string
	for i := range 20_000 {
		values = append(values, fmt.Sprintf("%d.99", i*7919%8_000))
	}
	snap := segments(b, valued("price", values...))
	for _, few := range []uint32{10, 1_000} {
		b.Run(fmt.Sprint(few), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c := facet.New(snap)
				c.Begin(0)
				for i := range few {
					c.Add(i * (20_000 / few))
				}
				if f, err := c.Facets(); err != nil || f.Own[0].Histogram == nil {
					b.Fatal("no histogram", err)
				}
			}
		})
	}
}

// TestFewOfManyPrices: what few pages of a shop cost is listed exactly, and in ranges, also if none of it is
// among the first values of the segment, and as pages write it.
func TestFewOfManyPrices(t *testing.T) {
	t.Parallel()
	var prices []string
	for i := range 2000 {
		prices = append(prices, fmt.Sprintf("%d.50 EUR", i+1))
	}
	s := segments(t, valued("price", prices...))
	for _, tt := range []struct {
		from, to, values, listed int
		ranges                   string
	}{
		{900, 903, 3, 3, "[]"},
		{900, 940, 40, 20, "[{900..909.9 9} {910..919.9 10} {920..929.9 10} {930..939.9 10} {940..949.9 1}]"},
	} {
		c := facet.New(s)
		c.Begin(0)
		for doc := tt.from; doc < tt.to; doc++ {
			c.Add(uint32(doc))
		}
		f, err := c.Facets()
		if err != nil {
			t.Fatal(err)
		}
		f.Offer()
		if len(f.Own) != 1 {
			t.Fatalf("%d to %d: %+v", tt.from, tt.to, f)
		}
		own := f.Own[0]
		if own.All != tt.values || own.AtLeast || len(own.Values) != tt.listed || own.Values[0].Value != "901.50 EUR" || fmt.Sprint(own.Ranges) != tt.ranges {
			t.Errorf("%d to %d: %+v", tt.from, tt.to, own)
		}
	}
}
