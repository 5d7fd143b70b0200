package weburl

import (
	"errors"
	"fmt"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// Errors of the parser.
var (
	errNoBase  = errors.New("a relative reference needs a base")
	errNoHost  = errors.New("the host is missing")
	errHost    = errors.New("the host is neither a name nor an address")
	errIPv6    = errors.New("the host is not an IPv6 address in brackets")
	errPort    = errors.New("the port is not a number up to 65535")
	errTooLong = fmt.Errorf("the host is longer than %d bytes", MaxLength)
)

// appendAuthority appends the host and port of a URL, and drops user name and password. The host
// is in canonical form: a name in lower case and A-labels, or an address. The port is omitted if
// it is the default of the scheme. On failure, the problem is returned with the error.
func appendAuthority(b []byte, scheme, authority string) ([]byte, Problem, error) {
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	host, port := splitPort(authority)
	if host == "" {
		return b, ProblemInvalid, errNoHost
	}
	if len(host) > MaxLength {
		return b, ProblemLength, errTooLong
	}
	start := len(b)
	b = appendLower(b, host)
	if !plainHost(b[start:]) {
		canonical, err := libraryHost(host)
		if err != nil {
			return b, ProblemInvalid, err
		}
		b = append(b[:start], canonical...)
	}
	b, err := appendPort(b, scheme, port)
	return b, ProblemInvalid, err
}

// splitPort splits authority at the first colon outside brackets. The port includes its colon,
// and is empty if there is none.
func splitPort(authority string) (host, port string) {
	bracket := false
	for i := range len(authority) {
		switch c := authority[i]; {
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case c == ':' && !bracket:
			return authority[:i], authority[i:]
		}
	}
	return authority, ""
}

// appendPort appends a port with its colon, unless it is the default of the scheme.
func appendPort(b []byte, scheme, port string) ([]byte, error) {
	if len(port) < 2 {
		return b, nil
	}
	n := 0
	for _, c := range []byte(port[1:]) {
		if c < '0' || c > '9' {
			return b, errPort
		}
		if n = n*10 + int(c-'0'); n > 65535 {
			return b, errPort
		}
	}
	if n == int(defaultPort(scheme)) {
		return b, nil
	}
	return fmt.Appendf(b, ":%d", n), nil
}

func defaultPort(scheme string) uint16 {
	if scheme == "https" {
		return 443
	}
	return 80
}

func appendLower(b []byte, host string) []byte {
	for i := range len(host) {
		c := host[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		b = append(b, c)
	}
	return b
}

// libraryHost parses a host that is not a plain name: an internationalized name, one with
// A-labels to check or with escapes, or an address in any of its spellings.
func libraryHost(host string) (string, error) {
	w, err := whatwg.Parse("http://" + host + "/")
	switch {
	case err != nil && strings.HasPrefix(host, "["):
		return "", errIPv6
	case err != nil:
		return "", errHost
	}
	if w.Hostname() == "" {
		return "", errNoHost
	}
	return w.Hostname(), nil
}

// plainHost reports whether a lower-case host is a name in canonical form: not empty, no empty
// label, no A-label to check, and not a spelling of an IPv4 address.
func plainHost[T string | []byte](host T) bool {
	if len(host) == 0 || host[0] == '.' || host[len(host)-1] == '.' {
		return false
	}
	label := 0
	for i := range len(host) {
		switch {
		case classes[host[i]]&classHost == 0:
			return false
		case host[i] == '.':
			label = i + 1
			if host[i+1] == '.' {
				return false
			}
		case i-label == 3 && host[i] == '-' && host[i-1] == '-' && host[label] == 'x' && host[label+1] == 'n':
			return false
		}
	}
	// A last label that starts with a digit may be a number; the number parser of the library
	// takes a hyphen for a minus sign.
	first := host[label]
	return first != '-' && (first < '0' || first > '9')
}
