package autocomplete

import (
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

// minBegun is how many letters the last word of a query that is being typed must have until words
// that begin so are looked for: fewer begin a large share of all words.
const minBegun = 3

// Unfinished returns the word that a query ends in, if it may go on: nothing stands behind it in
// what was typed, and it has letters enough. It is nil if there is none; Chinese and the like is
// found by its first characters anyway.
func Unfinished(tree query.Tree, typed string, words *analyze.Analyzer) *query.Node {
	n := tree.Root
	if n.Kind == query.And {
		n = n.Nodes[len(n.Nodes)-1]
	}
	if n.Kind != query.Word || n.Prefix || n.Edits > 0 || !strings.HasSuffix(typed, n.Text) {
		return nil
	}
	ts := words.Query(n.Text)
	if len(ts) == 0 {
		return nil
	}
	last := ts[len(ts)-1]
	if last.Unspaced || last.End < len(n.Text) || utf8.RuneCountInString(last.Form) < minBegun {
		return nil
	}
	return n
}
