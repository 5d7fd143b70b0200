package collapse

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/versions"
)

// TestOf: each result that stays, by its number, with what it stands for.
func TestOf(t *testing.T) {
	t.Parallel()
	const text, near, other = 0xffff_0000_ffff_0000, 0xffff_0000_ffff_0001, 0x0f0f_0f0f_0f0f_0f0f
	en, _ := analyze.ParseLang("en")
	ru, _ := analyze.ParseLang("ru")
	items := []Item{
		{text, en, 1, 0, 0, 0, 9}, {near, en, 2, 0, 0, 0, 9}, {0, en, 1, 5, 0, 0, 9}, {0, en, 1, 6, 0, 0, 8}, {text, ru, 2, 0, 0, 0, 8}, {other, en, 1, 0, 0, 0, 8}, {other, en, 3, 0, 0, 0, 7},
	}
	for name, c := range map[string]struct {
		o        Options
		want     string
		standing int
	}{
		"as they are":         {Options{}, "[{0 0 []} {1 0 []} {2 0 []} {3 0 []} {4 0 []} {5 0 []} {6 0 []}]", 7},
		"copies are folded":   {Options{Fold: true}, "[{0 1 []} {2 0 []} {3 0 []} {4 0 []} {5 1 []}]", 5},
		"sites are spread":    {Options{PerSite: 1, First: 9}, "[{0 0 []} {1 0 []} {6 0 []} {2 0 []} {3 0 []} {4 0 []} {5 0 []}]", 3},
		"some before others":  {Options{PerSite: 1, First: 9, Whole: 4}, "[{0 0 []} {1 0 []} {2 0 []} {3 0 []} {6 0 []} {4 0 []} {5 0 []}]", 3},
		"the first of them":   {Options{PerSite: 1, First: 4}, "[{0 0 []} {1 0 []} {2 0 []} {3 0 []} {4 0 []} {5 0 []} {6 0 []}]", 3},
		"folded, then spread": {Options{Fold: true, PerSite: 2, First: 9}, "[{0 1 []} {2 0 []} {4 0 []} {3 0 []} {5 1 []}]", 3},
	} {
		if got := fmt.Sprint(Of(items, c.o)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if n, ok := Reach(items, c.o, c.standing+1); ok || n != len(items) {
			t.Errorf("%s: more than %d stand", name, c.standing)
		}
		n, ok := Reach(items, c.o, c.standing)
		if !ok {
			t.Errorf("%s: %d do not stand", name, c.standing)
		}
		if _, ok := Reach(items[:n-1], c.o, c.standing); ok {
			t.Errorf("%s: fewer than %d are enough for %d", name, n, c.standing)
		}
	}
}

// TestVersions: a page stands for its other versions, unless they say something else; pages of another site are
// none, whatever their number.
func TestVersions(t *testing.T) {
	t.Parallel()
	const text, rewritten, other = 0xffff_0000_ffff_0000, 0xffff_0000_ffff_0000 ^ (1<<versionBits - 1), 0x0f0f_0f0f_0f0f_0f0f
	items := []Item{{Sketch: text, Page: 7}, {Page: 7}, {Sketch: rewritten, Page: 7}, {Sketch: other, Page: 7}, {Sketch: rewritten, Page: 7, Site: 1}, {Page: 8}, {Sketch: text, Page: 9}}
	if got, want := fmt.Sprint(Of(items, Options{Fold: true})), "[{0 3 [1 2]} {3 0 []} {4 0 []} {5 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSingleLists: a list of pages stands for another one of its site that has nearly the same text, and for no other.
func TestSingleLists(t *testing.T) {
	t.Parallel()
	const text, alike, other = 0xffff_0000_ffff_0000, 0xffff_0000_ffff_0000 ^ (1<<singleBits - 1), 0xffff_0000_ffff_0000 ^ (1<<(singleBits+1)-1)<<40
	const list = versions.SingleList
	items := []Item{{Sketch: text, Page: list}, {Sketch: alike, Page: list}, {Sketch: alike, Page: list, Site: 1}, {Sketch: alike}, {Sketch: other, Page: list}, {Page: list}, {Page: list}}
	if got, want := fmt.Sprint(Of(items, Options{Fold: true})), "[{0 1 []} {2 1 []} {4 0 []} {5 0 []} {6 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLists: a page of a list stands for the others, whatever they say.
func TestLists(t *testing.T) {
	t.Parallel()
	const list, text, other = 1<<30 | 7, 0xffff_0000_ffff_0000, 0x0f0f_0f0f_0f0f_0f0f
	items := []Item{{Sketch: text, Page: list}, {Sketch: other, Page: list}, {Page: list}, {Sketch: other, Page: list + 1}, {Page: list, Site: 1}}
	if got, want := fmt.Sprint(Of(items, Options{Fold: true})), "[{0 2 [1 2]} {3 0 []} {4 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTranslations: a page stands for its translations on its site, whatever they say, and for the versions of these;
// a version of its own that says something else stays.
func TestTranslations(t *testing.T) {
	t.Parallel()
	const text, other = 0xffff_0000_ffff_0000, 0x0f0f_0f0f_0f0f_0f0f
	items := []Item{
		{Sketch: text, Work: 7, Page: 1}, {Sketch: other, Work: 7, Lang: analyze.De}, {Work: 7, Lang: analyze.Pt, Page: 2}, {Sketch: other, Work: 7, Page: 1},
		{Work: 8}, {Work: 7, Site: 1}, {Work: 7, Lang: analyze.Pt, Page: 2},
	}
	if got, want := fmt.Sprint(Of(items, Options{Fold: true})), "[{0 3 [1 2 6]} {3 0 []} {4 0 []} {5 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n, ok := Reach(items, Options{Fold: true}, 4); !ok || n != 6 {
		t.Errorf("four results reach to %d, %t", n, ok)
	}
}

// TestTranslatedLists: a page of a list that stands for the same page in another language stands for the further pages
// in that language, too.
func TestTranslatedLists(t *testing.T) {
	t.Parallel()
	const english, german, other = 1<<30 | 1, 1<<30 | 2, 1<<30 | 3
	items := []Item{
		{Page: english, Work: 7}, {Page: german, Work: 7, Lang: analyze.De}, {Page: german, Lang: analyze.De}, {Page: english},
		{Page: other, Lang: analyze.De}, {Page: german, Lang: analyze.De, Site: 1}, {Page: 2, Lang: analyze.De},
	}
	if got, want := fmt.Sprint(Of(items, Options{Fold: true})), "[{0 3 [1 3]} {4 0 []} {5 0 []} {6 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for n, want := range []int{1: 1, 2: 5, 3: 6, 4: 7} {
		if got, ok := Reach(items, Options{Fold: true}, n); n > 0 && (!ok || got != want) {
			t.Errorf("%d results reach to %d, %t, not %d", n, got, ok, want)
		}
	}
}

// TestKnownStays: a page is not folded under a better result of a site that is not half as well known;
// further copies are folded under either.
func TestKnownStays(t *testing.T) {
	t.Parallel()
	const text = 0xffff_0000_ffff_0000
	en, _ := analyze.ParseLang("en")
	for name, c := range map[string]struct {
		items []Item
		want  string
	}{
		"a stranger's copy": {[]Item{{text, en, 1, 0, 0, 0, 9}, {text, en, 2, 0, 0, 80, 8}, {text, en, 3, 0, 0, 0, 7}, {text, en, 2, 0, 0, 80, 6}}, "[{0 1 []} {1 1 []}]"},
		"half as known":     {[]Item{{text, en, 1, 0, 0, 40, 9}, {text, en, 2, 0, 0, 80, 8}}, "[{0 1 []}]"},
		"of one site":       {[]Item{{text, en, 1, 0, 0, 0, 9}, {text, en, 1, 0, 0, 80, 8}}, "[{0 1 []}]"},
		"the known first":   {[]Item{{text, en, 1, 0, 0, 80, 9}, {text, en, 2, 0, 0, 0, 8}}, "[{0 1 []}]"},
	} {
		if got := fmt.Sprint(Of(c.items, Options{Fold: true})); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		n, ok := Reach(c.items, Options{Fold: true}, strings.Count(c.want, "} {")+1)
		if !ok || n > len(c.items) {
			t.Errorf("%s: %d, %t", name, n, ok)
		}
	}
}

// TestSpread: results of a site beyond the second come behind those of others that are
// nearly as good, and not behind worse ones.
func TestSpread(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		scores []float64 // those of a site below it, a hundred for each site
		want   string
	}{
		"one site":                {[]float64{9, 8, 7, 6}, "9 8 7 6"},
		"another nearly as good":  {[]float64{20, 19, 16, 15, 112, 111}, "20 19 112 16 15 111"},
		"others that are worse":   {[]float64{20, 19, 16, 15, 111, 110}, "20 19 16 15 111 110"},
		"the last that is as bad": {[]float64{20, 19, 16, 115, 114, 112, 111}, "20 19 115 114 16 112 111"},
		"two that are crowded":    {[]float64{20, 120, 19, 119, 18, 118, 217}, "20 120 19 119 217 18 118"},
		"no words are ranked":     {[]float64{-1, -1, -1, 99, 98, -2}, "-1 -1 99 -1 98 -2"},
		"none":                    {nil, ""},
	} {
		var items []Item
		for _, s := range c.scores {
			site := math.Floor((s + 50) / 100)
			items = append(items, Item{Site: uint32(site), Score: s - 100*site})
		}
		var got []string
		for _, p := range Of(items, Options{PerSite: 2, First: 9}) {
			got = append(got, fmt.Sprint(c.scores[p.At]))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
}
