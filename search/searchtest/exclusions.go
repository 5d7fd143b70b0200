package searchtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
)

// menus: what a page has only in the template of its site does not exclude it, and is found.
func menus(h *hand) {
	h.apply(
		put(h, "a.test/1", "title:red", "menu:blue whales", "text:green", "footer:black"),
		put(h, "a.test/2", "title:red", "menu:blue whales", "text:blue green", "footer:black"),
		put(h, "a.test/3", "menu:blue whales", "ad:white", "text:red whale", "h2:blue"),
		put(h, "a.test/4", "title:blue whales", "text:red", "menu:green"),
	)
	h.finds("red blue", "a.test/1 a.test/2 a.test/3 a.test/4")
	h.finds("red -blue", "a.test/1")
	h.finds("red -whale", "a.test/1 a.test/2")
	h.finds("red -whales", "a.test/1 a.test/2")
	h.finds(`red -"whale"`, "a.test/1 a.test/2 a.test/4")
	h.finds(`red -"blue whales"`, "a.test/1 a.test/2 a.test/3")
	h.finds(`red -"whales blue"~1`, "a.test/1 a.test/2 a.test/3")
	h.finds("red -whal*", "a.test/1 a.test/2")
	h.finds("red -black -white", "a.test/1 a.test/2 a.test/3 a.test/4")
	h.finds("red -(blue OR green)", "")
	h.finds("red -(black OR green)", "a.test/3 a.test/4")
	h.finds("red -(green black)", "a.test/1 a.test/2 a.test/3 a.test/4")
	h.finds("(red -blue) OR inheading:blue", "a.test/1 a.test/3")
	h.finds("red -(whale -blue)", "a.test/1 a.test/2 a.test/3 a.test/4")
	h.finds("red -intitle:blue", "a.test/1 a.test/2 a.test/3")
	h.finds("red -inbody:blue", "a.test/4") // an operator looks where it says
	h.finds("red -site:a.test", "")
	h.finds("red inbody:green -blue", "a.test/1")
}

// exclusionsAtRandom compares exclusions on pages with menus with a scan of every page. There are
// enough pages for lists of several blocks, and words have several forms.
func exclusionsAtRandom(h *hand) {
	rnd, naive := rand.New(rand.NewPCG(5, 23)), NewNaive()
	stems := []string{"crawl", "index", "robot", "silk", "link", "walk"}
	some := func(n int) string {
		var out []string
		for range n {
			out = append(out, stems[int(float64(len(stems))*rnd.Float64()*rnd.Float64())]+[]string{"", "s", "ed", "ing"}[rnd.IntN(4)])
		}
		return strings.Join(out, " ")
	}
	var changes []aranea.IndexChange
	for i := range 150 {
		c := put(h, fmt.Sprintf("h%d.test/%d", i%3, i), "title:"+some(rnd.IntN(2)), "menu:"+some(rnd.IntN(4)), "menu:"+some(rnd.IntN(30)/20*9),
			"text:"+some(rnd.IntN(4))+strings.Repeat(" stone", max(0, rnd.IntN(3000)-2930)*15), "footer:"+some(rnd.IntN(2)))
		for _, e := range slices.Clone(c.Page.Elements) {
			for range rnd.IntN(4) { // in bold, several times over
				c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementBold, Start: e.Start, End: e.End})
			}
		}
		changes = append(changes, c)
	}
	for part := range slices.Chunk(changes, 100) {
		h.apply(part...)
	}
	if err := naive.Apply(h.Context(), changes); err != nil {
		h.Fatal(err)
	}
	clause := func() string {
		return []string{some(1), some(1), some(1), `"` + some(2) + `"`, `"` + some(1) + `"`, stems[rnd.IntN(6)][:3] + "*", "(" + some(1) + " OR " + some(1) + ")", "inbody:" + some(1)}[rnd.IntN(8)]
	}
	for range 10 {
		q := clause() + " -" + clause()
		for range rnd.IntN(3) {
			q += []string{" ", " -", " OR "}[rnd.IntN(3)] + clause()
		}
		h.findsTotal(q, len(naive.matching(query.Parse(q), nil)))
	}
}

// findsTotal expects how many pages a query finds, by date and by relevance.
func (h *hand) findsTotal(q string, want int) {
	h.Helper()
	for _, sort := range []string{all(q).Sort, ""} {
		r := all(q)
		r.Sort = sort
		if a := h.search(r); a.Total-a.Some != want {
			h.Errorf("%s finds %d pages in order %q, want %d", q, a.Total-a.Some, sort, want)
		}
	}
}
