package results

import (
	"slices"
	"strconv"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// A FacetList is a field by which results can be narrowed, with its values.
type FacetList struct {
	Title  string
	Values []Choice
	More   []Choice // values with fewer pages
	All    string   // the address of the search without this filter, "" if there is no filter
}

// maxFacets is how many values of a field are shown at once.
const maxFacets = 6

// Wider returns, for each facet field by which a query is narrowed, the query without that
// filter. Its facets are the alternatives.
func Wider(q string) map[query.Field]string {
	t, out := query.Parse(q), map[query.Field]string{}
	for _, f := range []query.Field{query.Lang, query.Site, query.FileType, query.After} {
		if bare := without(t, f); t.NarrowedBy(f) != "" && bare != "" {
			out[f] = bare
		}
	}
	return out
}

// without formats a query without the filter of a field. The filter of years consists of two
// operators.
func without(t query.Tree, f query.Field) string {
	if f == query.After {
		t = query.Parse(t.Without(query.Before))
	}
	return t.Without(f)
}

// counted returns the facets of a field: those of the search without the filter on it, if they
// are known. The result may be nil.
func (m *maker) counted(f query.Field) *facet.Facets {
	if wider := m.Wider[f]; wider != nil {
		return wider
	}
	return m.resp.Facets
}

// facetLists returns the links that narrow a search to a site, a type, or a year, with the
// numbers of pages. Fields without alternatives are omitted.
func (m *maker) facetLists() []FacetList {
	var out []FacetList
	for _, line := range [...]struct {
		title string
		field query.Field
		of    func(f *facet.Facets) []facet.Value
	}{
		{"results.sites", query.Site, func(f *facet.Facets) []facet.Value { return f.Sites }},
		{"results.types", query.FileType, func(f *facet.Facets) []facet.Value { return f.Types }},
		{"results.years", query.After, func(f *facet.Facets) []facet.Value { return f.Years }},
	} {
		f := m.counted(line.field)
		if f == nil {
			continue
		}
		l := m.facetOf(line.field, line.of(f), f.AtLeast)
		if l.Title = m.In.Text(line.title); len(l.Values) > 1 || l.All != "" {
			out = append(out, l)
		}
	}
	return out
}

// narrowed reports whether a search is narrowed to a language or by a facet field, or has another
// order.
func narrowed(langs []Choice, lines []FacetList, sort string) bool {
	return sort != "" || len(langs) > 0 && !langs[0].Current || slices.ContainsFunc(lines, func(l FacetList) bool { return l.All != "" })
}

// facetOf returns the list of a field.
func (m *maker) facetOf(field query.Field, values []facet.Value, atLeast bool) FacetList {
	var l FacetList
	current := m.tree.NarrowedBy(field)
	if all := without(m.tree, field); current != "" && all != "" {
		l.All = SortedURL(all, 1, m.Sort)
	}
	if field != query.After { // the value of After may be any day
		values = withCurrent(values, current)
	}
	for _, v := range values {
		narrow := m.tree.With(field, v.Value)
		if field == query.After {
			narrow = inYear(m.tree, v.Value)
		}
		c := Choice{Text: show.Visible(v.Value), URL: SortedURL(narrow, 1, m.Sort), Current: v.Value == current}
		if v.Pages > 0 {
			c.Number = m.number(v.Pages, atLeast)
		}
		l.Values = append(l.Values, c)
	}
	l.Values, l.More = separate(l.Values, maxFacets)
	return l
}

// withCurrent adds the selected value if it is not among those with the most pages.
func withCurrent(values []facet.Value, current string) []facet.Value {
	if current == "" || slices.ContainsFunc(values, func(v facet.Value) bool { return v.Value == current }) {
		return values
	}
	return append(slices.Clone(values), facet.Value{Value: current})
}

// separate returns the choices that are shown at once, including the selected one, and the rest.
func separate(all []Choice, most int) (shown, more []Choice) {
	for i, c := range all {
		if i < most || c.Current {
			shown = append(shown, c)
		} else {
			more = append(more, c)
		}
	}
	return shown, more
}

// number formats the number of pages, which may be a lower bound.
func (m *maker) number(pages int, atLeast bool) string {
	if atLeast {
		return m.In.Number(pages) + "+"
	}
	return m.In.Number(pages)
}

// inYear formats a query narrowed to the pages of a year.
func inYear(t query.Tree, year string) string {
	n, err := strconv.Atoi(year)
	if err != nil {
		return t.String()
	}
	return query.Parse(t.With(query.After, year)).With(query.Before, strconv.Itoa(n+1))
}

// orders returns the links to the sort orders.
func (m *maker) orders() []Choice {
	return []Choice{
		{Text: m.In.Text("results.best-first"), URL: SortedURL(m.Query, 1, ""), Current: m.Sort == ""},
		{Text: m.In.Text("results.by-score"), URL: SortedURL(m.Query, 1, ByScore), Current: m.Sort == ByScore},
		{Text: m.In.Text("results.newest-first"), URL: SortedURL(m.Query, 1, search.ByDate), Current: m.Sort == search.ByDate},
	}
}
