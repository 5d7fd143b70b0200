package console

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
)

// maxLangs is how many languages a search can be narrowed to by a link.
const maxLangs = 8

// An advice says what to do when nothing was found.
type advice struct{ Text, URL string }

// without prints a query without the filters of a field that narrow it as a
// whole. Filters inside alternatives and exclusions are part of what was asked.
func without(t query.Tree, f query.Field) string {
	narrows := func(n *query.Node) bool { return n.Kind == query.Filter && n.Field == f }
	switch {
	case t.Empty() || narrows(t.Root):
		return ""
	case t.Root.Kind != query.And:
		return t.String()
	}
	return both(slices.DeleteFunc(slices.Clone(t.Root.Nodes), narrows))
}

// with prints a query narrowed by a filter, which takes the place of filters of
// the same field.
func with(t query.Tree, f query.Field, value string) string {
	filter := &query.Node{Kind: query.Filter, Field: f, Text: value}
	switch rest := query.Parse(without(t, f)); rest.Root.Kind {
	case query.All:
		return filter.String()
	case query.And:
		return both(append(slices.Clone(rest.Root.Nodes), filter))
	default:
		return both([]*query.Node{rest.Root, filter})
	}
}

// both prints the query for which all nodes have to hold.
func both(nodes []*query.Node) string {
	switch len(nodes) {
	case 0:
		return ""
	case 1:
		return nodes[0].String()
	}
	return (&query.Node{Kind: query.And, Nodes: nodes}).String()
}

// narrowedBy returns the value of the filter of a field that narrows a query as
// a whole, or "".
func narrowedBy(t query.Tree, f query.Field) string {
	nodes := []*query.Node{t.Root}
	if t.Root.Kind == query.And {
		nodes = t.Root.Nodes
	}
	for _, n := range nodes {
		if n.Kind == query.Filter && n.Field == f {
			return strings.ToLower(n.Text)
		}
	}
	return ""
}

// filters are the links that narrow a search to a language: the languages with
// the most pages in the index, and the one that the search is narrowed to.
func filters(t query.Tree, pages map[string]uint64) []choice {
	current := narrowedBy(t, query.Lang)
	codes := topLangs(pages, maxLangs)
	if current != "" && !slices.Contains(codes, current) {
		codes = append(codes, current)
	}
	if len(codes) < 2 && current == "" {
		return nil // nothing to choose from
	}
	var out []choice
	if bare := without(t, query.Lang); bare != "" {
		out = append(out, choice{Text: "All languages", URL: searchURL(bare, 1), Current: current == ""})
	}
	for _, code := range codes {
		c := choice{Text: show.Visible(langLabel(code)), URL: searchURL(with(t, query.Lang, code), 1), Current: code == current}
		if langName(code) != "" {
			c.Lang = code
		}
		if n := pages[code]; n > 0 {
			c.Number = show.Number(n)
		}
		out = append(out, c)
	}
	return out
}

// pagerWidth is how many pages on each side of the current one are offered.
const pagerWidth = 4

// pager returns links to the pages around one, and to the page before and after
// it. A page behind the last one is followed by none and comes after the last.
func pager(q string, page, pages int) (out []choice, prev, next string) {
	if pages < 2 && page == 1 || pages == 0 {
		return nil, "", ""
	}
	if page > 1 {
		prev = searchURL(q, min(page-1, pages))
		out = append(out, choice{Text: "Previous", URL: prev})
	}
	middle := min(page, pages)
	for n := max(1, middle-pagerWidth); n <= min(pages, middle+pagerWidth); n++ {
		out = append(out, choice{Text: strconv.Itoa(n), URL: searchURL(q, n), Current: n == page})
	}
	if page < pages {
		next = searchURL(q, page+1)
		out = append(out, choice{Text: "Next", URL: next})
	}
	return out, prev, next
}

// adviceFor helps when nothing was found.
func adviceFor(q string, t query.Tree) []advice {
	var out []advice
	for f := query.Site; f <= query.Lang; f++ {
		if bare := without(t, f); narrowedBy(t, f) != "" && bare != "" {
			out = append(out, advice{Text: "Search without " + f.String() + ":", URL: searchURL(bare, 1)})
		}
	}
	if bare := strings.TrimSpace(strings.ReplaceAll(q, `"`, "")); bare != q && bare != "" {
		out = append(out, advice{Text: "Search without quotes", URL: searchURL(bare, 1)})
	}
	return append(out, advice{Text: "Try other or fewer words"}, advice{Text: "Ask why a page is not in the index", URL: "/why"})
}
