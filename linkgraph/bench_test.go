package linkgraph

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// BenchmarkApply writes pages of 48 links: 36 form a menu of the site, 8 lead to other pages of
// it, 4 to other sites.
func BenchmarkApply(b *testing.B) { benchmarkApply(b, partition.Partition{}) }

// BenchmarkApplyDivided does so in a folder of one of four partitions: most pages link into others.
func BenchmarkApplyDivided(b *testing.B) { benchmarkApply(b, partition.Partition{Number: 1, Of: 4}) }

func benchmarkApply(b *testing.B, within partition.Partition) {
	kv, err := pebblestore.Open(b.TempDir(), pebblestore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer kv.Close()
	g := New(kv, nil)
	g.Divide(within)
	const perSite, batch = 500, 100
	changes := make([]aranea.EdgeChange, 0, batch)
	n := 0
	for b.Loop() {
		site, page := n/perSite, n%perSite
		root := fmt.Sprintf("http://www.site%d.test/", site)
		c := aranea.EdgeChange{Source: parse(b, fmt.Sprintf("%spages/%d.html", root, page))}
		add := func(u, anchor string) {
			c.Edges = append(c.Edges, aranea.Edge{Target: parse(b, u), Anchor: anchor})
		}
		for i := range 36 {
			add(fmt.Sprintf("%smenu/part-%d.html", root, i), fmt.Sprintf("part %d of the menu", i))
		}
		for i := range 8 {
			add(fmt.Sprintf("%spages/%d.html", root, (page*7+i*31)%perSite), fmt.Sprintf("page number %d", i))
		}
		for i := range 4 {
			add(fmt.Sprintf("http://www.site%d.test/pages/%d.html", (n*13+i*977)%2000, (n*17+i)%perSite), "another site")
		}
		n++
		if changes = append(changes, c); len(changes) == batch {
			if err := g.Apply(b.Context(), changes); err != nil {
				b.Fatal(err)
			}
			changes = changes[:0]
		}
	}
}
