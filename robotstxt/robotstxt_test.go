package robotstxt

import (
	"strings"
	"testing"
	"time"
)

func decide(body, agent, target string) Decision {
	return Parse([]byte(body)).Compile(RFC9309(), AgentToken(agent)).Decide(target)
}

// TestTraps runs the cases that other parsers get wrong.
func TestTraps(t *testing.T) {
	t.Parallel()
	const ua = "User-agent: *\n"
	tests := []struct {
		name, body, target string
		want               Verdict
	}{
		{"01 longest match", ua + "Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php", "/wp-admin/admin-ajax.php", Allow},
		{"02 allow wins a tie", ua + "Disallow: /p\nAllow: /p", "/p", Allow},
		{"03 wildcard is anchored", ua + "Disallow: /a*.php", "/x/a1.php", Allow},
		{"03 wildcard", ua + "Disallow: /a*.php", "/abc.php?x", Deny},
		{"04 dollar inside is a letter", ua + "Disallow: /a$b", "/a$b", Deny},
		{"04 dollar at the end", ua + "Disallow: /*.gif$", "/x.gif", Deny},
		{"04 dollar at the end, longer", ua + "Disallow: /*.gif$", "/x.gif?y", Allow},
		{"05 leading star", ua + "Disallow: *test", "/mytest", Deny},
		{"06 single star", ua + "Disallow: *", "/x", Deny},
		{"07 missing slash", ua + "Disallow: private", "/private", Allow},
		{"08 empty rule beside another", ua + "Disallow:\nDisallow: /x", "/x", Deny},
		{"09 blank line inside a group", "User-agent: FooBot\n\nDisallow: /x", "/x", Deny},
		{"10 group twice", "User-agent: FooBot\nDisallow: /a\n\nUser-agent: *\nAllow: /\n\nUser-agent: FooBot\nDisallow: /x", "/x", Deny},
		{"11 crawl-delay does not close agents", "User-agent: FooBot\nCrawl-delay: 5\nUser-agent: BarBot\nDisallow: /x", "/x", Deny},
		{"12 stacked agents", "User-agent: *\nUser-agent: BadBot\nDisallow: /", "/", Deny},
		{"13 rule before any group", "Disallow: /x\nUser-agent: *\nDisallow: /y", "/x", Allow},
		{"13 rest counts", "Disallow: /x\nUser-agent: *\nDisallow: /y", "/y", Deny},
		{"14 crawl-delay first", "Crawl-delay: 1\nUser-agent: *\nDisallow: /y", "/y", Deny},
		{"16 version in the agent line", "User-agent: FooBot/1.0\nDisallow: /x", "/x", Deny},
		{"17 agent inside other words", "User-agent: Foo (robot FooBot)\nDisallow: /x", "/x", Allow},
		{"19 byte order mark", "\xEF\xBB\xBFUser-agent: *\nDisallow: /x", "/x", Deny},
		{"20 disalow", ua + "Disalow: /x", "/x", Deny},
		{"20 useragent", "Useragent: *\nDisallow: /x", "/x", Deny},
		{"20 user agent", "User agent: *\nDisallow: /x", "/x", Deny},
		{"20 no colon", ua + "Disallow /x", "/x", Deny},
		{"21 blank before colon", ua + "Disallow : /x", "/x", Deny},
		{"22 escape case", ua + "Disallow: /%d0%b0", "/%D0%B0", Deny},
		{"23 raw UTF-8", ua + "Disallow: /а", "/%D0%B0", Deny},
		{"24 escaped tilde in the rule", ua + "Disallow: /%7Ejoe/", "/~joe/x", Deny},
		{"24 escaped tilde in the URL", ua + "Disallow: /~joe/", "/%7Ejoe/x", Deny},
		{"25 escaped slash is no slash", ua + "Disallow: /a%2Fb", "/a/b", Allow},
		{"26 escaped star", ua + "Disallow: /f-%2A.html", "/f-*.html", Deny},
		{"26 escaped star is no wildcard", ua + "Disallow: /f-%2A.html", "/f-zz.html", Allow},
		{"27 escaped ampersand", ua + "Disallow: /s?q=a%26b", "/s?q=a&b", Allow},
		{"28 query", ua + "Disallow: /hide?", "/hide?id=1", Deny},
		{"29 the file itself", ua + "Disallow: /", "/robots.txt", Allow},
		{"30 length counts stars", ua + "Allow: /page\nDisallow: /*.htm", "/page.htm", Deny},
		{"31 trailing star counts", ua + "Disallow: /x*\nAllow: /x", "/x", Deny},
		{"32 index.html opens no folder", ua + "Allow: /d/index.html\nDisallow: /", "/d/", Deny},
		{"33 comment without blank", ua + "Disallow: /x#frag", "/x", Deny},
		{"34 several paths on a line", ua + "Disallow: /css/ /x/", "/x/", Allow},
		{"36 whole URL", ua + "Disallow: http://h.com/x", "/x", Allow},
		{"37 junk after the star", "User-agent: * baz\nDisallow: /x", "/x", Deny},
		{"38 NUL is a byte", ua + "Disallow: /x\x00y", "/x", Allow},
		{"43 broken UTF-8 in a comment", "# caf\xE9\n" + ua + "Disallow: /x", "/x", Deny},
		{"51 a named group does not inherit", "User-agent: FooBot\nAllow: /\n\nUser-agent: *\nDisallow: /x", "/x", Allow},
		{"line ends CR", "User-agent: *\rDisallow: /x\r", "/x", Deny},
		{"no file", "", "/x", Allow},
		{"case of the token", "USER-AGENT: foobot\nDISALLOW: /x", "/x", Deny},
		{"case of the path", ua + "Disallow: /X", "/x", Allow},
		{"empty group shields from the star", "User-agent: FooBot\nDisallow:\n\nUser-agent: *\nDisallow: /", "/x", Allow},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if d := decide(tt.body, "FooBot", tt.target); d.Verdict != tt.want {
				t.Errorf("%q on %s: %s (%s, line %d), want %s", tt.body, tt.target, d.Verdict, d.Reason, d.Line, tt.want)
			}
		})
	}
}

