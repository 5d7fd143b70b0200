package locale

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
)

// leftward are the scripts that are written from right to left, by their codes (ISO 15924).
var leftward = [...]string{"Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"}

// isLeftward reports whether a language is written from right to left.
func isLeftward(tag language.Tag) bool {
	script, _ := tag.Script()
	return slices.Contains(leftward[:], script.String())
}

// The isolates of the bidirectional algorithm (UAX #9): what stands between them is set in the
// direction of its first letter, and the text around is as if a picture stood there.
const (
	firstStrongIsolate = "\u2068"
	popIsolate         = "\u2069"
)

// isolated returns a value for a text that is written from right to left. Without isolates the
// colon of the operator site: would stand before it, and the words of a query in both scripts
// would change places.
func isolated(value string) string {
	if !strings.ContainsFunc(value, isRightward) {
		return value
	}
	return firstStrongIsolate + value + popIsolate
}

// isRightward reports whether a character is a letter of a script that is written from left to
// right.
func isRightward(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam, unicode.Hanifi_Rohingya)
}
