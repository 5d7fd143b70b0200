package results

import (
	"slices"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/sorting"
)

// maxOrders is by how many facets sorting is offered, besides the one that results are sorted by.
const maxOrders = 3

// orders returns the links to the sort orders.
func (m *maker) orders() []Choice {
	out := []Choice{
		{Text: m.In.Text("results.best-first"), URL: SortedURL(m.Query, 1, ""), Current: m.Sort == ""},
		{Text: m.In.Text("results.by-score"), URL: SortedURL(m.Query, 1, ByScore), Current: m.Sort == ByScore},
		{Text: m.In.Text("results.newest-first"), URL: SortedURL(m.Query, 1, search.ByDate), Current: m.Sort == search.ByDate},
	}
	current := sorting.By{}
	if m.Sort != ByScore {
		current, _ = sorting.Parse(m.Sort) // another order has no facet
	}
	for _, name := range m.sortable(current.Facet) {
		title := FacetTitle(name)
		out = append(out,
			Choice{Text: m.In.Text("results.ascending", "name", title), URL: SortedURL(m.Query, 1, name), Current: current == sorting.By{Facet: name}},
			Choice{Text: m.In.Text("results.descending", "name", title), URL: SortedURL(m.Query, 1, "-"+name), Current: current == sorting.By{Facet: name, Descending: true}})
	}
	return out
}

// sortable returns the names of the facets by which sorting is offered: the one that results are sorted
// by, and those of which most pages have numbers or dates, as far as their values are listed.
func (m *maker) sortable(current string) (out []string) {
	if current != "" {
		out = append(out, current)
	}
	if m.resp.Facets == nil {
		return out
	}
	left := maxOrders
	for _, own := range m.resp.Facets.Own {
		if _, err := sorting.Parse(own.Name); err != nil || own.Name == search.ByDate || own.Name == current || left == 0 || !facet.Measured(own.Values) {
			continue
		}
		out, left = append(out, own.Name), left-1
	}
	slices.Sort(out)
	return out
}
