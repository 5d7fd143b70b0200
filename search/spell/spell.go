// Package spell finds words of an index that a misspelled one may have been meant for: words
// within an edit distance, and what the same keys type in another keyboard layout.
//
// Floor: 4 (acts). Stability: engine. It reads the dictionary of an index snapshot. It does not
// know which pages a searcher may see: whoever shows a suggestion first checks that the
// searcher finds a page by it.
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
	"github.com/aranea-search/aranea/search/collection"
)

// maxEdits is the largest edit distance.
const maxEdits = 2

// AlikeTo returns the automaton of the words within an edit distance of 1 or 2 of a word:
// characters replaced, missing, added, or swapped with a neighbour. It is nil if the word is
// too long.
func AlikeTo(word string, edits int) vellum.Automaton {
	if utf8.RuneCountInString(word) > longestFuzzy {
		return nil
	}
	return newFuzzy(word, edits)
}

// Bounds of suggestions.
const (
	minLetters = 4      // of a word that may be misspelled
	twoEdits   = 6      // letters from which on two edits are allowed
	moreOften  = 10     // times as many pages must have the other word
	farMore    = 20     // the same, if some pages match the query as typed
	fewPages   = 3      // matches below which hardly any page is said to match
	maxSpelt   = 4      // words of a query that are looked up
	sameStart  = 4      // a word with the same first letter counts as so many times its pages, since people rarely mistype the first letter
	maxVisited = 10_000 // words of a segment that are looked at
	// A word is taken for correct if it is in more pages than mistakes, and in more than one of
	// wellKnown of all pages.
	mistakes  = 10
	wellKnown = 1000
)

// MayHelp reports whether a query matched by so many of all pages may be misspelled. Pages
// contain mistakes too.
func MayHelp(matched, docs int) bool { return matched <= max(mistakes, docs/wellKnown) }

// A Speller looks up words in one snapshot for one query. It is used by one goroutine.
type Speller struct {
	snap   *index.Snapshot
	words  *analyze.Analyzer
	some   bool            // some pages match the query, so a suggestion must be more certain
	more   int             // times as many pages must have the other word
	edits  int             // largest edit distance
	found  map[string]bool // words of the index that Respelled has put in
	global *collection.Facts
	local  *collection.Facts
}

// New returns a Speller on a snapshot for a query that so many pages match. words must not be
// used by others meanwhile.
func New(snap *index.Snapshot, words *analyze.Analyzer, matched int) *Speller {
	if matched < fewPages {
		return &Speller{snap: snap, words: words, more: moreOften, edits: maxEdits, found: map[string]bool{}}
	}
	return &Speller{snap: snap, words: words, some: true, more: farMore, edits: 1, found: map[string]bool{}}
}

// Respelled returns the query as it may have been meant. holding returns how many pages have a
// word of the query.
func (s *Speller) Respelled(tree query.Tree, holding func(word string) int) (other query.Tree, changed, layout bool, err error) {
	left := maxSpelt
	other, changed = tree.Respelled(func(n *query.Node) string {
		if left--; left < 0 || n.Prefix || n.Edits > 0 || err != nil {
			return n.Text
		}
		word, keys, failed := s.Instead(n.Text, holding(n.Text))
		if err, layout = failed, layout || keys; word == "" && err == nil {
			word, err = s.inParts(n.Text, &left)
		} else {
			s.found[word] = true
		}
		if word == "" || err != nil {
			return n.Text
		}
		return word
	})
	return other, changed, layout, err
}

// Instead returns the word that a word of a query, which so many pages have, may have been
// meant for; "" for none. layout says that the keyboard layout is the cause.
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

// wordsFrom sorts before all words and after all other terms of an index.
const wordsFrom = segment.PrefixURL + "\xff"

// alike returns the word in the most pages within one edit of a form; otherwise within two
// edits, neither of them in the first two letters. People rarely mistype these, and there the
// dictionary is widest. If some pages match the query or have the form, the first letter must be
// the same as well.
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
		case s.some || pages > 0:
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

// best returns the word with the most pages, if it has more than above.
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

// wordOf returns a text as a token, if it is a single word.
func (s *Speller) wordOf(text string) (analyze.QueryToken, bool) {
	ts := s.words.Query(text)
	if len(ts) != 1 || ts[0].Unspaced || ts[0].Start > 0 || ts[0].End < len(text) {
		return analyze.QueryToken{}, false
	}
	return ts[0], true
}

// stemmed are the languages whose stems are looked up besides forms.
var stemmed = [...]analyze.Lang{analyze.En, analyze.Ru, analyze.Pt}

// pages estimates how many pages have a word in any form, including deleted ones.
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
	if s.local != nil {
		s.local.Pages.Count(term, sum)
	}
	return sum, nil
}
