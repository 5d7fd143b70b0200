package translation

import (
	"cmp"
	"slices"

	"golang.org/x/text/language"

	"github.com/aranea-search/aranea/weburl"
)

// An Address is that of a page, with the language of its text as Tag tells it.
type Address struct {
	Lang  string
	URL   weburl.URL
	place Place
}

// AddressOf returns the Address of a page whose text is in a language, given as for Of.
func AddressOf(u weburl.URL, lang string) Address { return Address{Tag(u, lang), u, Of(u, lang)} }

// Others returns one address for each language but that which is given as a tag, by their tags and most at most: of
// several in a language the first one that is named after it, else the first. Pages in an unknown language are none.
// It sorts all.
func Others(all []Address, own string, most int) (others []Address) {
	slices.SortStableFunc(all, func(a, b Address) int { return cmp.Or(cmp.Compare(a.Lang, b.Lang), cmp.Compare(a.place, b.place)) })
	for _, a := range all {
		if n := len(others); n < most && a.Lang != own && a.Lang != language.Und.String() && (n == 0 || others[n-1].Lang != a.Lang) {
			others = append(others, a)
		}
	}
	return others
}
