package robotstxt

import (
	"strings"
	"testing"
	"time"
)

const fooBot = "User-agent: FooBot\n"

// others are the verdicts of dialects that differ from the default's.
type others map[string]Verdict

// trapCases are inputs that parsers get wrong, with the verdict of the default
// dialect and of every dialect that differs from it.
var trapCases = []struct {
	name, body, target string
	want               Verdict
	but                others
}{
	{"01 longest match", anybody + "Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php", "/wp-admin/admin-ajax.php", Allow,
		others{"1994": Deny, "1996": Deny, "conner2": Allow, "yandex-2003": Deny, "baidu": Deny}},
	{"02 allow wins a tie", anybody + "Disallow: /p\nAllow: /p", "/p", Allow,
		others{"1994": Deny, "1996": Deny, "yandex-2003": Deny, "baidu": Deny}},
	{"03 a wildcard is anchored", anybody + "Disallow: /a*.php", "/x/a1.php", Allow, nil},
	{"03 a wildcard", anybody + "Disallow: /a*.php", "/abc.php?x", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"04 a dollar inside is a letter", anybody + "Disallow: /a$b", "/a$b", Deny, nil},
	{"04 a dollar at the end", anybody + "Disallow: /*.gif$", "/x.gif", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"04 a dollar at the end, longer", anybody + "Disallow: /*.gif$", "/x.gif?y", Allow, nil},
	{"05 a leading star", anybody + "Disallow: *test", "/mytest", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"06 a star alone", anybody + "Disallow: *", "/x", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"07 missing slash", anybody + "Disallow: private", "/private", Allow, nil},
	{"08 an empty rule beside another", anybody + "Disallow:\nDisallow: /x", "/x", Deny,
		others{"1994": Allow, "1996": Allow}},
	{"09 a blank line inside a group", fooBot + "\nDisallow: /x", "/x", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow}},
	{"10 a group twice", fooBot + "Disallow: /a\n\n" + anybody + "Allow: /\n\n" + fooBot + "Disallow: /x", "/x", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "baidu": Allow, "baidu-observed": Allow}},
	{"11 crawl-delay ends no agents", fooBot + "Crawl-delay: 5\nUser-agent: BarBot\nDisallow: /x", "/x", Deny, nil},
	{"11 mirror image: all are closed out", anybody + "Crawl-delay: 5\nUser-agent: BadBot\nDisallow: /", "/", Deny, nil},
	{"12 stacked agents", anybody + "User-agent: BadBot\nDisallow: /", "/", Deny, nil},
	{"13 a rule before any group", "Disallow: /x\n" + anybody + "Disallow: /y", "/x", Allow, nil},
	{"13 the rest counts", "Disallow: /x\n" + anybody + "Disallow: /y", "/y", Deny, nil},
	{"14 crawl-delay first", "Crawl-delay: 1\n" + anybody + "Disallow: /y", "/y", Deny, nil},
	{"15 crawl-delay with a unit", anybody + "Crawl-delay: 10s\nDisallow: /y", "/y", Deny, nil},
	{"16 a version in the agent line", "User-agent: FooBot/1.0\nDisallow: /x", "/x", Deny, others{"rfc9309-strict": Allow}},
	{"16 a star behind the name", "User-agent: FooBot*\nDisallow: /x", "/x", Deny,
		others{"rfc9309-strict": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"17 a part of the robot's name", "User-agent: Foo\nDisallow: /x", "/x", Allow,
		others{"1994": Deny, "1996": Deny, "conner2": Deny, "yandex-2003": Deny}},
	{"17 the agent inside other words", "User-agent: Foo (robot FooBot)\nDisallow: /x", "/x", Allow, others{"1994": Deny}},
	{"19 byte order mark", "\xEF\xBB\xBF" + anybody + "Disallow: /x", "/x", Deny, nil},
	{"19 two octets of the mark", "\xEF\xBB" + anybody + "Disallow: /x", "/x", Deny, nil},
	{"20 disalow", anybody + "Disalow: /x", "/x", Deny, notTolerant},
	{"20 useragent", "Useragent: *\nDisallow: /x", "/x", Deny, notTolerant},
	{"20 user agent", "User agent: *\nDisallow: /x", "/x", Deny, notTolerant},
	{"20 no colon", anybody + "Disallow /x", "/x", Deny,
		others{"rfc9309-strict": Allow, "1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"21 a blank before the colon", anybody + "Disallow : /x", "/x", Deny, nil},
	{"22 the case of escapes", anybody + "Disallow: /%d0%b0", "/%D0%B0", Deny, others{"1994": Allow, "yandex-2003": Allow}},
	{"23 raw UTF-8", anybody + "Disallow: /а", "/%D0%B0", Deny, others{"1994": Allow, "yandex-2003": Allow}},
	{"24 an escaped tilde in the rule", anybody + "Disallow: /%7Ejoe/", "/~joe/x", Deny,
		others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"24 an escaped tilde in the URL", anybody + "Disallow: /~joe/", "/%7Ejoe/x", Deny,
		others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"25 an escaped slash is no slash", anybody + "Disallow: /a%2Fb", "/a/b", Allow, nil},
	{"26 an escaped star", anybody + "Disallow: /f-%2A.html", "/f-*.html", Deny,
		others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"26 an escaped star is no wildcard", anybody + "Disallow: /f-%2A.html", "/f-zz.html", Allow, nil},
	{"26 an escaped dollar", anybody + "Disallow: /price%24", "/price$/x", Deny,
		others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"27 an escaped ampersand", anybody + "Disallow: /s?q=a%26b", "/s?q=a&b", Allow, others{"1996": Deny, "conner2": Deny}},
	{"28 the query counts", anybody + "Disallow: /hide?", "/hide?id=1", Deny, nil},
	{"29 the file itself", anybody + "Disallow: /", "/robots.txt", Allow, nil},
	{"30 length counts stars", anybody + "Allow: /page\nDisallow: /*.htm", "/page.htm", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow, "baidu": Allow, "baidu-observed": Allow}},
	{"31 a trailing star counts", anybody + "Disallow: /x*\nAllow: /x", "/x", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow, "yandex": Allow, "baidu-observed": Allow}},
	{"32 index.html opens no folder", anybody + "Allow: /d/index.html\nDisallow: /", "/d/", Deny, others{"google": Allow}},
	{"33 a comment without blank", anybody + "Disallow: /x#frag", "/x", Deny, nil},
	{"34 several paths on a line", anybody + "Disallow: /css/ /x/", "/x/", Allow, nil},
	{"34 reversed", anybody + "Disallow: GoogleBot", "/x", Allow, nil},
	{"35 a web page", "<html><body>User-agent: *<br>\nDisallow: /x</body></html>\n", "/x", Allow, nil},
	{"36 a whole URL", anybody + "Disallow: http://h.com/x", "/x", Allow, nil},
	{"37 junk behind the star", "User-agent: * baz\nDisallow: /x", "/x", Deny,
		others{"rfc9309-strict": Allow, "1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"38 NUL is a byte", anybody + "Disallow: /x\x00y", "/x", Allow, others{"google": Deny}},
	{"39 a letter that grows when folded", "D\u0130sallow: /x\n" + anybody + "Disallow: /y", "/y", Deny, nil},
	{"41 a sitemap ends nothing", fooBot + "Sitemap: http://h/s.xml\nDisallow: /x", "/x", Deny, nil},
	{"43 broken UTF-8 in a comment", "# caf\xE9\n" + anybody + "Disallow: /x", "/x", Deny, nil},
	{"51 a named group does not inherit", fooBot + "Allow: /\n\n" + anybody + "Disallow: /x", "/x", Allow, nil},
	{"an allow line without a path", anybody + "Allow:\nDisallow: /x", "/x", Deny, nil},
	{"parameters behind a semicolon count", anybody + "Disallow: /x;a=1", "/x;a=1/y", Deny, nil},
	{"line ends CR", "User-agent: *\rDisallow: /x\r", "/x", Deny, nil},
	{"no file", "", "/x", Allow, nil},
	{"the case of keys and tokens", "USER-AGENT: foobot\nDISALLOW: /x", "/x", Deny, nil},
	{"the case of the path", anybody + "Disallow: /X", "/x", Allow, nil},
	{"an empty group shields from the star", fooBot + "Disallow:\n\n" + anybody + "Disallow: /", "/x", Allow, nil},

	// Probes on which parsers disagree without one right answer.
	{"differ: escaped delimiters of a query", anybody + "Disallow: /foo?z=https://f.b", "/foo?z=https%3A%2F%2Ff.b", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "google": Allow, "yandex-2003": Allow}},
	{"differ: escaped letters", anybody + "Disallow: /%62%61%7A", "/baz", Deny,
		others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"differ: escaped letters in the URL", anybody + "Disallow: /baz", "/%62%61%7A", Deny,
		others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"differ: escaped reserved letters", anybody + "Disallow: /a%28b%29", "/a(b)", Allow, others{"1996": Deny, "conner2": Deny}},
	{"differ: a blank", anybody + "Disallow: /a b", "/a%20b", Deny, others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"differ: a letter that no URL holds", anybody + "Disallow: /{id}|", "/%7Bid%7D%7C", Deny, others{"1994": Allow, "google": Allow, "yandex-2003": Allow}},
	{"differ: a broken escape", anybody + "Disallow: /100%zz", "/100%zz", Deny, nil},
	{"differ: dot segments are the caller's", anybody + "Disallow: /a/", "/b/../a/x", Allow, nil},
	{"differ: an empty query", anybody + "Disallow: /x$", "/x?", Allow, nil},
	{"differ: no path", anybody + "Disallow: /*?*", "?a=1", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"differ: two dollars", anybody + "Disallow: /a$$", "/a$", Deny,
		others{"1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"differ: disallowed", anybody + "Disallowed: /x", "/x", Deny, notTolerant},
	{"differ: two agents on a line", "User-agent: FooBot, BarBot\nDisallow: /x", "/x", Deny,
		others{"rfc9309-strict": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow}},
	{"differ: a no-break space", anybody + "Disallow:\u00A0/x", "/x", Allow, nil},
	{"differ: a line separator", anybody + "Allow: /y\u2028Disallow: /x", "/x", Allow, nil},
	{"differ: a vertical tab", anybody + "Allow: /y\vDisallow: /x", "/x", Allow, nil},
	{"differ: two colons", "User-agent:: *\nDisallow: /x", "/x", Allow, nil},
	{"differ: quotes", "User-agent: \"FooBot\"\nDisallow: /x", "/x", Allow, others{"1994": Deny}},
	{"differ: a plus for a blank", anybody + "Disallow: /a+b", "/a%20b", Allow, nil},
	{"differ: two slashes", anybody + "Disallow: //a/", "/a/x", Allow, nil},
}

// notTolerant are the dialects that take no misspelt keys.
var notTolerant = others{
	"rfc9309-strict": Allow, "1994": Allow, "1996": Allow, "conner2": Allow, "yandex-2003": Allow, "slurp": Allow,
}

// TestTraps runs all traps under every dialect.
func TestTraps(t *testing.T) {
	t.Parallel()
	for _, tt := range trapCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := Parse([]byte(tt.body))
			for _, d := range Dialects() {
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

// TestTrapSwitches shows the switches that no named dialect uses.
func TestTrapSwitches(t *testing.T) {
	t.Parallel()
	const site = "http://h.com"
	with := func(change func(*Dialect)) Dialect {
		d := RFC9309()
		change(&d)
		return d
	}
	tests := []struct {
		name, body, target string
		d                  Dialect
	}{
		{"07 a slash is added", anybody + "Disallow: private", "/private", with(func(d *Dialect) { d.AddSlash = true })},
		{"36 the site is stripped", anybody + "Disallow: http://h.com/x", "/x", with(func(d *Dialect) { d.StripSite = true })},
		{"a no-break space is trimmed", anybody + "Disallow:\u00A0/x", "/x", with(func(d *Dialect) { d.TrimUnicode = true })},
		{"an empty query is dropped", anybody + "Disallow: /x$", "/x?", with(func(d *Dialect) { d.DropEmptyQuery = true })},
		{"wide typos", anybody + "Desallow: /x", "/x", with(func(d *Dialect) { d.Spelling = SpelledWide })},
		{"any field ends the agents", fooBot + "Disallow: /x\nUser-agent: BarBot\nCrawl-delay: 5\n" + fooBot + "Disallow: /y", "/y", with(func(d *Dialect) { d.FieldEndsAgents = true })},
		{"every escape is decoded", anybody + "Disallow: /a%28b", "/a(b", with(func(d *Dialect) { d.Escapes = EscapesDraft })},
	}
	for _, tt := range tests {
		if got := Parse([]byte(tt.body)).CompileFor(tt.d, site, "FooBot").Decide(tt.target); got.Verdict != Deny {
			t.Errorf("%s: %s", tt.name, got.Verdict)
		}
	}
	joined := Parse([]byte("User-agent: A\nCrawl-delay: 5\nUser-agent: FooBot\nDisallow: /x"))
	d := with(func(d *Dialect) { d.FieldEndsAgents = true })
	if got := joined.Compile(d, "A").Decide("/x"); got.Verdict != Allow {
		t.Errorf("trap 11 in parsers that close at any field: %s", got.Verdict)
	}
	if got := Parse([]byte(anybody+"Disallow: http://other.com/x")).CompileFor(with(func(d *Dialect) { d.StripSite = true }), site).Decide("/x"); got.Verdict != Allow {
		t.Error("the URL of another site was stripped")
	}
}

func TestTrap18TokenFromUserAgent(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]AgentToken{
		"Mozilla/5.0 (compatible; FooBot/2.1; +http://foo/)": "FooBot", "FooBot/2.1": "FooBot", "Suzy-Spider": "Suzy-Spider",
		"Mozilla/5.0 (X11)": "Mozilla", "": "", "123": "",
	} {
		if got := TokenFromUserAgent(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func TestTrap39TokenNames(t *testing.T) {
	t.Parallel()
	f := Parse([]byte("User-agent: constructor\nDisallow: /x\n"))
	if !f.Compile(RFC9309(), "FooBot").Allowed("/x") || f.Compile(RFC9309(), "constructor").Allowed("/x") {
		t.Error("a robot named constructor is an accident")
	}
}

func TestTrap40ManyAgents(t *testing.T) {
	t.Parallel()
	body := []byte(strings.Repeat("User-agent: FooBot\nDisallow: /x\n\n", 14_000))
	f := Parse(body)
	if f.Truncated() || f.Compile(RFC9309(), "FooBot").Allowed("/x") {
		t.Error("a group that is repeated thousands of times is lost")
	}
	if n := len(f.Lint(LintOptions{})); n == 0 || n > MaxFindings {
		t.Errorf("%d findings", n)
	}
}

func TestTrap41Sitemaps(t *testing.T) {
	t.Parallel()
	f := Parse([]byte("Sitemap: http://a/1\n" + fooBot + "Disallow: /\nSITE-MAP: http://b/2\n" + anybody + "Disallow:\nSitemap: http://a/1\n"))
	if got := strings.Join(f.Sitemaps(), " "); got != "http://a/1 http://b/2" {
		t.Errorf("sitemaps %q", got)
	}
}

func TestTrap42DelayOfAnother(t *testing.T) {
	t.Parallel()
	f := Parse([]byte(anybody + "Disallow: /x\n\nUser-agent: AhrefsBot\nCrawl-delay: 10\n"))
	if d := f.Compile(RFC9309(), "FooBot").CrawlDelay(); d != 0 {
		t.Errorf("delay %s of another robot", d)
	}
	if d := f.Compile(RFC9309(), "AhrefsBot").CrawlDelay(); d != 10*time.Second {
		t.Errorf("own delay %s", d)
	}
}

func TestTrap44Ports(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://a.org:443/x": "https://a.org", "https://A.org/x": "https://a.org", "http://a.org:8443/": "http://a.org:8443",
		"https://u:p@a.org/": "https://a.org", "http://[::1]:80/x": "http://[::1]",
	} {
		if site, _, ok := SplitURL(url); !ok || site != want {
			t.Errorf("%s: site %q, want %q", url, site, want)
		}
	}
	if u, _ := FileURL("https://u@a.org:8443/deep/x?y"); u != "https://a.org:8443/robots.txt" {
		t.Errorf("file at %q", u)
	}
}

func TestTrap45BadURLs(t *testing.T) {
	t.Parallel()
	s := NewSites(RFC9309(), "FooBot")
	for _, url := range []string{"http://[::1/x", "http://[", "", "a", "ftp://a/", "http:///x", "http://a b/", "http://a:99999999/"} {
		if d := s.Decide(url, noon); d.Verdict != Postpone || d.Reason != ReasonBadURL {
			t.Errorf("%q: %+v", url, d)
		}
		if s.Parse(url, nil, time.Time{}) {
			t.Errorf("%q was taken for a site", url)
		}
	}
}

func TestTrap52Usage(t *testing.T) {
	t.Parallel()
	m := Parse([]byte(anybody+"Allow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n"+
		"Content-Usage: /both/ train-ai=y, search=y\nContent-Usage: /both/ train-ai=n\n")).Compile(RFC9309(), "FooBot")
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
		r, ok := ParseRequestRate(value)
		if ok != (want > 0) || ok && r.Pause() != want {
			t.Errorf("%s: %s %v, want %s", value, r.Per, ok, want)
		}
	}
}

func TestTrap55CutFile(t *testing.T) {
	t.Parallel()
	cut := anybody + strings.Repeat("#", MaxBody-len(anybody)-len("\nDisallow: /a")) + "\nDisallow: /abcdef\n"
	f := Parse([]byte(cut))
	if !f.Truncated() || !f.Compile(RFC9309(), "FooBot").Allowed("/axyz") {
		t.Error("a rule cut short closes more than was written")
	}
	whole := anybody + strings.Repeat("#", MaxBody-len(anybody)-len("\nDisallow: /a")) + "\nDisallow: /a\nDisallow: /b\n"
	if m := Parse([]byte(whole)).Compile(RFC9309(), "FooBot"); m.Allowed("/axyz") || !m.Allowed("/b") {
		t.Error("a whole line right before the limit is lost")
	}
	if f := Parse([]byte(strings.Repeat("x", MaxBody+1))); f.Text() != "" || !f.Truncated() {
		t.Error("a part of a line counts")
	}
	if d := f.Compile(Yandex(), "FooBot").Decide("/"); d.Reason != ReasonTooLarge || d.Verdict != Allow {
		t.Errorf("yandex on a large file: %+v", d)
	}
}
