package segmentcache_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/segmentcache"
	"github.com/aranea-search/aranea/weburl"
)

// TestColumns: a column is kept while its segment exists and the key is the same; segments in memory have none.
func TestColumns(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	put := func(n int) *index.Snapshot {
		t.Helper()
		u := weburl.MustParse(fmt.Sprintf("http://a.test/%d", n))
		p := &aranea.Page{URL: u, Lang: "en", Text: []byte("silk"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 4}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p}}); err != nil {
			t.Fatal(err)
		}
		snap, err := x.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(snap.Close)
		return snap
	}
	put(1)
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	snap := put(2)
	var m segmentcache.Cache[string, []int, int]
	made := 0
	columns := func(key string) (sum int) {
		for seg, c := range m.Columns(snap, key, func(docs int) []int { made++; return make([]int, docs) }) {
			if (c == nil) != snap.InMemory(seg) || c != nil && len(c) != snap.SegmentDocs(seg) {
				t.Errorf("segment %d, in memory %t: a column of %d", seg, snap.InMemory(seg), len(c))
			}
			for i := range c {
				sum += c[i]
				c[i] = 7
			}
		}
		return sum
	}
	for i, want := range []struct {
		key       string
		sum, made int
	}{{"a", 0, 1}, {"a", 7, 1}, {"b", 0, 2}, {"b", 7, 2}, {"a", 0, 3}} {
		if sum := columns(want.key); sum != want.sum || made != want.made {
			t.Errorf("%d, key %s: %d in columns, %d of which were made; want %+v", i, want.key, sum, made, want)
		}
	}
}
