package command

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/ports"
	"github.com/aranea-search/aranea/weburl"
)

// WayOut says by which flag the operator can change what became of a URL, in one
// sentence; "" if by none. It takes a reason code.
func WayOut(reason, url string) string {
	const otherPort = "No setting opens that port: browsers refuse it as well. If the site is yours, serve it on another one, such as 8080."
	switch reason {
	case aranea.ScopePort.String():
		return otherPort
	case aranea.NetGuard.String():
		if u, err := weburl.Parse(url); err == nil && ports.Blocked(u.Origin().Port()) {
			return otherPort
		}
		return "If the address is yours, open it: --allow-net 10.0.0.0/8, for example."
	case aranea.HTTPForbidden.String(), aranea.HTTPLogin.String(), aranea.IndexLogin.String():
		return "If you may come in, say how when you crawl: --secrets FILE (docs/credentials.md); what a new secret opens is asked for again at once."
	}
	return ""
}
