package sitename

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/linkgraph/rank"
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
	mostWords   = 8       // words at either end of a title that are looked at
)

// A Page is what is known of a page for learning. Its language is that of its text.
type Page struct {
	URL, Title string
	Key        rank.Key
	Words      int // positions of the title in the index
	Lang       analyze.Lang
}

// A host is what is known of one: for each place of a title, counted from its beginning and from its end, the word that
// most of its titles may have there. A name stands always at the same place; a word that most pages are about does not.
type host struct {
	pages       int // with a title
	front, back [mostWords]candidate
}

// A candidate is the word that more than half of the titles of a host have at one place, if one is. The vote is that of
// Boyer and Moore (MJRTY, 1981): with no more memory than for one word, it is right if there is one.
type candidate struct {
	word         string
	votes        int
	pages, named int // with the word there, as counted afterwards, and those where it may be a name
}

// Having returns how many pages have a word, in their titles or elsewhere.
type Having func(word string) (int, error)

// Learn returns the names of the hosts of some pages, and what of the pages' titles is that of their sites. It asks
// for the pages four times.
func Learn(pages func() iter.Seq2[Page, error], having Having) (*Table, error) {
	hosts, err := count(pages())
	if err != nil {
		return nil, err
	}
	a := analyze.New(1 << 8)
	each := func(do func(h *host, p Page, title []analyze.QueryToken)) {
		for p, perr := range pages() {
			if err = cmp.Or(err, perr); err != nil {
				return
			}
			if h := hosts[hostOf(p.URL)]; h != nil && p.Title != "" {
				do(h, p, a.Query(p.Title))
			}
		}
	}
	each(func(h *host, _ Page, title []analyze.QueryToken) {
		h.places(title, func(c *candidate, word analyze.QueryToken) { c.vote(word.Form) })
	})
	each(func(h *host, p Page, title []analyze.QueryToken) {
		h.pages++
		h.places(title, func(c *candidate, word analyze.QueryToken) { c.count(word, p.Lang) })
	})
	titled := 0
	for _, h := range hosts {
		titled += h.pages
	}
	all := make([]affixed, 0, titled)
	each(func(h *host, p Page, title []analyze.QueryToken) {
		if affix := h.affix(title, p.Words); affix != (Affix{}) {
			all = append(all, affixed{p.Key, affix})
		}
	})
	if err != nil {
		return nil, err
	}
	names, err := namesOf(hosts, having)
	return newTable(names, all), err
}

// namesOf returns the names of hosts.
func namesOf(hosts map[string]*host, having Having) (map[string][]string, error) {
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
	return names, nil
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
		hosts[name] = &host{}
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

// places passes the places of a host that a title has, with their words.
func (h *host) places(title []analyze.QueryToken, each func(c *candidate, word analyze.QueryToken)) {
	for i := range min(len(title), mostWords) {
		each(&h.front[i], title[i])
		each(&h.back[i], title[len(title)-1-i])
	}
}

// vote votes for a word.
func (c *candidate) vote(word string) {
	switch {
	case len(word) > mostLength:
	case c.votes == 0:
		c.word, c.votes = strings.Clone(word), 1
	case c.word == word:
		c.votes++
	default:
		c.votes--
	}
}

// count counts a word of a page in a language, if it is the one that was voted for.
func (c *candidate) count(word analyze.QueryToken, l analyze.Lang) {
	if c.word != word.Form {
		return
	}
	if c.pages++; isName(word, l) {
		c.named++
	}
}

// isName reports whether a word may be a name: it has letters, two of them at least, and is no stop word.
func isName(t analyze.QueryToken, l analyze.Lang) bool {
	return !t.Unspaced && utf8.RuneCountInString(t.Form) > 1 && strings.Trim(t.Form, "0123456789") != "" && !t.IsStop(l) && !t.IsStop(analyze.Und)
}

// names returns the words that most titles of the host have at one place, with how many have them, those
// of the most titles.
func (h *host) names() (all []string, in map[string]int) {
	in = map[string]int{}
	for _, c := range slices.Concat(h.front[:], h.back[:]) {
		if h.isUsual(c.named) {
			in[c.word] = max(in[c.word], c.named)
		}
	}
	all = slices.SortedFunc(maps.Keys(in), func(a, b string) int {
		return cmp.Or(cmp.Compare(in[b], in[a]), strings.Compare(a, b))
	})
	return all[:min(len(all), mostNames)], in
}

// isUsual reports whether so many pages of the host are most of those with a title.
func (h *host) isUsual(pages int) bool { return float64(pages) >= nameShare*float64(h.pages) }
