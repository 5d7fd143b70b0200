package inflection

import (
	"strings"
	"unicode/utf8"
)

// endings are endings of words, the longest first, of which one is cut.
type endings []string

// newEndings returns the endings in a list, the longest first. Those of one length cannot end the
// same word, so their order means nothing.
func newEndings(list string) endings {
	longest := 0
	fields := strings.Fields(list)
	for _, e := range fields {
		longest = max(longest, len(e))
	}
	out := make(endings, 0, len(fields))
	for n := longest; n > 0; n-- {
		for _, e := range fields {
			if len(e) == n {
				out = append(out, e)
			}
		}
	}
	return out
}

// closed returns those that end with one of some letters.
func (es endings) closed(letters string) (out endings) {
	for _, e := range es {
		if last, _ := utf8.DecodeLastRuneInString(e); strings.ContainsRune(letters, last) {
			out = append(out, e)
		}
	}
	return out
}

// cut returns a word without the longest ending it has, if at least so many letters stay.
func (es endings) cut(word string, least int) string {
	for _, e := range es {
		if base, ok := strings.CutSuffix(word, e); ok && utf8.RuneCountInString(base) >= least {
			return base
		}
	}
	return word
}
