package lint

import (
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea/robotstxt/internal/robotstest"
)

// TestLintGrammar checks the properties of FuzzLint on files of the grammar.
func TestLintGrammar(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		holdsLint(t, []byte(robotstest.File(robotstest.Choices(rnd.IntN, 12))))
	}
	// A safe repair of one line does not depend on another line that is repaired too; if one
	// splits a group, lines below it become joined to a star that were not before.
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
		if len(choices) <= 24 { // each finding is proven for every dialect, which is slow
			holdsLint(t, []byte(robotstest.File(choices)))
		}
	})
}
