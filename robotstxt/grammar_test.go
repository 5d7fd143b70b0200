package robotstxt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The parts that files of the grammar are made of: few, so that lines meet.
var (
	grammarLines = []string{
		"User-agent: *", "User-agent: FooBot", "User-agent: a", "Useragent: b", "USER AGENT: * x", "User-agent: Yandex", "User-agent: FooBot b",
		"Allow: %", "Allow: %", "Disallow: %", "Disallow: %", "Disallow: %", " Disallow: %", "Disallow %", "Disalow: %", "Allow:%$", "Disallow: %*",
		"Disallow: % %", "Disallow: %#c", "Disallow:", "Allow:", "Disallow: http://a.test%", "",
		"", "# c", "Sitemap: http://a.test/s.xml", "Crawl-delay: 5", "Host: a.test", "what", "Clean-param: x %", "Robot-version: 2.0", "\xEFx",
		"Disallow: FooBot", "User-agent: FooBot/1.0", "User-agent: FooBot, b", "User-agent: * Disallow: %", "Disallow: % // c", "Disallow: x%", "Disallow: a.test%",
		"DISALLOW: %", "Dis-allow: %", "Disallow:: %", " ALLOWED:", "Disallow: \"%\"", "User-agent: *FooBot*", "Crawl-delay: 10s", "Disallow http://a.test%",
	}
	grammarPaths = []string{"/", "/a", "/a/", "/a/b", "/a/b/c", "/ab", "/b", "/b/c", "*", "/*b", "/*/b", "/a*c", "/*?x", "/a%62", "/*%5Bb", "/A", "/a/index.html"}
)

// grammarFile makes a robots file of choices: two bytes a line.
func grammarFile(choices []byte) string {
	var b strings.Builder
	for i := 0; i+1 < len(choices); i += 2 {
		line := grammarLines[int(choices[i])%len(grammarLines)]
		path := grammarPaths[int(choices[i+1])%len(grammarPaths)]
		b.WriteString(strings.ReplaceAll(line, "%", path))
		if choices[i] < 250 {
			b.WriteByte('\n')
		} else {
			b.WriteByte('\r')
		}
	}
	return b.String()
}

// grammarChoices makes choices for up to n lines.
func grammarChoices(rnd *rand.Rand, n int) []byte {
	out := make([]byte, 2*rnd.IntN(n+1))
	for i := range out {
		out[i] = byte(rnd.IntN(256))
	}
	return out
}

// TestRewriteGrammar holds what FuzzRewrite does on files whose lines have to do
// with each other.
func TestRewriteGrammar(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		holdsRewrite(t, []byte(grammarFile(grammarChoices(rnd, 14))), []byte(grammarFile(grammarChoices(rnd, 8))))
	}
}

// FuzzRewriteLines is FuzzRewrite for files of the grammar.
func FuzzRewriteLines(f *testing.F) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add(grammarChoices(rnd, 14), grammarChoices(rnd, 8))
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		if len(one)+len(two) <= 60 {
			holdsRewrite(t, []byte(grammarFile(one)), []byte(grammarFile(two)))
		}
	})
}

// TestLintGrammar holds what FuzzLint does on files of the grammar.
func TestLintGrammar(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		holdsLint(t, []byte(grammarFile(grammarChoices(rnd, 12))))
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
		f.Add(grammarChoices(rnd, 12))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) <= 24 { // each finding is proven for every dialect, which takes time
			holdsLint(t, []byte(grammarFile(choices)))
		}
	})
}
