package analyze

import (
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