// TestSeed001Antiques is table 9-4 of the seeds' book chapter, read by RFC 9309.
func TestSeed001Antiques(t *testing.T) {
	t.Parallel()
	const body = "User-Agent: Suzy-Spider\nDisallow: /dynamic\nAllow: /private/suzy-stuff\nDisallow: /private\n\n" +
		"User-Agent: Furniture-Finder\nAllow: /dynamic/check-inventory\nDisallow: /dynamic\nDisallow: /private\n\n" +
		"User-Agent: *\nDisallow: /dynamic\nDisallow: /private\n"
	tests := []struct {
		target               string
		suzy, finder, others Verdict
	}{
		{"/", Allow, Allow, Allow},
		{"/index.html", Allow, Allow, Allow},
		{"/private/payroll.xls", Deny, Deny, Deny},
		{"/private/suzy-stuff/taxes.txt", Allow, Deny, Deny},
		{"/dynamic/buystuff?id=3546", Deny, Deny, Deny},
		{"/dynamic/check-inventory?kitchen", Deny, Allow, Deny},
	}
	for _, tt := range tests {
		for agent, want := range map[string]Verdict{"Suzy-Spider": tt.suzy, "Furniture-Finder": tt.finder, "NosyBot": tt.others} {
			if d := decide(body, agent, tt.target); d.Verdict != want {
				t.Errorf("%s on %s: %s, want %s", agent, tt.target, d.Verdict, want)
			}
		}
	}
}

func TestDecisionNamesTheLine(t *testing.T) {
	t.Parallel()
	m := Parse([]byte("# hello\r\nUser-agent: *\r\n\r\n  Disallow: /private # why\r\nAllow: /\r\n")).Compile(RFC9309(), "FooBot")
	d := m.Decide("/private/x")
	if d.Verdict != Deny || d.Line != 4 || d.Column != 3 || d.Rule != "Disallow: /private" || d.Agent != "*" || d.Reason != ReasonDenyRule {
		t.Errorf("decision %+v, text %q", d, d.Rule)
	}
	if d := m.Decide("/other"); d.Verdict != Allow || d.Line != 5 || d.Reason != ReasonAllowRule {
		t.Errorf("decision %+v", d)
	}
	if d := (Decision{}); d.Verdict != Postpone {
		t.Error("the zero decision does not postpone")
	}
}

func TestAgentChain(t *testing.T) {
	t.Parallel()
	f := Parse([]byte("User-agent: Aranea\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\nUser-agent: OwnBot\nDisallow: /c\nCrawl-delay: 2.5\n"))
	for _, tt := range []struct {
		name   string
		chain  []AgentToken
		denied string
		delay  time.Duration
	}{
		{"operator's token first", []AgentToken{"OwnBot", "Aranea"}, "/c", 2500 * time.Millisecond},
		{"then the product's", []AgentToken{"OtherBot", "Aranea"}, "/a", 0},
		{"then everybody's", []AgentToken{"OtherBot"}, "/b", 0},
	} {
		m := f.Compile(RFC9309(), tt.chain...)
		for _, target := range []string{"/a", "/b", "/c"} {
			want := Allow
			if target == tt.denied {
				want = Deny
			}
			if d := m.Decide(target); d.Verdict != want {
				t.Errorf("%s: %s is %s, want %s", tt.name, target, d.Verdict, want)
			}
		}
		if m.CrawlDelay() != tt.delay {
			t.Errorf("%s: delay %s, want %s", tt.name, m.CrawlDelay(), tt.delay)
		}
	}
}

func TestDialectsDiffer(t *testing.T) {
	t.Parallel()
	body := []byte("User-agent: *\nDisalow: /typo\nDisallow: /%7Ejoe\nAllow: /d/index.html\nDisallow: /d\n")
	want := map[string]map[string]Verdict{
		"rfc9309":        {"/typo": Deny, "/~joe": Deny, "/d/": Deny},
		"rfc9309-strict": {"/typo": Allow, "/~joe": Deny, "/d/": Deny},
		"google":         {"/typo": Deny, "/~joe": Allow, "/d/": Allow},
	}
	for _, d := range Dialects() {
		m := Parse(body).Compile(d, "FooBot")
		for target, v := range want[d.Name] {
			if got := m.Decide(target).Verdict; got != v {
				t.Errorf("%s on %s: %s, want %s", d.Name, target, got, v)
			}
		}
		if by, ok := DialectByName(d.Name); !ok || by != d {
			t.Errorf("DialectByName(%s)", d.Name)
		}
	}
	if _, ok := DialectByName("martian"); ok {
		t.Error("an unknown dialect was found")
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	big := "User-agent: *\n" + strings.Repeat("Disallow: /filler/filler/filler\n", MaxBody/32) + "Disallow: /late"
	f := Parse([]byte(big))
	if !f.Truncated() {
		t.Error("a file over the limit is not marked")
	}
	if d := f.Compile(RFC9309(), "FooBot").Decide("/late"); d.Verdict != Allow {
		t.Error("a rule beyond the limit counts")
	}
	cut := "User-agent: *\n" + strings.Repeat("#", MaxBody-14-len("\nDisallow: /a")) + "\nDisallow: /abcdef\n"
	if d := Parse([]byte(cut)).Compile(RFC9309(), "FooBot").Decide("/axyz"); d.Verdict != Allow {
		t.Error("trap 55: a rule cut short closes more than was written")
	}
	// A hostile pattern must not take long; the work is bounded by lengths.
	m := Parse([]byte("User-agent: *\nDisallow: /"+strings.Repeat("*a", 25)+"*b\n")).Compile(RFC9309(), "FooBot")
	if d := m.Decide("/" + strings.Repeat("a", 1500)); d.Verdict != Allow {
		t.Error("hostile pattern matched")
	}
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestAcquire(t *testing.T) {
	t.Parallel()
	old := Copy{Class: ClassRules, Body: []byte("User-agent: *\nDisallow: /old\n"), FetchedAt: noon.Add(-24 * time.Hour)}
	tests := []struct {
		name    string
		dialect Dialect
		prev    Copy
		fetch   Fetch
		step    Step
		class   Class
		expires time.Duration
		open    Verdict // on /x
	}{
		{"seed 001: success is parsed", RFC9309(), Copy{}, Fetch{Status: 200, Body: []byte("User-agent: *\nDisallow: /x")}, StepUse, ClassRules, 24 * time.Hour, Deny},
		{"seed 001: 404 means no limits", RFC9309(), Copy{}, Fetch{Status: 404}, StepUse, ClassUnavailable, 24 * time.Hour, Allow},
		{"410 means no limits", RFC9309(), old, Fetch{Status: 410}, StepUse, ClassUnavailable, 24 * time.Hour, Allow},
		{"seed 001: 503 postpones", RFC9309(), Copy{}, Fetch{Status: 503}, StepUse, ClassUnreachable, 3 * time.Second, Postpone},
		{"no answer postpones", RFC9309(), Copy{}, Fetch{}, StepUse, ClassUnreachable, 3 * time.Second, Postpone},
		{"an outage keeps the last good copy", RFC9309(), old, Fetch{Status: 500}, StepUse, ClassRules, 3 * time.Second, Allow},
		{"Retry-After is honoured", RFC9309(), Copy{}, Fetch{Status: 503, RetryAfter: "120"}, StepUse, ClassUnreachable, 2 * time.Minute, Postpone},
		{"429 is an outage", RFC9309(), Copy{}, Fetch{Status: 429}, StepUse, ClassUnreachable, 3 * time.Second, Postpone},
		{"429 by the letter", RFC9309Strict(), Copy{}, Fetch{Status: 429}, StepUse, ClassUnavailable, 24 * time.Hour, Allow},
		{"403 by RFC 9309", RFC9309(), Copy{}, Fetch{Status: 403}, StepUse, ClassUnavailable, 24 * time.Hour, Allow},
		{"403 by the 1996 draft", func() Dialect { d := RFC9309(); d.Policy.Refused = TreatClosed; return d }(), Copy{}, Fetch{Status: 403}, StepUse, ClassForbidden, 24 * time.Hour, Deny},
		{"redirects are followed", RFC9309(), Copy{}, Fetch{Status: 301, Location: true, Hops: 4}, StepFollow, ClassUnknown, 0, Postpone},
		{"five redirects and no more", RFC9309(), Copy{}, Fetch{Status: 301, Location: true, Hops: 5}, StepUse, ClassUnavailable, 24 * time.Hour, Allow},
		{"a redirect to nowhere", RFC9309(), Copy{}, Fetch{Status: 302}, StepUse, ClassUnavailable, 24 * time.Hour, Allow},
		{"a body that ended early", RFC9309(), Copy{}, Fetch{Status: 200, Body: []byte("User-agent: *\nDis"), Broken: true}, StepUse, ClassUnreachable, 3 * time.Second, Postpone},
		{"max-age", RFC9309(), Copy{}, Fetch{Status: 200, CacheControl: "public, max-age=3600"}, StepUse, ClassRules, time.Hour, Allow},
		{"max-age beyond a day", RFC9309(), Copy{}, Fetch{Status: 200, CacheControl: "max-age=604800"}, StepUse, ClassRules, 24 * time.Hour, Allow},
		{"Expires", RFC9309(), Copy{}, Fetch{Status: 200, Expires: "Fri, 20 Nov 2026 14:00:00 GMT"}, StepUse, ClassRules, 2 * time.Hour, Allow},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, step := Acquire(tt.dialect, tt.prev, tt.fetch, noon)
			if step != tt.step || c.Class != tt.class {
				t.Fatalf("step %d, class %s; want %d, %s", step, c.Class, tt.step, tt.class)
			}
			if step == StepFollow {
				return
			}
			if got := c.Expires.Sub(noon); got != tt.expires {
				t.Errorf("expires after %s, want %s", got, tt.expires)
			}
			d := c.Blanket(tt.dialect)
			if m := c.Rules(tt.dialect, "FooBot"); m != nil {
				d = m.Decide("/x")
			}
			if d.Verdict != tt.open {
				t.Errorf("/x is %s, want %s", d.Verdict, tt.open)
			}
		})
	}
}

func TestOutageEndsTheOldCopy(t *testing.T) {
	t.Parallel()
	c, _ := Acquire(RFC9309(), Copy{}, Fetch{Status: 200, Body: []byte("User-agent: *\nDisallow: /x\n")}, noon)
	now := noon
	for range 40 {
		now = now.Add(24 * time.Hour)
		c, _ = Acquire(RFC9309(), c, Fetch{Status: 500}, now)
	}
	if c.Class != ClassUnreachable {
		t.Errorf("after 40 days of outage the copy is %s", c.Class)
	}
	c, _ = Acquire(RFC9309(), c, Fetch{Status: 200, Body: []byte("")}, now)
	if c.Class != ClassRules || !c.DownSince.IsZero() || c.Failures != 0 {
		t.Errorf("after recovery %+v", c)
	}
}
