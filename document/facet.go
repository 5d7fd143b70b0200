package document

import (
	"strings"

	"github.com/aranea-search/aranea"
)

// FacetPrefix begins the filter of a facet with its value, both in lower case:
// "facet:product=web server". SpelledPrefix begins the filter of one that is not written in lower
// case: "spelled:product=Web Server".
const (
	FacetPrefix   = "facet:"
	SpelledPrefix = "spelled:"
)

// FacetFilter returns the filter of the pages with a facet, written as name=value in any case.
func FacetFilter(facet string) string { return FacetPrefix + FoldFacet(facet) }

// FoldFacet returns a facet, written as name=value, as it is compared: in lower case, without the
// whitespace around both.
func FoldFacet(facet string) string {
	name, value, _ := strings.Cut(facet, "=")
	return strings.ToLower(strings.TrimSpace(name) + "=" + strings.TrimSpace(value))
}

// facetFilters returns the filters of the facets of a page.
func facetFilters(all []aranea.Facet) []string {
	var out []string
	for _, f := range all {
		written := f.Name + "=" + f.Value
		folded := FacetFilter(written)
		if out = append(out, folded); folded != FacetPrefix+written {
			out = append(out, SpelledPrefix+written)
		}
	}
	return out
}
