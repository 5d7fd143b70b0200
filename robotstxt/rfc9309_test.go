package robotstxt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// The tests below are named after the clauses of RFC 9309; docs/robots/rfc9309.md lists all of
// them.

func TestRFC9309Section21Groups(t *testing.T) {
	t.Parallel()
	runSeedCases(t, []seedCase{
		{"rules: allow and disallow", "rfc9309-strict", "FooBot", anybody + "Allow: /a/b\nDisallow: /a\n", "/a/b", robotstxt.Allow},
		{"a group: agents and then rules", "rfc9309-strict", "BarBot", "User-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\n", "/a", robotstxt.Deny},
		{"a group ends at the next agent line behind a rule", "rfc9309-strict", "FooBot", "User-agent: FooBot\nDisallow: /a\nUser-agent: BarBot\nDisallow: /b\n", "/b", robotstxt.Allow},
		{"a group ends with the file", "rfc9309-strict", "FooBot", "User-agent: FooBot\nDisallow: /a", "/a", robotstxt.Deny},
		{"the last group may have no rules", "rfc9309-strict", "FooBot", anybody + "Disallow: /\n\nUser-agent: FooBot\n", "/a", robotstxt.Allow},
	})
}

func TestRFC9309Section22Syntax(t *testing.T) {
	t.Parallel()
	runSeedCases(t, []seedCase{
		{"whitespace around the value and the colon", "rfc9309-strict", "FooBot", " \tUser-agent \t:\t* \nDisallow\t: /a\t \n", "/a", robotstxt.Deny},
		{"keys in any case", "rfc9309-strict", "FooBot", "uSER-aGENT: *\ndISALLOW: /a\n", "/a", robotstxt.Deny},
		{"comments at the end of a line", "rfc9309-strict", "FooBot", anybody + "Disallow: /a # b\n", "/a", robotstxt.Deny},
		{"empty lines between agents and rules", "rfc9309-strict", "FooBot", anybody + "\n\nDisallow: /a\n", "/a", robotstxt.Deny},
		{"CR as line end", "rfc9309-strict", "FooBot", "User-agent: *\rDisallow: /a\r", "/a", robotstxt.Deny},
		{"CRLF as line end", "rfc9309-strict", "FooBot", "User-agent: *\r\nDisallow: /a\r\n", "/a", robotstxt.Deny},
		{"an empty pattern", "rfc9309-strict", "FooBot", anybody + "Disallow:\n", "/a", robotstxt.Allow},
		{"UTF-8 in a path", "rfc9309-strict", "FooBot", anybody + "Disallow: /ツ\n", "/%E3%83%84", robotstxt.Deny},
	})
}

func TestRFC9309Section221UserAgent(t *testing.T) {
	t.Parallel()
	const groups = "User-agent: ExampleBot\nDisallow: /foo\nDisallow: /bar\n\nUser-agent: *\nDisallow: /all\n\nUser-agent: examplebot\nDisallow: /baz\n"
	runSeedCases(t, []seedCase{
		{"case does not matter", "rfc9309-strict", "EXAMPLEBOT", groups, "/foo", robotstxt.Deny},
		{"all groups with the token are merged", "rfc9309-strict", "ExampleBot", groups, "/baz", robotstxt.Deny},
		{"a named group switches the star off", "rfc9309-strict", "ExampleBot", groups, "/all", robotstxt.Allow},
		{"no group names us: the star", "rfc9309-strict", "OtherBot", groups, "/all", robotstxt.Deny},
		{"a token inside another is no match", "rfc9309-strict", "Example", groups, "/foo", robotstxt.Allow},
		{"neither group: no rules", "rfc9309-strict", "FooBot", "User-agent: BarBot\nDisallow: /\n", "/x", robotstxt.Allow},
		{"star groups are merged too", "rfc9309-strict", "x", anybody + "Disallow: /a\n\nUser-agent: y\nDisallow: /\n\n" + anybody + "Disallow: /b\n", "/b", robotstxt.Deny},
	})
	const header = "Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)"
	if token := dialect.TokenFromUserAgent(header); !strings.Contains(header, string(token)) || robotstxt.Parse([]byte(groups)).Compile(dialect.RFC9309Strict(), token).Allowed("/foo") {
		t.Errorf("the token %q of the header in the standard", token)
	}
	for token, want := range map[dialect.AgentToken]bool{"FooBot": true, "foo-bot_x": true, "": false, "Foo Bot": false, "FooBot/1": false, "Bot2": false, "*": false} {
		if token.Valid() != want {
			t.Errorf("the token %q is valid: %v", token, !want)
		}
	}
}

