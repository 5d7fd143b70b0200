package spell

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

// shortWord is how many bytes a word has at most that is never too long for the index.
const shortWord = 20

// Unindexed says in sentences which words of a query are longer than those that are kept
// of pages: they are passed over, for no page can hold them.
func Unindexed(t query.Tree) []string {
	var hints []string
	var walk func(n *query.Node)
	walk = func(n *query.Node) {
		if n.Kind == query.Word || n.Kind == query.Phrase || n.Kind == query.Filter && n.Field.TakesWords() {
			for _, word := range strings.FieldsFunc(n.Text, parts) {
				if len(word) <= shortWord || len(analyze.AnalyzeQuery(word)) > 0 {
					continue
				}
				hint := fmt.Sprintf("%q was passed over: no word longer than 64 bytes is in the index, nor one with digits longer than 20 characters.", word)
				if !slices.Contains(hints, hint) {
					hints = append(hints, hint)
				}
			}
		}
		for _, kid := range n.Nodes {
			walk(kid)
		}
	}
	walk(t.Root)
	return hints
}

// parts reports whether a character parts words.
func parts(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }
