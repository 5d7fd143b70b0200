package trap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// product records the visit of a product that its category names, as page i of a shop.
func product(b *trap.Book, i int, v trap.Visit) bool {
	v.Target = fmt.Sprintf("/shop?cat=%d&item=%d&page=%d", i%7, i, i%3)
	v.Text, v.Shape = uint64(i), uint64(i)
	return b.Saw(v, time.Time{})
}

// canonical returns the canonical target of page i of the shop.
func canonical(i int) string { return fmt.Sprintf("/shop?item=%d", i) }

// TestCanonicalParameters: parameters without which the pages of a template name their URLs as
// canonical are dropped, and that ends when pages keep them. They are not while pages name other
// URLs, nor when all name the same.
func TestCanonicalParameters(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	for i := range 24 {
		if clean, _, _ := b.Advise("/shop?cat=1&item=99&page=2"); clean != "" {
			t.Fatalf("after %d: %s", i, clean)
		}
		product(&b, i, trap.Visit{Canonical: canonical(i)})
	}
	clean, why, trapped := b.Advise("/shop?cat=1&item=99&page=2")
	if clean != "/shop?item=99" || !strings.Contains(why, "without cat and page") || trapped != "" {
		t.Fatalf("after 24 pages: %q, %q, %q; %+v", clean, why, trapped, b)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if b, err = trap.Decode(data); err != nil {
		t.Fatal(err)
	}
	product(&b, 30, trap.Visit{})
	if clean, _, _ := b.Advise("/shop?cat=1&item=99&page=2"); clean != "" || !b.Pending {
		t.Errorf("one of 25 pages keeps its parameters: %q, pending %t", clean, b.Pending)
	}
}

// TestCanonicalOfAList: pages of one list that all name its first page do not make the number of the
// page meaningless, nor do lists that name what is new.
func TestCanonicalOfAList(t *testing.T) {
	t.Parallel()
	var one, many trap.Book
	for i := range 200 {
		one.Saw(trap.Visit{Target: fmt.Sprintf("/list?page=%d", i), Text: uint64(i), Canonical: "/list", Known: true}, time.Time{})
		many.Saw(trap.Visit{Target: fmt.Sprintf("/list?cat=%d&page=%d", i%20, i), Text: uint64(i), Canonical: fmt.Sprintf("/list?cat=%d", i%20), Opens: true}, time.Time{})
	}
	if clean, _, why := one.Advise("/list?page=300"); clean != "" || why == "" {
		t.Errorf("one list: %q, %q", clean, why)
	}
	if clean, _, why := many.Advise("/list?cat=3&page=300"); clean != "" || why != "" {
		t.Errorf("lists that name what is new: %q, %q", clean, why)
	}
}

// TestCanonicalNoTrap: a template whose pages gave way to canonical URLs after they named what was new
// is no trap: its URLs are replaced.
func TestCanonicalNoTrap(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 200 {
		product(&b, i, trap.Visit{Canonical: canonical(i), Opens: i < 40, Known: i >= 40})
	}
	if clean, _, why := b.Advise("/shop?cat=1&item=999&page=2"); clean != "/shop?item=999" || why != "" {
		t.Errorf("%q, %q; %+v", clean, why, b)
	}
	if !b.Allow("cat") || !b.Allow("page") {
		t.Error("the verdicts cannot be taken back")
	}
	for i := range 200 {
		product(&b, 200+i, trap.Visit{Canonical: canonical(200 + i), Known: true})
	}
	if clean, _, _ := b.Advise("/shop?cat=1&item=999&page=2"); clean != "" {
		t.Errorf("allowed, and yet %q", clean)
	}
}

// TestCanonicalOther: a canonical URL that differs in more than parameters left out, or less, says
// nothing of parameters.
func TestCanonicalOther(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"/shop?page=1&item=%d", "/shop?item=%d&lang=en", "/shop?item=%d&cat=9", "/shop/%d", "/other?item=%d"} {
		var b trap.Book
		for i := range 60 {
			product(&b, i, trap.Visit{Canonical: fmt.Sprintf(form, i)})
		}
		if clean, _, _ := b.Advise("/shop?cat=1&item=999&page=2"); clean != "" {
			t.Errorf("%s: %q", form, clean)
		}
	}
}
