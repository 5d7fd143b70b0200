package searchtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/sorting"
)

func ranges(h *hand) {
	h.apply(
		with(put(h, "a.test/1", "text:silk"), "price=9.99", "colour=red"), with(put(h, "a.test/2", "text:silk"), "price=10", "released=2024-01-31"),
		with(put(h, "a.test/3", "text:silk"), "price=€19,90", "Price=200", "released=2024"), with(put(h, "a.test/4", "text:steel"), "price=1,299.00", "released=2023-12-31T10:00:00Z"),
		with(put(h, "a.test/5", "text:silk"), "price=on request", "price=10..20", "prices=15"), with(put(h, "a.test/6", "text:silk"), "price=-5", "released=2024-06"),
	)
	h.finds("facet:price=10..20", "a.test/2 a.test/3")
	h.finds("facet:PRICE=10..", "a.test/2 a.test/3 a.test/4")
	h.finds("facet:price=..10", "a.test/1 a.test/2 a.test/6")
	h.finds("facet:price=-10..0", "a.test/6")
	h.finds("facet:price=9.985..9.995", "a.test/1")
	h.finds("facet:price=5000..", "")
	h.finds(`facet:price="10..20"`, "a.test/5")
	h.finds("silk -facet:price=10..20", "a.test/1 a.test/5 a.test/6")
	h.finds("silk -facet:price=10.. -facet:price=..0", "a.test/1 a.test/5")
	h.finds("silk facet:price=..10 facet:released=2024..", "a.test/2 a.test/6")
	h.finds("facet:price=..0 OR facet:price=1000..", "a.test/4 a.test/6")
	h.finds("facet:released=2024..2024", "a.test/2 a.test/3 a.test/6")
	h.finds("facet:released=2024-01-01..2024-01-31", "a.test/2 a.test/3")
	h.finds("facet:released=..2023", "a.test/4")
	h.finds("facet:released=2024-06-01..", "a.test/6")
	h.finds("facet:colour=1..2", "")
	h.apply(drop(h, "a.test/2"), hide(h, "a.test/6"))
	h.finds("facet:price=-10..20", "a.test/1 a.test/3")
	h.reopen()
	h.finds("facet:price=-10..20", "a.test/1 a.test/3")
}

// stock puts that many pages with prices and dates, of which some have none, several, or something else,
// and tells Naive as well. There are enough for lists of several blocks.
func (h *hand) stock(rnd *rand.Rand, naive *Naive, pages int) {
	h.Helper()
	var changes []aranea.IndexChange
	for i := range pages {
		c := put(h, fmt.Sprintf("h%d.test/%03d", i%5, i), fmt.Sprintf("text:silk word%d", rnd.IntN(4)))
		for range rnd.IntN(3) {
			price := float64(rnd.IntN(200)-20) / 4
			c = with(c, []string{fmt.Sprintf("price=%.2f", price), fmt.Sprintf("price=%g €", price), fmt.Sprintf("price=EUR %.2f", price), "price=sold"}[rnd.IntN(4)])
		}
		if rnd.IntN(3) > 0 {
			c = with(c, fmt.Sprintf("released=20%02d-%02d-%02d", 10+rnd.IntN(15), 1+rnd.IntN(12), 1+rnd.IntN(28))[:len("released=2024")+[]int{0, 3, 6}[rnd.IntN(3)]])
		}
		changes = append(changes, c)
	}
	for part := range slices.Chunk(changes, 150) {
		h.apply(part...)
	}
	if err := naive.Apply(h.Context(), changes); err != nil {
		h.Fatal(err)
	}
}

