// Package title reads what of the title of a page its author wrote, and not the template around it.
//
// Floor: 2 (pure), a part of extract/html. Stability: engine. It keeps the name of the site, which
// package search/sitename tells.
package title

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// WithoutEmptyEnds returns a title without the separator at its beginning or end that has nothing on its other
// side: a template joins the name of a page and that of its site (" | Acme", "- Tea list - Acme"), and this page
// has none. A separator stands alone, with whitespace beside it, and a letter follows one at the beginning; so "--help"
// and "- 5 degrees" begin with none, nor do pages about such characters ("| (pipe)"), and titles with a separator at both
// ends. At the end a dash may be a minus or an open span of years, and stays.
func WithoutEmptyEnds(title []byte) []byte {
	s := bytes.TrimSpace(title)
	first, last := bytes.IndexFunc(s, unicode.IsSpace), bytes.LastIndexFunc(s, unicode.IsSpace)
	if first < 0 || bytes.Contains(s, []byte("«")) && bytes.Contains(s, []byte("»")) {
		return s
	}
	begins, ends := isSeparator(s[:first]), isSeparator(bytes.TrimSpace(s[last:]))
	switch rest := bytes.TrimSpace(s[first:]); {
	case begins && ends:
		return s
	case begins:
		if r, _ := utf8.DecodeRune(rest); unicode.IsLetter(r) {
			return rest
		}
	case ends && !isDash(bytes.TrimSpace(s[last:])):
		if rest = bytes.TrimSpace(s[:last]); !bytes.ContainsAny(rest, "|»·•") {
			return rest
		}
	}
	return s
}

// isSeparator reports whether templates join the parts of titles by a word.
func isSeparator(word []byte) bool {
	switch string(word) {
	case "|", "·", "•", "«", "»":
		return true
	}
	return isDash(word)
}

func isDash(word []byte) bool {
	switch string(word) {
	case "-", "–", "—":
		return true
	}
	return false
}
