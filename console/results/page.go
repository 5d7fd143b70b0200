package results

import (
	"strings"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// Size is the number of results on a page, and MaxPage the last page that can be addressed by its
// number alone.
const (
	Size    = 10
	MaxPage = search.MaxOffset / Size
)

// PerSite is how many results of a site come before results of other sites that are nearly as
// good. ByScore is the order by score alone.
const (
	PerSite = 3
	ByScore = "score"
)

// Asked is the request for a results page.
type Asked struct {
	In          *locale.Locale // the language of the reader
	SearchOnly  bool           // there are no pages that explain why a page is in or out
	Query, Sort string
	Page        int  // from 1
	Lost        bool // the requested position in the list is not known; this is the first page
	Copies      bool // near copies, which are otherwise omitted, are shown
	// Open returns the address at which a reader opens a URL, "" for the URL itself. It may be nil.
	Open func(u weburl.URL) string
	// Wider has the known facets of the queries that the function Wider returns.
	Wider map[Line]*facet.Facets
}

// A Page has the content of a results page.
type Page struct {
	Heading string
	Status  string
	Hints   []Hint
	// Understood is the query as it was interpreted, or "" if that is what was typed.
	Understood string
	Suggested  *Choice // a suggested query; may be nil
	Unquoted   bool    // it is the query without quotes
	Kinds      []Choice
	// Filters are the languages, MoreFilters those with fewer pages.
	Filters, MoreFilters []Choice
	Facets               []FacetList
	Orders               []Choice
	Narrowed             bool // one of Filters, Facets and Orders is in use
	First                int
	Results              []Result
	Nothing              string
	Shut                 bool   // pages that need a login were omitted
	Copies               Choice // number of pages omitted as near copies, and the address that shows them
	Advice               []Advice
	Pager                []Choice
	// Before and Behind are the addresses of the previous and the next page.
	Before, Behind string
}

// A maker computes the parts of a page from a response.
type maker struct {
	Asked
	resp *search.Response
	tree query.Tree // of the query
}

// Of returns the page for a response.
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
		out.Suggested, out.Unquoted = &Choice{Text: show.Visible(g.Query), URL: SearchURL(g.Query, 1)}, g.Unquoted
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

// Heading returns a query, shortened for the title of the page.
func Heading(q string) string { return show.Shorten(show.Visible(q), MaxHeading) }
