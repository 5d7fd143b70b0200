// Package stopword decides which words of a query a page need not have: stop words ("how", "the") of a
// query that reads like a sentence, and words that only ask ("what is", "что такое", とは).
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure: it gets what is known of the words.
package stopword

import (
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/question"
)

// Share is what a word that a page need not have counts of its rarity.
const Share = 0.2

// maxIDF is the rarity from which on a word is never held for a stop word.
const maxIDF = 3.0

// A Word is one of a query.
type Word struct {
	Typed  string // as it was typed, or what it is a part of
	Tokens []analyze.QueryToken
	Quoted bool
	// Optional words are ones that a page need not have anyway, such as words of a group. All together they
	// count as one word that is no stop word.
	Optional bool
	IDF      float64 // how rare it is among all pages, as package weight counts it
	// Langs are the languages of the pages that have it.
	Langs []analyze.Lang
}

// A Query is what is known besides its words, in the order in which they were typed.
type Query struct {
	Preferred []analyze.Lang // of the searcher
	Spoken    analyze.Lang   // that the words tell, Und for none
	Links     bool           // the words are looked up among those of links, which have few stop words
	// Scarce returns how much rarer a word of a language is among all pages than among those in it: the
	// logarithm of the quotient of their numbers.
	Scarce func(analyze.Lang) float64
}

// Languages returns the languages of the words that are no stop words, some of them several times.
func (q Query) Languages(words []Word) (langs []analyze.Lang) {
	for _, w := range words {
		if !w.Optional && !w.isIn(slices.Concat(q.Preferred, w.Langs), 0) {
			langs = append(langs, w.Langs...)
		}
	}
	return langs
}

// Small returns which of the words a page need not have, given the languages of those that are no stop words.
// Stop words are only such in a query that reads like a sentence: in "insert out" one is part of what is
// asked for. What only asks is left out of any query that asks for something. A query that is nothing but
// such words asks for all of them.
func (q Query) Small(words []Word, langs []analyze.Lang) []bool {
	if !slices.ContainsFunc(words, func(w Word) bool { return !w.Quoted }) {
		return make([]bool, len(words))
	}
	asks := asking(words)
	small := slices.Clone(asks)
	spoken, scarce := q.spoken(words), 0.0
	if spoken != analyze.Und {
		scarce = q.Scarce(spoken)
	}
	few, many := 0, 0
	if slices.ContainsFunc(words, func(w Word) bool { return w.Optional }) {
		many++
	}
	for i, w := range words {
		switch {
		case w.Optional:
			small[i] = false
		case small[i], w.isIn(langs, 0), spoken != analyze.Und && w.isIn([]analyze.Lang{spoken}, scarce):
			small[i] = true
			few++
		default:
			many++
		}
	}
	switch {
	case many == 0:
		clear(small)
	case few < 2 && many < 2, len(langs) == 0 && spoken == analyze.Und:
		return asks
	}
	return small
}

// spoken returns the language of the query: the one that its words tell, or the first in which pages have each
// of those that are no stop words.
func (q Query) spoken(words []Word) analyze.Lang {
	if q.Spoken != analyze.Und || q.Links {
		return q.Spoken
	}
	var shared []analyze.Lang
	first := true
	for _, w := range words {
		switch {
		case w.Optional || w.Quoted || w.isIn(w.Langs, 0):
		case first:
			shared, first = w.Langs, false
		default:
			shared = slices.DeleteFunc(slices.Clone(shared), func(l analyze.Lang) bool { return !slices.Contains(w.Langs, l) })
		}
	}
	if len(shared) == 0 {
		return analyze.Und
	}
	return shared[0]
}

// isIn reports whether all of a word's tokens are stop words of one of some languages, in which it is less
// rare by so much than among all pages.
func (w *Word) isIn(langs []analyze.Lang, scarce float64) bool {
	return !w.Quoted && w.IDF-scarce < maxIDF && !slices.ContainsFunc(w.Tokens, func(t analyze.QueryToken) bool {
		return !slices.ContainsFunc(langs, t.IsStop)
	})
}

// AsksWhat reports whether words ask what something is.
func AsksWhat(words []Word) bool {
	forms := make([]string, len(words))
	for i, w := range words {
		switch {
		case w.Quoted, w.Optional:
		case len(w.Tokens) > 0 && w.Tokens[0].Unspaced && question.RunAsksWhat(w.Typed):
			return true
		default:
			forms[i] = question.Word(w.Tokens)
		}
	}
	return question.AsksWhat(forms)
}

// asking returns which of the words only ask.
func asking(words []Word) []bool {
	asks := make([]bool, len(words))
	forms := make([]string, len(words))
	for i, w := range words {
		if !w.Quoted && !w.Optional {
			asks[i] = len(w.Tokens) > 0 && w.Tokens[0].Unspaced && question.Asks(w.Typed)
			forms[i] = question.Word(w.Tokens)
		}
	}
	head, tail, _ := question.Around(forms)
	for i := range words {
		if i < head || i >= len(words)-tail {
			asks[i] = true
		}
	}
	return asks
}
