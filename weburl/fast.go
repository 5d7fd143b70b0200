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

// plain reports whether every byte of s has the class, and every escape is in
// canonical form.
func plain(s string, class uint8) bool {
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

// canonicalEscape reports whether s starts with an upper-case escape of an
// octet that is not unreserved.
func canonicalEscape(s string) bool {
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
func plainTarget(s string) bool {
	path, query, _ := strings.Cut(s, "?")
	return plain(path, classPath) && !hasDotSegment(path) && plain(query, classQuery)
}

// hasDotSegment reports whether a segment of the path is "." or "..".
func hasDotSegment(path string) bool {
	for i := 0; i+1 < len(path); i++ {
		if path[i] != '/' || path[i+1] != '.' {
			continue
		}
		rest := path[i+2:]
		if rest == "" || rest[0] == '/' || rest == "." || strings.HasPrefix(rest, "./") {
			return true
		}
	}
	return false
}

// fastAbsolute reads s if it is in canonical form but for a fragment and a
// missing path.
func fastAbsolute(s string) (URL, bool) {
	var start int
	switch {
	case strings.HasPrefix(s, "https://"):
		start = len("https://")
	case strings.HasPrefix(s, "http://"):
		start = len("http://")
	default:
		return URL{}, false
	}
	s, _, _ = strings.Cut(s, "#")
	end := start + hostLength(s[start:])
	if !plainHost(s[start:end]) || len(s) >= MaxLength {
		return URL{}, false
	}
	if end == len(s) {
		return URL{s: s + "/", path: uint16(end)}, true
	}
	if s[end] != '/' || !plainTarget(s[end:]) {
		return URL{}, false
	}
	return URL{s: s, path: uint16(end)}, true
}

// hostLength returns how many bytes of s can be a plain host name.
func hostLength(s string) int {
	for i := 0; i < len(s); i++ {
		if classes[s[i]]&classHost == 0 {
			return i
		}
	}
	return len(s)
}

// fastResolve resolves a plain reference.
func (u URL) fastResolve(ref string) (URL, bool) {
	if u.IsZero() {
		return URL{}, false
	}
	ref = strings.Trim(ref, " \t\r\n\f")
	ref, _, _ = strings.Cut(ref, "#")
	if ref == "" {
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
		return u.join(u.path, len(u.Path()), ref)
	case '/':
		if len(ref) > 1 && ref[1] == '/' || !plainTarget(ref) {
			return URL{}, false
		}
		return u.join(u.path, 0, ref)
	}
	if v, ok := fastAbsolute(ref); ok {
		return v, true
	}
	return u.fastRelative(ref)
}

// fastRelative resolves a path that starts with a name, "./" or "../".
func (u URL) fastRelative(ref string) (URL, bool) {
	dir := u.Path()
	dir = dir[:strings.LastIndexByte(dir, '/')+1]
	for {
		if rest, ok := strings.CutPrefix(ref, "./"); ok {
			ref = rest
			continue
		}
		rest, ok := strings.CutPrefix(ref, "../")
		if !ok {
			break
		}
		ref = rest
		if len(dir) > 1 {
			dir = dir[:strings.LastIndexByte(dir[:len(dir)-1], '/')+1]
		}
	}
	path, _, _ := strings.Cut(ref, "?")
	if strings.IndexByte(path, ':') >= 0 || path == "." || path == ".." || !plainTarget(ref) {
		return URL{}, false
	}
	return u.join(u.path, len(dir), ref)
}

// join returns the URL made of u's origin, the first keep bytes of its path,
// and ref.
func (u URL) join(path uint16, keep int, ref string) (URL, bool) {
	head := u.s[:int(path)+keep]
	if len(head)+len(ref) > MaxLength {
		return URL{}, false
	}
	return URL{s: head + ref, path: path}, true
}
