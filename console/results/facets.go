package results

import (
	"slices"
	"strconv"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// A FacetList is one line along which results can be narrowed.
type FacetList struct {
	Title  string
	Values []Choice
	All    string // the address of the search that is not narrowed, "" if it is none
}

// maxFacets is how many values of a line are shown.
const maxFacets = 6

// facetLists are the links that narrow a search to a site, a type, or a year, with the
// number of pages. A line with nothing to choose from is left out.
func (m *maker) facetLists() []FacetList {
	t, f := m.tree, m.resp.Facets
	if f == nil {
		return nil
	}
	narrowed := func(field query.Field) func(string) string {
		return func(value string) string { return t.With(field, value) }
	}
	lists := []FacetList{
		m.facetOf("results.sites", f.Sites, narrowed(query.Site), t.NarrowedBy(query.Site), t.Without(query.Site)),
		m.facetOf("results.types", f.Types, narrowed(query.FileType), t.NarrowedBy(query.FileType), t.Without(query.FileType)),
		m.facetOf("results.years", f.Years, func(year string) string { return inYear(t, year) }, t.NarrowedBy(query.After),
			query.Parse(t.Without(query.After)).Without(query.Before)),
	}
	var out []FacetList
	for _, l := range lists {
		if len(l.Values) < 2 && l.All == "" {
			continue
		}
		for i := range l.Values {
			l.Values[i].URL = SortedURL(l.Values[i].URL, 1, m.Sort)
		}
		if l.All != "" {
			l.All = SortedURL(l.All, 1, m.Sort)
		}
		out = append(out, l)
	}
	return out
}

// narrowed reports whether a search is narrowed to a language, or by a line, or
// ordered otherwise.
func narrowed(langs []Choice, lines []FacetList, sort string) bool {
	return sort != "" || len(langs) > 0 && !langs[0].Current || slices.ContainsFunc(lines, func(l FacetList) bool { return l.All != "" })
}

// facetOf makes a line; the addresses are queries yet.
func (m *maker) facetOf(title string, values []facet.Value, narrow func(string) string, current, all string) FacetList {
	l := FacetList{Title: m.In.Text(title)}
	if current != "" {
		l.All = all
	}
	for _, v := range values[:min(len(values), maxFacets)] {
		l.Values = append(l.Values, Choice{
			Text: show.Visible(v.Value), URL: narrow(v.Value), Number: m.number(v.Pages, m.resp.Facets.AtLeast), Current: v.Value == current,
		})
	}
	return l
}

// number prints how many pages there are, or are at least.
func (m *maker) number(pages int, atLeast bool) string {
	if atLeast {
		return m.In.Number(pages) + "+"
	}
	return m.In.Number(pages)
}

// inYear prints a query narrowed to the pages of a year.
func inYear(t query.Tree, year string) string {
	n, err := strconv.Atoi(year)
	if err != nil {
		return t.String()
	}
	return query.Parse(t.With(query.After, year)).With(query.Before, strconv.Itoa(n+1))
}

// orders are the links to the orders of results.
func (m *maker) orders() []Choice {
	return []Choice{
		{Text: m.In.Text("results.best-first"), URL: SortedURL(m.Query, 1, ""), Current: m.Sort == ""},
		{Text: m.In.Text("results.by-score"), URL: SortedURL(m.Query, 1, ByScore), Current: m.Sort == ByScore},
		{Text: m.In.Text("results.newest-first"), URL: SortedURL(m.Query, 1, search.ByDate), Current: m.Sort == search.ByDate},
	}
}
