// Package naming decides which words of a query name sites, and finds the start pages of sites for
// queries that are nothing but names.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows no scores.
package naming

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/locale"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/term"
)

// An Asker asks about the words of one query.
type Asker struct {
	Snap   *index.Snapshot
	Terms  *term.Opener
	Guard  *condition.Condition // hides pages from the searcher; nil for none
	Proven []string             // the labels of secrets that the searcher has proven
	Memory *Memory              // of the index
	Ranks  *signals.Ranks       // of the pages of the snapshot; nil for none
	Called *sitename.Table      // what sites are called in their titles; nil for nothing
	Frozen *paging.Frozen       // nil if nothing is frozen
	Losses locale.Losses        // of pages in other languages than wished for
	// Given are the sites that the words name in another index, nil for those of the snapshot: links, of
	// which anybody makes as many as they like, give no host a name. Found, if it is not nil, receives those
	// of the snapshot.
	Given, Found Sites
	// Global is what all indexes of a collection say, nil if the index is alone; Local notes what this one says,
	// nil if nobody asks.
	Global, Local *collection.Facts

	// Asked tells that the query asks what its only word is: the word names no sites for the pages that are looked
	// for, but the start pages of those that it would name answer.
	Asked bool

	// names are the sites of the words so far that name any, and whole those of words that may ask for
	// a site as a whole, if they name none as well.
	names, whole [][]string
	kept         []*kept // by segment, once they were asked for
}

// Sites are the terms of the sites that words name, by form.
type Sites map[string][]string

// Columns returns the sites that a word names, as columns have them.
func (s Sites) Columns(form string) (out []uint32) {
	for _, t := range s[form] {
		out = append(out, segment.SiteOf(siteOf(t)))
	}
	return out
}

// Sites returns the terms of the sites that the next word of the query names, given by its form and as it
// was typed.
func (a *Asker) Sites(form, typed string) ([]string, error) {
	if a.Given != nil {
		return a.Given[form], nil
	}
	hosts, err := a.Frozen.Named(func() ([]string, error) {
		if a.Global != nil {
			return Chosen(a.Global.Named[form]), nil
		}
		w := domain.Word{Form: form, Typed: typed, Called: a.Called.Hosts(form)}
		if a.Local != nil {
			return nil, a.collect(w)
		}
		return a.claimed(w)
	})
	var sites []string
	for _, h := range hosts {
		sites = append(sites, domain.SiteTerm+h)
	}
	isWhole := slices.Contains(whole, form) || slices.Contains(whole, typed)
	if a.Asked {
		if !isWhole {
			a.names = append(a.names, sites)
		}
		return nil, err
	}
	if a.Found != nil {
		a.Found[form] = sites
	}
	switch {
	case isWhole:
		a.whole = append(a.whole, sites)
	case len(sites) > 0:
		a.names = append(a.names, sites)
	}
	return sites, err
}

// Starts returns the start pages of the sites that all words of a query name, but for those that ask for
// a site as a whole, if it has no others: the page nearest to a seed, and of several the one in the language that
// is wished for, and then the one with the shortest address. words is how many the query has.
func (a *Asker) Starts(words int) (out []contest.Spot, err error) {
	if len(a.names) == 0 || len(a.names)+len(a.whole) != words {
		return nil, nil
	}
	for _, site := range common(a.names, a.whole) {
		spot, ok, err := a.start(site)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, spot)
		}
	}
	return out, nil
}

// common returns the terms of the sites and hosts that each of some words names, and others as well if
// there are such. A host on a site that another word names is named by both.
func common(names, others [][]string) []string {
	all := names[0]
	for _, more := range names[1:] {
		all = both(all, more)
	}
	for _, more := range others {
		if some := both(all, more); len(some) > 0 {
			all = some
		}
	}
	return all
}

