package weburl

import "strings"

// The fast path handles most links: plain ASCII that is already in canonical form. It refuses
// whenever it is not sure, and resolve.go then decides. A fuzz target compares both with the
// library.

// Character classes.
const (
	classHost  = 1 << iota // allowed unchanged in a plain host name
	classPath              // allowed unchanged in a path (outside the path percent-encode set)
	classQuery             // allowed unchanged in a query (outside the special-query percent-encode set)
	classEasy              // like classPath, but needs no further check: neither a dot nor a colon
	className              // a letter or a digit
)

// classes gives the classes of each byte. The percent sign has none: it is kept unchanged, but
// starts an escape.
var classes = func() (t [256]uint8) {
	for c := 0x21; c <= 0x7e; c++ {
		if !strings.ContainsRune("\"#<>?^`{}%\\", rune(c)) {
			t[c] |= classPath
		}
		if !strings.ContainsRune("\"#<>'%", rune(c)) {
			t[c] |= classQuery
		}
	}
	for c := range t {
		if t[c]&classPath != 0 && c != '.' && c != ':' {
			t[c] |= classEasy
		}
		if c < 0x80 && (isHex(byte(c)) || 'g' <= c|0x20 && c|0x20 <= 'z') {
			t[c] |= className
		}
	}
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789-_." {
		t[c] |= classHost
	}
	return t
}()

// text is the type of a reference; with []byte, the bytes of a page are parsed without a copy.
type text interface{ string | []byte }

// begins reports whether s begins with prefix.
func begins[T text](s T, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix
}

// canonicalEscape reports whether s starts with an upper-case escape of an octet that is not
// unreserved.
func canonicalEscape[T text](s T) bool {
	if len(s) < 3 || !upperHex(s[1]) || !upperHex(s[2]) {
		return false
	}
	return !unreserved(unhex(s[1])<<4 | unhex(s[2]))
}

func upperHex(c byte) bool { return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' }

func isHex(c byte) bool { return upperHex(c) || 'a' <= c && c <= 'f' }

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// A target is the result of scanning a path with its query.
type target struct {
	end   int  // where the fragment begins, or the length
	colon bool // the path has a colon
}

// plainTarget scans a path with query and fragment once, and reports whether it is canonical
// apart from the fragment. A path with a dot segment is not.
func plainTarget[T text](s T) (t target, ok bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if classes[c]&classEasy != 0 {
			continue
		}
		switch {
		case c == '.':
			if (i == 0 || s[i-1] == '/') && dotSegment(s[i+1:]) {
				return t, false
			}
		case c == ':':
			t.colon = true
		case c == '?':
			n, ok := plainQuery(s[i+1:])
			t.end = i + 1 + n
			return t, ok
		case c == '#':
			t.end = i
			return t, true
		case c != '%' || !canonicalEscape(s[i:]):
			return t, false
		}
	}
	t.end = len(s)
	return t, true
}

// plainQuery is plainTarget for a query, without its question mark.
func plainQuery[T text](s T) (end int, ok bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case classes[c]&classQuery != 0:
		case c == '#':
			return i, true
		case c != '%' || !canonicalEscape(s[i:]):
			return 0, false
		}
	}
	return len(s), true
}

// dotSegment reports whether a segment is "." or "..", given what follows its initial dot.
func dotSegment[T text](rest T) bool {
	if len(rest) > 0 && rest[0] == '.' {
		rest = rest[1:]
	}
	return len(rest) == 0 || rest[0] == '/' || rest[0] == '?' || rest[0] == '#'
}

// parts are the two parts of a URL: one from the base, one from the reference.
type parts[T text] struct {
	head string
	tail T
	path int
	root bool // a "/" is appended
}

// url returns the URL made of the parts.
func (p parts[T]) url() URL {
	s := p.head + string(p.tail)
	if p.root {
		s += "/"
	}
	return URL{s: s, path: uint16(p.path)}
}

// appendTo is like url, but appends the bytes to dst.
func (p parts[T]) appendTo(dst []byte) []byte {
	dst = append(append(dst, p.head...), p.tail...)
	if p.root {
		dst = append(dst, '/')
	}
	return dst
}

// fastAbsolute parses s if it is in canonical form, apart from a fragment and a missing path.
func fastAbsolute[T text](s T) (p parts[T], ok bool) {
	var start int
	switch {
	case begins(s, "https://"):
		start = len("https://")
	case begins(s, "http://"):
		start = len("http://")
	default:
		return p, false
	}
	end := start + hostLength(s[start:])
	if !plainHost(s[start:end]) || end >= MaxLength {
		return p, false
	}
	if end == len(s) || s[end] == '#' {
		return parts[T]{tail: s[:end], path: end, root: true}, true
	}
	t, ok := plainTarget(s[end:])
	if s[end] != '/' || !ok || end+t.end >= MaxLength {
		return p, false
	}
	return parts[T]{tail: s[:end+t.end], path: end}, true
}

// hostLength returns the length of the longest prefix of s that can be a plain host name.
func hostLength[T text](s T) int {
	for i := range len(s) {
		if classes[s[i]]&classHost == 0 {
			return i
		}
	}
	return len(s)
}

// trimmed returns a reference without surrounding whitespace.
func trimmed[T text](ref T) T {
	for len(ref) > 0 && isSpace(ref[0]) {
		ref = ref[1:]
	}
	for len(ref) > 0 && isSpace(ref[len(ref)-1]) {
		ref = ref[:len(ref)-1]
	}
	return ref
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' }

// fastResolve resolves a plain reference against u.
func fastResolve[T text](u URL, ref T) (p parts[T], ok bool) {
	if u.IsZero() {
		return p, false
	}
	ref = trimmed(ref)
	if len(ref) == 0 || ref[0] == '#' {
		return parts[T]{head: u.s, path: int(u.path)}, true
	}
	switch ref[0] {
	case '?':
		n, ok := plainQuery(ref[1:])
		return joined(u, len(u.Path()), ref[:1+n], ok)
	case '/':
		if len(ref) > 1 && ref[1] == '/' {
			return p, false
		}
		t, ok := plainTarget(ref)
		return joined(u, 0, ref[:t.end], ok)
	}
	if p, ok := fastAbsolute(ref); ok {
		return p, true
	}
	return fastRelative(u, ref)
}

// fastRelative resolves a path that starts with a name, "./" or "../".
func fastRelative[T text](u URL, ref T) (parts[T], bool) {
	dir := u.Path()
	dir = dir[:strings.LastIndexByte(dir, '/')+1]
	for {
		if begins(ref, "./") {
			ref = ref[len("./"):]
			continue
		}
		if !begins(ref, "../") {
			break
		}
		ref = ref[len("../"):]
		if len(dir) > 1 {
			dir = dir[:strings.LastIndexByte(dir[:len(dir)-1], '/')+1]
		}
	}
	t, ok := plainTarget(ref)
	return joined(u, len(dir), ref[:t.end], ok && !t.colon)
}

// joined returns the URL made of the origin of u, the first keep bytes of its path, and ref, if
// ref is plain.
func joined[T text](u URL, keep int, ref T, plain bool) (p parts[T], ok bool) {
	head := u.s[:int(u.path)+keep]
	if !plain || len(head)+len(ref) > MaxLength {
		return p, false
	}
	return parts[T]{head: head, tail: ref, path: int(u.path)}, true
}
