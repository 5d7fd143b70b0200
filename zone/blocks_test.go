package zone

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBlocks compares the counts of texts with a map.
func TestBlocks(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	var p Profile
	want := map[uint32]block{}
	for range 200 {
		page := map[uint32]block{}
		for range rnd.IntN(20) {
			b := block{hash: rnd.Uint32N(300), path: rnd.Uint32(), pages: 1, text: rnd.Uint32N(100), links: rnd.Uint32N(100)}
			page[b.hash] = b
		}
		found := slices.SortedFunc(maps.Values(page), func(a, b block) int { return cmp.Compare(a.hash, b.hash) })
		for _, b := range found {
			old := want[b.hash]
			want[b.hash] = block{b.hash, b.path, old.pages + 1, old.text + b.text, old.links + b.links}
		}
		p.addBlocks(found)
		if sorted := slices.SortedFunc(maps.Values(want), func(a, b block) int { return cmp.Compare(a.hash, b.hash) }); !slices.Equal(p.blocks, sorted) {
			t.Fatalf("%v, want %v", p.blocks, sorted)
		}
	}
}