// rangesAtRandom compares ranges with a scan of every page.
func rangesAtRandom(h *hand) {
	rnd, naive := rand.New(rand.NewPCG(6, 29)), NewNaive()
	h.stock(rnd, naive, 400)
	clause := func() string {
		low, year := rnd.IntN(50)-5, 2010+rnd.IntN(15)
		return []string{
			fmt.Sprintf("facet:price=%d..%d", low, low+rnd.IntN(20)), fmt.Sprintf("facet:price=%d.5..", low), fmt.Sprintf("facet:price=..%d", low),
			fmt.Sprintf("facet:released=%d..%d", year, year+rnd.IntN(4)), fmt.Sprintf("facet:released=%d-%02d..", year, 1+rnd.IntN(12)), fmt.Sprintf("facet:released=..%d-05-10", year),
			fmt.Sprintf("word%d", rnd.IntN(4)), fmt.Sprintf("facet:released=%d", year),
		}[rnd.IntN(8)]
	}
	for range 60 {
		q := clause()
		for range rnd.IntN(3) {
			q += []string{" ", " -", " OR ", " -facet:price=0..1 "}[rnd.IntN(4)] + clause()
		}
		h.findsTotal(q, len(naive.matching(query.Parse(q), nil)))
	}
}

func orders(h *hand) {
	h.apply(
		with(put(h, "a.test/1", "text:silk"), "price=9.99", "colour=red"), with(put(h, "a.test/2", "text:silk"), "price=-3", "released=2024-01-31"),
		with(put(h, "a.test/3", "text:silk"), "price=€19,90", "Price=200", "released=2024"), with(put(h, "a.test/4", "text:silk"), "price=1,299.00", "released=2023-12-31T10:00:00Z"),
		with(put(h, "a.test/5", "text:silk"), "price=on request", "released=2024-06"), with(put(h, "a.test/6", "text:steel"), "price=1"),
	)
	for sort, want := range map[string]string{
		"price": "2 1 3 4 5", "-price": "4 3 1 2 5", "Price": "2 1 3 4 5", "released": "4 3 2 5 1", "-released": "5 2 3 4 1",
	} {
		r := h.search(search.Request{Query: "silk wool", Sort: sort, Copies: true})
		if r.Total != 0 {
			h.Errorf("%s: %q with some of the words", sort, urlsOf(r))
		}
		r = h.search(search.Request{Query: "silk", Sort: sort, Copies: true, MaxPerSite: 1})
		got := strings.ReplaceAll(strings.Join(urlsOf(r), " "), "a.test/", "")
		if got != want || r.Total != 5 || r.More || len(r.Hints) > 0 {
			h.Errorf("by %s: %s, in all %d, %q; want %s", sort, got, r.Total, r.Hints, want)
		}
	}
}

// ordersAtRandom compares orders with a scan of every page, and reads them page by page.
func ordersAtRandom(h *hand) {
	rnd, naive := rand.New(rand.NewPCG(7, 31)), NewNaive()
	h.stock(rnd, naive, 400)
	for _, q := range []string{"silk", "word1 OR word2", "silk facet:price=5..30", "silk -word3 -facet:released=2015..", "site:h3.test"} {
		for _, sort := range []string{"price", "-price", "released", "-released"} {
			by, err := sorting.Parse(sort)
			if err != nil {
				h.Fatal(err)
			}
			score, want := map[string]float64{}, []float64{}
			for _, p := range naive.matching(query.Parse(q), nil) {
				at := p.sortedBy(by)
				score[strings.TrimPrefix(p.URL, "http://")] = at
				want = append(want, at)
			}
			slices.SortFunc(want, func(a, b float64) int { return cmp.Compare(b, a) })
			check := func(name string, urls []string, most int) {
				got := []float64{}
				for _, u := range urls {
					got = append(got, score[u])
				}
				if len(distinct(urls)) != len(urls) || !slices.Equal(got, want[:min(most, len(want))]) {
					h.Errorf("%s by %s, %s: %d pages with the scores %v, want %v", q, sort, name, len(urls), got, want)
				}
			}
			r := search.Request{Query: q, Sort: sort, Limit: search.MaxLimit, Copies: true, NoSnippets: true}
			check("at once", urlsOf(h.search(r)), search.MaxLimit)
			r.Limit = 37
			check("by cursors", h.walk(r, func(int) {}), len(want))
		}
	}
}
