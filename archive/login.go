package archive

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// OfLogin returns the exchange of a login at a site: one that a secret opened, and
// without the query of its URL, in which sites put what stands for a session.
func OfLogin(f *aranea.Fetched) *Exchange {
	login := *f
	login.Access = "login"
	if plain, _, ok := strings.Cut(f.URL.String(), "?"); ok {
		login.URL, _ = weburl.Parse(plain) // it was one before
	}
	return &Exchange{Fetched: &login, Role: Needed, NoCopy: true}
}
