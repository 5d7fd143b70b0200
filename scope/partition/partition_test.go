package partition

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

func origin(t *testing.T, text string) weburl.Origin {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u.Origin()
}

// TestOf holds the numbers of some sites: folders of nodes rely on them for ever.
func TestOf(t *testing.T) {
	t.Parallel()
	for url, want := range map[string][2]int{ // of 4 and of 16
		"https://www.example.org/": {3, 7}, "http://example.org:8080/a": {3, 7}, "https://example.co.uk/": {3, 3}, "http://a.b.example.co.uk/": {3, 3},
		"http://192.0.2.7/": {4, 8}, "http://[2001:db8::1]/": {4, 8}, "http://intranet/": {2, 14}, "https://xn--80ak6aa92e.com/": {1, 1},
	} {
		if got := [2]int{Of(origin(t, url), 4), Of(origin(t, url), 16)}; got != want {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	if Of(origin(t, "http://example.org/"), 1) != 1 || Of(origin(t, "http://example.org/"), 0) != 1 {
		t.Error("of one part there is the first")
	}
}

// TestShares tells that each of many sites is in one part, and that the parts are of about one size.
func TestShares(t *testing.T) {
	t.Parallel()
	const parts, sites = 8, 8_000
	var counts [parts]int
	for i := range sites {
		o := origin(t, fmt.Sprintf("https://www.site%d.example/", i))
		held := 0
		for n := 1; n <= parts; n++ {
			if (Partition{n, parts}).Holds(o) {
				counts[n-1]++
				held++
			}
		}
		if held != 1 || !(Partition{}).Holds(o) {
			t.Fatalf("%s is in %d parts", o, held)
		}
	}
	for n, c := range counts {
		if c < sites/parts*85/100 || c > sites/parts*115/100 {
			t.Errorf("part %d has %d sites of %d", n+1, c, sites)
		}
	}
}

// TestValidate tells the partitions that there are from those that there are not.
func TestValidate(t *testing.T) {
	t.Parallel()
	for text, p := range map[string]Partition{"": {}, "1/1": {1, 1}, "2/4": {2, 4}, "256/256": {256, 256}} {
		if err := p.Validate(); err != nil || p.String() != text {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	for _, p := range []Partition{{0, 4}, {5, 4}, {4, 0}, {-1, 4}, {1, 257}, {1, -1}} {
		if p.Validate() == nil {
			t.Errorf("there is %d of %d", p.Number, p.Of)
		}
	}
}

// TestWithin tells that a part falls into those that say so, and into no others.
func TestWithin(t *testing.T) {
	t.Parallel()
	all := []Partition{{}}
	for of := 1; of <= 12; of++ {
		for n := 1; n <= of; n++ {
			all = append(all, Partition{n, of})
		}
	}
	const sites = 500
	holds := make([][sites]bool, len(all))
	for i := range sites {
		o := origin(t, fmt.Sprintf("https://site%d.example/", i))
		for n, p := range all {
			holds[n][i] = p.Holds(o)
		}
	}
	for nq, q := range all {
		for np, p := range all {
			held, beyond := 0, 0 // sites of p in q, and outside of it
			for i, of := range holds[np] {
				switch {
				case of && holds[nq][i]:
					held++
				case of:
					beyond++
				}
			}
			if got := p.Within(q); got != (beyond == 0 && held > 0) && !(p.IsWhole() && q.Of == 1) {
				t.Errorf("%q within %q: %t, with %d of its sites in it and %d not", p, q, got, held, beyond)
			}
		}
	}
}

// TestOfAddress holds the numbers of some addresses, and that each node has its part of them.
func TestOfAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]int{ // of 4 and of 16
		"192.0.2.7": {2, 10}, "::ffff:192.0.2.7": {2, 10}, "2001:db8::1": {1, 9},
	} {
		a := netip.MustParseAddr(text)
		if got := [2]int{OfAddress(a, 4), OfAddress(a, 16)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	var counts [8]int
	for a, n := netip.MustParseAddr("198.51.0.0"), 0; n < 8000; a, n = a.Next(), n+1 {
		counts[OfAddress(a, 8)-1]++
	}
	if slices.Min(counts[:]) < 850 || slices.Max(counts[:]) > 1150 {
		t.Errorf("%v", counts)
	}
	if OfAddress(netip.MustParseAddr("192.0.2.7"), 1) != 1 {
		t.Error("of one node there is the first")
	}
}
