package rewrite

import (
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea/robotstxt/internal/robotstest"
)

// TestRewriteGrammar checks the properties of FuzzRewrite on files whose lines are related.
func TestRewriteGrammar(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		holdsRewrite(t, []byte(robotstest.File(robotstest.Choices(rnd.IntN, 14))), []byte(robotstest.File(robotstest.Choices(rnd.IntN, 8))))
	}
}

// FuzzRewriteLines is FuzzRewrite for files of the grammar.
func FuzzRewriteLines(f *testing.F) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add(robotstest.Choices(rnd.IntN, 14), robotstest.Choices(rnd.IntN, 8))
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		if len(one)+len(two) <= 60 {
			holdsRewrite(t, []byte(robotstest.File(one)), []byte(robotstest.File(two)))
		}
	})
}
