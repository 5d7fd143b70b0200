package robotstxt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// The benchmark files are generated here: a small one, one with 2,000 rules of which a quarter
// have wildcards and some have escapes, and one like that of an encyclopedia, with many
// disallowed robots and long encoded paths.

func smallFile() []byte {
	return []byte("# all robots\nUser-agent: *\nDisallow: /private/\nDisallow: /*.pdf$\nAllow: /private/open\n" +
		"Disallow: /search?\nDisallow: /cgi-bin/\nDisallow: /tmp/\nCrawl-delay: 2\n\n" +
		"User-agent: BadBot\nUser-agent: WorseBot\nDisallow: /\n\nSitemap: https://example.org/sitemap.xml\n")
}

func largeFile() []byte {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range 2000 {
		switch {
		case i%4 == 0:
			fmt.Fprintf(&b, "Disallow: /*/item-%d/*.html$\n", i)
		case i%20 == 1:
			fmt.Fprintf(&b, "Allow: /shop/%%D0%%B0%%D0%%B1/%d/\n", i)
		case i%7 == 0:
			fmt.Fprintf(&b, "Allow: /shop/section%d/page%d\n", i%50, i)
		default:
			fmt.Fprintf(&b, "Disallow: /shop/section%d/list%d/\n", i%50, i)
		}
	}
	return []byte(b.String())
}

func wikiFile() []byte {
	var b strings.Builder
	b.WriteString("\xEF\xBB\xBF# robots of an encyclopedia\n")
	for i := range 35 {
		fmt.Fprintf(&b, "User-agent: Grabber%c%c\nDisallow: /\n\n", 'a'+i%26, 'a'+i/26)
	}
	b.WriteString("User-agent: *\nAllow: /w/api.php?action=mobileview&\nDisallow: /w/\nDisallow: /wiki/Special:\n")
	for i := range 600 {
		fmt.Fprintf(&b, "Disallow: /wiki/Wikipedia%%3AArticles_for_deletion%%2FPage_%d\n", i)
	}
	return []byte(b.String())
}

func benchFiles() map[string][]byte {
	return map[string][]byte{"small": smallFile(), "large": largeFile(), "wiki": wikiFile()}
}

func BenchmarkParse(b *testing.B) {
	for name, body := range benchFiles() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				robotstxt.Parse(body)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for name, body := range benchFiles() {
		b.Run(name, func(b *testing.B) {
			f := robotstxt.Parse(body)
			b.ReportAllocs()
			for b.Loop() {
				f.Compile(dialect.RFC9309(), "OwnBot", "Aranea")
			}
		})
	}
}

func BenchmarkDecide(b *testing.B) {
	targets := map[string]string{
		"miss": "/docs/guide/chapter-12/page.html?id=17", "hit": "/shop/section7/list1907/x?y=z", "wild": "/a/item-1996/x.html",
		"escaped": "/wiki/Wikipedia%3aArticles_for_deletion%2FPage_599",
	}
	for file, body := range benchFiles() {
		m := robotstxt.Parse(body).Compile(dialect.RFC9309(), "Aranea")
		for name, target := range targets {
			b.Run(file+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.Decide(target)
				}
			})
		}
	}
}

func BenchmarkHostilePattern(b *testing.B) {
	m := robotstxt.Parse([]byte("User-agent: *\nDisallow: /"+strings.Repeat("*a", 25)+"*b\n")).Compile(dialect.RFC9309(), "FooBot")
	target := "/" + strings.Repeat("a", 1500)
	for b.Loop() {
		m.Decide(target)
	}
}
