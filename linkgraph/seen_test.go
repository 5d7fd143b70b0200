package linkgraph

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

// A readCount counts the records that are looked up.
type readCount struct {
	store.KV
	gets int
}

func (r *readCount) Get(key []byte) ([]byte, error) {
	r.gets++
	return r.KV.Get(key)
}

// TestSeen checks that links are the same for who has seen their pages, whose records are read once.
func TestSeen(t *testing.T) {
	t.Parallel()
	kv := &readCount{KV: memstore.New()}
	g := New(kv, nil)
	apply(t, g, page(t, "http://a.test/", "http://a.test/1", "http://a.test/2"), page(t, "http://a.test/b", "http://a.test/1", "http://a.test/2"))
	seen := &Seen{}
	for i, target := range []string{"http://a.test/1", "http://a.test/2", "http://a.test/1"} {
		var got [2][]Link
		kv.gets = 0
		for j, s := range []*Seen{seen, nil} {
			for l, err := range g.AnyLinksTo(t.Context(), parse(t, target), s) {
				if err != nil {
					t.Fatal(err)
				}
				got[j] = append(got[j], l)
			}
		}
		if want := 2 + 2*max(0, 1-i); kv.gets != want || len(got[0]) != 2 || !slices.Equal(got[0], got[1]) {
			t.Errorf("%s: %d look-ups, want %d; %v and %v", target, kv.gets, want, got[0], got[1])
		}
	}
}
