package archive

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// OfLogin returns the exchange of a login at a site: one that a secret opened, and
// without the query and the parameters of its URL, in which sites put what stands for
// a session (RFC 3986, 3.3 and 3.4).
func OfLogin(f *aranea.Fetched) *Exchange {
	login := *f
	login.Access = "login"
	if plain, ok := cutAny(f.URL.String(), "?;"); ok {
		login.URL, _ = weburl.Parse(plain) // it was one before
	}
	return &Exchange{Fetched: &login, Role: Needed, NoCopy: true}
}

// cutAny returns what stands before the first of some characters, if there is one.
func cutAny(s, chars string) (before string, ok bool) {
	i := strings.IndexAny(s, chars)
	if i < 0 {
		return s, false
	}
	return s[:i], true
}
