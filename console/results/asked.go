package results

import (
	"net/url"
	"strings"

	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/query"
)

// Limits of what an address asks for.
const (
	maxPlaces = 16   // sites or folders
	MaxQuery  = 4000 // bytes: the input field's length in characters, four bytes each
)

// QueryOf returns the query that an address asks for, as valid UTF-8 with a maximum length. The
// parameters within, which forms of other pages send, limit it to sites or folders, or a facet to a range.
func QueryOf(v url.Values) string {
	q := clean(v.Get("q"))
	var places []string
	for _, place := range v["within"][:min(len(v["within"]), maxPlaces)] {
		if place = clean(place); place != "" {
			places = append(places, place)
		}
	}
	if q != "" && len(places) > 0 {
		q = query.Parse(q).Within(places...)
	}
	if name := bound(v.Get(rangeParam)); name != "" {
		return inRange(q, name, bound(v.Get("from")), bound(v.Get("to")))
	}
	return q
}

// rangeParam has the name of a facet of which the parameters from and to are the bounds.
const rangeParam = "range"

// inRange formats a query narrowed to a range of a facet, either of whose bounds may be empty, or to no
// range if both are.
func inRange(q, name, from, to string) string {
	t := query.Parse(q)
	if from+to == "" {
		return t.WithoutFacet(name)
	}
	return t.WithRange(name, from+quantity.Between+to)
}

// maxBound is the length in bytes of a bound.
const maxBound = 100

// bound returns a bound of a range without quotes and whitespace, which separates groups of digits or the
// currency.
func bound(text string) string {
	text = strings.Join(strings.Fields(strings.ReplaceAll(clean(text), `"`, "")), "")
	return strings.ToValidUTF8(text[:min(len(text), maxBound)], "")
}

// clean returns a value of a form as valid UTF-8 with a maximum length.
func clean(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, " "))
	if len(text) > MaxQuery {
		text = strings.ToValidUTF8(text[:MaxQuery], "")
	}
	return text
}
