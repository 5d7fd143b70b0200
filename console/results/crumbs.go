package results

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Lengths in characters of displayed texts.
const (
	MaxTitle   = 140 // of a page
	MaxHeading = 80  // of the query in the title of the results page
	maxSegment = 60  // one folder of a path
	maxCrumbs  = 5   // folders of a path
)

// crumbs returns the path of a URL for people: folders with readable characters.
func crumbs(u weburl.URL) []string {
	var out []string
	for seg := range strings.SplitSeq(u.Path(), "/") {
		if seg != "" {
			out = append(out, show.Shorten(readable(seg), maxSegment))
		}
	}
	if n := len(out); n > maxCrumbs {
		out = slices.Concat(out[:2], []string{"…"}, out[n-maxCrumbs+3:])
	}
	if q, ok := u.Query(); ok && q != "" {
		q = "?" + show.Shorten(readable(q), maxSegment)
		if len(out) == 0 {
			return []string{q}
		}
		out[len(out)-1] += q
	}
	return out
}

// readable decodes the percent escapes of a part of a URL if all of them are visible characters.
// Characters that are invisible, change the text direction, or look like the separators between
// parts stay escaped.
func readable(part string) string {
	text, err := url.PathUnescape(part)
	if err != nil {
		return part
	}
	for _, r := range text {
		if !unicode.IsGraphic(r) || r == unicode.ReplacementChar || unicode.Is(unicode.Zs, r) && r != ' ' || strings.ContainsRune("/›?#%", r) {
			return part
		}
	}
	return text
}
