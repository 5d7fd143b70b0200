package answer

import (
	"fmt"
	"iter"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// TestVersionsOnce: of each other version one page is named, not its source as well, and nothing of the version that
// is shown.
func TestVersionsOnce(t *testing.T) {
	t.Parallel()
	var pages []versions.Page
	var changes []aranea.IndexChange
	for i := range 18 {
		pages = append(pages, versions.Page{URL: fmt.Sprintf("http://a.test/%d.0/page%d", i%3+1, i/3), Sketch: uint64(i/3+1) * 0x9e37_79b9_7f4a_7c15})
	}
	pages = append(pages, versions.Page{URL: "http://a.test/3.0/page0.md"}, versions.Page{URL: "http://a.test/1.0/page0.md"})
	for i, p := range pages {
		u := weburl.MustParse(p.URL)
		pages[i].Key = rank.KeyOf(u.ID())
		page := &aranea.Page{URL: u, Text: []byte("word\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 4}}}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: page})
	}
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	snap, err := x.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	learned, err := versions.Learn(func() iter.Seq2[versions.Page, error] {
		return func(yield func(versions.Page, error) bool) {
			for i := 0; i < len(pages) && yield(pages[i], nil); i++ {
			}
		}
	}, func() iter.Seq2[versions.Choice, error] { return func(func(versions.Choice, error) bool) {} })
	if err != nil {
		t.Fatal(err)
	}
	spot := func(i int) contest.Spot {
		seg, doc, _ := snap.Lookup(weburl.MustParse(pages[i].URL).ID())
		return contest.Spot{Seg: seg, Doc: doc}
	}
	var m signals.Cache
	f := &Fold{Snap: snap, Ranks: m.Of(snap, signals.Tables{Versions: learned}), At: spot(2)}
	for _, i := range []int{0, 1, 18, 19} {
		f.Pages = append(f.Pages, spot(i))
	}
	r := &Result{URL: weburl.MustParse(pages[2].URL)}
	if err := r.Under(f); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(r.Versions), "[{2.0 http://a.test/2.0/page0} {1.0 http://a.test/1.0/page0}]"; got != want {
		t.Errorf("other versions: %s, want %s", got, want)
	}
}
