package weburl

import "strings"

// The fast path handles what most links are: plain ASCII in canonical form
// already. It says no whenever it is not sure; resolve.go then decides. A fuzz
// target holds both against the library.

// Character classes.
const (
	classHost  = 1 << iota // may stand in a plain host name as it is
	classPath              // may stand in a path as it is (outside the path percent-encode set)
	classQuery             // may stand in a query as it is (outside the special-query percent-encode set)
)

// classes gives the classes of each byte. The percent sign is in none: it
// stands as it is, but starts an escape.
var classes = func() (t [256]uint8) {
	for c := 0x21; c <= 0x7e; c++ {
		if !strings.ContainsRune("\"#<>?^`{}%\\", rune(c)) {
			t[c] |= classPath
		}
		if !strings.ContainsRune("\"#<>'%", rune(c)) {
			t[c] |= classQuery
		}
	}
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789-_." {
		t[c] |= classHost
	}
	return t
}()

// text is what a reference may come as: the bytes of a page are not copied to be
// looked at.
type text interface{ string | []byte }

// plain reports whether every byte of s has the class, and every escape is in
// canonical form.
func plain[T text](s T, class uint8) bool {
	for i := 0; i < len(s); i++ {
		if classes[s[i]]&class != 0 {
			continue
		}
		if s[i] != '%' || !canonicalEscape(s[i:]) {
			return false
		}
		i += 2
	}
	return true
}

// index returns the place of the first c in s, the length of s if there is none.
func index[T text](s T, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return len(s)
}

// begins reports whether s begins with a prefix.
func begins[T text](s T, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix
}

// canonicalEscape reports whether s starts with an upper-case escape of an
// octet that is not unreserved.
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

// plainTarget reports whether path and query need no change. A path with a dot
// segment does.
func plainTarget[T text](s T) bool {
	end := index(s, '?')
	path, query := s[:end], s[min(end+1, len(s)):]
	return plain(path, classPath) && !hasDotSegment(path) && plain(query, classQuery)
}

// hasDotSegment reports whether a segment of the path is "." or "..".
func hasDotSegment[T text](path T) bool {
	for i := 0; i+1 < len(path); i++ {
		if path[i] != '/' || path[i+1] != '.' {
			continue
		}
		rest := path[i+2:]
		if len(rest) == 0 || rest[0] == '/' || string(rest) == "." || begins(rest, "./") {
			return true
		}
	}
	return false
}

// fastAbsolute reads s if it is in canonical form but for a fragment and a
// missing path.
func fastAbsolute[T text](s T) (URL, bool) {
	var start int
	switch {
	case begins(s, "https://"):
		start = len("https://")
	case begins(s, "http://"):
		start = len("http://")
	default:
		return URL{}, false
	}
	s = s[:index(s, '#')]
	end := start + hostLength(s[start:])
	if !plainHost(s[start:end]) || len(s) >= MaxLength {
		return URL{}, false
	}
	if end == len(s) {
		return URL{s: string(s) + "/", path: uint16(end)}, true
	}
	if s[end] != '/' || !plainTarget(s[end:]) {
		return URL{}, false
	}
	return URL{s: string(s), path: uint16(end)}, true
}

// hostLength returns how many bytes of s can be a plain host name.
func hostLength[T text](s T) int {
	for i := range len(s) {
		if classes[s[i]]&classHost == 0 {
			return i
		}
	}
	return len(s)
}

// trimmed returns a reference without whitespace around it and without its fragment.
func trimmed[T text](ref T) T {
	const space = " \t\r\n\f"
	for len(ref) > 0 && strings.IndexByte(space, ref[0]) >= 0 {
		ref = ref[1:]
	}
	for len(ref) > 0 && strings.IndexByte(space, ref[len(ref)-1]) >= 0 {
		ref = ref[:len(ref)-1]
	}
	return ref[:index(ref, '#')]
}

// fastResolve resolves a plain reference against u.
func fastResolve[T text](u URL, ref T) (URL, bool) {
	if u.IsZero() {
		return URL{}, false
	}
	if ref = trimmed(ref); len(ref) == 0 {
		return u, true
	}
	if len(ref) >= MaxLength {
		return URL{}, false
	}
	switch ref[0] {
	case '?':
		if !plain(ref[1:], classQuery) {
			return URL{}, false
		}
		return join(u, len(u.Path()), ref)
	case '/':
		if len(ref) > 1 && ref[1] == '/' || !plainTarget(ref) {
			return URL{}, false
		}
		return join(u, 0, ref)
	}
	if v, ok := fastAbsolute(ref); ok {
		return v, true
	}
	return fastRelative(u, ref)
}

// fastRelative resolves a path that starts with a name, "./" or "../".
func fastRelative[T text](u URL, ref T) (URL, bool) {
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
	path := ref[:index(ref, '?')]
	if index(path, ':') < len(path) || string(path) == "." || string(path) == ".." || !plainTarget(ref) {
		return URL{}, false
	}
	return join(u, len(dir), ref)
}

// join returns the URL made of u's origin, the first keep bytes of its path,
// and ref.
func join[T text](u URL, keep int, ref T) (URL, bool) {
	head := u.s[:int(u.path)+keep]
	if len(head)+len(ref) > MaxLength {
		return URL{}, false
	}
	return URL{s: head + string(ref), path: u.path}, true
}
