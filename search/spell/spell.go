// Package spell finds in an index the words that a misspelled one may have been
// meant for: those with a few other letters, and those that the same keys write
// with another keyboard layout.
//
// Floor: 4 (acts). Stability: engine. It reads the dictionary of an index
// snapshot. Which pages a searcher may see is not its business: who shows what it
// finds asks first whether the searcher finds a page by it.
package spell

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
)

// maxEdits is the largest number of other letters.
const maxEdits = 2

// AlikeTo returns the automaton of the words that differ from one in so many
// letters at most, 1 or 2: other, missing, added, or exchanged with a neighbour. It
// is nil if the word is too long for one.
func AlikeTo(word string, edits int) vellum.Automaton {
	if utf8.RuneCountInString(word) > longestFuzzy {
		return nil
	}
	return newFuzzy(word, edits)
}

// Bounds of what is taken for another word.
const (
	minLetters = 4      // of a word that may be misspelled
	twoEdits   = 6      // letters from which on two may be others
	moreOften  = 10     // times as many pages hold the other word
	farMore    = 20     // the same where some pages answer the query as it was typed
	fewPages   = 3      // below so many, hardly any page does
	maxSpelt   = 4      // words of a query that are looked up
	sameStart  = 4      // people mistake the first letter seldom: it counts as so many times the pages
	maxVisited = 10_000 // words of a segment that are looked at
	// A word is no mistake that stands in more pages than mistakes, and in more than
	// one of wellKnown of all.
	mistakes  = 10
	wellKnown = 1000
)

// MayHelp reports whether a query that so many pages of all answer may be misspelled.
// Mistakes stand in pages too.
func MayHelp(matched, docs int) bool { return matched <= max(mistakes, docs/wellKnown) }

// A Speller looks words up in one snapshot, for a query that some pages answer. It is used
// by one goroutine.
type Speller struct {
	snap  *index.Snapshot
	words *analyze.Analyzer
	some  bool // pages answer the query: what is told has to be surer
	more  int  // times as many pages hold the other word
	edits int  // other letters at most
}

// New returns a Speller on a snapshot for a query that so many pages answer. It cuts words by
// an analyzer that is not used by others meanwhile.
func New(snap *index.Snapshot, words *analyze.Analyzer, matched int) *Speller {
	if matched < fewPages {
		return &Speller{snap, words, false, moreOften, maxEdits}
	}
	return &Speller{snap, words, true, farMore, 1}
}

// Respelled returns a query as it may have been meant. holding tells how many pages hold
// one of its words, as the query asks for it.
func (s *Speller) Respelled(tree query.Tree, holding func(word string) int) (other query.Tree, changed, layout bool, err error) {
	left := maxSpelt
	other, changed = tree.Respelled(func(n *query.Node) string {
		if left--; left < 0 || n.Prefix || n.Edits > 0 || err != nil {
			return n.Text
		}
		word, keys, failed := s.Instead(n.Text, holding(n.Text))
		if err, layout = failed, layout || keys; word == "" {
			return n.Text
		}
		return word
	})
	return other, changed, layout, err
}

// Instead returns the word that another one of a query, which so many pages hold, may have
// been meant for, "" if it is better left; layout says that the keyboard layout is the cause.
func (s *Speller) Instead(word string, pages int) (other string, layout bool, err error) {
	keys := OtherLayout(word)
	if meant, ok := s.wordOf(keys); ok {
		n, err := s.pages(meant)
		if err != nil || n > s.more*pages {
			return keys, true, err
		}
	}
	typed, ok := s.wordOf(word)
	if !MayHelp(pages, s.snap.Docs()) {
		return "", false, nil
	}
	form := typed.Form
	if n := utf8.RuneCountInString(form); !ok || n < minLetters || strings.ContainsFunc(form, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return "", false, nil
	}
	other, err = s.alike(form, pages)
	return other, false, err
}

// wordsFrom is below all words and above all other terms of an index.
const wordsFrom = segment.PrefixURL + "\xff"

// alike returns the word in most pages that differs from a form in one letter, or
// else in two, of which neither is among the first two: people seldom mistake those,
// and where they are the dictionary is widest. Where pages answer the query, the first
// letter is no other either.
func (s *Speller) alike(form string, pages int) (string, error) {
	_, first := utf8.DecodeRuneInString(form)
	_, second := utf8.DecodeRuneInString(form[first:])
	for edits := 1; edits <= s.edits; edits++ {
		if edits > 1 && utf8.RuneCountInString(form) < twoEdits {
			break
		}
		a := AlikeTo(form, edits)
		if a == nil {
			break
		}
		docs := map[string]int{}
		switch {
		case edits > 1:
			a = beginning{a, form[:first+second]}
		case s.some:
			a = beginning{a, form[:first]}
		}
		a = writtenAs(form, a)
		for seg := range s.snap.Segments() {
			_, err := s.snap.VisitTerms(seg, a, []byte(wordsFrom), nil, maxVisited, func(term []byte, n int) { docs[string(term)] += n })
			if err != nil {
				return "", err
			}
		}
		if other := best(form, docs, s.more*pages); other != "" {
			return other, nil
		}
	}
	return "", nil
}

// best returns the word with the most pages, above a number of them.
func best(form string, docs map[string]int, above int) string {
	first, _ := utf8.DecodeRuneInString(form)
	weight := func(w string) int {
		if r, _ := utf8.DecodeRuneInString(w); r == first {
			return sameStart * docs[w]
		}
		return docs[w]
	}
	out := ""
	for w, n := range docs {
		if w == form || n <= above {
			continue
		}
		if out == "" || weight(w) > weight(out) || weight(w) == weight(out) && w < out {
			out = w
		}
	}
	return out
}

// wordOf returns a text that is one word.
func (s *Speller) wordOf(text string) (analyze.QueryToken, bool) {
	ts := s.words.Query(text)
	if len(ts) != 1 || ts[0].Unspaced || ts[0].Start > 0 || ts[0].End < len(text) {
		return analyze.QueryToken{}, false
	}
	return ts[0], true
}

// stemmed are the languages whose stems are looked up besides forms.
var stemmed = [...]analyze.Lang{analyze.En, analyze.Ru, analyze.Pt}

// pages returns about how many pages hold a word in any form, deleted ones
// included.
func (s *Speller) pages(word analyze.QueryToken) (int, error) {
	most, err := s.count(word.Form)
	for _, l := range stemmed {
		if word.Stemmer(l) != l {
			continue
		}
		for _, stem := range word.Stems(l) {
			n, serr := s.count(stem.Term)
			most, err = max(most, n), cmp.Or(err, serr)
		}
	}
	return most, err
}

// count returns the number of pages that hold a term.
func (s *Speller) count(term string) (int, error) {
	sum := 0
	for seg := range s.snap.Segments() {
		p, err := s.snap.Postings(seg, term)
		if err != nil {
			return 0, err
		}
		if p != nil {
			sum += p.DocFreq()
		}
	}
	return sum, nil
}
