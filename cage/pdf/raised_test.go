package pdf

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzMarks checks that marks are digits after letters, in ascending order.
func FuzzMarks(f *testing.F) {
	f.Add("word1 no.2 word.”33 words4444 a5 wörd6b \xff word\xff7")
	f.Fuzz(func(t *testing.T, text string) {
		last := -1
		for _, m := range marks(text) {
			letter, _ := utf8.DecodeRuneInString(text[m.letter:])
			if m.letter <= last || m.digit <= m.letter || !unicode.IsLetter(letter) || digits(text[m.digit:]) == 0 {
				t.Fatalf("%q: %+v behind %d", text, m, last)
			}
			last = m.digit
		}
	})
}
