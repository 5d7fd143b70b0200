package spell

import (
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/hint"
)

// shortWord is the length in bytes up to which no word is too long for the index.
const shortWord = 20

// Unindexed returns hints about those words of a query that are too long for the index:
// they are ignored, because no page can match them.
func Unindexed(t query.Tree) []hint.Hint {
	var hints []hint.Hint
	var walk func(n *query.Node)
	walk = func(n *query.Node) {
		if n.Kind == query.Word || n.Kind == query.Phrase || n.Kind == query.Filter && n.Field.TakesWords() {
			for _, word := range strings.FieldsFunc(n.Text, parts) {
				if len(word) <= shortWord || len(analyze.AnalyzeQuery(word)) > 0 {
					continue
				}
				if h := (hint.Hint{Code: hint.LongWord, Value: word}); !slices.Contains(hints, h) {
					hints = append(hints, h)
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
