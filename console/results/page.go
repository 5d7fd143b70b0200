package results

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
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
	Query, Sort string
	Page        int  // from 1
	Lost        bool // the place in the list that was asked for is not known; this is the first page
	Copies      bool // the reader wants to see near copies, which are left out otherwise
}

// A Page is what the page of results shows.
type Page struct {
	Heading string
	Status  string
	Hints   []string
	// Understood is the query as it was understood, "" if that is what was typed.
	Understood string
	Suggested  *Choice // what may have been meant; may be nil
	Kinds      []Choice
	Filters    []Choice
	Facets     []FacetList
	Orders     []Choice
	Narrowed   bool // one of Filters, Facets and Orders is in use
	First      int
	Results    []Result
	Nothing    string
	Shut       bool   // pages were left out that need a login
	Copies     Choice // pages that were left out as near copies, and where they are shown
	Advice     []Advice
	Pager      []Choice
	// Before and Behind are the addresses of the pages before and after this one.
	Before, Behind string
}

// Of makes the page that shows a response.
func Of(a Asked, resp *search.Response) Page {
	tree := query.Parse(a.Query)
	out := Page{
		Heading: "Results for " + Heading(a.Query), Status: status(a.Page, resp), Hints: resp.Hints, Shut: resp.Shut,
		Kinds: kinds(tree), Filters: filters(tree, resp.Facets), First: resp.First, Facets: facetLists(tree, resp.Facets, a.Sort),
	}
	if a.Lost {
		out.Hints = append([]string{lostPlace}, out.Hints...)
	}
	if len(resp.Results) > 0 {
		out.Orders = orders(a.Query, a.Sort)
	}
	out.Narrowed = narrowed(out.Filters, out.Facets, a.Sort)
	if resp.Query != "" && resp.Query != strings.Join(strings.Fields(a.Query), " ") {
		out.Understood = show.Visible(resp.Query)
	}
	if g := resp.Suggestion; g != nil {
		out.Suggested = &Choice{Text: show.Visible(g.Query), URL: SearchURL(g.Query, 1)}
	}
	for _, res := range resp.Results {
		out.Results = append(out.Results, viewOf(res, tree, a.Query, resp.Facets))
	}
	out.turn(a, resp)
	if resp.Copies > 0 {
		out.Copies = Choice{Text: show.CountVerb(resp.Copies, "page", "is", "are") + " left out, because nearly the same text is among the results.", URL: SearchURL(a.Query, 1) + copiesParam}
	}
	if len(out.Results) == 0 {
		out.Nothing, out.Advice = "Nothing found", adviceFor(a.Query, tree, resp.Absent)
	}
	if resp.Absent != nil && a.Page == 1 {
		out.Hints = append(slices.Clone(out.Hints), resp.Absent.Told...)
	}
	if len(out.Results) == 0 && a.Page > 1 && out.Before != "" {
		out.Nothing, out.Advice = "No more results", []Advice{{"Back to the last result page", out.Before}}
	}
	return out
}

// lostPlace says why another page is shown than the address asks for.
const lostPlace = "The address names a place in a list of results that cannot be found any more; these are the first results."

// Heading is a query in the length that the title of a page has room for.
func Heading(q string) string { return show.Shorten(show.Visible(q), MaxHeading) }

func status(page int, resp *search.Response) string {
	if resp.Total == 0 {
		return "No " + resp.Noun() + "s found."
	}
	text := show.Found(resp.Total, resp.Some, resp.More, resp.Apart, resp.Noun())
	text = strings.ToUpper(text[:1]) + text[1:]
	if page > 1 {
		text += fmt.Sprintf(", result page %d", page)
	}
	if ms := resp.Elapsed.Milliseconds(); ms > 0 {
		text += fmt.Sprintf(" (%d ms)", ms)
	} else {
		text += " (less than 1 ms)"
	}
	return text
}
