// Package inflection stems Russian and Portuguese words: the Snowball stemmers of these
// languages, with further rules for the forms that they keep apart (окно and окон, opção and
// opções).
//
// Floor: 2 (pure), a part of analyze. Stability: engine. Words come folded, with accents; stems
// leave with them.
package inflection

import "github.com/blevesearch/snowballstem"

// Version is the version of the stems and the folding of all languages: 1 are the stems of Snowball
// alone; 2 came with this package; 3 with letters and digits that are folded where they mean the
// same. It is stored in every segment of an index.
const Version = 3

// snowball returns the Snowball stem of a word, the word itself if the stem is empty.
func snowball(env *snowballstem.Env, stem func(*snowballstem.Env) bool, word string) string {
	env.SetCurrent(word)
	stem(env)
	if s := env.Current(); s != "" {
		return s
	}
	return word
}
