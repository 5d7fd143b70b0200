package text

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Limits of headings.
const (
	maxHeading = 200 // bytes
	minRule    = 3   // bytes of a line that makes the one above it a heading
	maxLevel   = 6
)

// A rule is a line of one punctuation character, under a heading or around it.
type rule struct {
	char   byte
	around bool
}

// headings finds the headings of a text: lines that are underlined, as reStructuredText and Markdown have
// them, and people in plain text. The first way of underlining is that of headings of the first level, and
// so on.
type headings struct {
	levels [maxLevel]rule
	seen   int
}

// next returns the heading that a text begins with, the rest of the text, and its kind; false if it begins with
// none.
func (h *headings) next(text []byte) (words, rest []byte, kind aranea.ElementKind, ok bool) {
	first, rest := line(text)
	var r rule
	var length int
	if r.char, length = ruleOf(first); r.char != 0 {
		r.around = true
		words, rest = line(rest)
	} else {
		words = first
	}
	var under []byte
	under, rest = line(rest)
	char, n := ruleOf(under)
	switch {
	case char == 0, r.around && (char != r.char || n != length), !isHeading(words, r.around), n < utf8.RuneCount(words):
		return nil, nil, 0, false
	}
	r.char = char
	if words = bytes.TrimSpace(words); words[0] == char {
		return nil, nil, 0, false // the banner of a program
	}
	return words, rest, h.kind(r), true
}

// kind returns the kind of a heading with a rule.
func (h *headings) kind(r rule) aranea.ElementKind {
	level := 0
	for level < h.seen && h.levels[level] != r {
		level++
	}
	if level == h.seen && level < maxLevel {
		h.levels[level] = r
		h.seen++
	}
	return content.Heading(min(level, maxLevel-1) + 1)
}

// line returns the first line of a text, without whitespace at its end, and the rest.
func line(text []byte) (first, rest []byte) {
	first, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimRight(first, " \t\r\f"), rest
}

// ruleOf returns the character of a line that is a rule and how many of it there are; 0 for other lines.
func ruleOf(line []byte) (char byte, n int) {
	if len(line) < minRule || bytes.IndexByte([]byte("=-~^\"'`#*+:.<>_"), line[0]) < 0 {
		return 0, 0
	}
	for _, c := range line {
		if c != line[0] {
			return 0, 0
		}
	}
	return line[0], len(line)
}

// isHeading reports whether a line may be a heading: it has a letter, and is not indented but between two rules.
func isHeading(words []byte, around bool) bool {
	if len(words) == 0 || len(words) > maxHeading || !around && (words[0] == ' ' || words[0] == '\t') {
		return false
	}
	return bytes.ContainsFunc(words, unicode.IsLetter)
}
