package results

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/facet"
)

// A FacetList is a field by which results can be narrowed, with its values.
type FacetList struct {
	Title  string
	Values []Choice
	More   []Choice // values with fewer pages
	All    string   // the address of the search without this filter, "" if there is no filter
	Every  Choice   // leads to all values, if more are known than these
	Form   *RangeForm
}

// A RangeForm asks for the bounds of a range of a facet.
type RangeForm struct {
	Query, Sort string // the search that it narrows
	Name        string // of the facet
	From, To    string // the bounds in use
}

// maxFacets is how many values of a field are shown at once.
const maxFacets = 6

// A Line is what a search can be narrowed by: an operator, or one of the operator's own facets.
type Line struct {
	Field query.Field
	Own   string // the name, in lower case, of an own facet, whose Field is query.Facet
}

// Wider returns, for each line by which a query is narrowed, the query without that filter. Its
// facets are the alternatives.
func Wider(q string) map[Line]string {
	t, out := query.Parse(q), map[Line]string{}
	lines := []Line{{Field: query.Lang}, {Field: query.Site}, {Field: query.FileType}, {Field: query.After}}
	for _, name := range t.FacetNames() {
		lines = append(lines, Line{query.Facet, name})
	}
	for _, l := range lines {
		if bare := l.without(t); l.current(t) != "" && bare != "" {
			out[l] = bare
		}
	}
	return out
}

// without formats a query without the filter of the line. The filter of years consists of two
// operators.
func (l Line) without(t query.Tree) string {
	switch l.Field {
	case query.Facet:
		return t.WithoutFacet(l.Own)
	case query.After:
		t = query.Parse(t.Without(query.Before))
	}
	return t.Without(l.Field)
}

// with formats a query with a filter of the line.
func (l Line) with(t query.Tree, value string) string {
	switch l.Field {
	case query.Facet:
		if strings.ToLower(value) == l.current(t) {
			return t.String() // it may be a range
		}
		return t.WithFacet(l.Own, value)
	case query.After:
		return inYear(t, value)
	}
	return t.With(l.Field, value)
}

// current returns the value, in lower case, by which a query is narrowed, or "".
func (l Line) current(t query.Tree) string {
	if l.Field == query.Facet {
		return t.FacetValue(l.Own)
	}
	return t.NarrowedBy(l.Field)
}

// counted returns the facets for a line: those of the search without the filter of it, if they
// are known. The result may be nil.
func (m *maker) counted(l Line) *facet.Facets {
	if wider := m.Wider[l]; wider != nil {
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
		f := m.counted(Line{Field: line.field})
		if f == nil {
			continue
		}
		l := m.facetOf(Line{Field: line.field}, line.of(f), f.AtLeast)
		if l.Title = m.In.Text(line.title); len(l.Values) > 1 || l.All != "" {
			out = append(out, l)
		}
	}
	return append(out, m.ownFacets()...)
}

// ownFacets returns the links that narrow a search by the facets that the operator has pages read
// for.
func (m *maker) ownFacets() []FacetList {
	names := m.tree.FacetNames()
	if m.resp.Facets != nil {
		for _, own := range m.resp.Facets.Own {
			names = append(names, own.Name)
		}
	}
	slices.Sort(names)
	var out []FacetList
	for _, name := range slices.Compact(names) {
		line, own, atLeast := Line{query.Facet, name}, facet.Own{}, false
		if f := m.counted(line); f != nil {
			if i := slices.IndexFunc(f.Own, func(o facet.Own) bool { return o.Name == name }); i >= 0 {
				own, atLeast = f.Own[i], f.AtLeast
			}
		}
		l := m.facetOf(line, own.Values, atLeast || own.AtLeast)
		m.offerRanges(&l, line, &own, atLeast)
		if own.All > len(own.Values) || own.AtLeast {
			l.Every = Choice{Text: m.In.Text("results.every-value", "n", m.number(own.All, atLeast || own.AtLeast)), URL: ValuesURL(m.Query, m.Sort, name)}
		}
		if l.Title = FacetTitle(name); len(l.Values) > 1 || l.All != "" {
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

// facetOf returns the list of a line.
func (m *maker) facetOf(line Line, values []facet.Value, atLeast bool) FacetList {
	var l FacetList
	current := line.current(m.tree)
	if all := line.without(m.tree); current != "" && all != "" {
		l.All = SortedURL(all, 1, m.Sort)
	}
	if line.Field != query.After { // the value of After may be any day
		values = withCurrent(values, current)
	}
	for _, v := range values {
		c := Choice{Text: m.label(line, v), URL: SortedURL(line.with(m.tree, v.Value), 1, m.Sort), Current: strings.ToLower(v.Value) == current}
		if v.Pages > 0 {
			c.Number = m.number(v.Pages, atLeast)
		}
		l.Values = append(l.Values, c)
	}
	l.Values, l.More = separate(l.Values, maxFacets)
	return l
}

// label returns how a value of a line is shown.
func (m *maker) label(line Line, v facet.Value) string {
	switch {
	case line.Field != query.Facet:
		return show.Visible(v.Value)
	case v.Pages == 0 && isRange(v.Value):
		return rangeText(v.Value)
	}
	return ValueText(m.In, v.Value)
}

// withCurrent adds the selected value if it is not among those with the most pages.
func withCurrent(values []facet.Value, current string) []facet.Value {
	if current == "" || slices.ContainsFunc(values, func(v facet.Value) bool { return strings.ToLower(v.Value) == current }) {
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
