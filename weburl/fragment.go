package weburl

import (
	"strings"
	"unicode/utf8"
)

// EscapeFragment returns an identifier of an element as the fragment of a URL that leads to it:
// what is in the fragment percent-encode set is escaped, and bytes that are not UTF-8 become the
// replacement character. A percent sign stays, because browsers look for the fragment as it is
// written before they decode it (HTML, "select the indicated part").
func EscapeFragment(id string) string {
	if strings.IndexFunc(id, escapedInFragment) < 0 {
		return id
	}
	b := make([]byte, 0, len(id)+len(id)/2)
	for _, r := range id {
		if !escapedInFragment(r) {
			b = append(b, byte(r))
			continue
		}
		for _, c := range utf8.AppendRune(nil, r) {
			b = appendEscape(b, c)
		}
	}
	return string(b)
}

// escapedInFragment reports whether a character is in the fragment percent-encode set (URL
// standard, "percent-encoded bytes").
func escapedInFragment(r rune) bool {
	return r <= ' ' || r > '~' || r == '"' || r == '<' || r == '>' || r == '`'
}
