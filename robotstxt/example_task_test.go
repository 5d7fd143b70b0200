package robotstxt_test

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Example_readme is the code of the README.
func Example_readme() {
	body := []byte("User-agent: *\nDisallow: /private/\n")
	file := robotstxt.Parse(body)
	m := file.Compile(dialect.RFC9309(), "MyBot")
	d := m.Decide("/private/page?id=1")
	fmt.Println(d.Verdict, d.Line, d.Reason)
	// Output: deny 2 deny-rule
}

func ExampleFile_Compile() {
	// The operator's own token comes before that of the software.
	file := robotstxt.Parse([]byte("User-agent: CrawlWare\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n"))
	m := file.Compile(dialect.RFC9309(), "MyBot", "CrawlWare")
	fmt.Println(m.Agent(), m.Allowed("/a"), m.Allowed("/b"))
	// Output: CrawlWare false true
}

func ExampleFile_CompileFor() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /forum\nHost: www.myhost.ru\n"))
	for _, url := range []string{"http://www.myhost.ru:80/page", "http://mirror.ru/page"} {
		site, target, _ := robotstxt.SplitURL(url)
		d := file.CompileFor(dialect.Yandex2003(), site, "MyBot").Decide(target)
		fmt.Println(site, d.Verdict, d.Reason)
	}
	// Output:
	// http://www.myhost.ru allow no-rule
	// http://mirror.ru deny host-directive
}

func Example_ownDialect() {
	mine := dialect.RFC9309()
	mine.Name = "mine"
	mine.AddSlash = true                      // "private" means "/private"
	mine.Spelling = syntax.SpelledWide        // accept every known misspelling
	mine.Policy.Refused = dialect.TreatClosed // 403 closes the site
	mine.Extensions |= dialect.ExtHost        // obey Host lines
	file := robotstxt.Parse([]byte("User-agent: *\nDesallow: private\n"))
	d := file.Compile(mine, "MyBot").Decide("/private/x")
	fmt.Println(d.Verdict, d.Dialect)
	// Output: deny mine
}

func Example_chain() {
	fmt.Println(dialect.Google().Chain("Googlebot-Image"))
	fmt.Println(dialect.Google().Chain("AdsBot-Google"))
	fmt.Println(dialect.Google().Chain("Applebot"))
	// Output:
	// [Googlebot-Image Googlebot *]
	// [AdsBot-Google]
	// [Applebot Googlebot *]
}

func Example_userAgent() {
	fmt.Println(dialect.TokenFromUserAgent("Mozilla/5.0 (compatible; MyBot/2.1; +https://example.org/bot)"))
	// Output: MyBot
}

func Example_access() {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	d := dialect.Google()
	c, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 503, Detail: "Service Unavailable"}, now)
	fmt.Print(c.Access(d, "https://example.org", "Googlebot").Explain("/page"))
	c, _ = acquire.Next(d, c, acquire.Fetch{Status: 503}, now.Add(13*time.Hour))
	fmt.Print(c.Access(d, "https://example.org", "Googlebot").Explain("/page"))
	// Output:
	// postpone /page: unreachable (dialect google)
	//   the last request for the file failed with an error of the server; while an outage is new, all waits
	// allow /page: unavailable (dialect google)
	//   the last request for the file failed with an error of the server; in this outage there is no good copy from before
}

func ExampleMatcher_Usage() {
	file := robotstxt.Parse([]byte("User-agent: *\nAllow: /\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n"))
	m := file.Compile(dialect.RFC9309(), "MyBot")
	for _, target := range []string{"/page", "/open/page"} {
		for _, p := range m.Usage(target) {
			fmt.Printf("%s: %s=%s by line %d\n", target, p.Label, p.Value, p.Line)
		}
	}
	// Output:
	// /page: train-ai=n by line 3
	// /open/page: train-ai=y by line 4
}

func ExampleMatcher_Clean() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow:\nClean-param: ref&sid /forum/\n"))
	m := file.Compile(dialect.Yandex(), "YandexBot")
	fmt.Println(m.Clean("/forum/topic?id=7&sid=ab12&ref=mail"))
	fmt.Println(m.Clean("/shop/?ref=mail"))
	// Output:
	// /forum/topic?id=7
	// /shop/?ref=mail
}

func ExampleFile_Sitemaps() {
	file := robotstxt.Parse([]byte("Sitemap: https://example.org/a.xml\nUser-agent: *\nDisallow: /x\nSitemap: https://example.org/b.xml\n"))
	fmt.Println(file.Sitemaps())
	// Output: [https://example.org/a.xml https://example.org/b.xml]
}

func ExampleFile_Lines() {
	file := robotstxt.Parse([]byte("User-agent: *\n  Disallow: /x # why\n"))
	for l := range file.Lines() {
		fmt.Printf("%d:%d %s %q %q\n", l.Number, l.Column, l.Key, l.Value, l.Comment)
	}
	// Output:
	// 1:1 User-agent "*" ""
	// 2:3 Disallow "/x" "# why"
}

func Example_prove() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: private\n"))
	for _, x := range lint.File(file, lint.Options{}) {
		d := lint.Prove(file, x, dialect.RFC9309(), "/private/a", "/public")
		fmt.Println(x.Check, x.Fix.Effect, d.Opened, d.Closed > 0)
		fmt.Println(d.Changes[0].Target, d.Changes[0].After.Rule)
	}
	// Output:
	// missing-slash closes 0 true
	// /private/a Disallow: /private
}

func Example_format() {
	file := robotstxt.Parse([]byte("USER-AGENT :*\r\ndisallow:/x\r\nUser-agent: MyBot\r\nDisallow:\r\n"))
	fmt.Printf("%s", rewrite.Format(file))
	fmt.Println(rewrite.CompareFiles(file, robotstxt.Parse(rewrite.Format(file)), dialect.RFC9309()).Same())
	// Output:
	// User-agent: *
	// Disallow: /x
	//
	// User-agent: MyBot
	// Disallow:
	// true
}

func Example_merge() {
	network := robotstxt.Parse([]byte("User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n"))
	own := robotstxt.Parse([]byte("User-agent: *\nDisallow: /private/\n"))
	text, _ := rewrite.Merge(network, own)
	fmt.Printf("%s", text)
	// Output:
	// User-agent: *
	// Content-Signal: ai-train=no
	// Allow: /
	// Disallow: /private/
}

func Example_compareFiles() {
	before := robotstxt.Parse([]byte("User-agent: *\nDisallow: /x\n"))
	after := robotstxt.Parse([]byte("User-agent: *\nDisallow: /x\n\nUser-agent: MyBot\nAllow: /\n"))
	d := rewrite.CompareFiles(before, after, dialect.RFC9309(), "/x/page")
	fmt.Println(d.Opened > 0, d.Closed, d.Changes[0].Target, d.Changes[0].After.Agent)
	// Output: true 0 /x/page MyBot
}

func ExampleFile_Groups() {
	file := robotstxt.Parse([]byte("User-agent: a\n\nUser-agent: b\nDisallow: /x\nDisallow: /y\n"))
	for _, d := range []dialect.Dialect{dialect.RFC9309(), dialect.Standard1994()} {
		for _, g := range file.Groups(d) {
			fmt.Println(d.Name, g.Line, g.Agents, g.Rules)
		}
	}
	// Output:
	// rfc9309 1 [a b] 2
	// 1994 1 [a] 0
	// 1994 3 [b] 2
}

func Example_validate() {
	d := dialect.RFC9309()
	d.MaxLine, d.Policy.MaxAge = -1, 0
	fmt.Println(d.Validate())
	// Output:
	// a line of -1 bytes at most
	// policy: a copy lives for 24h0m0s, at most 0s; less than 10m0s
}
