package lint

import (
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea/robotstxt/internal/robotstest"
)

// TestLintGrammar holds what FuzzLint does on files of the grammar.
func TestLintGrammar(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		holdsLint(t, []byte(robotstest.File(robotstest.Choices(rnd.IntN, 12))))
	}
	// A safe repair of one line rests on no other line that is repaired too; where
	// one parts a group, lines below it are joined to a star that were not.
	for _, body := range []string{
		anybody + "Crawl-delay: 5\nUser-agent: a\nCrawl-delay: 5\nUser-agent: *\n",
		"User-agent: *\nAllow: /\nAllow: /a\n Disallow /a\n", "User-agent: *\nAllow: /\nAllow: /a\nDisallow /a\n",
		"Useragent: FooBot\nAllow: /\nAllow: /a\n Disallow: /a\n",
	} {
		holdsLint(t, []byte(body))
	}
}

// FuzzLintLines is FuzzLint for files of the grammar.
func FuzzLintLines(f *testing.F) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		f.Add(robotstest.Choices(rnd.IntN, 12))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) <= 24 { // each finding is proven for every dialect, which takes time
			holdsLint(t, []byte(robotstest.File(choices)))
		}
	})
}
