package spell

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/hint"
)

// Forms returns the terms in [from, to) that an automaton accepts, those of the most pages
// first. A nil automaton accepts everything, and "" means no end. In very large ranges not all
// words are looked at; cut tells.
func Forms(snap *index.Snapshot, a vellum.Automaton, from, to string) (forms []string, cut bool, err error) {
	docs := map[string]int{}
	var end []byte
	if to != "" {
		end = []byte(to)
	}
	for seg := range snap.Segments() {
		more, err := snap.VisitTerms(seg, a, []byte(from), end, maxVisited, func(term []byte, n int) { docs[string(term)] += n })
		if err != nil {
			return nil, false, err
		}
		cut = cut || more
	}
	return slices.SortedFunc(maps.Keys(docs), func(a, b string) int {
		return cmp.Or(cmp.Compare(docs[b], docs[a]), strings.Compare(a, b))
	}), cut, nil
}

// Omitted says that a word stands for its few most frequent forms only: words that begin with
// it, or with alike, words like it.
func Omitted(word string, few int, alike bool) hint.Hint {
	switch {
	case few == 0:
		return hint.Hint{Code: hint.TooManyForms, Value: word}
	case alike:
		return hint.Hint{Code: hint.FewAlike, Value: word, N: few}
	}
	return hint.Hint{Code: hint.FewBegin, Value: word, N: few}
}