func TestRFC9309Section222Rules(t *testing.T) {
	t.Parallel()
	const example = "User-agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"
	runSeedCases(t, []seedCase{
		{"a match begins at the first octet", "rfc9309-strict", "x", anybody + "Disallow: /b\n", "/a/b", robotstxt.Allow},
		{"letters are compared with case", "rfc9309-strict", "x", anybody + "Disallow: /B\n", "/b", robotstxt.Allow},
		{"the match with most octets", "rfc9309-strict", "foobot", example, "/example/page/disallowed.gif", robotstxt.Deny},
		{"the match with most octets, the other", "rfc9309-strict", "foobot", example, "/example/page/x.gif", robotstxt.Allow},
		{"equal: allow", "rfc9309-strict", "x", anybody + "Disallow: /a\nAllow: /a\n", "/a", robotstxt.Allow},
		{"no match: allowed", "rfc9309-strict", "x", anybody + "Disallow: /a\n", "/b", robotstxt.Allow},
		{"/robots.txt is allowed", "rfc9309-strict", "x", anybody + "Disallow: /\n", "/robots.txt", robotstxt.Allow},
		{"a rule outside a group is ignored", "rfc9309-strict", "x", "Disallow: /a\n" + anybody + "Disallow: /b\n", "/a", robotstxt.Allow},
		{"another character set is bridged", "rfc9309-strict", "x", wide(anybody+"Disallow: /a\n", true), "/a", robotstxt.Deny},
		{"as far as only that", "rfc9309-strict", "x", anybody + "Disallow: /\n", "/robots.txt/x", robotstxt.Deny},
	})
	// The table of encodings: a path as written, and one to match.
	for _, tt := range [][2]string{
		{"/foo/bar?baz=quz", "/foo/bar?baz=quz"},
		{"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"},
		{"/foo/bar/\u30C4", "/foo/bar/%E3%83%84"},
		{"/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"},
		{"/foo/bar/%62%61%7A", "/foo/bar/baz"},
	} {
		for _, d := range []dialect.Dialect{dialect.RFC9309(), dialect.RFC9309Strict()} {
			if robotstxt.Parse([]byte(anybody+"Disallow: "+tt[0]+"\n")).Compile(d, "x").Allowed(tt[1]) {
				t.Errorf("%s: %s does not match %s", d.Name, tt[0], tt[1])
			}
		}
	}
}

func TestRFC9309Section223Special(t *testing.T) {
	t.Parallel()
	runSeedCases(t, []seedCase{
		{"# begins a comment", "rfc9309-strict", "x", anybody + "Allow: /this # is a comment\nDisallow: /\n", "/this", robotstxt.Allow},
		{"$ is the end", "rfc9309-strict", "x", anybody + "Disallow: /this/path/exactly$\n", "/this/path/exactly", robotstxt.Deny},
		{"$ is the end, longer", "rfc9309-strict", "x", anybody + "Disallow: /this/path/exactly$\n", "/this/path/exactly/not", robotstxt.Allow},
		{"* is any run", "rfc9309-strict", "x", anybody + "Disallow: /this/*/exactly\n", "/this/a/b/exactly", robotstxt.Deny},
		{"* may be empty", "rfc9309-strict", "x", anybody + "Disallow: /a*b\n", "/ab", robotstxt.Deny},
		{"a literal star is escaped", "rfc9309-strict", "x", anybody + "Disallow: /path/file-with-a-%2A.html\n", "/path/file-with-a-*.html", robotstxt.Deny},
		{"and is no wildcard", "rfc9309-strict", "x", anybody + "Disallow: /path/file-with-a-%2A.html\n", "/path/file-with-a-x.html", robotstxt.Allow},
		{"a literal dollar is escaped", "rfc9309-strict", "x", anybody + "Disallow: /path/foo-%24\n", "/path/foo-$", robotstxt.Deny},
	})
}

func TestRFC9309Section224Other(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: FooBot\nSitemap: https://a.org/s.xml\nCrawl-delay: 2\nUser-agent: BarBot\nDisallow: /a\n"))
	if f.Compile(dialect.RFC9309Strict(), "FooBot").Allowed("/a") {
		t.Error("other records interfere with the group")
	}
	if got := f.Sitemaps(); len(got) != 1 {
		t.Errorf("sitemaps %v", got)
	}
}

func TestRFC9309Section23Access(t *testing.T) {
	t.Parallel()
	strict := dialect.RFC9309Strict()
	tests := []struct {
		name  string
		fetch acquire.Fetch
		step  acquire.Step
		class acquire.Class
		x     robotstxt.Verdict
	}{
		{"2.3.1.1 success", acquire.Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, acquire.StepUse, acquire.ClassRules, robotstxt.Deny},
		{"2.3.1.2 a redirect is followed", acquire.Fetch{Status: 301, Location: true}, acquire.StepFollow, acquire.ClassUnknown, robotstxt.Postpone},
		{"2.3.1.2 five in a row, across authorities", acquire.Fetch{Status: 308, Location: true, Hops: 4}, acquire.StepFollow, acquire.ClassUnknown, robotstxt.Postpone},
		{"2.3.1.2 more: unavailable", acquire.Fetch{Status: 302, Location: true, Hops: 5}, acquire.StepUse, acquire.ClassUnavailable, robotstxt.Allow},
		{"2.3.1.3 unavailable: 404", acquire.Fetch{Status: 404}, acquire.StepUse, acquire.ClassUnavailable, robotstxt.Allow},
		{"2.3.1.3 unavailable: 401", acquire.Fetch{Status: 401}, acquire.StepUse, acquire.ClassUnavailable, robotstxt.Allow},
		{"2.3.1.3 unavailable: 429 by the letter", acquire.Fetch{Status: 429}, acquire.StepUse, acquire.ClassUnavailable, robotstxt.Allow},
		{"2.3.1.3 unavailable: 402", acquire.Fetch{Status: 402}, acquire.StepUse, acquire.ClassUnavailable, robotstxt.Allow},
		{"2.3.1.4 unreachable: 500", acquire.Fetch{Status: 500}, acquire.StepUse, acquire.ClassUnreachable, robotstxt.Postpone},
		{"2.3.1.4 unreachable: no answer", acquire.Fetch{Detail: "timeout"}, acquire.StepUse, acquire.ClassUnreachable, robotstxt.Postpone},
		{"2.3.1.5 errors in the file are skipped", acquire.Fetch{Status: 200, Body: []byte("<<<\n\xFF: x\n" + anybody + "?\nDisallow: /x\n")}, acquire.StepUse, acquire.ClassRules, robotstxt.Deny},
	}
	for _, tt := range tests {
		c, step := acquire.Next(strict, acquire.Copy{}, tt.fetch, noon)
		if step != tt.step || c.Class != tt.class {
			t.Errorf("%s: %s, %s", tt.name, step, c.Class)
		}
		if got := c.Access(strict, "http://a.org", "FooBot").Decide("/x"); got.Verdict != tt.x {
			t.Errorf("%s: /x is %s (%s)", tt.name, got.Verdict, got.Reason)
		}
		if got := c.Access(strict, "http://a.org", "FooBot").Decide("/robots.txt"); step == acquire.StepUse && got.Verdict != robotstxt.Allow {
			t.Errorf("%s: the file itself is %s", tt.name, got.Verdict)
		}
	}
}

