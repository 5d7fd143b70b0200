package nodes

import (
	"fmt"

	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// lacking says which seeds of other nodes a node lacks, "" if none that matter. Where the scope follows from the
// seeds, all nodes need all of them. Otherwise a seed counts at the node of its site alone.
func lacking(own *seeds.InForce, others []*seeds.InForce) string {
	if !isWhole(own) {
		return ""
	}
	has := map[weburl.URL]bool{}
	for _, u := range own.Seeds {
		has[u] = true
	}
	var lacks []weburl.URL
	for _, o := range others {
		for _, u := range o.Seeds {
			if !has[u] && (followsSeeds(own) || own.Partition.Holds(u.Origin())) {
				has[u], lacks = true, append(lacks, u)
			}
		}
	}
	if len(lacks) == 0 {
		return ""
	}
	return fmt.Sprintf("it lacks %s that other nodes have, such as %s; name them at this node as well, or drop them at the others (aranea delete --data FOLDER --seed URL)", show.Count(len(lacks), "seed"), show.URL(lacks[0].String()))
}

// followsSeeds reports whether the scope of a crawl follows from its seeds.
func followsSeeds(f *seeds.InForce) bool { return f.Scope != scope.Any.String() }

// isWhole reports whether a node tells all of its seeds.
func isWhole(f *seeds.InForce) bool { return f.SeedCount <= len(f.Seeds) }
