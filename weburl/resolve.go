package weburl

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding"
)

// This file is the WHATWG basic URL parser for http and https, in time linear in its input. Only
// hosts that are not plain names are passed to the library (host.go). Its structure differs from
// the state machine, its results do not: a fuzz target compares it with the library.

// maxInput is the maximum length in bytes of a reference without its fragment. Escapes of
// unreserved octets shrink to a third, so longer references are not useful; they are refused
// early, before they take time.
const maxInput = 4 * MaxLength

// resolve parses ref against u, which may be the zero URL.
func (u URL) resolve(enc encoding.Encoding, ref string) (URL, error) {
	s, long := clean(ref)
	scheme, rest, ok := cutScheme(s)
	if ok && scheme != "http" && scheme != "https" {
		return URL{}, problem(ProblemScheme, ref, nil)
	}
	if long {
		return URL{}, problem(ProblemLength, ref, nil)
	}
	if !ok && u.IsZero() {
		return URL{}, problem(ProblemInvalid, ref, errNoBase)
	}
	// "http:page.html" in an http document is the relative reference
	// "page.html" (special relative or authority state).
	if !ok || !u.IsZero() && scheme == u.Scheme() && !strings.HasPrefix(rest, "//") {
		return u.resolveRelative(enc, ref, rest)
	}
	return build(enc, ref, scheme, strings.TrimLeft(rest, `/\`))
}

// resolveRelative parses s, which has no scheme, against u. The original text, ref, is only for
// errors.
func (u URL) resolveRelative(enc encoding.Encoding, ref, s string) (URL, error) {
	var buf [bufferSize]byte
	b := append(buf[:0], u.s[:u.path]...)
	switch {
	case s == "":
		return u, nil
	case s[0] == '?':
		b = append(b, u.Path()...)
		b = appendQuery(b, s, enc)
	case !isSlash(s[0]):
		path := u.Path()
		b = append(b, path[:strings.LastIndexByte(path, '/')]...)
		b = appendTarget(b, int(u.path), s, enc)
	case len(s) > 1 && isSlash(s[1]):
		return build(enc, ref, u.Scheme(), strings.TrimLeft(s, `/\`))
	default:
		b = appendTarget(b, int(u.path), s[1:], enc)
	}
	return finish(b, int(u.path), ref)
}

// build makes a URL from its scheme and everything after the slashes.
func build(enc encoding.Encoding, ref, scheme, s string) (URL, error) {
	end := strings.IndexAny(s, `/\?`)
	if end < 0 {
		end = len(s)
	}
	var buf [bufferSize]byte
	b := append(buf[:0], scheme...)
	b = append(b, "://"...)
	b, problemKind, err := appendAuthority(b, scheme, s[:end])
	if err != nil {
		return URL{}, problem(problemKind, ref, err)
	}
	start := len(b)
	target := s[end:]
	if target != "" && isSlash(target[0]) {
		target = target[1:]
	}
	return finish(appendTarget(b, start, target, enc), start, ref)
}

// bufferSize is the size of stack buffers, enough for usual URLs.
const bufferSize = 256

func finish(b []byte, path int, ref string) (URL, error) {
	if len(b) > MaxLength {
		return URL{}, problem(ProblemLength, ref, nil)
	}
	return URL{s: string(b), path: uint16(path)}, nil
}

// appendTarget appends the path and query of s, without the leading slash, to b, whose path
// starts at start and has no trailing slash.
func appendTarget(b []byte, start int, s string, enc encoding.Encoding) []byte {
	path, _, ok := strings.Cut(s, "?")
	from := len(b)
	b, from = appendPath(b, start, path, from)
	b = normalizeEscapes(b, from)
	if !ok {
		return b
	}
	return appendQuery(b, s[len(path):], enc)
}

// appendPath appends the segments of path and resolves dot segments (path state). It returns b
// and the index of its first new byte: from, or less if dot segments removed earlier bytes.
func appendPath(b []byte, start int, path string, from int) ([]byte, int) {
	for {
		segment, last := path, true
		if end := strings.IndexAny(path, `/\`); end >= 0 {
			segment, path, last = path[:end], path[end+1:], false
		}
		switch dots(segment) {
		case 2:
			b = b[:start+max(0, bytes.LastIndexByte(b[start:], '/'))]
			from = min(from, len(b))
			fallthrough
		case 1:
			if last {
				b = append(b, '/')
			}
		default:
			b = append(b, '/')
			b = appendEncoded(b, segment, classPath)
		}
		if last {
			return b, from
		}
	}
}

// dots returns 1 for a single-dot and 2 for a double-dot path segment, else 0. A dot may be
// written "%2e".
func dots(segment string) int {
	n := 0
	for segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && segment[0] == '%' && segment[1] == '2' && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return 0
		}
		if n++; n > 2 {
			return 0
		}
	}
	return n
}

// appendQuery appends a query with its question mark.
func appendQuery(b []byte, s string, enc encoding.Encoding) []byte {
	b = append(b, '?')
	from := len(b)
	if enc == nil || isASCII(s) {
		b = appendEncoded(b, s[1:], classQuery)
	} else {
		b = appendQueryIn(b, s[1:], enc)
	}
	return normalizeEscapes(b, from)
}

// clean removes what a browser ignores in a reference: surrounding whitespace and control
// characters, tabs and line feeds, and in this parser the fragment as well. It reads at most
// maxInput bytes and reports whether there were more.
func clean(s string) (cleaned string, long bool) {
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	s, _, _ = strings.Cut(s, "#")
	if len(s) > maxInput {
		s, long = s[:maxInput], true
	}
	if strings.ContainsAny(s, "\t\n\r") {
		b := make([]byte, 0, len(s))
		for i := range len(s) {
			if c := s[i]; c != '\t' && c != '\n' && c != '\r' {
				b = append(b, c)
			}
		}
		s = string(b)
	}
	return s, long
}

// cutScheme splits s after the colon of its scheme and reports whether it has one. The scheme is
// returned in lower case.
func cutScheme(s string) (scheme, rest string, ok bool) {
	for i := range len(s) {
		c := s[i]
		switch letter := c|0x20 >= 'a' && c|0x20 <= 'z'; {
		case letter:
		case i == 0:
			return "", s, false
		case c == ':':
			return strings.ToLower(s[:i]), s[i+1:], true
		case c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.':
		default:
			return "", s, false
		}
	}
	return "", s, false
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }
