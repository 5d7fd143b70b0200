package robotstxt_test

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

func Example() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /private/\nAllow: /private/open.html\n"))
	m := file.Compile(dialect.RFC9309(), "MyBot")
	for _, target := range []string{"/", "/private/diary.html", "/private/open.html"} {
		d := m.Decide(target)
		fmt.Printf("%s line %d %s\n", d.Verdict, d.Line, target)
	}
	// Output:
	// allow line 0 /
	// deny line 2 /private/diary.html
	// allow line 3 /private/open.html
}

func ExampleMatcher_Explain() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /shop\nAllow: /shop/*.html$\n"))
	fmt.Print(file.Compile(dialect.RFC9309(), "MyBot").Explain("/shop/list.html"))
	// Output:
	// allow /shop/list.html: allow-rule (dialect rfc9309)
	//   decided by line 3, column 1: Allow: /shop/*.html$
	//   looked for: MyBot, then *
	//   group of line 1: *
	//   line 2 lost, its path is shorter: Disallow: /shop
}

func Example_dialects() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /a\nAllow: /a/b\n"))
	for _, name := range []string{"rfc9309", "1996", "1994"} {
		d, _ := dialect.ByName(name)
		fmt.Println(name, file.Compile(d, "MyBot").Decide("/a/b").Verdict)
	}
	// Output:
	// rfc9309 allow
	// 1996 deny
	// 1994 deny
}

func Example_compareDialects() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /*.gif$\n"))
	dialects := []dialect.Dialect{dialect.RFC9309(), dialect.Standard1994()}
	for _, x := range rewrite.CompareDialects(file, dialects, "", nil, "MyBot")[:1] {
		fmt.Println(x.Target, x.Decisions[0].Verdict, x.Decisions[1].Verdict)
	}
	// Output:
	// /.gif deny allow
}

func Example_lint() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /css/ /images/\n"))
	for _, x := range lint.File(file, lint.Options{}) {
		fmt.Printf("%d:%d %s %s\n", x.Line, x.Column, x.Check.Severity(), x.Check)
		fmt.Printf("%s", lint.Apply(file, x))
	}
	// Output:
	// 2:11 error several-paths
	// User-agent: *
	// Disallow: /css/
	// Disallow: /images/
}

func Example_compare() {
	before := robotstxt.Parse([]byte("User-agent: *\nDisallow: /a\n"))
	after := robotstxt.Parse([]byte("User-agent: *\nDisallow: /a/\n"))
	d := rewrite.Compare(before.Compile(dialect.RFC9309()), after.Compile(dialect.RFC9309()), nil)
	for _, c := range d.Clauses() {
		fmt.Printf("%s: line %d said %s, now %s\n", c.Example, c.Before.Line, c.Before.Verdict, c.After.Verdict)
	}
	// Output:
	// /a: line 2 said deny, now allow
}

func Example_minimise() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /c\n"))
	small := rewrite.Minimise(file, dialect.RFC9309())
	fmt.Print(string(small.Text))
	fmt.Println(small.Dropped[0])
	// Output:
	// User-agent: *
	// Disallow: /a
	// Disallow: /c
	// line 3: Disallow: /a/b decides as line 2 would
}

func Example_acquire() {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	d := dialect.RFC9309()
	file := acquire.Fetch{Status: 200, Body: []byte("User-agent: *\nDisallow: /x\n"), CacheControl: "max-age=3600"}
	c, _ := acquire.Next(d, acquire.Copy{}, file, now)
	fmt.Println(c.Class, c.Expires.Sub(now), c.Access(d, "https://example.org", "MyBot").Decide("/x").Verdict)
	c, _ = acquire.Next(d, c, acquire.Fetch{Status: 503}, now.Add(time.Hour))
	fmt.Println(c.Class, c.Failures, c.Access(d, "https://example.org", "MyBot").Decide("/x").Verdict)
	// Output:
	// rules 1h0m0s deny
	// rules 1 deny
}

func Example_sites() {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	sites := acquire.NewSites(dialect.RFC9309(), "SuperRobot/1.0")
	sites.Parse("http://a.example/robots.txt", []byte("User-agent: *\nDisallow: /x\n"), now.Add(24*time.Hour))
	fmt.Println(sites.Allowed("http://a.example/y", now), sites.Allowed("http://a.example/x", now), sites.Decide("http://b.example/", now).Verdict)
	// Output: true false postpone
}

func ExampleMatcher_NextAllowed() {
	m := robotstxt.Parse([]byte("User-agent: *\nDisallow:\nCrawl-delay: 10\nVisit-time: 2200-0600\n")).Compile(dialect.RFC9309())
	last := time.Date(2026, 11, 20, 6, 0, 55, 0, time.UTC)
	fmt.Println(m.NextAllowed(last, last).Format("15:04:05"))
	// Output: 22:00:00
}
