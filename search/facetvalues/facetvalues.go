// Package facetvalues reads the values that are told beside results: those of the facets by which a search is sorted or
// limited.
//
// Of the facet that results are sorted by, it is the value that decides; of those by which they are limited, all
// values of a page. An index keeps values as filters, each with the list of its pages, so that it is looked whether
// the shown pages are in these lists.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot, and knows neither words nor
// conditions.
package facetvalues

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/sorting"
)

// Limits of what is told: facets, values of each of a page, and lists that are read for all of them, each of which takes
// about a microsecond, or two with the look at the dictionary (BenchmarkOf). A facet with more values than are left has
// none told. mostSpelled is how many spellings of all are looked at; without them, values are in lower case.
const (
	mostFacets  = 8
	mostValues  = 16
	mostLists   = 1 << 15
	mostSpelled = 1 << 16
)

// A Page is a result.
type Page struct {
	contest.Spot
	Score  float64 // by which it is sorted, if it is
	Unread bool    // it is not in the index: nothing is told of it
}

// Of returns the values of some pages, in their order, for a query and the order of its results, which may be nil.
func Of(snap *index.Snapshot, tree query.Tree, order *sorting.Order, pages []Page) ([][]facet.Held, error) {
	return limits{mostLists, mostSpelled}.of(snap, tree, order, pages)
}

// limits are how many lists and spellings may still be read.
type limits struct{ lists, spelled int }

func (l limits) of(snap *index.Snapshot, tree query.Tree, order *sorting.Order, pages []Page) ([][]facet.Held, error) {
	out := make([][]facet.Held, len(pages))
	names, sorted := tree.FacetsUsed(mostFacets), order.Facet()
	if sorted != "" {
		names = slices.Insert(slices.DeleteFunc(names, func(n string) bool { return n == sorted }), 0, sorted)
	}
	for _, name := range names[:min(len(names), mostFacets)] {
		r := reader{limits: &l, snap: snap, name: name, pages: pages, values: make([][]string, len(pages))}
		var err error
		if name == sorted {
			err = r.decide(order)
		} else {
			err = r.list()
		}
		if err == nil {
			err = r.spell()
		}
		if err != nil {
			return nil, err
		}
		for i, values := range r.values {
			if slices.SortFunc(values, facet.Compare); len(values) > 0 {
				out[i] = append(out[i], facet.Held{Name: name, Values: values[:min(len(values), mostValues)]})
			}
		}
	}
	return out, nil
}

// A reader reads the values of one facet.
type reader struct {
	*limits
	snap   *index.Snapshot
	name   string
	pages  []Page
	values [][]string // by page
}

// decide reads the value of each page that it is sorted by.
func (r *reader) decide(order *sorting.Order) error {
	for i, at := range r.pages {
		if at.Unread {
			continue
		}
		text, err := order.Text(at.Seg, at.Doc, at.Score)
		if err != nil {
			return err
		}
		if text != "" {
			r.values[i] = []string{text}
		}
	}
	return nil
}

// list reads all values of the pages, none if there are too many to look at.
func (r *reader) list() error {
	for _, places := range r.segments() {
		more, err := r.each(document.FacetPrefix, places, &r.lists, func(string) bool { return true }, func(value string, page int) {
			r.values[page] = append(r.values[page], value)
		})
		if err != nil {
			return err
		}
		if more {
			clear(r.values)
			return nil
		}
	}
	return nil
}

// spell writes the values as the pages do.
func (r *reader) spell() error {
	for _, places := range r.segments() {
		has := func(folded string) bool {
			return slices.ContainsFunc(places, func(page int) bool { return slices.Contains(r.values[page], folded) })
		}
		_, err := r.each(document.SpelledPrefix, places, &r.spelled, func(value string) bool { return has(strings.ToLower(value)) }, func(value string, page int) {
			if i := slices.Index(r.values[page], strings.ToLower(value)); i >= 0 {
				r.values[page][i] = value
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// segments returns the pages by segment, each in the order of its documents.
func (r *reader) segments() (out [][]int) {
	var all []int
	for i, at := range r.pages {
		if !at.Unread {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.pages[a].Seg, r.pages[b].Seg), cmp.Compare(r.pages[a].Doc, r.pages[b].Doc))
	})
	for from, i := 0, 1; i <= len(all); i++ {
		if i == len(all) || r.pages[all[i]].Seg != r.pages[all[from]].Seg {
			out, from = append(out, all[from:i]), i
		}
	}
	return out
}

// atOnce is how many values of a dictionary are held at once.
const atOnce = 1 << 10

// each calls page for each of some pages of one segment and each of their values of the facet, in the dictionary with a
// prefix, that is wanted. It reports whether there are more values than left, which it takes from this.
func (r *reader) each(prefix string, places []int, left *int, wanted func(value string) bool, page func(value string, page int)) (more bool, err error) {
	prefix = segment.PrefixFilter + prefix + r.name
	from, to := []byte(prefix+"="), []byte(prefix+">") // which follows =
	seg := r.pages[places[0]].Seg
	var p segment.Postings
	for more = true; more && *left > 0; {
		var terms []string
		more, err = r.snap.VisitTerms(seg, nil, from, to, min(*left, atOnce), func(term []byte, _ int) { terms = append(terms, string(term)) })
		if err != nil || len(terms) == 0 {
			return more, err
		}
		*left -= len(terms)
		from = []byte(terms[len(terms)-1] + "\x00") // what follows it
		for _, term := range terms {
			value := term[len(prefix)+1:]
			if !wanted(value) {
				continue
			}
			ok, err := r.snap.Find(&p, seg, []byte(term))
			if err != nil {
				return more, err
			}
			for i := 0; ok && i < len(places) && p.SeekGE(r.pages[places[i]].Doc); i++ {
				if p.Doc() == r.pages[places[i]].Doc {
					page(value, places[i])
				}
			}
		}
	}
	return more, nil
}
