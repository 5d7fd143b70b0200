package results

import (
	"strings"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// Size is how many results a page shows, and MaxPage the last page that has an
// address by its number alone.
const (
	Size    = 10
	MaxPage = search.MaxOffset / Size
)

// PerSite is how many results of a site come before those of others that are nearly as
// good, and ByScore the order in which their score alone counts.
const (
	PerSite = 3
	ByScore = "score"
)

// Asked is what a page of results was asked for.
type Asked struct {
	In          *locale.Locale // the language of the reader
	SearchOnly  bool           // no page tells why another is in or out
	Query, Sort string
	Page        int  // from 1
	Lost        bool // the place in the list that was asked for is not known; this is the first page
	Copies      bool // the reader wants to see near copies, which are left out otherwise
	// Wider holds the facets of the queries that function Wider returns, as far as known.
	Wider map[query.Field]*facet.Facets
}

// A Page is what the page of results shows.
type Page struct {
	Heading string
	Status  string
	Hints   []Hint
	// Understood is the query as it was understood, "" if that is what was typed.
	Understood string
	Suggested  *Choice // what may have been meant; may be nil
	Kinds      []Choice
	// Filters are the languages, MoreFilters those of fewer pages.
	Filters, MoreFilters []Choice
	Facets               []FacetList
	Orders               []Choice
	Narrowed             bool // one of Filters, Facets and Orders is in use
	First                int
	Results              []Result
	Nothing              string
	Shut                 bool   // pages were left out that need a login
	Copies               Choice // pages that were left out as near copies, and where they are shown
	Advice               []Advice
	Pager                []Choice
	// Before and Behind are the addresses of the pages before and after this one.
	Before, Behind string
}

// A maker makes the parts of a page that shows a response.
type maker struct {
	Asked
	resp *search.Response
	tree query.Tree // of the query
}

// Of makes the page that shows a response.
func Of(a Asked, resp *search.Response) Page {
	m := &maker{a, resp, query.Parse(a.Query)}
	out := Page{
		Heading: m.In.Text("results.heading", "query", Heading(a.Query)), Status: m.status(), Hints: m.hints(), Shut: resp.Shut,
		Kinds: m.kinds(), First: resp.First, Facets: m.facetLists(),
	}
	out.Filters, out.MoreFilters = m.languages()
	if len(resp.Results) > 0 {
		out.Orders = m.orders()
	}
	out.Narrowed = narrowed(out.Filters, out.Facets, a.Sort)
	if resp.Query != "" && resp.Query != strings.Join(strings.Fields(a.Query), " ") {
		out.Understood = show.Visible(resp.Query)
	}
	if g := resp.Suggestion; g != nil {
		out.Suggested = &Choice{Text: show.Visible(g.Query), URL: SearchURL(g.Query, 1)}
	}
	for i := range resp.Results {
		out.Results = append(out.Results, m.result(&resp.Results[i]))
	}
	out.turn(m)
	if resp.Copies > 0 {
		out.Copies = Choice{Text: m.In.Count("results.copies-left-out", resp.Copies), URL: SearchURL(a.Query, 1) + copiesParam}
	}
	if len(out.Results) == 0 {
		out.Nothing, out.Advice = m.In.Text("results.nothing"), m.advice()
	}
	if len(out.Results) == 0 && a.Page > 1 && out.Before != "" {
		out.Nothing, out.Advice = m.In.Text("results.no-more"), []Advice{{m.In.Text("advice.last-page"), out.Before}}
	}
	return out
}

// Heading is a query in the length that the title of a page has room for.
func Heading(q string) string { return show.Shorten(show.Visible(q), MaxHeading) }
