package weburl

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
)

// MaxLength is the length in bytes of the longest canonical URL.
const MaxLength = 2048

// A URL is an absolute http or https URL in canonical form. It is immutable, comparable with ==,
// and safe for concurrent use. The zero URL is not a URL.
type URL struct {
	s    string // canonical form
	path uint16 // where the path starts in s
}

// A Problem is the kind of fault of a text that is not a usable URL.
type Problem uint8

// The problems.
const (
	ProblemInvalid Problem = 0 // not a URL according to the WHATWG rules
	ProblemScheme  Problem = 1 // neither http nor https
	ProblemLength  Problem = 2 // longer than MaxLength
)

// String describes the problem in a few words.
func (p Problem) String() string {
	switch p {
	case ProblemInvalid:
		return "not a URL"
	case ProblemScheme:
		return "neither http nor https"
	case ProblemLength:
		return fmt.Sprintf("longer than %d bytes", MaxLength)
	}
	return fmt.Sprintf("problem(%d)", uint8(p))
}

// An Error says why a text is not a usable URL.
type Error struct {
	Problem Problem
	Input   string // the text, at most 100 bytes of it
	Err     error  // the error of the parser; may be nil
}

// Error returns the problem, the input and the message of the parser.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %q: %v", e.Problem, e.Input, e.Err)
	}
	return fmt.Sprintf("%s: %q", e.Problem, e.Input)
}

// Unwrap returns the error of the parser.
func (e *Error) Unwrap() error { return e.Err }

func problem(p Problem, input string, err error) error {
	if len(input) > 100 {
		input = input[:100]
	}
	return &Error{Problem: p, Input: input, Err: err}
}

// Parse parses an absolute URL. Its errors are of type *Error.
func Parse(s string) (URL, error) {
	if p, ok := fastAbsolute(s); ok {
		return p.url(), nil
	}
	return URL{}.resolve(nil, s)
}

// Resolve resolves a reference against u, like a browser resolves an href: it ignores surrounding
// whitespace, and tabs and line feeds inside. Its errors are of type *Error. A reference to a
// fragment of u resolves to u. The zero URL is no base: only absolute URLs can be resolved
// against it.
func (u URL) Resolve(ref string) (URL, error) { return u.ResolveWith(nil, ref) }

// ResolveWith is Resolve for a document in the encoding enc: non-ASCII characters of the query
// are percent-encoded in enc (WHATWG URL, query state); those that enc lacks become numeric
// character references. A nil encoding means UTF-8, and so do encodings that are not a superset
// of ASCII, such as UTF-16. Path and host are always in UTF-8.
func (u URL) ResolveWith(enc encoding.Encoding, ref string) (URL, error) {
	if p, ok := fastResolve(u, ref); ok {
		return p.url(), nil
	}
	return u.resolve(enc, ref)
}

// IsZero reports whether u is the zero URL.
func (u URL) IsZero() bool { return u.s == "" }

// String returns the canonical form, or "" for the zero URL.
func (u URL) String() string { return u.s }

// Scheme returns "http" or "https".
func (u URL) Scheme() string {
	scheme, _, _ := strings.Cut(u.s, ":")
	return scheme
}

// Origin returns scheme, host and port.
func (u URL) Origin() Origin { return Origin(u.s[:u.path]) }

// Host returns the host in lower case, IPv6 addresses in brackets, without port.
func (u URL) Host() string { return u.Origin().Host() }

// Path returns the path, which starts with "/".
func (u URL) Path() string {
	path, _, _ := strings.Cut(u.Target(), "?")
	return path
}

// Query returns the query without its question mark, and reports whether there is one.
func (u URL) Query() (string, bool) {
	_, q, ok := strings.Cut(u.Target(), "?")
	return q, ok
}

// Target returns path and query as they are sent in a request and matched against the rules of a
// robots file (RFC 9309 section 2.2.2).
func (u URL) Target() string { return u.s[u.path:] }

// MarshalText returns the canonical form.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText parses the output of MarshalText. Empty text is the zero URL.
func (u *URL) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = URL{}
		return nil
	}
	v, err := Parse(string(text))
	if err != nil {
		return err
	}
	*u = v
	return nil
}
