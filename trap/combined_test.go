package trap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestCombines checks how many values the parameters of a URL have.
func TestCombines(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]int{
		"/":                                   0,
		"/shop":                               0,
		"/shop?color=red":                     1,
		"/shop?color=red&size=m":              2,
		"/shop?color=red&color=blue":          2,
		"/shop?color=red,blue%2Cgreen":        3,
		"/shop?color=red%7Cblue":              2,
		"/search?q=bread,+butter":             1,
		"/search?q=bread,%20butter":           1,
		"/shop/color:red/size:m/":             2,
		"/shop?" + strings.Repeat("a=1&", 90): 24,
	} {
		if got := trap.Combines(target); got != want {
			t.Errorf("%s: %d, want %d", target, got, want)
		}
	}
}

// TestNarrows checks which links of a list are further filters of it.
func TestNarrows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		page, link string
		want       bool
	}{
		{"/shop?a=1&b=2", "/shop?a=1&b=2&c=3", true},
		{"/shop?a=1&b=2", "/shop?a=1&b=2&b=3", true},
		{"/shop?a=1&page=2", "/shop?a=1&c=3", true}, // from the first page again
		{"/shop?a=1&b=2&page=2", "/shop?a=1&c=3", false},
		{"/shop?a=1&b=2", "/shop?a=1&b=3", false},
		{"/shop?a=1&b=2", "/shop?a=1", false},
		{"/shop?a=1&b=2", "/item?a=1&b=2&c=3", false},
		{"/album?id=1&photo=2", "/album?id=1&photo=3", false},
		{"/shop/a:1/b:2/", "/shop/a:1/b:2/c:3/", true},
	} {
		if got := trap.Narrows(tt.page, tt.link); got != tt.want {
			t.Errorf("%s of %s: %t", tt.link, tt.page, got)
		}
	}
}

// TestLeadsOn checks which new URLs at the path of a list may be more than other filters of it.
func TestLeadsOn(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for range 5 {
		b.SawCombined("/shop?route=item&item=1", true, true, time.Time{})
		b.SawCombined("/shop?route=list&sort=1", false, true, time.Time{})
	}
	for _, tt := range []struct {
		page, link string
		want       bool
	}{
		{"/shop?route=list&sort=1", "/shop?route=item&item=7", true},
		{"/shop?route=list&sort=1", "/shop?item=7", true},
		{"/shop?route=list&sort=1", "/shop?route=list&sort=2", false},
		{"/shop?route=list&sort=1", "/shop?sort=2", false},
		{"/shop?route=list&sort=1", "/shop?route=list&sort=1&item=2", false},
		{"/shop?route=item&item=1", "/shop?route=item&item=2", false},
	} {
		if _, got := b.LeadsOn(tt.page, trap.Text{Lists: []string{tt.link}}); got != tt.want {
			t.Errorf("%s of %s: %t", tt.link, tt.page, got)
		}
	}
	for link, want := range map[string]bool{"/shop.csv?route=list&sort=1": false, "/item?id=7": true} {
		if got, _ := b.LeadsOn("/shop?route=list&sort=1", trap.Text{Leads: []string{link}}); got != want {
			t.Errorf("%s: %t", link, got)
		}
	}
}

// TestSawCombined checks when URLs with several parameters are left out because one of them brings nothing beside
// the others, in whatever combinations they were visited.
func TestSawCombined(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	say := func(b *trap.Book, n int, brings bool, names ...string) (news bool) {
		for range n {
			news = b.SawCombined("/shop?"+strings.Join(names, "=1&")+"=1", brings, true, now) || news
		}
		return news
	}
	// All pairs of four filters, and two values of each.
	all := func(b *trap.Book, each int) {
		for _, s := range []string{"aa", "ab", "ac", "ad", "bb", "bc", "bd", "cc", "cd", "dd"} {
			say(b, each, false, strings.Split(s, "")...)
		}
	}
	for _, tt := range []struct {
		name  string
		saw   func(b *trap.Book)
		names string // of the URL
		why   string // the parameter that the evidence is about, "" if the URL is visited
	}{
		{"all bring nothing", func(b *trap.Book) { all(b, 8) }, "abcd", "a"},
		{"two of them", func(b *trap.Book) { all(b, 8) }, "cd", "c"},
		{"one with two values", func(b *trap.Book) { all(b, 8) }, "aa", "a"},
		{"one alone", func(b *trap.Book) { all(b, 8) }, "a", ""},
		{"few were visited", func(b *trap.Book) { all(b, 5) }, "abcd", ""},
		{"one was never seen with others", func(b *trap.Book) { all(b, 8) }, "abe", ""},
		{"one was seen with some", func(b *trap.Book) { all(b, 8); say(b, 40, false, "a", "e") }, "abe", "a"},
		{"one brings something with others", func(b *trap.Book) {
			say(b, 5, true, "c", "page")
			all(b, 8)
			say(b, 12, false, "a", "page")
		}, "c page", ""},
		{"but not with one that brings nothing", func(b *trap.Book) {
			say(b, 5, true, "c", "page")
			all(b, 8)
			say(b, 12, false, "a", "page")
			say(b, 4, false, "a", "c")
		}, "a c page", "a"},
		{"few pages show it", func(b *trap.Book) {
			say(b, 5, true, "c", "page")
			all(b, 8)
			say(b, 11, false, "a", "page")
			say(b, 4, false, "a", "c")
		}, "a c page", ""},
		{"one in sixteen brings something", func(b *trap.Book) { all(b, 8); say(b, 2, true, "a", "x") }, "ab", "a"},
		{"one page of a pair", func(b *trap.Book) { all(b, 8); say(b, 1, true, "a", "b") }, "ab", ""},
		{"the operator wants it", func(b *trap.Book) { all(b, 8); b.Allow("a") }, "abcd", ""},
	} {
		var b trap.Book
		tt.saw(&b)
		names := strings.Fields(tt.names)
		if len(names) == 1 {
			names = strings.Split(tt.names, "")
		}
		n, of, why := 0, 8000, ""
		for i := range of {
			query := ""
			for k, name := range names {
				query += fmt.Sprintf("&%s=%d", name, i+k)
			}
			if w := b.AdviseCombined("/shop?" + query[1:]); w != "" {
				n, why = n+1, w
			}
		}
		if name := trap.ViewIn(why, "/shop?a=1&b=2&c=3&d=4"); name != tt.why {
			t.Errorf("%s: the evidence %q is about %q: %+v", tt.name, why, name, b.Choices)
		}
		if sampled := len(names) <= 3 && n < of; tt.why != "" && (n < of-40 || len(names) > 3 && n != of || len(names) <= 3 && !sampled) {
			t.Errorf("%s: %d of %d are left out", tt.name, n, of)
		}
	}
}

// TestCombinedElsewhere checks that some lists of each path are visited, whatever those of others brought.
func TestCombinedElsewhere(t *testing.T) {
	t.Parallel()
	var b trap.Book
	see := func(path string, n int, brings bool) {
		for range n {
			b.SawCombined(path+"?cat=1&page=1", brings, true, time.Time{})
		}
	}
	out := func(path string) bool { return b.AdviseCombined(path+"?cat=77&page=1") != "" }
	if see("/shoes", 32, false); !out("/shoes") || out("/hats") {
		t.Error("another path is judged before any of its lists was visited")
	}
	if see("/hats", 3, false); out("/hats") {
		t.Error("it is judged too early")
	}
	if see("/hats", 1, false); !out("/hats") {
		t.Error("it is not judged as the others")
	}
	if b.AdviseCombined("/shoes?cat=words&page=1") != "" {
		t.Error("a value that is a word is judged before any URL with it was visited")
	}
	b.Pending = false
	if see("/blog", 3, true); out("/blog") || out("/shoes") || !b.Pending {
		t.Errorf("pages that bring something do not end the verdict: %+v", b.Choices)
	}
}

// TestCombinedUnsure checks that what only seems to be new ends no verdict.
func TestCombinedUnsure(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for range 32 {
		b.SawCombined("/shop?a=1&b=1", false, true, time.Time{})
	}
	for range 50 {
		b.SawCombined("/shop?a=1&b=1", true, false, time.Time{})
	}
	if b.Pending || b.AdviseCombined("/shop?a=5&b=5") == "" {
		t.Errorf("the verdict ended: %+v", b.Choices)
	}
}

// TestCombinedLimits checks that what is known of lists is bounded, and that URLs of more parameters than there is
// room for are left out where nothing else brings anything; and that it is stored.
func TestCombinedLimits(t *testing.T) {
	t.Parallel()
	var b trap.Book
	name := func(i int) string { return strings.Repeat("x", 1+i%20) + string(rune('a'+i/20)) }
	for i := range 300 {
		for k := range 40 {
			b.SawCombined(fmt.Sprintf("/%d?%s=1&%s=1", i*40+k, name(i), name((i+1+k)%300)), false, true, time.Time{})
		}
	}
	if len(b.Choices) != 256 || len(b.Pairs) != 2048 || len(b.Lists) != 1024 {
		t.Errorf("%d parameters, %d pairs, %d paths", len(b.Choices), len(b.Pairs), len(b.Lists))
	}
	if !slices.IsSorted(b.Pairs) || !slices.IsSorted(b.Lists) {
		t.Error("they are not in order")
	}
	if b.AdviseCombined("/elsewhere?"+name(3)+"=1&"+name(290)+"=1") == "" {
		t.Error("a pair without room is visited")
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := trap.Decode(append([]byte(`{"origin":"http://a.test",`), data[len(`{"origin":"",`):]...))
	if err != nil || !slices.Equal(again.Pairs, b.Pairs) || !slices.Equal(again.Lists, b.Lists) || !slices.Equal(again.Choices, b.Choices) {
		t.Errorf("read as other than stored: %v", err)
	}
	if again.Pairs = append(again.Pairs, 1); true {
		if data, err = again.Encode(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := trap.Decode(data); err == nil {
		t.Error("a list that is too long was read")
	}
	t.Logf("%d bytes", len(data))
}
