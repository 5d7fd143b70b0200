package spell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The keys of a keyboard with Latin letters, and what the same keys type in the Russian layout.
const (
	latinKeys   = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
	russianKeys = "ёйцукенгшщзхъфывапролджэячсмитьбю"
)

// minKeys is how many keys a word has at least that may be typed in the wrong layout.
const minKeys = 2

// OtherLayout returns what the keys of a word type in the other of the two layouts, Latin and
// Russian; "" if they are not in both, or too few.
func OtherLayout(word string) string {
	if utf8.RuneCountInString(word) < minKeys {
		return ""
	}
	word = strings.ToLower(word)
	latin, russian := []rune(latinKeys), []rune(russianKeys)
	from, to := latin, russian
	if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
		from, to = russian, latin
	}
	var b strings.Builder
	for _, r := range word {
		i := 0
		for i < len(from) && from[i] != r {
			i++
		}
		if i == len(from) {
			return ""
		}
		b.WriteRune(to[i])
	}
	return b.String()
}
