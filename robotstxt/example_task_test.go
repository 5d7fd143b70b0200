package robotstxt_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
)

// This is the code of the README.
func Example_readme() {
	body := []byte("User-agent: *\nDisallow: /private/\n")
	file := robotstxt.Parse(body)
	m := file.Compile(robotstxt.RFC9309(), "MyBot")
	d := m.Decide("/private/page?id=1")
	fmt.Println(d.Verdict, d.Line, d.Reason)
	// Output: deny 2 deny-rule
}

func ExampleRead() {
	response := strings.NewReader("User-agent: *\nDisallow: /x\n") // the body of a response
	file, err := robotstxt.Read(response)
	if err != nil {
		fmt.Println("an outage:", err)
		return
	}
	fmt.Println(file.Compile(robotstxt.RFC9309(), "MyBot").Allowed("/x"))
	// Output: false
}

func ExampleFile_Compile() {
	// An operator's own token comes first, then that of the software.
	file := robotstxt.Parse([]byte("User-agent: CrawlWare\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n"))
	m := file.Compile(robotstxt.RFC9309(), "MyBot", "CrawlWare")
	fmt.Println(m.Agent(), m.Allowed("/a"), m.Allowed("/b"))
	// Output: CrawlWare false true
}

func ExampleFile_CompileFor() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /forum\nHost: www.myhost.ru\n"))
	for _, url := range []string{"http://www.myhost.ru:80/page", "http://mirror.ru/page"} {
		site, target, _ := robotstxt.SplitURL(url)
		d := file.CompileFor(robotstxt.Yandex2003(), site, "MyBot").Decide(target)
		fmt.Println(site, d.Verdict, d.Reason)
	}
	// Output:
	// http://www.myhost.ru allow no-rule
	// http://mirror.ru deny host-directive
}

func ExampleDialect_own() {
	mine := robotstxt.RFC9309()
	mine.Name = "mine"
	mine.AddSlash = true                        // "private" means "/private"
	mine.Spelling = robotstxt.SpelledWide       // take every misspelling that is known
	mine.Policy.Refused = robotstxt.TreatClosed // 403 closes the site
	mine.Extensions |= robotstxt.ExtHost        // obey Host lines
	file := robotstxt.Parse([]byte("User-agent: *\nDesallow: private\n"))
	d := file.Compile(mine, "MyBot").Decide("/private/x")
	fmt.Println(d.Verdict, d.Dialect)
	// Output: deny mine
}

func ExampleDialect_Chain() {
	fmt.Println(robotstxt.Google().Chain("Googlebot-Image"))
	fmt.Println(robotstxt.Google().Chain("AdsBot-Google"))
	fmt.Println(robotstxt.Google().Chain("Applebot"))
	// Output:
	// [Googlebot-Image Googlebot *]
	// [AdsBot-Google]
	// [Applebot Googlebot *]
}

func ExampleTokenFromUserAgent() {
	fmt.Println(robotstxt.TokenFromUserAgent("Mozilla/5.0 (compatible; MyBot/2.1; +https://example.org/bot)"))
	// Output: MyBot
}

func ExampleAccess_Explain() {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	d := robotstxt.Google()
	c, _ := robotstxt.Acquire(d, robotstxt.Copy{}, robotstxt.Fetch{Status: 503, Detail: "Service Unavailable"}, now)
	fmt.Print(c.Access(d, "https://example.org", "Googlebot").Explain("/page"))
	c, _ = robotstxt.Acquire(d, c, robotstxt.Fetch{Status: 503}, now.Add(13*time.Hour))
	fmt.Print(c.Access(d, "https://example.org", "Googlebot").Explain("/page"))
	// Output:
	// postpone /page: unreachable (dialect google)
	//   the last request for the file failed with an error of the server; while an outage is new, all waits
	// allow /page: unavailable (dialect google)
	//   the last request for the file failed with an error of the server; in this outage there is no good copy from before
}

func ExampleMatcher_Usage() {
	file := robotstxt.Parse([]byte("User-agent: *\nAllow: /\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n"))
	m := file.Compile(robotstxt.RFC9309(), "MyBot")
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
	m := file.Compile(robotstxt.Yandex(), "YandexBot")
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

func ExampleFile_Prove() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: private\n"))
	for _, x := range file.Lint(robotstxt.LintOptions{}) {
		d := file.Prove(x, robotstxt.RFC9309(), "/private/a", "/public")
		fmt.Println(x.Check, x.Fix.Effect, d.Opened, d.Closed > 0)
		fmt.Println(d.Changes[0].Target, d.Changes[0].After.Rule)
	}
	// Output:
	// missing-slash closes 0 true
	// /private/a Disallow: /private
}

func ExampleFile_Format() {
	file := robotstxt.Parse([]byte("USER-AGENT :*\r\ndisallow:/x\r\nUser-agent: MyBot\r\nDisallow:\r\n"))
	fmt.Printf("%s", file.Format())
	fmt.Println(robotstxt.CompareFiles(file, robotstxt.Parse(file.Format()), robotstxt.RFC9309()).Same())
	// Output:
	// User-agent: *
	// Disallow: /x
	//
	// User-agent: MyBot
	// Disallow:
	// true
}

func ExampleMerge() {
	network := robotstxt.Parse([]byte("User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n"))
	own := robotstxt.Parse([]byte("User-agent: *\nDisallow: /private/\n"))
	text, _ := robotstxt.Merge(network, own)
	fmt.Printf("%s", text)
	// Output:
	// User-agent: *
	// Content-Signal: ai-train=no
	// Allow: /
	// Disallow: /private/
}

func ExampleCompareFiles() {
	before := robotstxt.Parse([]byte("User-agent: *\nDisallow: /x\n"))
	after := robotstxt.Parse([]byte("User-agent: *\nDisallow: /x\n\nUser-agent: MyBot\nAllow: /\n"))
	d := robotstxt.CompareFiles(before, after, robotstxt.RFC9309(), "/x/page")
	fmt.Println(d.Opened > 0, d.Closed, d.Changes[0].Target, d.Changes[0].After.Agent)
	// Output: true 0 /x/page MyBot
}

func ExampleFile_Groups() {
	file := robotstxt.Parse([]byte("User-agent: a\n\nUser-agent: b\nDisallow: /x\nDisallow: /y\n"))
	for _, d := range []robotstxt.Dialect{robotstxt.RFC9309(), robotstxt.Standard1994()} {
		for _, g := range file.Groups(d) {
			fmt.Println(d.Name, g.Line, g.Agents, g.Rules)
		}
	}
	// Output:
	// rfc9309 1 [a b] 2
	// 1994 1 [a] 0
	// 1994 3 [b] 2
}

func ExampleDialect_Validate() {
	d := robotstxt.RFC9309()
	d.MaxLine, d.Policy.MaxAge = -1, 0
	fmt.Println(d.Validate())
	// Output:
	// a line of -1 bytes at most
	// policy: a copy lives for 24h0m0s, at most 0s; less than 10m0s
}
