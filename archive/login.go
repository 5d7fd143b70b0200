package archive

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// OfLogin returns the exchange of a login at a site. It is marked as opened with a secret, and
// its URL has no query and no parameters, because sites put session identifiers there (RFC 3986,
// 3.3 and 3.4).
func OfLogin(f *aranea.Fetched) *Exchange {
	login := *f
	login.Access = "login"
	if plain, ok := cutAny(f.URL.String(), "?;"); ok {
		login.URL, _ = weburl.Parse(plain) // it was valid before
	}
	return &Exchange{Fetched: &login, Role: Needed, NoCopy: true}
}

// cutAny returns the text before the first of some characters, if there is one.
func cutAny(s, chars string) (before string, ok bool) {
	i := strings.IndexAny(s, chars)
	if i < 0 {
		return s, false
	}
	return s[:i], true
}
