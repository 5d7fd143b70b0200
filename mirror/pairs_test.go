package mirror_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// A pairKind is a kind of simulated pair of hosts.
type pairKind struct {
	name    string
	mirrors bool
	number  int
	origins func(i int) (a, b weburl.Origin)
	// page returns the texts of the two hosts at a path; 0 means that there is no such page.
	page func(r *rand.Rand, i int) (a, b byte)
	// redirects is true if the second host answers with redirects to the first; says is true if
	// its robots file names the first.
	redirects, says bool
	// homes is how the two home pages compare; "" means as page says.
	homes mirror.Homes
	pages int
}

func sisters(i int) (a, b weburl.Origin) {
	if i%2 == 0 {
		return weburl.Origin(fmt.Sprintf("https://site%d.test", i)), weburl.Origin(fmt.Sprintf("http://site%d.test", i))
	}
	return weburl.Origin(fmt.Sprintf("http://site%d.test", i)), weburl.Origin(fmt.Sprintf("http://www.site%d.test", i))
}

func subdomains(i int) (a, b weburl.Origin) {
	return weburl.Origin(fmt.Sprintf("http://docs.site%d.test", i)), weburl.Origin(fmt.Sprintf("http://old.site%d.test", i))
}

func languages(i int) (a, b weburl.Origin) {
	return weburl.Origin(fmt.Sprintf("http://de.site%d.test", i)), weburl.Origin(fmt.Sprintf("http://pt-br.site%d.test", i))
}

func strangers(i int) (a, b weburl.Origin) {
	return weburl.Origin(fmt.Sprintf("http://one%d.test", i)), weburl.Origin(fmt.Sprintf("http://other%d.test", i))
}

// Texts of the two hosts at a path: equal, or not.
func equal(*rand.Rand, int) (byte, byte)   { return 1, 1 }
func differs(*rand.Rand, int) (byte, byte) { return 1, 2 }

// equalIn returns pages of which the given percentage is equal.
func equalIn(percent int) func(*rand.Rand, int) (byte, byte) {
	return func(r *rand.Rand, _ int) (byte, byte) {
		if r.IntN(100) < percent {
			return 1, 1
		}
		return 1, 2
	}
}

// kinds describe 330 pairs.
var kinds = []pairKind{
	{name: "sisters", mirrors: true, number: 60, origins: sisters, page: equal, pages: 40},
	{name: "sisters of few pages", mirrors: true, number: 10, origins: sisters, page: equal, pages: 2},
	{name: "sisters, one in fifty pages changes between the visits", mirrors: true, number: 20, origins: sisters, page: equalIn(98), pages: 40},
	{name: "redirects", mirrors: true, number: 20, origins: sisters, redirects: true, page: equal, pages: 20},
	{name: "hosts of one site", mirrors: true, number: 20, origins: subdomains, page: equal, pages: 40},
	{name: "strangers with a Host line", mirrors: true, number: 20, origins: strangers, page: equal, says: true, pages: 40},
	{name: "full copies on two sites", mirrors: true, number: 20, origins: strangers, page: equal, pages: 60},
	{name: "near copies: a fifth is newer", number: 30, origins: subdomains, page: equalIn(80), pages: 40},
	{name: "near copies with a Host line", number: 10, origins: strangers, page: equalIn(70), says: true, pages: 40},
	{name: "sisters with other pages", number: 20, origins: sisters, page: differs, pages: 40},
	{name: "shared hosting: one page for all names", number: 20, origins: strangers, pages: 3, page: equal},
	{name: "decoys: the manual of one program on two sites", number: 20, origins: strangers, pages: 60, page: func(_ *rand.Rand, i int) (byte, byte) {
		if i < 10 {
			return 1, 1 // the manual is first
		}
		return byte(1), byte(0) // the rest is on only one of them
	}},
	{name: "decoys with a Host line", number: 20, origins: strangers, page: differs, says: true, pages: 40},
	{name: "one page in two languages", number: 10, origins: subdomains, page: differs, pages: 40},
	{name: "a manual that is hardly translated", number: 15, origins: languages, page: equalIn(97), homes: mirror.HomesSame, pages: 60},
	{name: "likewise, under other names, with a home page each", number: 15, origins: subdomains, page: equalIn(97), homes: mirror.HomesDiffer, pages: 60},
}

// visitPair visits both hosts in turn, path by path, and returns whether they were joined at the
// end.
func visitPair(r *rand.Rand, k *pairKind, n int) bool {
	oa, ob := k.origins(n)
	a, b := &mirror.Record{Origin: oa}, &mirror.Record{Origin: ob}
	if k.says {
		b.SawHost(oa)
		a.Watch(ob)
	}
	for i := range k.pages {
		path := fmt.Sprintf("/%d", i)
		if i == 0 {
			path = "/"
		}
		x, y := k.page(r, i)
		if strings.HasPrefix(k.name, "shared") {
			i = 0 // the same text everywhere
		}
		switch print := (aranea.Fingerprint{byte(i), byte(i >> 8), 7, x}); {
		case k.redirects:
			b.SawRedirect(oa, path, true)
			a.Watch(ob)
			a.Pages++
		case a.Other(ob) == nil && (x != y || x == 0):
			// Nothing compares the two yet.
		default:
			b.Pages++
			if b.SawText(oa, path, print, x == y) {
				a.Watch(ob)
			}
			if path == "/" {
				b.SawHomes(oa, homesOf(k, x == y))
			}
		}
		if len(mirror.Groups([]*mirror.Record{a, b})) == 1 {
			return true // the other host is no longer visited
		}
	}
	return false
}

// homesOf returns how the home pages of a pair compare.
func homesOf(k *pairKind, same bool) mirror.Homes {
	switch {
	case k.homes != "":
		return k.homes
	case same:
		return mirror.HomesSame
	}
	return mirror.HomesDiffer
}

// TestPairs runs 330 simulated pairs of hosts: of the pairs that are joined, at least 98 in 100
// must be mirrors. docs/mirrors.md has the table.
func TestPairs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 9))
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "pairs\tmirrors\tnumber\tglued")
	var pairs, right, wrong, all int
	for _, k := range kinds {
		glued := 0
		for n := range k.number {
			if visitPair(r, &k, n) {
				glued++
			}
		}
		pairs += k.number
		if k.mirrors {
			right, all = right+glued, all+k.number
		} else {
			wrong += glued
		}
		fmt.Fprintf(w, "%s\t%t\t%d\t%d\n", k.name, k.mirrors, k.number, glued)
	}
	_ = w.Flush() // to a string
	precision, recall := float64(right)/float64(right+wrong), float64(right)/float64(all)
	t.Logf("precision %.3f, recall %.3f\n%s", precision, recall, table.String())
	page, err := os.ReadFile("../docs/mirrors.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), strings.TrimSpace(table.String())) {
		t.Errorf("docs/mirrors.md shows another table than\n%s", table.String())
	}
	if pairs != 330 || precision < 0.98 || recall < 0.85 {
		t.Errorf("%d pairs: precision %.3f, recall %.3f\n%s", pairs, precision, recall, table.String())
	}
}
