// Package facetpage makes the page with all values of a facet that the pages of a search have.
//
// Floor: 6 (faces), a part of console. Stability: engine. What is counted is decided elsewhere (facet.Wanted); the page
// shows a part of it at a time.
package facetpage

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/sorting"
)

// size is how many values are on a page, and maxPage the last page.
const (
	size    = 200
	maxPage = facet.MaxSkipped/size + 1
)

// byName is the order by name in an address.
const byName = "name"

// A Question is what an address asks for.
type Question struct {
	Query, Sort string // the search that the values are of, and the order of its results
	Facet       string // its name, in lower case; "" if there is none
	Part        string // that values have
	Order       string // "" for those with the most pages first, or byName
	Page        int    // from 1
}

// Asked returns what an address asks for.
func Asked(v url.Values) Question {
	text := func(name string, most int) string {
		return strings.ToValidUTF8(show.Clip(strings.TrimSpace(strings.ToValidUTF8(v.Get(name), " ")), most), "")
	}
	q := Question{Query: results.QueryOf(v), Facet: strings.ToLower(text("facet", facets.MaxName)), Part: text("part", facets.MaxValue), Page: 1}
	if q.Query == "" {
		q.Facet = ""
	}
	if by, err := sorting.Parse(v.Get("sort")); err == nil && by.Facet != "" || v.Get("sort") == search.ByDate || v.Get("sort") == results.ByScore {
		q.Sort = v.Get("sort")
	}
	if v.Get("order") == byName {
		q.Order = byName
	}
	if n, err := strconv.Atoi(v.Get("page")); err == nil {
		q.Page = min(max(n, 1), maxPage)
	}
	return q
}

// Request returns the question to the index: for the values of the pages that the search finds without this facet.
func (q *Question) Request(access []string, copies bool) search.Request {
	wider := q.Query
	if bare := query.Parse(q.Query).WithoutFacet(q.Facet); bare != "" {
		wider = bare
	}
	return search.Request{Query: wider, Limit: 1, NoSnippets: true, Access: access, Copies: copies, Values: &facet.Wanted{
		Name: q.Facet, Part: q.Part, ByName: q.Order == byName, Offset: (q.Page - 1) * size, Limit: size,
	}}
}

// A Page has the content of the page.
type Page struct {
	Question
	Title, Status string
	Back          string // the address of the results
	Orders        []results.Choice
	Values        []results.Choice
	Some          bool // there are more values than are known
	Pager         []results.Choice
}

// Of returns the page for a response.
func Of(in *locale.Locale, q Question, resp *search.Response) Page {
	l := resp.Values
	if l == nil {
		l = &facet.List{}
	}
	p := Page{Question: q, Title: results.FacetTitle(q.Facet), Back: results.SortedURL(q.Query, 1, q.Sort), Some: l.AtLeast}
	p.Part = show.Visible(q.Part)
	number := func(n int) string {
		if l.AtLeast {
			return in.Number(n) + "+"
		}
		return in.Number(n)
	}
	p.Status = in.Text("results.every-value", "n", number(l.All))
	for _, o := range [...]struct{ order, text string }{{"", "values.by-count"}, {byName, "values.by-name"}} {
		p.Orders = append(p.Orders, results.Choice{Text: in.Text(o.text), URL: q.at(o.order, 1), Current: q.Order == o.order})
	}
	tree := query.Parse(q.Query)
	current := tree.FacetValue(q.Facet)
	for _, v := range l.Values {
		p.Values = append(p.Values, results.Choice{
			Text: results.ValueText(in, v.Value), URL: results.SortedURL(tree.WithFacet(q.Facet, v.Value), 1, q.Sort), Number: number(v.Pages), Current: strings.ToLower(v.Value) == current,
		})
	}
	if q.Page > 1 {
		p.Pager = append(p.Pager, results.Choice{Text: in.Text("results.previous"), URL: q.at(q.Order, q.Page-1)})
	}
	if q.Page < maxPage && q.Page*size < l.All && len(l.Values) == size {
		p.Pager = append(p.Pager, results.Choice{Text: in.Text("results.next"), URL: q.at(q.Order, q.Page+1)})
	}
	return p
}

// at returns the address of another part of the list.
func (q *Question) at(order string, page int) string {
	u := results.ValuesURL(q.Query, q.Sort, q.Facet)
	more := url.Values{}
	if q.Part != "" {
		more.Set("part", q.Part)
	}
	if order != "" {
		more.Set("order", order)
	}
	if page > 1 {
		more.Set("page", strconv.Itoa(page))
	}
	if len(more) == 0 {
		return u
	}
	return u + "&" + more.Encode()
}
