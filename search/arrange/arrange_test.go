package arrange

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestOf: each result that stays, by its number, with what it stands for.
func TestOf(t *testing.T) {
	t.Parallel()
	const text, near, other = 0xffff_0000_ffff_0000, 0xffff_0000_ffff_0001, 0x0f0f_0f0f_0f0f_0f0f
	en, _ := analyze.ParseLang("en")
	ru, _ := analyze.ParseLang("ru")
	items := []Item{
		{text, en, 1}, {near, en, 2}, {0, en, 1}, {0, en, 1}, {text, ru, 2}, {other, en, 1}, {other, en, 3},
	}
	for name, c := range map[string]struct {
		o        Options
		want     string
		standing int
	}{
		"as they are":         {Options{}, "[{0 0} {1 0} {2 0} {3 0} {4 0} {5 0} {6 0}]", 7},
		"copies are folded":   {Options{Fold: true}, "[{0 1} {2 0} {3 0} {4 0} {5 1}]", 5},
		"sites are spread":    {Options{PerSite: 1, First: 9}, "[{0 0} {1 0} {6 0} {2 0} {3 0} {4 0} {5 0}]", 3},
		"some before others":  {Options{PerSite: 1, First: 9, Whole: 4}, "[{0 0} {1 0} {2 0} {3 0} {6 0} {4 0} {5 0}]", 3},
		"the first of them":   {Options{PerSite: 1, First: 4}, "[{0 0} {1 0} {2 0} {3 0} {4 0} {5 0} {6 0}]", 3},
		"folded, then spread": {Options{Fold: true, PerSite: 2, First: 9}, "[{0 1} {2 0} {4 0} {3 0} {5 1}]", 3},
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
