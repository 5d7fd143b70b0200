package query

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of the suffixes of words and phrases.
const (
	// MaxDistance is the largest distance of a phrase.
	MaxDistance = 50
	// minPrefix is the shortest prefix and minFuzzy the shortest word for a fuzzy search, in
	// letters.
	minPrefix = 2
	minFuzzy  = 3
	// longWord is the number of letters from which on two of them may differ.
	longWord = 6
)

// firstUnspaced is the first character of the blocks in which one character says as much as
// several letters.
const firstUnspaced = 0x2E80

// shaped makes a token of a word and its suffix * or ~.
func (l *lexer) shaped(text string) token {
	if start, ok := beginning(text); ok {
		return token{kind: tokenWord, text: start, prefix: true}
	}
	if word, edits, ok := fuzzy(text); ok {
		return token{kind: tokenWord, text: word, edits: edits}
	}
	if word, digits, ok := strings.Cut(text, "~"); ok && word != "" && digits != "" && strings.Trim(digits, "0123456789") == "" {
		l.hint(HintFuzzy, text)
	}
	if strings.HasPrefix(text, "*") || strings.HasSuffix(text, "*") || starInside(text) {
		l.hint(HintWildcard, text)
	}
	if bare := strings.Trim(text, "*"); bare == "" {
		return l.next()
	} else if bare != text && isPlain(bare) {
		text = bare // a star without meaning is neither searched nor told as missing
	}
	if isForeign(text) {
		l.hint(HintForeign, text)
	}
	return token{kind: tokenWord, text: text}
}

// isPlain reports whether a word consists of letters and digits and is no operator.
func isPlain(text string) bool {
	return text != "OR" && text != "AND" && text != "NOT" &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// starInside reports whether a star is between the letters of a word, as in m*tion; a*b counts
// as code.
func starInside(text string) bool {
	before, after, ok := strings.Cut(text, "*")
	if !ok || strings.ContainsFunc(before+after, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return false
	}
	return before != "" && after != "" && utf8.RuneCountInString(before+after) > minPrefix
}

// isForeign reports whether a word has syntax of other search engines: !word, which excludes it
// or asks for its exact form, and word^2, which gives it a weight.
func isForeign(text string) bool {
	if after, ok := strings.CutPrefix(text, "!"); ok {
		first, _ := utf8.DecodeRuneInString(after)
		return unicode.IsLetter(first)
	}
	word, weight, ok := strings.Cut(text, "^")
	return ok && utf8.RuneCountInString(word) >= minPrefix && weight != "" && strings.Trim(weight, "0123456789.") == ""
}

// beginning returns the part of a word before its final star.
func beginning(text string) (start string, ok bool) {
	start = strings.TrimRight(text, "*")
	n := utf8.RuneCountInString(start)
	first, _ := utf8.DecodeRuneInString(start)
	return start, start != text && (n >= minPrefix || n == 1 && first >= firstUnspaced) && !strings.Contains(start, "*")
}

// fuzzy returns the word before ~, ~1 or ~2, and how many of its letters may differ.
func fuzzy(text string) (word string, edits int, ok bool) {
	word, digits, ok := strings.Cut(text, "~")
	n := utf8.RuneCountInString(word)
	if !ok || n < minFuzzy || strings.Contains(word, "*") {
		return "", 0, false
	}
	switch digits {
	case "":
		if n < longWord {
			return word, 1, true
		}
		return word, 2, true
	case "1":
		return word, 1, true
	case "2":
		return word, 2, true
	}
	return "", 0, false
}

// weight skips a weight right after a phrase or group: ^2.
func (l *lexer) weight() {
	digits := strings.TrimLeft(strings.TrimPrefix(l.s, "^"), "0123456789.")
	text := l.s[:len(l.s)-len(digits)]
	if next, _ := utf8.DecodeRuneInString(digits); len(text) > 1 && text[0] == '^' && (digits == "" || breaksWord(next)) {
		l.hint(HintWeight, text)
		l.s = digits
	}
}

// distance reads the distance right after a phrase: ~3. Anything else is left alone.
func (l *lexer) distance() int {
	end := strings.IndexFunc(l.s, breaksWord)
	if end < 0 {
		end = len(l.s)
	}
	text := l.s[:end]
	if text == "~" {
		l.hint(HintDistance, text)
		l.s = l.s[end:]
	}
	if !isDistance(text) {
		return 0
	}
	l.s = l.s[end:]
	n, err := strconv.Atoi(text[1:])
	if err != nil || n > MaxDistance {
		l.hint(HintFar, text)
		return MaxDistance
	}
	return n
}
