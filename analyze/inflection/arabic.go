package inflection

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
)

// Arabic returns the Snowball stem of a folded Arabic word without the conjunction that is
// written as one with the article (والكتاب); Snowball cuts only other prefixes.
func Arabic(env *snowballstem.Env, word string) string {
	for _, conjunction := range [...]string{"و", "ف"} {
		if base, ok := strings.CutPrefix(word, conjunction); ok && utf8.RuneCountInString(base) > 3 {
			if strings.HasPrefix(base, "ال") || strings.HasPrefix(base, "بال") || strings.HasPrefix(base, "كال") || strings.HasPrefix(base, "لل") {
				word = base
				break
			}
		}
	}
	return snowball(env, arabic.Stem, word)
}

// persianEndings are those of the plural in -ha, which is written as one with its noun, behind a
// zero-width non-joiner that folding drops, or apart. Persian letters are folded to the Arabic ones.
var persianEndings = newEndings(`ها هاي هايي هايم هايت هايش هايمان هايتان هايشان`)

// Persian returns a folded Persian word without the ending of the plural in -ha. Other endings
// end many stems as well.
func Persian(word string) string { return persianEndings.cut(word, 2) }
