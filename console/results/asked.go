package results

import (
	"net/url"
	"strings"

	"github.com/aranea-search/aranea/query"
)

// Limits of what an address asks for.
const (
	maxPlaces = 16   // sites or folders
	MaxQuery  = 4000 // bytes: the input field's length in characters, four bytes each
)

// QueryOf returns the query that an address asks for, as valid UTF-8 with a maximum length. The
// parameters within, which forms of other pages send, limit it to sites or folders.
func QueryOf(v url.Values) string {
	q := clean(v.Get("q"))
	var places []string
	for _, place := range v["within"][:min(len(v["within"]), maxPlaces)] {
		if place = clean(place); place != "" {
			places = append(places, place)
		}
	}
	if q == "" || len(places) == 0 {
		return q
	}
	return query.Parse(q).Within(places...)
}

// clean returns a value of a form as valid UTF-8 with a maximum length.
func clean(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, " "))
	if len(text) > MaxQuery {
		text = strings.ToValidUTF8(text[:MaxQuery], "")
	}
	return text
}
