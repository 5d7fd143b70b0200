package weburl

import "net/url"

// FromURL converts a URL of net/url. Its errors are of type *Error.
func FromURL(u *url.URL) (URL, error) { return Parse(u.String()) }

// URL returns u for net/url and net/http. Its String is that of u, which is also what a request
// sends. If net/url would reject an escape, as in "/50%", the text is in Opaque. For the zero URL
// the result is empty.
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

// MustParse is Parse for texts that are known to be URLs, as in tests and tables; it panics if
// one is not.
func MustParse(s string) URL {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}
