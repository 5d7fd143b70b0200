package snippet

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentenceStart returns the start of the sentence that contains a place, -1 if it is more than
// most runes earlier.
func sentenceStart(text []byte, at, most int) int {
	for i, n := at, 0; n <= most; n++ {
		if i == 0 || text[i-1] == '\n' {
			return i
		}
		r, size := utf8.DecodeLastRune(text[:i])
		if unicode.IsSpace(r) && closes(text, i-size) || r > firstUnspaced && closes(text, i) {
			return i
		}
		i -= size
	}
	return -1
}

// sentenceEnd returns the end of the last whole sentence of a passage, but not before least; to
// if there is none.
func sentenceEnd(text []byte, least, to int) int {
	for i := to; i > least; {
		if closes(text, i) {
			return i
		}
		_, size := utf8.DecodeLastRune(text[:i])
		i -= size
	}
	return to
}

// closes reports whether a sentence ends at a place. A full stop after a single letter, after
// the number of a heading or table, or before a lower-case letter ends none: "i.e. the", "5.4.
// Names".
func closes(text []byte, at int) bool {
	next, _ := utf8.DecodeRune(text[at:])
	r, size := utf8.DecodeLastRune(text[:at])
	if strings.ContainsRune("\"”»)’", r) && at > size && at < len(text) && unicode.IsSpace(next) {
		at -= size
		r, size = utf8.DecodeLastRune(text[:at])
		next = ' '
	}
	switch {
	case !strings.ContainsRune(".!?…。！？؟।", r):
		return false
	case at < len(text) && r <= firstUnspaced && !unicode.IsSpace(next):
		return false
	case r != '.':
		return true
	}
	behind, _ := utf8.DecodeRune(bytes.TrimLeft(text[at:], "\"”»)’ "))
	return !unicode.IsLower(behind) && !abbreviates(text[:at-size])
}

// abbreviates reports whether the full stop after a text belongs to a one-letter abbreviation
// or the number of a heading.
func abbreviates(text []byte) bool {
	r, size := utf8.DecodeLastRune(text)
	before, _ := utf8.DecodeLastRune(text[:len(text)-size])
	if unicode.IsLetter(r) {
		return len(text) == size || before == '.' || unicode.IsSpace(before)
	}
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	word := line[bytes.LastIndexByte(line, ' ')+1:]
	return len(bytes.Trim(word, "0123456789.")) == 0 && (len(word) == len(line) || bytes.IndexByte(word, '.') >= 0)
}
