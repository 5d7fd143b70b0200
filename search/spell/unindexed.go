package spell

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

// shortWord is the length in bytes up to which no word is too long for the index.
const shortWord = 20

// Unindexed returns sentences about those words of a query that are too long for the index:
// they are ignored, because no page can match them.
func Unindexed(t query.Tree) []string {
	var hints []string
	var walk func(n *query.Node)
	walk = func(n *query.Node) {
		if n.Kind == query.Word || n.Kind == query.Phrase || n.Kind == query.Filter && n.Field.TakesWords() {
			for _, word := range strings.FieldsFunc(n.Text, parts) {
				if len(word) <= shortWord || len(analyze.AnalyzeQuery(word)) > 0 {
					continue
				}
				hint := fmt.Sprintf("%q was ignored: no word longer than 64 bytes is in the index, nor one with digits longer than 20 characters.", word)
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

// parts reports whether a character separates words.
func parts(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }
