package facet_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// BenchmarkOwn counts 20,000 pages of one segment, without own facets, with a few values, and with
// as many as are counted.
func BenchmarkOwn(b *testing.B) {
	for _, values := range []int{0, 5, 256} {
		b.Run(fmt.Sprint(values), func(b *testing.B) {
			x, err := index.Open(b.TempDir(), index.Options{Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer x.Close() //nolint:errcheck // of a benchmark
			const pages = 20_000
			var changes []aranea.IndexChange
			for i := range pages {
				p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d", i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
				if values > 0 {
					p.Facets = []aranea.Facet{{Name: "version", Value: fmt.Sprint(i * 7919 % values)}}
				}
				changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
			}
			if err := x.Apply(b.Context(), changes); err != nil {
				b.Fatal(err)
			}
			if err := x.Flush(); err != nil {
				b.Fatal(err)
			}
			snap, err := x.Snapshot()
			if err != nil {
				b.Fatal(err)
			}
			defer snap.Close()
			for b.Loop() {
				c := facet.New(snap)
				c.Begin(0)
				for doc := range uint32(pages) {
					c.Add(doc)
				}
				if _, err := c.Facets(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
