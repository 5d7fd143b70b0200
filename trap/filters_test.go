package trap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestCombinationOf: a path is a combination if each of its segments behind a folder is the name of a page there.
func TestCombinationOf(t *testing.T) {
	t.Parallel()
	pages := []string{"/shop/red/", "/shop/wool/", "/shop/m/", "/shop/", "/docs/", "/docs/api/", "/a.html", "/b.html", "/x", "/y"}
	has := func(folder, segment, end string) bool { return slices.Contains(pages, folder+segment+end) }
	for _, c := range []struct {
		target, folder, filters string
		further                 bool
	}{
		{"/shop/red/wool/", "/shop/", "red wool", false},
		{"/shop/wool/m/red/", "/shop/", "wool m red", false},
		{"/shop/wool/m/page/2/", "/shop/", "wool m", true},
		{"/shop/wool/m/2/", "/shop/", "wool m", true},
		{"/shop/wool/m/?page=2", "/shop/", "wool m", true},
		{"/shop/wool/page/2/", "", "", true},
		{"/shop/red/", "", "", false},
		{"/shop/red/other/", "", "", false},
		{"/shop/red/wool", "", "", false}, // the pages have a slash
		{"/docs/api/", "", "", false},
		{"/shop/docs/", "/", "shop docs", false},
		{"/a/b.html", "/", "a b", false},
		{"/x/y", "/", "x y", false},
		{"/", "", "", false},
		{"/x/x/x/x/x/x/x/x/x/x/x/x/x", "", "", false}, // more than are looked at
	} {
		got := trap.CombinationOf(c.target, has)
		if got.Folder != c.folder || strings.Join(got.Filters, " ") != c.filters || got.Further != c.further {
			t.Errorf("%s: %+v", c.target, got)
		}
	}
	a, b := trap.Combination{Folder: "/", Filters: []string{"x", "y"}}, trap.Combination{Folder: "/", Filters: []string{"y", "x"}}
	if trap.SumOf(a) != trap.SumOf(b) || trap.SumOf(a) == trap.SumOf(trap.Combination{Folder: "/x/", Filters: a.Filters}) {
		t.Error("the sum of a combination")
	}
}

// filtered is a book that has seen lists of two of 20 filters.
func filtered(n int, v trap.FilterVisit) *trap.Book {
	b := &trap.Book{Origin: "http://a.test"}
	for i := range n {
		v.Combination = trap.Combination{Folder: "/shop/", Filters: []string{fmt.Sprint("f", i%20), fmt.Sprint("f", (i+1+i/20)%20)}}
		b.SawFilters(v, time.Unix(int64(i), 0))
	}
	return b
}

// TestFilters: combinations of so many filters are left out after enough of them have said nothing and led to larger
// ones only; those of another number of filters are not. The operator may allow them, and news end the verdict.
func TestFilters(t *testing.T) {
	t.Parallel()
	grew := trap.FilterVisit{Grew: true}
	left := func(b *trap.Book, behind string) (n int) {
		for i := range 20 {
			for k := range 20 {
				if b.Filters.Advise(fmt.Sprintf("/shop/f%d/f%d/%s", i, k, behind)) != "" {
					n++
				}
			}
		}
		return n
	}
	for name, b := range map[string]*trap.Book{
		"too few":               filtered(47, grew),
		"no larger ones":        filtered(200, trap.FilterVisit{}),
		"they say something":    filtered(200, trap.FilterVisit{Grew: true, Says: true}),
		"they lead to products": filtered(200, trap.FilterVisit{Grew: true, Led: true}),
	} {
		if n := left(b, ""); n != 0 {
			t.Errorf("%s: %d are left out", name, n)
		}
	}
	b := filtered(48, grew)
	why := b.Filters[0].Lists.Levels[0].Why
	if n := left(b, ""); n < 380 || n == 400 || left(b, "f3/") != 0 || left(b, "page/2/") != 0 || left(b, "other/") != 0 {
		t.Fatalf("%d are left out: %+v", n, b.Filters)
	}
	if name := trap.ViewIn(why, "/shop/f1/f2/"); name != "/shop/{filters}/" || !strings.Contains(why, "48 of the last 48 pages of /shop/{filters}/, folders that are filters, with 2 of them") {
		t.Errorf("%q is about %q", why, name)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	c, err := trap.Decode(data)
	if err != nil || left(&c, "") != left(b, "") {
		t.Fatalf("stored: %v, %s", err, data)
	}
	for i := range 10 {
		c.SawFilters(trap.FilterVisit{Combination: trap.Combination{Folder: "/shop/", Filters: []string{"f1", fmt.Sprint("f", i)}}, Says: true}, time.Time{})
	}
	if left(&c, "") != 0 || !c.Pending {
		t.Errorf("the verdict stands: %+v", c.Filters)
	}
	if !b.Allow("/shop/{filters}/") || left(b, "") != 0 || b.Allow("/shop/{filters}/") || !b.Filters[0].Rulings()[0].Allowed {
		t.Errorf("not allowed: %+v", b.Filters)
	}
	for range 100 {
		b.SawFilters(trap.FilterVisit{Combination: trap.Combination{Folder: "/shop/", Filters: []string{"f1", "f2"}}, Grew: true}, time.Time{})
	}
	if left(b, "") != 0 {
		t.Error("what the operator allowed is left out")
	}
}

// TestFiltersThatFoundMore: lists of which more than one in 16 led to products are not left out because the last ones
// did not, whatever the order in which they were visited.
func TestFiltersThatFoundMore(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 300 {
		v := trap.FilterVisit{Combination: trap.Combination{Folder: "/shop/", Filters: []string{fmt.Sprint("f", i%40), "x"}}, Grew: true, Led: i < 30}
		b.SawFilters(v, time.Time{})
		if b.Filters.Advise("/shop/f1/x/") != "" {
			t.Fatalf("left out after %d", i)
		}
	}
	for range 400 { // the same in another order
		b.SawFilters(trap.FilterVisit{Combination: trap.Combination{Folder: "/shop/", Filters: []string{"x", "f1"}}, Grew: true, Again: true}, time.Time{})
	}
	if b.Filters.Advise("/shop/f1/x/") != "" {
		t.Error("left out for what was seen in another order")
	}
}

// TestFiltersHaveLimits: at most so many folders and filters are kept, and none with a verdict makes room.
func TestFiltersHaveLimits(t *testing.T) {
	t.Parallel()
	b := filtered(48, trap.FilterVisit{Grew: true})
	for i := range 1000 {
		b.SawFilters(trap.FilterVisit{Combination: trap.Combination{Folder: fmt.Sprintf("/d%d/", i%50), Filters: []string{fmt.Sprint("f", i), "x"}}, Grew: true}, time.Time{})
	}
	for i := range 1000 {
		b.SawFilters(trap.FilterVisit{Combination: trap.Combination{Folder: "/shop/", Filters: []string{fmt.Sprint("g", i), "x"}}, Grew: true}, time.Time{})
	}
	if len(b.Filters) != 16 || b.Filters[0].Folder != "/shop/" || len(b.Filters[0].Words) != 256 || b.Filters[0].Lists.Levels[0].Why == "" {
		t.Errorf("%d folders, the first %+v", len(b.Filters), b.Filters[0])
	}
	b.Filters[0].Words = make([]uint32, 257)
	if data, err := b.Encode(); err != nil {
		t.Fatal(err)
	} else if _, err := trap.Decode(data); err == nil {
		t.Error("a record with too many filters is read")
	}
}
