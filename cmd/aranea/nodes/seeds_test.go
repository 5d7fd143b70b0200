package nodes

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/weburl"
)

// TestSeeds checks which differences of seeds are told: those by which something is visited that would not be
// otherwise, or not visited, and no others, in whatever order they were named.
func TestSeeds(t *testing.T) {
	t.Parallel()
	part := func(n int) partition.Partition { return partition.Partition{Number: n, Of: 2} }
	one, other := partitiontest.Site(t, part(1), 0), partitiontest.Site(t, part(2), 0)
	second := partitiontest.Site(t, part(1), 1)
	all := func(urls ...weburl.URL) []weburl.URL { return urls }
	for _, tt := range []struct {
		name, scope  string
		first, node2 []weburl.URL
		more         int // seeds of the second node that it does not tell
		want         [2]string
	}{
		{"the same in another order", "host", all(one, other), all(other, one), 0, [2]string{}},
		{"one lacks some", "host", all(one, other, second), all(other), 0, [2]string{"", "it lacks 2 seeds that other nodes have, such as " + one.String()}},
		{"each lacks one", "site", all(one), all(other), 0, [2]string{"it lacks 1 seed that", "it lacks 1 seed that"}},
		{"each has its own, anywhere", "any", all(one), all(other), 0, [2]string{}},
		{"at the wrong node, anywhere", "any", all(other), all(one, second), 0, [2]string{"it lacks 2 seeds", "it lacks 1 seed "}},
		{"more than are told", "host", all(one, other), all(one, other), 7, [2]string{"", "other settings (seed_count) than node 1"}},
		{"more than are told, anywhere", "any", all(one, other), all(one), 7, [2]string{}},
	} {
		states := make([]state, 2)
		for i, urls := range [][]weburl.URL{tt.first, tt.node2} {
			states[i] = state{Node: i + 1, inForce: &seeds.InForce{Scope: tt.scope, Seeds: urls, SeedCount: len(urls) + i*tt.more, Partition: part(i + 1)}}
		}
		compare(states)
		for i, want := range tt.want {
			if got := states[i].Fault; !strings.Contains(got, want) || (got == "") != (want == "") {
				t.Errorf("%s, node %d: %q, want %q", tt.name, i+1, got, want)
			}
		}
	}
}
