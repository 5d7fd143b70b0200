package answer

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/sorting"
)

// A Request asks for results.
type Request struct {
	Query  string `json:"query"`
	Offset int    `json:"offset,omitempty"` // results to skip, at most MaxOffset
	// After is Response.Next of the previous page of results, "" or paging.First for the first
	// page. It replaces Offset, and Langs, which stay those of the first page. Query, Sort,
	// MaxPerSite and Copies must be the same as for that page.
	After string `json:"after,omitempty"`
	Limit int    `json:"limit,omitempty"` // number of results, at most MaxLimit; 0 means the default, 10
	// Langs are the searcher's preferred languages, the most preferred first; eight of them are
	// used. Pages in them come first, and words that could be of several are stemmed in them.
	Langs []analyze.Lang `json:"langs,omitempty"`
	// MaxPerSite, at most MaxLimit, moves further results of a site, among the best 200, after
	// results of other sites that score at least three quarters as much. 0 leaves the order
	// alone, as do site: and host: in the query.
	MaxPerSite int `json:"max_per_site,omitempty"`
	// Copies keeps results whose text nearly equals that of a better one.
	Copies bool `json:"copies,omitempty"`
	// Explain adds to each result how its score came about.
	Explain bool `json:"explain,omitempty"`
	// Access are the labels of secrets whose rights the searcher has proven. Pages that were
	// read with others are left out.
	Access []string `json:"access,omitempty"`
	// ExactTotal asks for the exact number of matches. Otherwise, after a thousand, pages that
	// cannot be among the best are not counted.
	ExactTotal bool `json:"exact_total,omitempty"`
	// NoSnippets omits the snippets, which cost more than the search itself.
	NoSnippets bool `json:"no_snippets,omitempty"`
	// Sort is the order of the results: "" for the best first, ByDate, or the name of a facet, with
	// a minus before it for the highest first (sorting.Parse). With an order other than "" there are
	// no results with only some of the words.
	Sort string `json:"sort,omitempty"`
	// Facets counts the pages by site, language, type, year and own facets, exactly if that is cheap.
	Facets bool `json:"facets,omitempty"`
	// Values asks for the values of one facet, of all pages that match, in place of Facets.
	Values *facet.Wanted `json:"values,omitempty"`
	// Typing says that Query is being typed: if it ends in a word, words that begin so are found
	// as well, and count half.
	Typing bool `json:"typing,omitempty"`
	// Collection is what all indexes of a collection say of the words of the query, as Searcher.Facts
	// answers, nil if the index is alone: then words are weighted by it, so that results of all of these
	// indexes can be merged, for which each has its Placing. It is for other nodes only: interfaces for
	// strangers never pass it on. With it, Limit may be MaxTogether.
	Collection *collection.Facts `json:"collection,omitempty"`
	// Shown asks for these results alone, in this order and whole: they were found before without snippets,
	// and come among the best of all indexes. What decided that is not told again, and pages that are gone
	// meanwhile are left out. With it, Offset and After are empty. There are as many at most as Limit allows.
	Shown []Shown `json:"shown,omitempty"`
}

// MaxTogether is how many results one index of a collection gives at most, so that they can be merged.
const MaxTogether = paging.MaxOffset + paging.MaxLimit

// Arrangement returns how the results are to be arranged.
func (r *Request) Arrangement() collapse.Options {
	return collapse.Options{Fold: !r.Copies, PerSite: r.MaxPerSite, First: contest.Most}
}

// TellsFacets reports whether results are told with values of facets: it sorts or limits them by some.
func (r *Request) TellsFacets() bool {
	by, err := sorting.Parse(r.Sort)
	return err == nil && by.Facet != "" || len(query.Parse(r.Query).FacetsUsed(1)) > 0
}

// Counter returns what counts the pages of a snapshot that match, nil if that is not asked for.
func (r *Request) Counter(snap *index.Snapshot) *facet.Counter {
	if !r.Facets && r.Values == nil {
		return nil
	}
	return facet.New(snap).For(r.Values)
}

// ByDate sorts results by date, the newest first: the date that a page gives for itself,
// otherwise that of the last visit.
const ByDate = sorting.ByDate
