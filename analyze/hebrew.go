package analyze

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// leastHebrew is how many letters a Hebrew word has at least that is looked for behind prefixes.
const leastHebrew = 3

// hebrewPrefixes are the words that Hebrew writes as one with the word behind them: the article,
// and, in, to, from, that, like, and the commonest of these together.
var hebrewPrefixes = [...]string{"ה", "ו", "ב", "ל", "מ", "ש", "כ", "וה", "וב", "ול", "ומ", "מה", "שה", "כש"}

// isHebrew reports whether a rune is a Hebrew letter.
func isHebrew(r rune) bool { return r >= 0x05D0 && r <= 0x05EA }

// leastQuoted is how many letters stand at least behind a quote that begins a quotation. The plural of an
// abbreviation has three there (מ"כים).
const leastQuoted = 4

// opensQuote reports whether a quote between two Hebrew letters begins what is quoted, and is no gershayim
// of an abbreviation: there is one letter before it that is written as one with the word behind (ב"ידיעות
// אחרונות"). Package query reads queries alike.
func opensQuote(before, behind []byte, quote rune) bool {
	if quote != '"' && quote != 0x201D {
		return false
	}
	letter, n := utf8.DecodeLastRune(before)
	if around, _ := utf8.DecodeLastRune(before[:len(before)-n]); isHebrew(around) || !slices.Contains(hebrewPrefixes[:], string(letter)) {
		return false
	}
	for range leastQuoted {
		r, n := utf8.DecodeRune(behind)
		if !isHebrew(r) {
			return false
		}
		behind = behind[n:]
	}
	return true
}

// Prefixed returns the forms in which the index may hold a Hebrew word besides its own: with the
// prefixes that are written as one with it, and without the article. None are cut from the words of
// pages, since every one of them begins many words as well (מחשב).
func (t QueryToken) Prefixed() []string {
	if utf8.RuneCountInString(t.Form) < leastHebrew || strings.ContainsFunc(t.Form, func(r rune) bool { return !isHebrew(r) }) {
		return nil
	}
	out := make([]string, 0, len(hebrewPrefixes)+1)
	for _, p := range hebrewPrefixes {
		out = append(out, p+t.Form)
	}
	if base, ok := strings.CutPrefix(t.Form, hebrewPrefixes[0]); ok && utf8.RuneCountInString(base) >= leastHebrew {
		out = append(out, base)
	}
	return out
}
