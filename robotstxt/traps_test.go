package robotstxt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

const fooBot = "User-agent: FooBot\n"

// others maps dialects to verdicts that differ from the default's.
type others map[string]robotstxt.Verdict

// trapCases are inputs that parsers often get wrong, with the verdict of the default dialect and
// those of dialects that differ.
var trapCases = []struct {
	name, body, target string
	want               robotstxt.Verdict
	but                others
}{
	{"01 longest match", anybody + "Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php", "/wp-admin/admin-ajax.php", robotstxt.Allow,
		others{"1994": robotstxt.Deny, "1996": robotstxt.Deny, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Deny, "baidu": robotstxt.Deny}},
	{"02 allow wins a tie", anybody + "Disallow: /p\nAllow: /p", "/p", robotstxt.Allow,
		others{"1994": robotstxt.Deny, "1996": robotstxt.Deny, "yandex-2003": robotstxt.Deny, "baidu": robotstxt.Deny}},
	{"03 a wildcard is anchored", anybody + "Disallow: /a*.php", "/x/a1.php", robotstxt.Allow, nil},
	{"03 a wildcard", anybody + "Disallow: /a*.php", "/abc.php?x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"04 a dollar inside is a letter", anybody + "Disallow: /a$b", "/a$b", robotstxt.Deny, nil},
	{"04 a dollar at the end", anybody + "Disallow: /*.gif$", "/x.gif", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"04 a dollar at the end, longer", anybody + "Disallow: /*.gif$", "/x.gif?y", robotstxt.Allow, nil},
	{"05 a leading star", anybody + "Disallow: *test", "/mytest", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"06 a star alone", anybody + "Disallow: *", "/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"07 missing slash", anybody + "Disallow: private", "/private", robotstxt.Allow, nil},
	{"08 an empty rule beside another", anybody + "Disallow:\nDisallow: /x", "/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow}},
	{"09 a blank line inside a group", fooBot + "\nDisallow: /x", "/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow}},
	{"10 a group twice", fooBot + "Disallow: /a\n\n" + anybody + "Allow: /\n\n" + fooBot + "Disallow: /x", "/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "baidu": robotstxt.Allow, "baidu-observed": robotstxt.Allow}},
	{"11 crawl-delay ends no agents", fooBot + "Crawl-delay: 5\nUser-agent: BarBot\nDisallow: /x", "/x", robotstxt.Deny, nil},
	{"11 mirror image: all are closed out", anybody + "Crawl-delay: 5\nUser-agent: BadBot\nDisallow: /", "/", robotstxt.Deny, nil},
	{"12 stacked agents", anybody + "User-agent: BadBot\nDisallow: /", "/", robotstxt.Deny, nil},
	{"13 a rule before any group", "Disallow: /x\n" + anybody + "Disallow: /y", "/x", robotstxt.Allow, nil},
	{"13 the rest counts", "Disallow: /x\n" + anybody + "Disallow: /y", "/y", robotstxt.Deny, nil},
	{"14 crawl-delay first", "Crawl-delay: 1\n" + anybody + "Disallow: /y", "/y", robotstxt.Deny, nil},
	{"15 crawl-delay with a unit", anybody + "Crawl-delay: 10s\nDisallow: /y", "/y", robotstxt.Deny, nil},
	{"16 a version in the agent line", "User-agent: FooBot/1.0\nDisallow: /x", "/x", robotstxt.Deny, others{"rfc9309-strict": robotstxt.Allow}},
	{"16 a star behind the name", "User-agent: FooBot*\nDisallow: /x", "/x", robotstxt.Deny,
		others{"rfc9309-strict": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"17 a part of the robot's name", "User-agent: Foo\nDisallow: /x", "/x", robotstxt.Allow,
		others{"1994": robotstxt.Deny, "1996": robotstxt.Deny, "conner2": robotstxt.Deny, "yandex-2003": robotstxt.Deny}},
	{"17 the agent inside other words", "User-agent: Foo (robot FooBot)\nDisallow: /x", "/x", robotstxt.Allow, others{"1994": robotstxt.Deny}},
	{"19 byte order mark", "\xEF\xBB\xBF" + anybody + "Disallow: /x", "/x", robotstxt.Deny, nil},
	{"19 two octets of the mark", "\xEF\xBB" + anybody + "Disallow: /x", "/x", robotstxt.Deny, nil},
	{"20 disalow", anybody + "Disalow: /x", "/x", robotstxt.Deny, notTolerant},
	{"20 useragent", "Useragent: *\nDisallow: /x", "/x", robotstxt.Deny, notTolerant},
	{"20 user agent", "User agent: *\nDisallow: /x", "/x", robotstxt.Deny, notTolerant},
	{"20 no colon", anybody + "Disallow /x", "/x", robotstxt.Deny,
		others{"rfc9309-strict": robotstxt.Allow, "1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"21 a space before the colon", anybody + "Disallow : /x", "/x", robotstxt.Deny, nil},
	{"22 the case of escapes", anybody + "Disallow: /%d0%b0", "/%D0%B0", robotstxt.Deny, others{"1994": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"23 raw UTF-8", anybody + "Disallow: /а", "/%D0%B0", robotstxt.Deny, others{"1994": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"24 an escaped tilde in the rule", anybody + "Disallow: /%7Ejoe/", "/~joe/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"24 an escaped tilde in the URL", anybody + "Disallow: /~joe/", "/%7Ejoe/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"25 an escaped slash is no slash", anybody + "Disallow: /a%2Fb", "/a/b", robotstxt.Allow, nil},
	{"26 an escaped star", anybody + "Disallow: /f-%2A.html", "/f-*.html", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"26 an escaped star is no wildcard", anybody + "Disallow: /f-%2A.html", "/f-zz.html", robotstxt.Allow, nil},
	{"26 an escaped dollar", anybody + "Disallow: /price%24", "/price$/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"27 an escaped ampersand", anybody + "Disallow: /s?q=a%26b", "/s?q=a&b", robotstxt.Allow, others{"1996": robotstxt.Deny, "conner2": robotstxt.Deny}},
	{"28 the query counts", anybody + "Disallow: /hide?", "/hide?id=1", robotstxt.Deny, nil},
	{"29 the file itself", anybody + "Disallow: /", "/robots.txt", robotstxt.Allow, nil},
	{"30 length counts stars", anybody + "Allow: /page\nDisallow: /*.htm", "/page.htm", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow, "baidu": robotstxt.Allow, "baidu-observed": robotstxt.Allow}},
	{"31 a trailing star counts", anybody + "Disallow: /x*\nAllow: /x", "/x", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow, "yandex": robotstxt.Allow, "baidu-observed": robotstxt.Allow}},
	{"32 index.html opens no folder", anybody + "Allow: /d/index.html\nDisallow: /", "/d/", robotstxt.Deny, others{"google": robotstxt.Allow}},
	{"33 a comment without whitespace", anybody + "Disallow: /x#frag", "/x", robotstxt.Deny, nil},
	{"34 several paths on a line", anybody + "Disallow: /css/ /x/", "/x/", robotstxt.Allow, nil},
	{"34 reversed", anybody + "Disallow: GoogleBot", "/x", robotstxt.Allow, nil},
	{"35 a web page", "<html><body>User-agent: *<br>\nDisallow: /x</body></html>\n", "/x", robotstxt.Allow, nil},
	{"36 a whole URL", anybody + "Disallow: http://h.com/x", "/x", robotstxt.Allow, nil},
	{"37 junk behind the star", "User-agent: * baz\nDisallow: /x", "/x", robotstxt.Deny,
		others{"rfc9309-strict": robotstxt.Allow, "1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"38 NUL is a byte", anybody + "Disallow: /x\x00y", "/x", robotstxt.Allow, others{"google": robotstxt.Deny}},
	{"39 a letter that grows when folded", "D\u0130sallow: /x\n" + anybody + "Disallow: /y", "/y", robotstxt.Deny, nil},
	{"41 a sitemap ends nothing", fooBot + "Sitemap: http://h/s.xml\nDisallow: /x", "/x", robotstxt.Deny, nil},
	{"43 broken UTF-8 in a comment", "# caf\xE9\n" + anybody + "Disallow: /x", "/x", robotstxt.Deny, nil},
	{"51 a named group does not inherit", fooBot + "Allow: /\n\n" + anybody + "Disallow: /x", "/x", robotstxt.Allow, nil},
	{"an allow line without a path", anybody + "Allow:\nDisallow: /x", "/x", robotstxt.Deny, nil},
	{"parameters behind a semicolon count", anybody + "Disallow: /x;a=1", "/x;a=1/y", robotstxt.Deny, nil},
	{"line ends CR", "User-agent: *\rDisallow: /x\r", "/x", robotstxt.Deny, nil},
	{"no file", "", "/x", robotstxt.Allow, nil},
	{"the case of keys and tokens", "USER-AGENT: foobot\nDISALLOW: /x", "/x", robotstxt.Deny, nil},
	{"the case of the path", anybody + "Disallow: /X", "/x", robotstxt.Allow, nil},
	{"an empty group shields from the star", fooBot + "Disallow:\n\n" + anybody + "Disallow: /", "/x", robotstxt.Allow, nil},

	// Cases on which parsers disagree and no answer is clearly right.
	{"differ: escaped delimiters of a query", anybody + "Disallow: /foo?z=https://f.b", "/foo?z=https%3A%2F%2Ff.b", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: escaped letters", anybody + "Disallow: /%62%61%7A", "/baz", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: escaped letters in the URL", anybody + "Disallow: /baz", "/%62%61%7A", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: escaped reserved letters", anybody + "Disallow: /a%28b%29", "/a(b)", robotstxt.Allow, others{"1996": robotstxt.Deny, "conner2": robotstxt.Deny}},
	{"differ: a space", anybody + "Disallow: /a b", "/a%20b", robotstxt.Deny, others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: a letter that no URL holds", anybody + "Disallow: /{id}|", "/%7Bid%7D%7C", robotstxt.Deny, others{"1994": robotstxt.Allow, "google": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: a broken escape", anybody + "Disallow: /100%zz", "/100%zz", robotstxt.Deny, nil},
	{"differ: dot segments are the caller's", anybody + "Disallow: /a/", "/b/../a/x", robotstxt.Allow, nil},
	{"differ: an empty query", anybody + "Disallow: /x$", "/x?", robotstxt.Allow, nil},
	{"differ: no path", anybody + "Disallow: /*?*", "?a=1", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: two dollars", anybody + "Disallow: /a$$", "/a$", robotstxt.Deny,
		others{"1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: disallowed", anybody + "Disallowed: /x", "/x", robotstxt.Deny, notTolerant},
	{"differ: two agents on a line", "User-agent: FooBot, BarBot\nDisallow: /x", "/x", robotstxt.Deny,
		others{"rfc9309-strict": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow}},
	{"differ: a no-break space", anybody + "Disallow:\u00A0/x", "/x", robotstxt.Allow, nil},
	{"differ: a line separator", anybody + "Allow: /y\u2028Disallow: /x", "/x", robotstxt.Allow, nil},
	{"differ: a vertical tab", anybody + "Allow: /y\vDisallow: /x", "/x", robotstxt.Allow, nil},
	{"differ: two colons", "User-agent:: *\nDisallow: /x", "/x", robotstxt.Allow, nil},
	{"differ: quotes", "User-agent: \"FooBot\"\nDisallow: /x", "/x", robotstxt.Allow, others{"1994": robotstxt.Deny}},
	{"differ: a plus for a space", anybody + "Disallow: /a+b", "/a%20b", robotstxt.Allow, nil},
	{"differ: two slashes", anybody + "Disallow: //a/", "/a/x", robotstxt.Allow, nil},
}

// notTolerant are the dialects that accept no misspelled keys.
var notTolerant = others{
	"rfc9309-strict": robotstxt.Allow, "1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow, "slurp": robotstxt.Allow,
}

// TestTraps runs all traps under every dialect.
func TestTraps(t *testing.T) {
	t.Parallel()
	for _, tt := range trapCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := robotstxt.Parse([]byte(tt.body))
			for _, d := range dialect.All() {
				want, ok := tt.but[d.Name]
				if !ok {
					want = tt.want
				}
				if got := f.Compile(d, "FooBot").Decide(tt.target); got.Verdict != want {
					t.Errorf("%s: %q on %s: %s (%s, line %d), want %s", d.Name, tt.body, tt.target, got.Verdict, got.Reason, got.Line, want)
				}
			}
		})
	}
}

// TestTrapSwitches tests the switches that no named dialect uses.
func TestTrapSwitches(t *testing.T) {
	t.Parallel()
	const site = "http://h.com"
	with := func(change func(*dialect.Dialect)) dialect.Dialect {
		d := dialect.RFC9309()
		change(&d)
		return d
	}
	tests := []struct {
		name, body, target string
		d                  dialect.Dialect
	}{
		{"07 a slash is added", anybody + "Disallow: private", "/private", with(func(d *dialect.Dialect) { d.AddSlash = true })},
		{"36 the site is stripped", anybody + "Disallow: http://h.com/x", "/x", with(func(d *dialect.Dialect) { d.StripSite = true })},
		{"a no-break space is trimmed", anybody + "Disallow:\u00A0/x", "/x", with(func(d *dialect.Dialect) { d.TrimUnicode = true })},
		{"an empty query is dropped", anybody + "Disallow: /x$", "/x?", with(func(d *dialect.Dialect) { d.DropEmptyQuery = true })},
		{"wide typos", anybody + "Desallow: /x", "/x", with(func(d *dialect.Dialect) { d.Spelling = syntax.SpelledWide })},
		{"any field ends the agents", fooBot + "Disallow: /x\nUser-agent: BarBot\nCrawl-delay: 5\n" + fooBot + "Disallow: /y", "/y", with(func(d *dialect.Dialect) { d.FieldEndsAgents = true })},
		{"every escape is decoded", anybody + "Disallow: /a%28b", "/a(b", with(func(d *dialect.Dialect) { d.Escapes = dialect.EscapesDraft })},
	}
	for _, tt := range tests {
		if got := robotstxt.Parse([]byte(tt.body)).CompileFor(tt.d, site, "FooBot").Decide(tt.target); got.Verdict != robotstxt.Deny {
			t.Errorf("%s: %s", tt.name, got.Verdict)
		}
	}
	joined := robotstxt.Parse([]byte("User-agent: A\nCrawl-delay: 5\nUser-agent: FooBot\nDisallow: /x"))
	d := with(func(d *dialect.Dialect) { d.FieldEndsAgents = true })
	if got := joined.Compile(d, "A").Decide("/x"); got.Verdict != robotstxt.Allow {
		t.Errorf("trap 11 in parsers that close at any field: %s", got.Verdict)
	}
	if got := robotstxt.Parse([]byte(anybody+"Disallow: http://other.com/x")).CompileFor(with(func(d *dialect.Dialect) { d.StripSite = true }), site).Decide("/x"); got.Verdict != robotstxt.Allow {
		t.Error("the URL of another site was stripped")
	}
}

func TestTrap18TokenFromUserAgent(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]dialect.AgentToken{
		"Mozilla/5.0 (compatible; FooBot/2.1; +http://foo/)": "FooBot", "FooBot/2.1": "FooBot", "Suzy-Spider": "Suzy-Spider",
		"Mozilla/5.0 (X11)": "Mozilla", "": "", "123": "",
		// Names in the catalogue are found as whole words.
		"Inktomi Slurp": "Slurp", "inktomi SLURP/2.0": "SLURP", "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)": "Slurp",
		"Mozilla/3.0 (Slurp/si; slurp@inktomi.com; http://www.inktomi.com/slurp.html)": "Slurp", "Mozilla/5.0 (Macintosh) Version/13 Safari/605 (Applebot/0.1; +http://a/)": "Applebot",
		"Yahoo! Slurper": "Yahoo", "Sogou web spider/4.0": "Sogou", "FooBot/1.0 (like Googlebot)": "FooBot", "Mozilla/5.0 (X11; like Googlebot)": "Mozilla",
		"Mozilla/5.0 (compatible; FooBot/1.0; Googlebot)": "FooBot", "Mozilla/5.0 (X11; http://a/Googlebot)": "Mozilla", "In\u017flurp": "In", "my \u017flurp": "my",
	} {
		if got := dialect.TokenFromUserAgent(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func TestTrap39TokenNames(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: constructor\nDisallow: /x\n"))
	if !f.Compile(dialect.RFC9309(), "FooBot").Allowed("/x") || f.Compile(dialect.RFC9309(), "constructor").Allowed("/x") {
		t.Error("a robot named constructor is an accident")
	}
}

func TestTrap40ManyAgents(t *testing.T) {
	t.Parallel()
	body := []byte(strings.Repeat("User-agent: FooBot\nDisallow: /x\n\n", 14_000))
	f := robotstxt.Parse(body)
	if f.Truncated() || f.Compile(dialect.RFC9309(), "FooBot").Allowed("/x") {
		t.Error("a group that is repeated thousands of times is lost")
	}
	if n := len(lint.File(f, lint.Options{})); n == 0 || n > lint.MaxFindings {
		t.Errorf("%d findings", n)
	}
}

func TestTrap41Sitemaps(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("Sitemap: http://a/1\n" + fooBot + "Disallow: /\nSITE-MAP: http://b/2\n" + anybody + "Disallow:\nSitemap: http://a/1\n"))
	if got := strings.Join(f.Sitemaps(), " "); got != "http://a/1 http://b/2" {
		t.Errorf("sitemaps %q", got)
	}
}

func TestTrap42DelayOfAnother(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte(anybody + "Disallow: /x\n\nUser-agent: AhrefsBot\nCrawl-delay: 10\n"))
	if d := f.Compile(dialect.RFC9309(), "FooBot").CrawlDelay(); d != 0 {
		t.Errorf("delay %s of another robot", d)
	}
	if d := f.Compile(dialect.RFC9309(), "AhrefsBot").CrawlDelay(); d != 10*time.Second {
		t.Errorf("own delay %s", d)
	}
}

func TestTrap44Ports(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://a.org:443/x": "https://a.org", "https://A.org/x": "https://a.org", "http://a.org:8443/": "http://a.org:8443",
		"https://u:p@a.org/": "https://a.org", "http://[::1]:80/x": "http://[::1]",
	} {
		if site, _, ok := robotstxt.SplitURL(url); !ok || site != want {
			t.Errorf("%s: site %q, want %q", url, site, want)
		}
	}
}

func TestTrap45BadURLs(t *testing.T) {
	t.Parallel()
	s := acquire.NewSites(dialect.RFC9309(), "FooBot")
	for _, url := range []string{"http://[::1/x", "http://[", "", "a", "ftp://a/", "http:///x", "http://a b/", "http://a:99999999/"} {
		if d := s.Decide(url, noon); d.Verdict != robotstxt.Postpone || d.Reason != robotstxt.ReasonBadURL {
			t.Errorf("%q: %+v", url, d)
		}
		if s.Parse(url, nil, time.Time{}) {
			t.Errorf("%q was taken for a site", url)
		}
	}
}

func TestTrap52Usage(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte(anybody+"Allow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n"+
		"Content-Usage: /both/ train-ai=y, search=y\nContent-Usage: /both/ train-ai=n\n")).Compile(dialect.RFC9309(), "FooBot")
	for target, want := range map[string]string{"/ai-ok/t": "y", "/": "n", "/never/x": "", "/both/": "n"} {
		got := ""
		for _, p := range m.Usage(target) {
			if p.Label == "train-ai" {
				got = p.Value
			}
		}
		if got != want {
			t.Errorf("train-ai on %s is %q, want %q", target, got, want)
		}
	}
	if got := m.Usage("/both/"); len(got) != 2 || got[1].Value != "y" {
		t.Errorf("search beside it is lost: %+v", got)
	}
}

func TestTrap54Rates(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"1/60": time.Minute, "10/1m": 6 * time.Second, "10/60": 6 * time.Second, "20/1h": 3 * time.Minute, "100/24h": 864 * time.Second, "1/m": time.Minute,
		"0/5": 0, "x": 0, "1/": 0, "1/0": 0, "-1/5": 0, "1/5d": 0,
	} {
		r, ok := field.ParseRequestRate(value)
		if ok != (want > 0) || ok && r.Delay() != want {
			t.Errorf("%s: %s %v, want %s", value, r.Per, ok, want)
		}
	}
}

func TestTrap55CutFile(t *testing.T) {
	t.Parallel()
	cut := anybody + strings.Repeat("#", robotstxt.MaxBody-len(anybody)-len("\nDisallow: /a")) + "\nDisallow: /abcdef\n"
	f := robotstxt.Parse([]byte(cut))
	if !f.Truncated() || !f.Compile(dialect.RFC9309(), "FooBot").Allowed("/axyz") {
		t.Error("a rule cut short closes more than was written")
	}
	whole := anybody + strings.Repeat("#", robotstxt.MaxBody-len(anybody)-len("\nDisallow: /a")) + "\nDisallow: /a\nDisallow: /b\n"
	if m := robotstxt.Parse([]byte(whole)).Compile(dialect.RFC9309(), "FooBot"); m.Allowed("/axyz") || !m.Allowed("/b") {
		t.Error("a whole line right before the limit is lost")
	}
	if f := robotstxt.Parse([]byte(strings.Repeat("x", robotstxt.MaxBody+1))); f.Text() != "" || !f.Truncated() {
		t.Error("a part of a line counts")
	}
	if d := f.Compile(dialect.Yandex(), "FooBot").Decide("/"); d.Reason != robotstxt.ReasonTooLarge || d.Verdict != robotstxt.Allow {
		t.Errorf("yandex on a large file: %+v", d)
	}
}
