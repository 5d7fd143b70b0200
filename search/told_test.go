package search

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/collection"
)

// FuzzTold: whatever another node says of words, a search ends, is refused or gives results with scores that
// can be sent on.
func FuzzTold(f *testing.F) {
	w := generated(rand.New(rand.NewPCG(14, 7)), 30)
	s := w.searcher(f, partition.Partition{})
	for _, q := range []string{"e-mail spider web", "Urlaub silk", "craw* wal", "related:" + w.sheets[3].url} {
		facts, err := s.Facts(f.Context(), Request{Query: q})
		if err != nil {
			f.Fatal(err)
		}
		text, err := json.Marshal(facts)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(q, text)
	}
	f.Add("spider", []byte(`{"pages":{"docs":1,"stored":1099511627776,"terms":{"spider":1099511627776}},"named":{"spider":[{"site":"","hosts":["..","a b"]}]},"spelled":{"spider":{"others":[{"text":"*"}],"compounds":[{"text":"\"a"}]}}}`))
	f.Fuzz(func(t *testing.T, q string, text []byte) {
		var facts collection.Facts
		if len(q) > 200 || json.Unmarshal(text, &facts) != nil {
			return
		}
		r := Request{Query: q, Collection: &facts, Limit: 50}
		got, err := s.Search(t.Context(), r)
		if err != nil {
			return
		}
		if _, err := json.Marshal(got); err != nil {
			t.Errorf("%q: %v", q, err)
		}
		if _, err := s.Facts(t.Context(), r); err != nil {
			t.Errorf("%q: facts: %v", q, err)
		}
	})
}
