package sitename

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/weburl"
)

// What makes a word of titles a name of a host.
const (
	leastPages = 10 // with a title; fewer have no custom
	nameShare  = 0.8
	// ownShare is how many of all pages that have the word have it in their titles on the hosts that
	// it names. So "documentation" names none.
	ownShare = 0.5
	// mostNames is how many names a host has, and mostCalled how many sites one word may name:
	// one that names more, as "home" may, tells none of them. mostOfSite is how many hosts of one
	// site it may name: anybody can have any number of hosts on a site of their own.
	mostNames, mostCalled, mostOfSite = 8, 64, 8
	mostLength                        = 64 // bytes of a name
)

// Bounds of the memory for learning.
const (
	mostCounted = 1 << 16 // hosts whose pages are counted, those that come first
	mostHosts   = 1 << 12 // hosts whose names are learned, those with the most pages
	// firstTitles are the titles of a host whose words may become its names, mostWords at either end,
	// if leastFirst of them have the word there.
	firstTitles, leastFirst, mostWords = 4, 2, 8
)

// A Page is what is known of a page for learning. Its language is that of its text.
type Page struct {
	URL, Title string
	Lang       analyze.Lang
}

// A host is what is counted of one.
type host struct {
	pages int
	words map[placed]int // pages by word of their titles
}

// A placed word is a word and where it stands in a title, counted from its beginning, from 0, or from its
// end, from -1. A name stands always at the same place; a word that most pages are about does not.
type placed struct {
	word string
	at   int8
}

// Having returns how many pages have a word, in their titles or elsewhere.
type Having func(word string) (int, error)

// Learn returns the names of the hosts of some pages, which it asks for twice.
func Learn(pages func() iter.Seq2[Page, error], having Having) (*Table, error) {
	hosts, err := count(pages())
	if err != nil {
		return nil, err
	}
	a := analyze.New(1 << 8)
	for p, err := range pages() {
		if err != nil {
			return nil, err
		}
		if h := hosts[hostOf(p.URL)]; h != nil {
			h.add(a, p)
		}
	}
	names := map[string][]string{}
	for word, c := range callings(hosts) {
		pages, err := having(word)
		if err != nil {
			return nil, err
		}
		if len(c.sites) > mostCalled || float64(c.pages) < ownShare*float64(pages) {
			continue // it tells no site
		}
		for _, hosts := range c.sites {
			if len(hosts) > mostOfSite {
				continue
			}
			for _, host := range hosts {
				names[host] = append(names[host], word)
			}
		}
	}
	return newTable(names), nil
}

// A calling is what is called by one word: the hosts by site, and how many of their pages have it in their
// titles.
type calling struct {
	sites map[string][]string
	pages int
}

// callings returns what may be called by each word.
func callings(hosts map[string]*host) map[string]*calling {
	out := map[string]*calling{}
	for name, h := range hosts {
		site := weburl.Origin("http://" + name).Site()
		all, in := h.names()
		for _, word := range all {
			if out[word] == nil {
				out[word] = &calling{sites: map[string][]string{}}
			}
			c := out[word]
			c.sites[site] = append(c.sites[site], name)
			c.pages += in[word]
		}
	}
	return out
}

// count returns the hosts with enough pages that have a title, those with the most.
func count(pages iter.Seq2[Page, error]) (map[string]*host, error) {
	counts := map[string]int{}
	for p, err := range pages {
		if err != nil {
			return nil, err
		}
		name := hostOf(p.URL)
		switch n := counts[name]; {
		case name == "" || p.Title == "":
		case n > 0:
			counts[name] = n + 1
		case len(counts) < mostCounted:
			counts[strings.Clone(name)] = 1
		}
	}
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n < leastPages })
	order := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	hosts := map[string]*host{}
	for _, name := range order[:min(len(order), mostHosts)] {
		hosts[name] = &host{words: map[placed]int{}}
	}
	return hosts, nil
}

// hostOf returns the host in a canonical URL, without its port; "" for one that is an address of
// version 6, which has no name.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	name, _, _ := strings.Cut(rest, "/")
	if strings.HasPrefix(name, "[") {
		return ""
	}
	name, _, _ = strings.Cut(name, ":")
	return name
}

// add counts the words of a page's title.
func (h *host) add(a *analyze.Analyzer, p Page) {
	if p.Title == "" {
		return
	}
	h.pages++
	for word := range wordsOf(a, p) {
		if h.words[word] > 0 || h.pages <= firstTitles {
			h.words[word]++
		}
	}
	if h.pages == firstTitles {
		maps.DeleteFunc(h.words, func(_ placed, n int) bool { return n < leastFirst })
	}
}

// wordsOf returns the words at the end and at the beginning of a title that may be names.
func wordsOf(a *analyze.Analyzer, p Page) map[placed]struct{} {
	words := map[placed]struct{}{}
	all := a.Query(p.Title)
	for i, t := range all {
		if !isName(t, p.Lang) {
			continue
		}
		if i < mostWords {
			words[placed{t.Form, int8(i)}] = struct{}{}
		}
		if end := i - len(all); end >= -mostWords {
			words[placed{t.Form, int8(end)}] = struct{}{}
		}
	}
	return words
}

// isName reports whether a word may be a name: it has letters, two of them at least, and is no stop word.
func isName(t analyze.QueryToken, l analyze.Lang) bool {
	return !t.Unspaced && len(t.Form) <= mostLength && utf8.RuneCountInString(t.Form) > 1 && strings.Trim(t.Form, "0123456789") != "" && !t.IsStop(l) && !t.IsStop(analyze.Und)
}

// names returns the words that most titles of the host have at one place, with how many have them, those
// of the most titles.
func (h *host) names() (all []string, in map[string]int) {
	in = map[string]int{}
	for w, n := range h.words {
		if float64(n) >= nameShare*float64(h.pages) {
			in[w.word] = max(in[w.word], n)
		}
	}
	all = slices.SortedFunc(maps.Keys(in), func(a, b string) int {
		return cmp.Or(cmp.Compare(in[b], in[a]), strings.Compare(a, b))
	})
	return all[:min(len(all), mostNames)], in
}
