package inflection

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/romanian"
)

// cedillas writes the Romanian letters with commas (ș, ț) as those with cedillas (ş, ţ), which stood for
// them before Unicode 3.0 and are the only ones that the rules of Snowball know.
var cedillas = strings.NewReplacer("ș", "ş", "ț", "ţ")

// Romanian returns the stem of a folded Romanian word, which is the same with commas and with cedillas.
func Romanian(env *snowballstem.Env, word string) string {
	return snowball(env, romanian.Stem, cedillas.Replace(word))
}
