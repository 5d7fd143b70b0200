package results

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search/facet"
)

// offerRanges puts the ranges of an own facet before its values, and adds a form for other ones if these are
// a poor list of numbers or dates, or the search is narrowed by a range.
func (m *maker) offerRanges(l *FacetList, line Line, own *facet.Own, atLeast bool) {
	current := line.current(m.tree)
	from, to, ranged := strings.Cut(current, quantity.Between)
	if ranged || own.IsRanged() {
		l.Form = &RangeForm{Query: m.Query, Sort: m.Sort, Name: line.Own}
	}
	if _, ok := quantity.RangeOf(current); ok {
		l.Form.From, l.Form.To = show.Visible(from), show.Visible(to)
	}
	if len(own.Ranges) == 0 {
		return
	}
	values, listed := l.Values, false
	l.Values = nil
	for _, r := range own.Ranges {
		c := Choice{Text: rangeText(r.Value), URL: SortedURL(m.tree.WithRange(line.Own, r.Value), 1, m.Sort), Number: m.number(r.Pages, atLeast), Current: r.Value == current}
		l.Values, listed = append(l.Values, c), listed || c.Current
	}
	isCurrent := func(c Choice) bool { return c.Current }
	if i := slices.IndexFunc(values, isCurrent); i >= 0 && !listed {
		l.Values = append(l.Values, values[i])
	}
	l.More = append(slices.DeleteFunc(values, isCurrent), l.More...)
}

// isRange reports whether a text is a range with two bounds.
func isRange(text string) bool {
	from, to, _ := strings.Cut(text, quantity.Between)
	_, ok := quantity.RangeOf(text)
	return ok && from != "" && to != ""
}

// rangeText writes a range for people, one of a single value as the value.
func rangeText(text string) string {
	from, to, _ := strings.Cut(text, quantity.Between)
	if from == to {
		return show.Visible(from)
	}
	return show.Visible(from + " – " + to)
}
