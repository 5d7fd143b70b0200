package credentials

import (
	"net/http"
	"net/http/cookiejar"
	"path"
	"strings"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of the cookies that answers add to a session (RFC 6265 section 6.1 asks for at least 50 of a
// domain, and 4,096 bytes each).
const (
	maxSetCookies = 50   // of one answer
	maxCookies    = 200  // of a session; those that are known by then still change
	maxCookie     = 4096 // bytes of the name and the value of one
)

// A jar holds the cookies of a session.
type jar struct {
	*cookiejar.Jar
	known map[place]bool
}

// A place is where a cookie is in a jar: another one there replaces it.
type place struct{ name, domain, path string }

// newJar returns an empty jar. Cookies are sent only to the secret's origin, so lists of public
// suffixes do not matter.
func newJar() (*jar, error) {
	j, err := cookiejar.New(nil)
	return &jar{j, map[place]bool{}}, err
}

// put stores cookies that the operator has.
func (j *jar) put(u weburl.URL, all ...*http.Cookie) {
	for _, c := range all {
		j.known[placeOf(u, c)] = true
	}
	j.SetCookies(u.URL(), all)
}

// learn stores the cookies of an answer, within the limits.
func (j *jar) learn(u weburl.URL, set []string) {
	all := (&http.Response{Header: http.Header{"Set-Cookie": set[:min(len(set), maxSetCookies)]}}).Cookies()
	for _, c := range all {
		at := placeOf(u, c)
		if len(c.Name)+len(c.Value) > maxCookie || !j.known[at] && len(j.known) >= maxCookies {
			continue
		}
		j.put(u, c)
		if c.MaxAge < 0 || c.MaxAge == 0 && !c.Expires.IsZero() && c.Expires.Before(time.Now()) {
			delete(j.known, at)
		}
	}
}

// placeOf returns where a cookie is in a jar. Without a path it is that of the folder of the URL (RFC
// 6265 section 5.1.4).
func placeOf(u weburl.URL, c *http.Cookie) place {
	p := place{c.Name, strings.ToLower(strings.TrimPrefix(c.Domain, ".")), c.Path}
	if !strings.HasPrefix(p.path, "/") {
		p.path = path.Dir(u.Path())
	}
	return p
}
