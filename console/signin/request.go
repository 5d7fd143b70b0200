package signin

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/mount"
)

// cookieName is the name of the cookie with the token of a sign-in.
const cookieName = "aranea-operator"

// maxTarget is the maximum number of bytes of the address to which a sign-in leads.
const maxTarget = 2048

// home is the page to which a sign-in leads if it was not asked for by another.
const home = "/status"

// Of returns the name of the operator who makes a request, "" for none.
func (d *Desk) Of(r *http.Request) string {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	return d.Operator(c.Value, time.Now())
}

// Leave ends the sign-in of a request.
func (d *Desk) Leave(r *http.Request) {
	if c, err := r.Cookie(cookieName); err == nil {
		d.SignOut(c.Value)
	}
}

// Cookie returns the cookie that keeps a token for the pages of at; "" removes it. It is not readable
// for scripts, not sent with requests of other sites, and not sent in the clear if the pages are asked
// for over TLS.
func Cookie(r *http.Request, token string, at mount.Point) *http.Cookie {
	life := int(WholeLife / time.Second)
	if token == "" {
		life = -1
	}
	return &http.Cookie{ //nolint:gosec // Secure is set wherever the page is asked for over TLS
		Name: cookieName, Value: token, Path: at.Path("/"), MaxAge: life,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: mount.OverTLS(r),
	}
}

// Target returns the page of this server to which a sign-in leads, or that of the status if the text
// is none.
func Target(text string) string {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxTarget || !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || u.Host != "" || strings.ContainsAny(text, "\\\r\n\t") {
		return home
	}
	return u.RequestURI()
}
