package naming

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/domain"
)

// TestNamesOfManyIndexes: a word names the same sites if these are in several indexes.
func TestNamesOfManyIndexes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ seeds, others int }{
		"one": {0, 1}, "one seed": {1, 0}, "one seed among few": {1, 5}, "one seed among many": {1, 20}, "few seeds": {3, 2},
		"many seeds": {9, 2}, "very many seeds": {40, 0}, "no seed among many": {0, 20}, "nobody": {0, 0}, "as many as may be": {0, domain.MostNamed},
	} {
		urls := append(hosts(tt.seeds, "blog.seed%d.test/"), hosts(tt.others, "blog.other%d.test/")...)
		ask := func(urls ...string) *Asker {
			return &Asker{Memory: &Memory{}, Snap: at(t, func(i int) uint16 {
				if strings.Contains(urls[i], "seed") {
					return 0
				}
				return 1
			}, urls...)}
		}
		want := askedOf(t, ask(append(slices.Clone(urls), "x.test/")...), "blog")
		for parts := range 3 {
			var all []collection.Facts
			for part := range parts + 1 {
				some := []string{"x.test/"}
				for i, u := range urls {
					if i%(parts+1) == part {
						some = append(some, u)
					}
				}
				a := ask(some...)
				a.Local = collection.New()
				if got := askedOf(t, a, "blog"); got != "" {
					t.Errorf("%s: %s before all have told theirs", name, got)
				}
				all = append(all, *a.Local)
			}
			a, sum := ask("x.test/"), collection.Sum(all...)
			if a.Global = &sum; askedOf(t, a, "blog") != want {
				t.Errorf("%s in %d indexes: %s; in one %s", name, parts+1, askedOf(t, a, "blog"), want)
			}
		}
	}
}
