// Package inflection stems words of languages that Snowball lacks (Polish, Czech, Ukrainian, Greek,
// Hindi, Persian, Indonesian), by light rules, and of Russian, Portuguese, Arabic, Turkish, Romanian
// and Swedish, whose Snowball stemmers it has with further rules for the forms that they keep apart
// (окно and окон, opção and opções).
//
// Floor: 2 (pure), a part of analyze. Stability: engine. Words come folded, those of languages with
// light rules without accents, all others with them; stems leave alike.
package inflection

import "github.com/blevesearch/snowballstem"

// Version is the version of the stems and the folding of all languages: 1 are the stems of Snowball
// alone; 2 came with further rules for Russian and Portuguese; 3 with the other languages of this
// package, and with letters and digits that are folded where they mean the same; 4 with the letters of
// Romanian that are written in two ways, and with Swedish nouns in -eln. It is stored in every segment of an index.
const Version = 4

// snowball returns the Snowball stem of a word, the word itself if the stem is empty.
func snowball(env *snowballstem.Env, stem func(*snowballstem.Env) bool, word string) string {
	env.SetCurrent(word)
	stem(env)
	if s := env.Current(); s != "" {
		return s
	}
	return word
}
