package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search/signals"
)

// TestPruningShowsTheSame: what is shown is the same whether pages that cannot be
// among it are passed over or all are counted, titles of all lengths among them.
func TestPruningShowsTheSame(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 9))
	word := func() string { return fmt.Sprintf("zq%dx", int(40*rnd.Float64()*rnd.Float64())) }
	some := func(n int) string {
		var text []string
		for range n {
			text = append(text, word())
		}
		return strings.Join(text, " ")
	}
	var sheets []sheet
	for i := range 5000 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://zq%dx.test/%d", i%7, i), "en", some(rnd.IntN(12)), some(1 + rnd.IntN(40))}) // words name the sites
	}
	s := build(t, sheets...)
	// Links between pages by chance: the static rank may move any of them.
	var all []string
	chance := rand.New(rand.NewPCG(7, 10))
	links := map[string][]string{}
	for _, x := range sheets {
		all = append(all, x.url)
		links[x.url] = []string{sheets[int(5000*chance.Float64()*chance.Float64())].url, sheets[chance.IntN(50)].url}
	}
	ranked := ranks(t, all, links)
	tables := ranked()
	tables.Versions = anyVersions(t, all, 4)
	versioned := func() signals.Tables { return tables }
	pruned := 0
	for n := range 300 {
		q := []string{word(), some(2), some(3), word() + " OR " + word() + " OR " + word(), word() + " -" + word(),
			`"` + some(2) + `" OR ` + word(), word() + " (" + word() + " OR -" + word() + ")"}[n%7]
		if n == 0 {
			q = "zq9x OR zq6x OR zq33x" // once the best of the first stage pushed others out that the second would have shown
		}
		r := Request{Query: q, NoSnippets: true, MaxPerSite: n % 3}
		s.opt.Signals = []func() signals.Tables{nil, ranked, versioned}[n/7%3]
		few, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		r.ExactTotal = true
		all, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b Result) bool { return a.URL == b.URL && a.Score == b.Score }
		if !slices.EqualFunc(all.Results, few.Results, same) {
			t.Errorf("%s, %d of a site: other results when pages are passed over", q, r.MaxPerSite)
		}
		if all.More || few.Total > all.Total || !few.More && few.Total != all.Total {
			t.Errorf("%s: total %d, more %t, of %d", q, few.Total, few.More, all.Total)
		}
		if few.More {
			pruned++
		}
	}
	if pruned < 30 {
		t.Errorf("%d queries passed pages over: too few to say anything", pruned)
	}
}
