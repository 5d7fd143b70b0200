package inflection

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/swedish"
)

// leastSwedish is how many letters must stand before an ending -eln.
const leastSwedish = 2

// Swedish returns the Snowball stem of a folded Swedish word, without the article of a noun in -el (nyckeln),
// which Snowball keeps. Of 364 words in -eln or -elns of a Swedish word list (wswedish), all but five,
// which are names, are such nouns. Plurals (nycklar) have a stem of their own.
func Swedish(env *snowballstem.Env, word string) string {
	stem := snowball(env, swedish.Stem, word)
	if base, ok := strings.CutSuffix(stem, "eln"); ok && utf8.RuneCountInString(base) >= leastSwedish {
		return base + "el"
	}
	return stem
}
