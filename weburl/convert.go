package weburl

import "net/url"

// FromURL reads a URL of net/url. Its errors are of type *Error.
func FromURL(u *url.URL) (URL, error) { return Parse(u.String()) }

// URL returns u for net/url and net/http: its String is that of u, which is also
// what a request sends. What net/url takes for a wrong escape, as in "/50%", lies
// in Opaque then. The zero URL gives an empty one.
func (u URL) URL() *url.URL {
	if u.IsZero() {
		return &url.URL{}
	}
	if v, err := url.Parse(u.s); err == nil && v.String() == u.s {
		return v
	}
	authority := u.Origin().authority()
	return &url.URL{Scheme: u.Scheme(), Host: authority, Opaque: "//" + authority + u.Target()}
}

// MustParse is Parse for texts that are known to be URLs, as in tests and tables;
// it panics if one is not.
func MustParse(s string) URL {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}
