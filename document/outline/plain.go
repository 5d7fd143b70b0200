package outline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns a heading without the marks that generators of documentation put beside it as
// links to itself: "Install¶" of Sphinx, "§Errors" of rustdoc, a zero width space of Docusaurus.
// Marks that belong to the words stay: "C#", "§ 5".
func plain(heading string) string {
	heading = strings.TrimFunc(heading, isLinkMark)
	if words, ok := strings.CutSuffix(heading, " #"); ok {
		heading = strings.TrimSpace(words)
	}
	if words, ok := strings.CutPrefix(heading, "# "); ok {
		heading = strings.TrimSpace(words)
	}
	if words, ok := strings.CutPrefix(heading, "§"); ok {
		if r, _ := utf8.DecodeRuneInString(words); unicode.IsLetter(r) {
			heading = words
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(heading, "§"), " ")
}

// isLinkMark reports whether a character at the end of a heading is no part of its words:
// whitespace, the paragraph mark, the picture of a chain (also that of Font Awesome), and what
// takes no room.
func isLinkMark(r rune) bool {
	switch r {
	case '¶', '🔗', '\uFE0F', '\uF0C1', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF':
		return true
	}
	return unicode.IsSpace(r)
}