func TestRFC9309Section24Caching(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		fetch acquire.Fetch
		want  time.Duration
	}{
		{"no more than a day", acquire.Fetch{Status: 200, CacheControl: "max-age=604800"}, 24 * time.Hour},
		{"standard cache control", acquire.Fetch{Status: 200, CacheControl: "public, max-age=3600"}, time.Hour},
		{"max-age beats Expires", acquire.Fetch{Status: 200, CacheControl: "max-age=7200", Expires: "Fri, 20 Nov 2026 13:00:00 GMT"}, 2 * time.Hour},
		{"an unreadable Expires has passed", acquire.Fetch{Status: 200, Expires: "0"}, dialect.MinAge},
		{"no-store", acquire.Fetch{Status: 200, CacheControl: "no-store"}, dialect.MinAge},
		{"no-cache of one field", acquire.Fetch{Status: 200, CacheControl: `No-Cache="Set-Cookie", max-age=7200`}, dialect.MinAge},
		{"no-store inside a string", acquire.Fetch{Status: 200, CacheControl: `ext="a, no-store, b", max-age=7200`}, 2 * time.Hour},
		{"a string with a quote in it", acquire.Fetch{Status: 200, CacheControl: `ext="a\", no-store, \"b", max-age=7200`}, 2 * time.Hour},
		{"a string without its end", acquire.Fetch{Status: 200, CacheControl: `max-age=7200, ext="a, no-store`}, 2 * time.Hour},
		{"max-age as a string", acquire.Fetch{Status: 200, CacheControl: `max-age="7200"`}, 2 * time.Hour},
		{"the first max-age counts", acquire.Fetch{Status: 200, CacheControl: "max-age=7200, max-age=10800"}, 2 * time.Hour},
		{"an unreadable max-age has passed", acquire.Fetch{Status: 200, CacheControl: "max-age=junk"}, dialect.MinAge},
		{"an empty max-age has passed", acquire.Fetch{Status: 200, CacheControl: "max-age", Expires: "Fri, 20 Nov 2026 13:00:00 GMT"}, dialect.MinAge},
		{"max-age below nothing has passed", acquire.Fetch{Status: 200, CacheControl: "max-age=-1"}, dialect.MinAge},
		{"max-age beyond all numbers", acquire.Fetch{Status: 200, CacheControl: "max-age=99999999999999999999999"}, 24 * time.Hour},
		{"what caches do not know", acquire.Fetch{Status: 200, CacheControl: ", immutable, =, x=\"\","}, 24 * time.Hour},
	} {
		if c, _ := acquire.Next(dialect.RFC9309(), acquire.Copy{}, tt.fetch, noon); c.Expires.Sub(noon) != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, c.Expires.Sub(noon), tt.want)
		}
	}
	c, _ := acquire.Next(dialect.RFC9309(), acquire.Copy{}, acquire.Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	c, _ = acquire.Next(dialect.RFC9309(), c, acquire.Fetch{Status: 503}, noon.Add(25*time.Hour))
	if d := c.Access(dialect.RFC9309(), "", "FooBot").Decide("/x"); d.Verdict != robotstxt.Deny {
		t.Errorf("a copy older than a day is used while the file is unreachable: %+v", d)
	}
}

func TestRFC9309Section25Limits(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", (robotstxt.MaxBody-1000)/100)
	f := robotstxt.Parse([]byte(filler + anybody + "Disallow: /late\n"))
	if f.Truncated() || f.Compile(dialect.RFC9309Strict(), "FooBot").Allowed("/late") {
		t.Error("less than 500 KiB are read")
	}
}

func TestRFC9309Section5Examples(t *testing.T) {
	t.Parallel()
	const simple = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n" +
		"User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n" +
		"User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n"
	const longest = "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"
	runSeedCases(t, []seedCase{
		{"5.1 all: an ending", "rfc9309-strict", "x", simple, "/a.gif", robotstxt.Deny},
		{"5.1 all: a folder", "rfc9309-strict", "x", simple, "/example/x", robotstxt.Deny},
		{"5.1 all: open", "rfc9309-strict", "x", simple, "/publications/", robotstxt.Allow},
		{"5.1 foobot: closed", "rfc9309-strict", "foobot", simple, "/publications/", robotstxt.Deny},
		{"5.1 foobot: a page", "rfc9309-strict", "foobot", simple, "/example/page.html", robotstxt.Allow},
		{"5.1 foobot: a picture", "rfc9309-strict", "foobot", simple, "/example/allowed.gif", robotstxt.Allow},
		{"5.1 barbot", "rfc9309-strict", "barbot", simple, "/example/page.html", robotstxt.Deny},
		{"5.1 bazbot shares the group", "rfc9309-strict", "bazbot", simple, "/example/page.html", robotstxt.Deny},
		{"5.1 quxbot has an empty group", "rfc9309-strict", "quxbot", simple, "/example/page.html", robotstxt.Allow},
		{"5.2 the longest", "rfc9309-strict", "foobot", longest, "/example/page/disallowed.gif", robotstxt.Deny},
	})
}

