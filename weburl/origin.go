package weburl

import (
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// An Origin is scheme, host and port, written "https://example.org" or "http://example.org:8080".
// The default port of the scheme is omitted, so equal origins are equal strings.
type Origin string

// ParseOrigin parses an origin, or returns the origin of a URL.
func ParseOrigin(s string) (Origin, error) {
	u, err := Parse(s)
	if err != nil {
		return "", err
	}
	return u.Origin(), nil
}

func (o Origin) authority() string {
	_, a, _ := strings.Cut(string(o), "://")
	return a
}

// Scheme returns "http" or "https".
func (o Origin) Scheme() string {
	s, _, _ := strings.Cut(string(o), "://")
	return s
}

// Host returns the host in lower case and A-labels, IPv6 addresses in brackets.
func (o Origin) Host() string {
	a := o.authority()
	if strings.HasSuffix(a, "]") {
		return a
	}
	if i := strings.LastIndexByte(a, ':'); i >= 0 {
		return a[:i]
	}
	return a
}

// Port returns the port for connections: the port of the origin, or the default of the scheme.
func (o Origin) Port() uint16 {
	if rest := o.authority()[len(o.Host()):]; rest != "" {
		if p, err := strconv.ParseUint(rest[1:], 10, 16); err == nil {
			return uint16(p)
		}
	}
	return defaultPort(o.Scheme())
}

// Site returns the registrable domain by the Public Suffix List, for example "example.co.uk". For
// addresses, public suffixes and unknown names it is the host.
func (o Origin) Site() string {
	host := o.Host()
	if isAddress(host) {
		return host
	}
	site, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(host, "."))
	if err != nil {
		return host
	}
	return site
}

// isAddress reports whether a canonical host is an IP address.
func isAddress(host string) bool {
	if strings.HasPrefix(host, "[") {
		return true
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || last[0] < '0' || last[0] > '9' {
		return false
	}
	_, err := strconv.ParseUint(last, 10, 32)
	return err == nil
}

// RobotsURL returns the URL of the origin's robots file (RFC 9309 section 2.3).
func (o Origin) RobotsURL() URL {
	return URL{s: string(o) + robotsPath, path: uint16(len(o))}
}

// robotsPath is where the robots file of an origin is.
const robotsPath = "/robots.txt"

// IsRobots reports whether u is the URL of its origin's robots file. The same path with a query
// is another URL.
func (u URL) IsRobots() bool { return u.Target() == robotsPath }

// Root returns the URL of the origin's root page.
func (o Origin) Root() URL { return URL{s: string(o) + "/", path: uint16(len(o))} }