// both returns the terms of the hosts that are in one list and in, or on a site in, the other.
func both(a, b []string) (out []string) {
	for _, s := range a {
		for _, t := range b {
			if name := narrower(s, t); name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// narrower returns the term of the host of two that lies on the other; "" if neither does.
func narrower(a, b string) string {
	x, y := strings.TrimPrefix(a, domain.SiteTerm), strings.TrimPrefix(b, domain.SiteTerm)
	switch {
	case x == y || strings.HasSuffix(x, "."+y):
		return a
	case strings.HasSuffix(y, "."+x):
		return b
	}
	return ""
}

// A beginning is a page that may be the start page of a site.
type beginning struct {
	spot    contest.Spot
	loss    float64 // by its language
	depth   uint8
	address string
}

// start returns the start page of a site, given by its term. Of a query that asks in a language, it is what stands for
// it in that language, if the start page is in another.
func (a *Asker) start(site string) (spot contest.Spot, ok bool, err error) {
	first, err := a.first(site)
	if err != nil || len(first) == 0 {
		return contest.Spot{}, false, err
	}
	all, err := a.beginnings(first)
	if err != nil {
		return contest.Spot{}, false, err
	}
	best := slices.MinFunc(all, nearer)
	if a.Asked && best.loss > 0 {
		best, err = a.translated(site, best)
	}
	return best.spot, err == nil, err
}

// beginnings returns what is to be known of pages that may be the start page of a site.
func (a *Asker) beginnings(pages []contest.Spot) (out []beginning, err error) {
	for _, s := range pages {
		d, err := a.Snap.Doc(s.Seg, s.Doc)
		if err != nil {
			return nil, err
		}
		out = append(out, beginning{s, a.Losses.Of(a.Snap, s.Seg, s.Doc), a.Snap.Depth(s.Seg, s.Doc), d.URL})
	}
	return out, nil
}

// nearer compares pages: one in the language that is wished for comes before others, then one that is nearer to a
// seed, then one with a shorter address.
func nearer(a, b beginning) int {
	return cmp.Or(cmp.Compare(a.loss, b.loss), cmp.Compare(a.depth, b.depth),
		cmp.Compare(len(a.address), len(b.address)), strings.Compare(a.address, b.address))
}

// mostFirst is how many pages of a site have their addresses compared.
const mostFirst = 64

// first returns the pages of a site, of those that the searcher may see, that are nearest to a seed.
func (a *Asker) first(site string) (out []contest.Spot, err error) {
	least := uint8(0)
	for seg := range a.Snap.Segments() {
		docs, err := a.nearest(seg, site)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			depth := a.Snap.Depth(seg, doc)
			if len(out) == 0 || depth < least {
				out, least = out[:0], depth
			}
			if depth == least && len(out) < mostFirst {
				out = append(out, contest.Spot{Seg: seg, Doc: doc})
			}
		}
	}
	return out, nil
}

// visit calls a function with the pages of a site, given by its term, that the searcher may see, of the
// first most ones, until it returns false.
func (a *Asker) visit(site string, most int, f func(seg int, doc uint32) bool) error {
	p := a.Terms.Lend()
	defer a.Terms.GiveBack(p)
	for seg := range a.Snap.Segments() {
		ok, err := a.Snap.Find(p, seg, []byte(site))
		if err != nil {
			return err
		}
		shown := a.shown(seg, ok)
		for ; ok && most > 0 && p.Next(); most-- {
			doc := p.Doc()
			if a.Snap.Findable(seg, doc) && (shown == nil || shown.Holds(doc)) && !f(seg, doc) {
				return nil
			}
		}
		if ok && p.Err() != nil {
			return p.Err()
		}
	}
	return nil
}

// shown returns which pages of a segment the searcher may see, nil for all or if that is not asked.
func (a *Asker) shown(seg int, asked bool) *condition.Node {
	if a.Guard == nil || !asked {
		return nil
	}
	n := a.Guard.In(a.Snap, a.Terms, seg)
	n.Start()
	return n
}
