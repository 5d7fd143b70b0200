package inflection

import (
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/turkish"
)

// Bounds of stemming a Turkish word again.
const (
	mostTurkish  = 5 // times it is stemmed
	leastTurkish = 4 // letters that are left
)

// Turkish returns the Snowball stem of the Snowball stem of a folded Turkish word, and so on until it
// stays or little is left. Snowball makes güncelleme of güncellemeler, but güncelle of güncelleme.
func Turkish(env *snowballstem.Env, word string) string {
	word = snowball(env, turkish.Stem, word)
	for range mostTurkish - 1 {
		stem := snowball(env, turkish.Stem, word)
		if stem == word || utf8.RuneCountInString(stem) < leastTurkish {
			break
		}
		word = stem
	}
	return word
}
