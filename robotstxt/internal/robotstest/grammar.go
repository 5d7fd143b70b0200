// Package robotstest generates robots files for tests from a small grammar, so that their lines
// are related.
//
// Floor: 0 (leaves). Stability: engine. It is only for tests.
package robotstest

import "strings"

// lines and paths are the parts of files of the grammar. They are few, so that lines are
// related.
func lines() []string {
	return []string{
		"User-agent: *", "User-agent: FooBot", "User-agent: a", "Useragent: b", "USER AGENT: * x", "User-agent: Yandex", "User-agent: FooBot b",
		"Allow: %", "Allow: %", "Disallow: %", "Disallow: %", "Disallow: %", " Disallow: %", "Disallow %", "Disalow: %", "Allow:%$", "Disallow: %*",
		"Disallow: % %", "Disallow: %#c", "Disallow:", "Allow:", "Disallow: http://a.test%", "",
		"", "# c", "Sitemap: http://a.test/s.xml", "Crawl-delay: 5", "Host: a.test", "what", "Clean-param: x %", "Robot-version: 2.0", "\xEFx",
		"Disallow: FooBot", "User-agent: FooBot/1.0", "User-agent: FooBot, b", "User-agent: * Disallow: %", "Disallow: % // c", "Disallow: x%", "Disallow: a.test%",
		"DISALLOW: %", "Dis-allow: %", "Disallow:: %", " ALLOWED:", "Disallow: \"%\"", "User-agent: *FooBot*", "Crawl-delay: 10s", "Disallow http://a.test%",
	}
}

func paths() []string {
	return []string{"/", "/a", "/a/", "/a/b", "/a/b/c", "/ab", "/b", "/b/c", "*", "/*b", "/*/b", "/a*c", "/*?x", "/a%62", "/*%5Bb", "/A", "/a/index.html"}
}

// File makes a robots file from choices of two bytes per line.
func File(choices []byte) string {
	var b strings.Builder
	lines, paths := lines(), paths()
	for i := 0; i+1 < len(choices); i += 2 {
		line := lines[int(choices[i])%len(lines)]
		path := paths[int(choices[i+1])%len(paths)]
		b.WriteString(strings.ReplaceAll(line, "%", path))
		if choices[i] < 250 {
			b.WriteByte('\n')
		} else {
			b.WriteByte('\r')
		}
	}
	return b.String()
}

// Choices makes choices for up to n lines. intN returns a number below its argument.
func Choices(intN func(int) int, n int) []byte {
	out := make([]byte, 2*intN(n+1))
	for i := range out {
		out[i] = byte(intN(256))
	}
	return out
}
