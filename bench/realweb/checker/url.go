package checker

import (
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// A Base resolves the links of one page.
type Base struct{ u *whatwg.Url }

// NewBase parses an absolute URL as a browser does.
func NewBase(raw string) (Base, bool) {
	u, err := whatwg.Parse(raw)
	return Base{u}, err == nil
}

// Resolve resolves a reference against b.
func (b Base) Resolve(ref string) (Base, bool) {
	u, err := b.u.Parse(ref)
	return Base{u}, err == nil
}

// String returns the canonical spelling: WHATWG serialisation without fragment
// and user name, escapes of unreserved characters decoded, the hexadecimal
// digits of other escapes in capitals.
func (b Base) String() string {
	u := b.u.Clone()
	u.SetUsername("")
	u.SetPassword("")
	return plainEscapes(u.Href(true))
}

// HTTPHost returns the host name when the URL is http on the default port, and
// "" otherwise.
func (b Base) HTTPHost() string {
	if b.u.Scheme() != "http" || b.u.Port() != "" {
		return ""
	}
	return b.u.Hostname()
}

// Target returns path and query of a canonical URL.
func Target(canonical string) string {
	_, rest, _ := strings.Cut(canonical, "://")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

func plainEscapes(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
			b = append(b, s[i])
			continue
		}
		if c := fromHex(s[i+1])<<4 | fromHex(s[i+2]); unreserved(c) {
			b = append(b, c)
		} else {
			b = append(b, strings.ToUpper(s[i:i+3])...)
		}
		i += 2
	}
	return string(b)
}

func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func fromHex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
