package weburl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// An Origin is scheme, host and port, written "https://example.org" or
// "http://example.org:8080"; the default port of the scheme is left out, so
// equal origins are equal strings.
type Origin string

// ParseOrigin reads an origin or any URL of it.
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

// Port returns the port that a connection goes to, the scheme's default if the
// origin names none.
func (o Origin) Port() uint16 {
	if rest := o.authority()[len(o.Host()):]; rest != "" {
		if p, err := strconv.ParseUint(rest[1:], 10, 16); err == nil {
			return uint16(p)
		}
	}
	return defaultPort(o.Scheme())
}

// Site returns the registrable domain by the Public Suffix List, for example
// "example.co.uk"; for addresses, public suffixes themselves and unknown names
// it is the host.
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
	_, err := strconv.ParseUint(last, 10, 32)
	return err == nil
}

// RobotsURL returns the URL of the origin's robots file (RFC 9309 section 2.3).
func (o Origin) RobotsURL() URL {
	return URL{s: string(o) + "/robots.txt", path: uint16(len(o))}
}

// Root returns the URL of the origin's root page.
func (o Origin) Root() URL { return URL{s: string(o) + "/", path: uint16(len(o))} }

// An OriginID identifies an origin: the first 2 bytes of the SHA-256 of its
// registrable domain and the first 6 bytes of the SHA-256 of the origin itself.
// Origins of one registrable domain sort together, so a range of identities is a
// part of the web that no site straddles. Among a billion origins two share an
// identity with a chance of about 3 in 100, as long as no registrable domain
// holds a large part of them: inside one domain 48 bits tell origins apart.
type OriginID [8]byte

// ID returns the origin's identity.
func (o Origin) ID() OriginID {
	var id OriginID
	site := sha256.Sum256([]byte(o.Site()))
	origin := sha256.Sum256([]byte(o))
	copy(id[:2], site[:2])
	copy(id[2:], origin[:6])
	return id
}

// String returns the identity in 16 hexadecimal digits.
func (id OriginID) String() string { return hex.EncodeToString(id[:]) }

// Partition returns the part of the web, of n parts, that the origin belongs
// to. Origins of one registrable domain share a part, and parts are ranges of
// identities in order. With n = 0 or 1 there is one part, number 0.
func (id OriginID) Partition(n uint16) uint16 {
	return uint16((uint32(id[0])<<8 | uint32(id[1])) * uint32(n) >> 16)
}

// An ID identifies a URL: the 8 bytes of its OriginID and the first 12 bytes of
// the SHA-256 of its canonical form. URLs of one origin sort together. With 96
// bits, URLs that share an identity are not to be expected by chance. Somebody
// who tries for years may find two of his own; nobody finds one that shares the
// identity of a given URL.
type ID [20]byte

// ID returns the URL's identity. The zero URL has the zero ID.
func (u URL) ID() ID { return u.IDIn(u.Origin().ID()) }

// IDIn is ID for a caller that knows the ID of u's origin.
func (u URL) IDIn(o OriginID) ID {
	var id ID
	if u.IsZero() {
		return id
	}
	copy(id[:8], o[:])
	sum := sha256.Sum256([]byte(u.s))
	copy(id[8:], sum[:12])
	return id
}

// Origin returns the origin's part of the ID.
func (id ID) Origin() OriginID { return OriginID(id[:8]) }

// IsZero reports whether id identifies nothing.
func (id ID) IsZero() bool { return id == ID{} }

// String returns the ID in 40 hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// ParseID reads what String wrote.
func ParseID(s string) (ID, error) {
	var id ID
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(id) {
		return id, fmt.Errorf("parse URL identity %q: want %d hexadecimal digits", s, 2*len(id))
	}
	return ID(b), nil
}
