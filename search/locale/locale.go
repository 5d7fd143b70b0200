// Package locale decides in which languages the results of a query should come first: in the
// language of the query if its words tell, otherwise in those that the searcher prefers.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads the languages of an index
// snapshot.
package locale

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/question"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// What a page in another language loses, as a share of the sum of the words' rarities:
// foreignShare in one that nobody asked for, secondShare in one that the searcher prefers, but
// not most. docs/ranking.md tells how they were chosen.
const (
	foreignShare = 0.7
	secondShare  = 0.3
)

// A Wish names the languages in which results should come first. The zero value has none.
type Wish struct {
	first  analyze.Lang
	second []analyze.Lang
}

// Spoken returns the language that the words of a query tell, those of a searcher who prefers some
// languages: the one that they are clearly in, or in which they ask; otherwise Und, or the language that is
// preferred most.
func Spoken(a *analyze.Analyzer, tree query.Tree, preferred []analyze.Lang) analyze.Lang {
	first := analyze.Und
	if len(preferred) > 0 {
		first = preferred[0]
	}
	nodes := tree.Root.Positive()
	text, words := make([]string, len(nodes)), make([]string, len(nodes))
	for i, n := range nodes {
		text[i] = n.Text
		if n.IsPlain() {
			words[i] = question.Word(a.Query(n.Text))
		}
	}
	if _, _, in := question.Around(words); in != analyze.Und {
		return in
	}
	return cmp.Or(a.Spoken(first, strings.Join(text, " ")), first)
}

// Asked returns the wish of a query whose words speak a language (Spoken), and of a searcher who prefers some
// languages, the most preferred first. A query that is clearly in another language is in it on purpose. One
// without words, or that names a language as a condition, has no wish.
func Asked(spoken analyze.Lang, tree query.Tree, preferred []analyze.Lang) Wish {
	if len(tree.Root.Positive()) == 0 || tree.Find(query.Lang) != "" {
		return Wish{}
	}
	return Wish{spoken, preferred}
}

// Named returns the languages that conditions of a query name (lang:) without excluding them, each once.
func Named(tree query.Tree) []analyze.Lang { return named(nil, tree.Root) }

func named(out []analyze.Lang, n *query.Node) []analyze.Lang {
	if n.Kind == query.Not {
		return out
	}
	if n.Kind == query.Filter && n.Field == query.Lang {
		if l, ok := analyze.ParseLang(n.Text); ok && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	for _, part := range n.Nodes {
		out = named(out, part)
	}
	return out
}

// Losses are what the pages of a snapshot lose, as shares of the sum of the words' rarities, by
// segment and by the number of the language there.
type Losses [][]float64

// Losses returns the losses of a snapshot, nil if no language is wished for. Pages in an unknown
// language lose nothing.
func (w Wish) Losses(snap *index.Snapshot) Losses {
	if w.first == analyze.Und {
		return nil
	}
	out := make(Losses, snap.Segments())
	for seg := range out {
		for _, l := range snap.Langs(seg) {
			out[seg] = append(out[seg], w.loss(l))
		}
	}
	return out
}

// Of returns what a document of the snapshot loses.
func (l Losses) Of(snap *index.Snapshot, seg int, doc uint32) float64 {
	if l == nil {
		return 0
	}
	return l[seg][snap.Lang(seg, doc)]
}

func (w Wish) loss(l analyze.Lang) float64 {
	switch {
	case l == w.first, l == analyze.Und:
		return 0
	case slices.Contains(w.second, l):
		return secondShare
	}
	return foreignShare
}