// TestWildcardTakesUpTheQuery checks that what follows a wildcard that matches the "?" of a
// target is a query, in which delimiters and their escapes are equal (section 2.2.2), unlike in
// a path.
func TestWildcardTakesUpTheQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule, target string
		want         robotstxt.Verdict
	}{
		{"/*%5Bcolor%5D", "/shoes?filter%5Bcolor%5D=red", robotstxt.Deny},
		{"/*%5Bcolor%5D", "/shoes?filter[color]=red", robotstxt.Deny},
		{"/*%5Bcolor%5D", "/%5bcolor%5d", robotstxt.Deny},
		{"/*%5Bcolor%5D", "/[color]", robotstxt.Allow},
		{"/*[color]", "/?%5Bcolor%5D", robotstxt.Deny},
		{"/*=http%3A%2F%2F", "/x?u=http%3A%2F%2Fe.com", robotstxt.Deny},
		{"/*=http%3A%2F%2F", "/x?u=http://e.com", robotstxt.Deny},
		{"/*=http%3A%2F%2F", "/x=http%3A%2F%2Fe.com", robotstxt.Deny},
		{"/*=http%3A%2F%2F", "/x=http://e.com", robotstxt.Allow},
		{"/a*%3Ab*%3Ac$", "/a%3Ab?:c", robotstxt.Deny},
		{"/a*%3Ab*%3Ac$", "/a?:b%3ac", robotstxt.Deny},
		{"/a*%3Ab*%3Ac$", "/a:b?:c", robotstxt.Allow},
		{"/a*%3Ab*%3Ac$", "/a?:b:cd", robotstxt.Allow},
		{"*&f%5B*", "/c.html?a=1&f%5B0%5D=x", robotstxt.Deny},
		{"/*%3F*?b", "/x?a?b", robotstxt.Allow},
		{"/*%3F*?b", "/x??a?b", robotstxt.Deny},
		{"/*%3F*?b", "/x%3Fa?b", robotstxt.Deny},
		{"/*%2525", "/x?%2525", robotstxt.Deny},
	} {
		file := robotstxt.Parse([]byte("User-agent: *\nDisallow: " + c.rule + "\n"))
		m := file.Compile(dialect.RFC9309(), "FooBot")
		if d := m.Decide(c.target); d.Verdict != c.want {
			t.Errorf("%s on %s: %s, want %s", c.rule, c.target, d.Verdict, c.want)
		}
		if e := m.Explain(c.target); len(e.Candidates) != 1 || (e.Candidates[0].Why == robotstxt.LossNone) != (c.want == robotstxt.Deny) || e.Candidates[0].Path == "" {
			t.Errorf("%s on %s: candidates %+v", c.rule, c.target, e.Candidates)
		}
	}
}

// TestQueryFormsOfOtherLines checks that paths of lines other than access rules are compared in
// the same way.
func TestQueryFormsOfOtherLines(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	d.Extensions |= dialect.ExtPageRules
	m := robotstxt.Parse([]byte("User-agent: *\nContent-Usage: /*%5Bs%5D search=n\nNoindex: /*%5Bs%5D\nDisallow:\nClean-param: sid /*%5Bs%5D\n")).Compile(d, "FooBot")
	for target, want := range map[string]bool{"/l?by[s]=1&sid=2": true, "/l?by%5bs%5d=1&sid=2": true, "/%5Bs%5D?sid=2": true, "/[s]?sid=2": false} {
		usage, clean, rules := m.Usage(target), m.Clean(target), m.PageRules(target)
		if len(usage) > 0 != want || clean != target != want || rules.Noindex > 0 != want {
			t.Errorf("%s: %v, %s, %+v", target, usage, clean, rules)
		}
	}
}
