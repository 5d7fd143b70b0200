// Package symbol finds symbols in a text: names in code with underscores, such as row_number and __init__,
// which the index holds as terms besides their words.
//
// Floor: 2 (pure). Stability: engine. It is told where the words are; names that other characters join
// (os.path, std::vector, innerBuffer) are no symbols.
package symbol

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// mostBytes is the length of the longest symbol, as of the longest word.
const mostBytes = 64

// part marks what symbols consist of: ASCII letters, digits and underscores.
var part = func() (out [256]bool) {
	for c := range out {
		out[c] = '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '_'
	}
	return out
}()

// Of returns the span of the symbol in a text whose first word is text[start:end]: a run of ASCII letters,
// digits and underscores, with at least one of these. ok is false if the word is in none or is a later
// one in it, if other letters touch it, or if it is longer than 64 bytes.
func Of(text []byte, start, end int) (from, to int, ok bool) {
	behind := isUnderscore(text, end)
	if !behind && (!isUnderscore(text, start-1) || end < len(text) && part[text[end]]) {
		return 0, 0, false // not beside an underscore, or a word inside innerBuffer
	}
	from, to = start, end
	for start-from <= mostBytes && isUnderscore(text, from-1) {
		from--
	}
	for to-from <= mostBytes && to < len(text) && part[text[to]] {
		to++
	}
	if to-from > mostBytes || continues(utf8.DecodeLastRune(text[:from])) || continues(utf8.DecodeRune(text[to:])) {
		return 0, 0, false
	}
	for _, c := range text[start:end] {
		if !part[c] {
			return 0, 0, false
		}
	}
	return from, to, true
}

func isUnderscore(text []byte, at int) bool { return at >= 0 && at < len(text) && text[at] == '_' }

// firstUnspaced is a character before those of all scripts without spaces between words, which may stand
// right beside a symbol.
const firstUnspaced = 0x0E00

// continues reports whether a character beside a symbol is of the same word.
func continues(r rune, _ int) bool {
	return r < firstUnspaced && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

// Append appends a symbol as terms have it: in lower case.
func Append(dst, symbol []byte) []byte {
	for _, c := range symbol {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// Within reports whether the last word of a symbol, which begins at an offset of a text, ends at most at
// another one.
func Within(symbol []byte, from, end int) bool {
	return from+len(bytes.TrimRight(symbol, "_")) <= end
}
