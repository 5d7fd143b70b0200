package searchtest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
)

// A life is a random one: changes, questions, and ends of the process. Beside the index
// Naive is told the same.
type life struct {
	*hand

	rnd   *rand.Rand
	naive *Naive
}

func newLife(h *hand, rnd *rand.Rand) *life { return &life{h, rnd, NewNaive()} }

// Bounds of a life.
const (
	lifeSteps = 60
	lifePages = 40 // URLs
	lifeWords = 12 // of the vocabulary
)

func (l *life) run() {
	for range lifeSteps {
		switch l.rnd.IntN(8) {
		case 0:
			l.reopen()
		case 1, 2, 3:
			l.change()
		default:
			l.ask()
		}
		if l.Failed() {
			return
		}
	}
	l.same()
}

// word is its own stem, and no stop word.
func (l *life) word() string { return fmt.Sprintf("zq%cx", 'a'+rune(l.rnd.IntN(lifeWords))) }

func (l *life) text() string {
	out := make([]string, 1+l.rnd.IntN(8))
	for i := range out {
		out[i] = l.word()
	}
	return strings.Join(out, " ")
}

func (l *life) url() string {
	n := l.rnd.IntN(lifePages)
	return fmt.Sprintf("%s.h%d.test/%s%d", []string{"www", "docs"}[n%2], n%5, []string{"", "a/", "a/b/"}[n%3], n)
}

// change applies random changes.
func (l *life) change() {
	var changes []aranea.IndexChange
	for range 1 + l.rnd.IntN(12) {
		switch u := l.url(); l.rnd.IntN(10) {
		case 0:
			changes = append(changes, drop(l, u))
		case 1:
			changes = append(changes, hide(l, u))
		case 2:
			changes = append(changes, show(l, u))
		default:
			c := at(l.rnd.IntN(100), put(l, u, "title:"+l.text(), "menu:"+l.text(), "text:"+l.text(), "item:"+l.text(), "h2:"+l.text()))
			if l.rnd.IntN(3) == 0 {
				c = on(l, fmt.Sprintf("20%02d-05-31", 10+l.rnd.IntN(15)), c)
			}
			changes = append(changes, of([]string{"html", "pdf"}[l.rnd.IntN(2)], c))
		}
	}
	l.apply(changes...)
	if err := l.naive.Apply(l.Context(), changes); err != nil {
		l.Fatal(err)
	}
}

// clause draws a word, a phrase or an operator.
func (l *life) clause() string {
	switch l.rnd.IntN(12) {
	case 0:
		return fmt.Sprintf(`"%s %s"`, l.word(), l.word())
	case 1:
		return fmt.Sprintf(`"%s %s"~%d`, l.word(), l.word(), 1+l.rnd.IntN(4))
	case 2:
		return "intitle:" + l.word()
	case 3:
		return "inheading:" + l.word()
	case 4:
		return "inbody:" + l.word()
	case 5:
		return fmt.Sprintf("site:h%d.test%s", l.rnd.IntN(5), []string{"", "/a", "/a/b/"}[l.rnd.IntN(3)])
	case 6:
		return fmt.Sprintf("%s:20%02d", []string{"before", "after"}[l.rnd.IntN(2)], 10+l.rnd.IntN(18))
	case 7:
		return fmt.Sprintf("(%s OR %s)", l.word(), l.word())
	case 8:
		return "filetype:pdf"
	}
	return l.word()
}

// ask compares what a random query finds.
func (l *life) ask() {
	q := l.clause()
	for range l.rnd.IntN(3) {
		q += []string{" ", " ", " -", " OR "}[l.rnd.IntN(4)] + l.clause()
	}
	var want []string
	for _, p := range l.naive.matching(query.Parse(q), nil) {
		want = append(want, strings.TrimPrefix(p.URL, "http://"))
	}
	slices.Sort(want)
	l.finds(q, strings.Join(want, " "))
}

// same compares what is known of every page.
func (l *life) same() {
	n, err := l.naive.Docs(l.Context())
	if err != nil {
		l.Fatal(err)
	}
	l.docs(n)
	for id, p := range maps.Clone(l.naive.pages) {
		if !l.x.Has(id) || l.x.Hidden(id) != p.hidden || l.x.Later(id, p.FetchedAt) {
			l.Errorf("%s: in the index %v, hidden %v (want %v)", p.URL, l.x.Has(id), l.x.Hidden(id), p.hidden)
		}
	}
	if r := l.search(search.Request{Query: "filetype:html OR filetype:pdf", ExactTotal: true}); r.Total != n {
		l.Errorf("%d pages, want %d", r.Total, n)
	}
}
