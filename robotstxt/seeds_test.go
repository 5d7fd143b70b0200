package robotstxt_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/lint"
)

// Each test below is named after the seed document whose example, table or rule it shows;
// docs/seeds.md lists all of them.

// A seedCase is one target decided by one dialect.
type seedCase struct {
	name, dialect, agent, body, target string
	want                               robotstxt.Verdict
}

func runSeedCases(t *testing.T, tests []seedCase) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, ok := dialect.ByName(tt.dialect)
			if !ok {
				t.Fatalf("no dialect %q", tt.dialect)
			}
			if got := robotstxt.Parse([]byte(tt.body)).Compile(d, dialect.AgentToken(tt.agent)).Decide(tt.target); got.Verdict != tt.want {
				t.Errorf("%s for %s in %q: %s (%s, line %d), want %s", tt.target, tt.agent, tt.body, got.Verdict, got.Reason, got.Line, tt.want)
			}
		})
	}
}

const rambler = "# Инструкции для всех роботов\nUser-agent: *\nDisallow: /\n\n# Инструкции для робота Рамблера\nUser-agent: StackRambler\nDisallow:\n"

func TestSeed000Format(t *testing.T) {
	t.Parallel()
	const dir, folder = anybody + "Disallow: /dir\n", anybody + "Disallow: /dir/\n"
	const two = "User-Agent: *\nDisallow: /cgi-bin /forum\n"
	const relative = "User-Agent: *\nDisallow: www.myhost.ru/cgi-bin\n"
	runSeedCases(t, []seedCase{
		{"all but StackRambler", "1994", "StackRambler", rambler, "/any", robotstxt.Allow},
		{"all others", "1994", "OtherBot", rambler, "/any", robotstxt.Deny},
		{"all but StackRambler today", "", "StackRambler", rambler, "/any", robotstxt.Allow},
		{"all others today", "", "OtherBot", rambler, "/any", robotstxt.Deny},
		{"dir is a beginning", "1994", "x", dir, "/dir.html", robotstxt.Deny},
		{"dir is a beginning of a folder", "1994", "x", dir, "/dir/index.html", robotstxt.Deny},
		{"dir is a beginning of a word", "1994", "x", dir, "/directory.html", robotstxt.Deny},
		{"a folder is closed with a slash", "1994", "x", folder, "/dir/index.html", robotstxt.Deny},
		{"and nothing else", "1994", "x", folder, "/directory.html", robotstxt.Allow},
		{"an empty disallow forbids nothing", "1994", "x", anybody + "Disallow:\n", "/a.doc", robotstxt.Allow},
		{"a star forbids nothing", "1994", "x", anybody + "Disallow: *\n", "/a.doc", robotstxt.Allow},
		{"a star with an ending forbids nothing", "1994", "x", anybody + "Disallow: *.doc\n", "/a.doc", robotstxt.Allow},
		{"a star inside forbids nothing", "yandex-2003", "x", anybody + "Disallow: /dir/*.doc\n", "/dir/a.doc", robotstxt.Allow},
		{"two paths: the first is open", "", "x", two, "/cgi-bin/x", robotstxt.Allow},
		{"two paths: the second is open", "1994", "x", two, "/forum", robotstxt.Allow},
		{"two paths: one with a space is closed", "1994", "x", two, "/cgi-bin /forum/x", robotstxt.Deny},
		{"a host behind a slash closes such a path", "1994", "x", anybody + "Disallow: /www.myhost.ru/cgi-bin\n", "/www.myhost.ru/cgi-bin/counter.cgi", robotstxt.Deny},
		{"and not the host's folder", "1994", "x", relative, "/cgi-bin/counter.cgi", robotstxt.Allow},
		{"there is no allow", "1994", "x", anybody + "Allow: /dir/open\nDisallow: /dir\n", "/dir/open", robotstxt.Deny},
		{"blank lines between groups", "1994", "b", "User-agent: a\nDisallow: /a\n\n\n\nUser-agent: b\nDisallow: /b\n", "/b", robotstxt.Deny},
		{"a rule needs a group above it", "1994", "x", "Disallow: /x\n\n" + anybody + "Disallow: /y\n", "/x", robotstxt.Allow},
		{"a comment runs to the end of the line", "1994", "x", anybody + "Disallow: /x # /y\n# Disallow: /z\n", "/y", robotstxt.Allow},
		{"codings by folder", "1994", "x", "User-Agent: *\nDisallow: /dos\nDisallow: /mac\nDisallow: /koi\n", "/koi/index.html", robotstxt.Deny},
		{"the main coding stays open", "1994", "x", "User-Agent: *\nDisallow: /dos\nDisallow: /mac\nDisallow: /koi\n", "/win/index.html", robotstxt.Allow},
	})
}

// TestSeed000HostInPath: the seed says that "Disallow: www.myhost.ru/cgi-bin" forbids
// /www.myhost.ru/cgi-bin/counter.cgi, and before that a path must begin with a slash to forbid
// anything. All dialects read it by that rule: it forbids nothing.
func TestSeed000HostInPath(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-Agent: *\nDisallow: www.myhost.ru/cgi-bin\n"))
	for _, d := range dialect.All() {
		for _, target := range []string{"/www.myhost.ru/cgi-bin/counter.cgi", "/cgi-bin/counter.cgi"} {
			if got := f.CompileFor(d, "http://www.myhost.ru/", "x").Decide(target); got.Verdict != robotstxt.Allow {
				t.Errorf("%s: %s for %s", d.Name, got.Verdict, target)
			}
		}
	}
}

func TestSeed000Placement(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]lint.LocationFault{
		"http://www.w3.org/robots.txt": lint.LocationOK, "http://w3.org/robots.txt": lint.LocationOK,
		"http://www.yoursite.ru/publick/robots.txt": lint.LocationFolder, "http://www.yoursite.ru/~you/robots.txt": lint.LocationFolder,
		"http://www.yoursite.ru/Robots.txt": lint.LocationCase, "http://www.yoursite.ru/ROBOTS.TXT": lint.LocationCase,
		"http://www.yoursite.ru/other.txt": lint.LocationName, "robots.txt": lint.LocationBadURL,
	} {
		if got := lint.CheckLocation(url); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

func TestSeed000InvalidHosts(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]field.HostFault{
		"www.myhost-.ru": field.HostHyphen, "www.-myhost.ru": field.HostHyphen, "www.myhost.ru:0": field.HostPort, "www.my_host.ru": field.HostLetter,
		".my-host.ru:8000": field.HostDot, "my-host.ru.": field.HostDot, "my..host.ru": field.HostDot, "www.myhost.ru/": field.HostPath,
		"www.myhost.ru:8080/": field.HostPath, "http://www.myhost.ru": field.HostScheme, "www.mysi.te": field.HostDomain,
		"213.180.194.129": field.HostAddress, "www.firsthost.ru,www.secondhost.ru": field.HostList,
		"www.myhost.ru": field.HostOK, "www.myhost.ru:80": field.HostOK, "www.myhost.ru:8080": field.HostOK, "": field.HostEmpty, "myhost": field.HostDomain, "a.ru:99999": field.HostPort,
	} {
		h := field.ParseHost(value)
		if h.Fault != want {
			t.Errorf("%q: %s, want %s", value, h.Fault, want)
		}
		m := robotstxt.Parse([]byte("User-Agent: *\nDisallow: /forum\nHost: "+value+"\n")).CompileFor(dialect.Yandex2003(), "http://elsewhere.ru", "Yandex")
		if got := m.Decide("/").Verdict == robotstxt.Deny; got != (want == field.HostOK) {
			t.Errorf("%q closes another site: %v", value, got)
		}
	}
}

func TestSeed000Host(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"www.myhost.ru", "www.myhost.ru:80"} {
		f := robotstxt.Parse([]byte("User-Agent: *\nHost: " + line + "\n"))
		for site, want := range map[string]robotstxt.Verdict{
			"http://www.myhost.ru": robotstxt.Allow, "http://www.otherhost.ru": robotstxt.Deny, "http://www.myhost.ru:8080": robotstxt.Deny,
		} {
			if d := f.CompileFor(dialect.Yandex2003(), site, "Yandex").Decide("/page"); d.Verdict != want {
				t.Errorf("Host: %s on %s: %s, want %s", line, site, d.Verdict, want)
			}
			if d := f.CompileFor(dialect.Yandex(), site, "Yandex").Decide("/page"); d.Verdict != robotstxt.Allow {
				t.Errorf("today's Yandex obeys Host: %s on %s", line, site)
			}
		}
	}
}

// TestSeed000ByHost tests the advice to serve different files by name and port: all names except
// the main one, or all ports except that of the main encoding, are closed.
func TestSeed000ByHost(t *testing.T) {
	t.Parallel()
	const closed = "User-Agent: *\nDisallow: /\n"
	for _, d := range dialect.All() {
		s := acquire.NewSites(d, "StackRambler")
		s.Parse("http://www.main-name.ru/robots.txt", nil, time.Time{})
		for _, url := range []string{"http://www.other-name.ru/robots.txt", "http://www.main-name.ru:8080/robots.txt", "http://www.main-name.ru:8081/robots.txt"} {
			s.Parse(url, []byte(closed), time.Time{})
		}
		for url, want := range map[string]bool{
			"http://www.main-name.ru/page": true, "http://www.main-name.ru:80/page": true, "http://www.other-name.ru/page": false,
			"http://www.main-name.ru:8080/page": false, "http://www.main-name.ru:8081/page": false,
		} {
			if got := s.Allowed(url, noon); got != want {
				t.Errorf("%s: %s is allowed: %v", d.Name, url, got)
			}
		}
	}
}

func TestSeed002Host(t *testing.T) {
	t.Parallel()
	const body = "User-Agent: *\nDisallow: /forum\nDisallow: /cgi-bin\nHost: www.myhost.ru\n"
	f := robotstxt.Parse([]byte(body))
	tests := []struct {
		name, site, target string
		want               robotstxt.Verdict
		reason             robotstxt.Reason
		line               int
	}{
		{"another host is closed at the end of the group", "http://www.host1.com", "/page", robotstxt.Deny, robotstxt.ReasonHost, 4},
		{"its rules still count", "http://www.host1.com", "/forum", robotstxt.Deny, robotstxt.ReasonDenyRule, 2},
		{"another port is another site", "http://www.myhost.ru:8081", "/page", robotstxt.Deny, robotstxt.ReasonHost, 4},
		{"the main mirror is open", "http://www.myhost.ru", "/page", robotstxt.Allow, robotstxt.ReasonNoRule, 0},
		{"and keeps its rules", "http://www.myhost.ru", "/cgi-bin/x", robotstxt.Deny, robotstxt.ReasonDenyRule, 3},
		{"the file itself", "http://www.host1.com", "/robots.txt", robotstxt.Allow, robotstxt.ReasonRobotsTxt, 0},
	}
	for _, tt := range tests {
		d := f.CompileFor(dialect.Yandex2003(), tt.site, "Yandex").Decide(tt.target)
		if d.Verdict != tt.want || d.Reason != tt.reason || d.Line != tt.line {
			t.Errorf("%s: %+v", tt.name, d)
		}
	}
	several := robotstxt.Parse([]byte("User-Agent: *\nDisallow: /forum\nHost: wrong_one.ru\nHost: www.a.ru\nHost: www.b.ru\n"))
	for site, want := range map[string]robotstxt.Verdict{"http://www.a.ru": robotstxt.Allow, "http://www.b.ru": robotstxt.Allow, "http://www.c.ru": robotstxt.Deny} {
		if d := several.CompileFor(dialect.Yandex2003(), site, "Yandex").Decide("/page"); d.Verdict != want {
			t.Errorf("several Host lines on %s: %s, want %s", site, d.Verdict, want)
		}
	}
	none := robotstxt.Parse([]byte("User-Agent: *\nDisallow: /forum\nHost: wrong_one.ru\n"))
	if d := none.CompileFor(dialect.Yandex2003(), "http://www.c.ru", "Yandex").Decide("/page"); d.Verdict != robotstxt.Allow {
		t.Errorf("a Host line with a wrong value closes a site: %+v", d)
	}
}

const slurp = "# this robots.txt file allows Slurp & Webcrawler to crawl\n# the public parts of our site, but no other robots...\n\n" +
	"User-Agent: slurp\nUser-Agent: webcrawler\nDisallow: /private\n\nUser-Agent: *\nDisallow:"

func TestSeed001Records(t *testing.T) {
	t.Parallel()
	const bot = "User-Agent: bot\nDisallow: /\n"
	runSeedCases(t, []seedCase{
		{"slurp is kept out of private", "1996", "Slurp", slurp + " /\n", "/private/x", robotstxt.Deny},
		{"slurp may see the rest", "1996", "Slurp", slurp + " /\n", "/public", robotstxt.Allow},
		{"webcrawler shares the record", "1996", "WebCrawler", slurp + " /\n", "/private", robotstxt.Deny},
		{"no other robots, as the text says", "1996", "x", slurp + " /\n", "/public", robotstxt.Deny},
		{"all other robots, as it is printed", "1996", "x", slurp + "\n", "/private", robotstxt.Allow},
		{"a record ends at a blank line", "1996", "x", anybody + "Disallow: /a\n\nDisallow: /b\n", "/b", robotstxt.Allow},
		{"bot matches Bot", "1996", "Bot", bot, "/", robotstxt.Deny},
		{"bot matches Robot", "1996", "Robot", bot, "/", robotstxt.Deny},
		{"bot matches Bottom-Feeder", "1996", "Bottom-Feeder", bot, "/", robotstxt.Deny},
		{"bot matches Spambot", "1996", "Spambot", bot, "/", robotstxt.Deny},
		{"bot matches Dont-Bother-Me", "1996", "Dont-Bother-Me", bot, "/", robotstxt.Deny},
		{"bot does not match Crawler", "1996", "Crawler", bot, "/", robotstxt.Allow},
		{"and by RFC 9309 no longer Spambot", "", "Spambot", bot, "/", robotstxt.Allow},
		{"no record speaks to us", "1996", "x", "User-Agent: slurp\nDisallow: /\n", "/", robotstxt.Allow},
		{"the first match counts", "1996", "x", anybody + "Disallow: /a\nAllow: /a/b\n", "/a/b", robotstxt.Deny},
		{"the first match counts the other way", "1996", "x", anybody + "Allow: /a/b\nDisallow: /a\n", "/a/b", robotstxt.Allow},
		{"no match allows", "1996", "x", anybody + "Disallow: /a\n", "/b", robotstxt.Allow},
		{"the file itself is allowed", "1996", "x", anybody + "Disallow: /\n", "/robots.txt", robotstxt.Allow},
		{"CR", "1996", "x", "User-agent: *\rDisallow: /a\r", "/a", robotstxt.Deny},
		{"LF", "1996", "x", "User-agent: *\nDisallow: /a\n", "/a", robotstxt.Deny},
		{"CRLF", "1996", "x", "User-agent: *\r\nDisallow: /a\r\n", "/a", robotstxt.Deny},
		{"unknown fields are ignored", "1996", "x", anybody + "Flavour: sweet\nDisallow: /a\n", "/a", robotstxt.Deny},
		{"comments may stand anywhere", "1996", "x", "# a\n" + anybody + "# b\nDisallow: /a # c\n", "/a", robotstxt.Deny},
		{"version 0.0 ignores allow and is cautious", "1994", "x", anybody + "Allow: /a/b\nDisallow: /a\n", "/a/b", robotstxt.Deny},
		{"a star has no special meaning", "1996", "x", anybody + "Disallow: /*/x\n", "/a/x", robotstxt.Allow},
		{"rules are sensitive to case", "1996", "x", anybody + "Disallow: /Tmp\n", "/tmp", robotstxt.Allow},
	})
}

// TestSeed001Prefixes tests the list of URLs that "Disallow: /tmp" matches.
func TestSeed001Prefixes(t *testing.T) {
	t.Parallel()
	s := acquire.NewSites(dialect.Draft1996(), "x")
	s.Parse("http://www.joes-hardware.com/robots.txt", []byte(anybody+"Disallow: /tmp\n"), time.Time{})
	for _, url := range []string{
		"http://www.joes-hardware.com/tmp", "http://www.joes-hardware.com/tmp/",
		"http://www.joes-hardware.com/tmp/pliers.html", "http://www.joes-hardware.com/tmpspc/stuff.txt",
	} {
		if s.Allowed(url, noon) {
			t.Errorf("%s is open", url)
		}
	}
	if !s.Allowed("http://www.joes-hardware.com/specials/acetylene-torches.html", noon) {
		t.Error("figure 9-6: the page is closed")
	}
}

// TestSeed001Table93 tests the table of path matching, by the draft of 1996 and by RFC 9309.
func TestSeed001Table93(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, target string
		match        bool
	}{
		{"/tmp", "/tmp", true}, {"/tmp", "/tmpfile.html", true}, {"/tmp", "/tmp/a.html", true}, {"/tmp/", "/tmp", false},
		{"/~fred/hi.html", "/%7Efred/hi.html", true}, {"/%7Efred/hi.html", "/~fred/hi.html", true},
		{"/%7efred/hi.html", "/%7Efred/hi.html", true}, {"/~fred/hi.html", "/~fred%2Fhi.html", false},
	} {
		for _, d := range []dialect.Dialect{dialect.Draft1996(), dialect.RFC9309()} {
			got := robotstxt.Parse([]byte(anybody+"Disallow: "+tt.rule+"\n")).Compile(d, "x").Decide(tt.target)
			if (got.Verdict == robotstxt.Deny) != tt.match {
				t.Errorf("%s: %s on %s: %s", d.Name, tt.rule, tt.target, got.Verdict)
			}
		}
	}
	// The row with the empty path, which matches everything: it decides as the first match.
	d := robotstxt.Parse([]byte(anybody+"Disallow:\nDisallow: /README.TXT\n")).Compile(dialect.Draft1996(), "x").Decide("/README.TXT")
	if d.Verdict != robotstxt.Allow || d.Line != 2 || d.Reason != robotstxt.ReasonAllowRule {
		t.Errorf("empty path: %+v", d)
	}
}

const marys = "#####\n# This is the robots.txt file for Mary's Antiques web site\n#####\n\n# Keep Suzy's robot out of the dynamic URLs\n" +
	"User-Agent: Suzy-Spider\nDisallow: /dynamic\nAllow: /private/suzy-stuff\nDisallow: /private\n\n" +
	"User-Agent: Furniture-Finder\nAllow: /dynamic/check-inventory\nDisallow: /dynamic\nDisallow: /private\n\n" +
	"User-Agent: *\nDisallow: /dynamic\nDisallow: /private\n"

// TestSeed001Table94 tests the table of Mary's Antiques.
func TestSeed001Table94(t *testing.T) {
	t.Parallel()
	const shop = "http://www.marys-antiques.com"
	for _, tt := range []struct {
		path                 string
		suzy, finder, others bool
	}{
		{"/", true, true, true}, {"/index.html", true, true, true}, {"/private/payroll.xls", false, false, false},
		{"/private/suzy-stuff/taxes.txt", true, false, false}, {"/dynamic/buystuff?id=3546", false, false, false},
		{"/dynamic/check-inventory?kitchen", false, true, false},
	} {
		for _, d := range []dialect.Dialect{dialect.Draft1996(), dialect.RFC9309(), dialect.Google()} {
			for agent, want := range map[string]bool{"Suzy-Spider": tt.suzy, "Furniture-Finder": tt.finder, "NosyBot": tt.others} {
				s := acquire.NewSites(d, agent)
				s.Parse(shop+"/robots.txt", []byte(marys), time.Time{})
				if got := s.Allowed(shop+tt.path, noon); got != want {
					t.Errorf("%s: %s for %s: %v, want %v", d.Name, tt.path, agent, got, want)
				}
			}
		}
	}
}

// TestSeed001RobotRules tests the program of the book: one object for several sites, each with
// its own rules and an expiry date.
func TestSeed001RobotRules(t *testing.T) {
	t.Parallel()
	s := acquire.NewSites(dialect.Draft1996(), "SuperRobot/1.0")
	const joes, marysURL = "http://www.joes-hardware.com/robots.txt", "http://www.marys-antiques.com/robots.txt"
	if s.Decide("http://www.joes-hardware.com/x", noon).Verdict != robotstxt.Postpone {
		t.Error("a site whose file was not read is open")
	}
	s.Parse(joes, []byte("User-agent: SuperRobot\nDisallow: /x\n"), noon.Add(time.Hour))
	s.Parse(marysURL, []byte(marys), time.Time{})
	for url, want := range map[string]bool{
		"http://www.joes-hardware.com/x": false, "http://www.joes-hardware.com/dynamic": true,
		"http://www.marys-antiques.com/x": true, "http://www.marys-antiques.com/dynamic": false,
	} {
		if got := s.Allowed(url, noon); got != want {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	if d := s.Decide("http://www.joes-hardware.com/dynamic", noon.Add(2*time.Hour)); d.Verdict != robotstxt.Postpone || d.Reason != robotstxt.ReasonStale {
		t.Errorf("rules beyond their date: %+v", d)
	}
	if d := s.Decide(joes, noon.Add(2*time.Hour)); d.Verdict != robotstxt.Allow {
		t.Errorf("the file itself: %+v", d)
	}
	if s.Len() != 2 {
		t.Error("sites are mixed up")
	}
}

func TestSeed003(t *testing.T) {
	t.Parallel()
	const parts = anybody + "Disallow: /cgi-bin/\nDisallow: /tmp/\nDisallow: /private/\n"
	const only = "User-agent: WebCrawler\nDisallow:\n\n" + anybody + "Disallow: /\n"
	runSeedCases(t, []seedCase{
		{"help closes help.htm", "1994", "x", anybody + "Disallow: /help\n", "/help.htm", robotstxt.Deny},
		{"help closes the folder", "1994", "x", anybody + "Disallow: /help\n", "/help/index.html", robotstxt.Deny},
		{"help/ leaves help.html open", "1994", "x", anybody + "Disallow: /help/\n", "/help.html", robotstxt.Allow},
		{"help/ closes the folder", "1994", "x", anybody + "Disallow: /help/\n", "/help/index.html", robotstxt.Deny},
		{"everything is closed", "", "x", anybody + "Disallow: /\n", "/x", robotstxt.Deny},
		{"everything is open", "", "x", anybody + "Disallow:\n", "/x", robotstxt.Allow},
		{"an empty file", "", "x", "", "/x", robotstxt.Allow},
		{"three folders, one of them", "", "x", parts, "/tmp/x", robotstxt.Deny},
		{"three folders, none of them", "", "x", parts, "/public/x", robotstxt.Allow},
		{"one robot is kept out", "", "BadBot", "User-agent: BadBot\nDisallow: /\n", "/x", robotstxt.Deny},
		{"the others are not", "", "GoodBot", "User-agent: BadBot\nDisallow: /\n", "/x", robotstxt.Allow},
		{"one robot only", "", "WebCrawler", only, "/x", robotstxt.Allow},
		{"and no other", "", "x", only, "/x", robotstxt.Deny},
		{"reversed", "", "GoogleBot", anybody + "Disallow: GoogleBot\n", "/x", robotstxt.Allow},
		{"the right way, with a star", "", "GoogleBot", "User-agent: GoogleBot\nDisallow: *\n", "/x", robotstxt.Deny},
		{"several on a line", "", "x", anybody + "Disallow: /css/ /cgi-bin/ /images/\n", "/cgi-bin/x", robotstxt.Allow},
		{"whitespace before the line", "", "x", anybody + "        Disallow: /cgi-bin/\n", "/cgi-bin/x", robotstxt.Deny},
		{"capitals", "", "Excite", "USER-AGENT: EXCITE\nDISALLOW:\n\n" + anybody + "Disallow: /\n", "/x", robotstxt.Allow},
		{"allow in 1994", "1994", "Baiduspider", "User-agent: Baiduspider\nDisallow: /j\nallow: /jane/\n", "/jane/", robotstxt.Deny},
		{"allow today", "", "Baiduspider", "User-agent: Baiduspider\nDisallow: /j\nallow: /jane/\n", "/jane/", robotstxt.Allow},
		{"the slash is forgotten", "", "Baiduspider", "User-agent: Baiduspider\nDisallow: css\n", "/css", robotstxt.Allow},
		{"with the slash", "", "Baiduspider", "User-agent: Baiduspider\nDisallow: /css\n", "/css", robotstxt.Deny},
		{"a web page in place of the file", "", "x", "<html>\n<body>404</body>\n</html>\n", "/x", robotstxt.Allow},
		{"no space behind the colon", "", "x", "User-agent:*\nDisallow:/x\n", "/x", robotstxt.Deny},
	})
	for url, want := range map[string]string{
		"http://www.w3.org/": "http://www.w3.org", "http://www.w3.org:80/": "http://www.w3.org",
		"http://www.w3.org:1234/": "http://www.w3.org:1234", "http://w3.org/": "http://w3.org",
	} {
		if site, _, ok := robotstxt.SplitURL(url); !ok || site != want {
			t.Errorf("the file for %s is at %s/robots.txt, want %s/robots.txt", url, site, want)
		}
	}
	for _, name := range []dialect.AgentToken{"Baiduspider", "Scooter", "ia_archiver", "Googlebot", "FAST-WebCrawler", "Slurp", "MSNBOT", "GoogleBot", "BaiDuSpider"} {
		if _, ok := dialect.KnownAgentByToken(name); !ok || !name.Valid() {
			t.Errorf("%s is not in the catalogue, or no token", name)
		}
	}
}

func TestSeed004(t *testing.T) {
	t.Parallel()
	const blue, cloudy = "User-agent: ceuazul\n", "User-agent: ceunublado\n"
	const shut = anybody + "Disallow:\n\n" + blue + "Disallow: /\n\n" + cloudy + "Disallow: /\n"
	const picked = blue + "Disallow: /xyz.html\n\n" + cloudy + "Disallow: /pastaB/subpastaC/mno.html\n"
	const inverted = anybody + "Allow: /\nDisallow: /arquivox.html\nDisallow: /arquivoy.html\n"
	const dynamic = blue + "Allow: /*?$\nDisallow: /*?\n"
	runSeedCases(t, []seedCase{
		{"a file", "", "x", anybody + "Disallow: /xyz.html\n", "/xyz.html", robotstxt.Deny},
		{"a file in a folder", "", "x", anybody + "Disallow: /pastaA/abc.html\n", "/pastaA/abc.html", robotstxt.Deny},
		{"the folder's other files are open", "", "x", anybody + "Disallow: /pastaA/abc.html\n", "/pastaA/def.html", robotstxt.Allow},
		{"one robot", "", "CeuAzul", "User-Agent: CeuAzul\nDisallow: /xyz.html\n", "/xyz.html", robotstxt.Deny},
		{"the others are free", "", "x", "User-Agent: CeuAzul\nDisallow: /xyz.html\n", "/xyz.html", robotstxt.Allow},
		{"the open gate", "", "x", anybody + "Disallow:\n", "/x", robotstxt.Allow},
		{"no file", "", "x", "", "/x", robotstxt.Allow},
		{"the closed gate", "", "x", anybody + "Disallow: /\n", "/x", robotstxt.Deny},
		{"closed to some: ceuazul", "", "ceuazul", shut, "/x", robotstxt.Deny},
		{"closed to some: ceunublado", "", "ceunublado", shut, "/x", robotstxt.Deny},
		{"closed to some: the others", "", "x", shut, "/x", robotstxt.Allow},
		{"picked: ceuazul", "", "ceuazul", picked, "/xyz.html", robotstxt.Deny},
		{"picked: ceuazul elsewhere", "", "ceuazul", picked, "/pastaB/subpastaC/mno.html", robotstxt.Allow},
		{"picked: ceunublado", "", "ceunublado", picked, "/pastaB/subpastaC/mno.html", robotstxt.Deny},
		{"a folder without slash", "", "x", anybody + "Disallow: /pastaA\n", "/pastaA/x/y", robotstxt.Deny},
		{"a folder with slash closes all that lies in it, unlike the text says", "", "x", anybody + "Disallow: /pastaA/\n", "/pastaA/x", robotstxt.Deny},
		{"and by the standard of 1994 too", "1994", "x", anybody + "Disallow: /pastaA/\n", "/pastaA/x", robotstxt.Deny},
		{"but not what begins alike", "", "x", anybody + "Disallow: /pastaA/\n", "/pastaAB", robotstxt.Allow},
		{"a folder with slash and end is its index only", "", "x", anybody + "Disallow: /pastaA/$\n", "/pastaA/x", robotstxt.Allow},
		{"its index", "", "x", anybody + "Disallow: /pastaA/$\n", "/pastaA/", robotstxt.Deny},
		{"repetition changes nothing", "", "x", anybody + "Disallow: /xyz.html\nDisallow: /xyz.html\n", "/xyz.html", robotstxt.Deny},
		{"an exception before", "1996", "x", anybody + "Allow: /pastaA/pagina1.html\nDisallow: /pastaA\n", "/pastaA/pagina1.html", robotstxt.Allow},
		{"an exception behind", "", "x", anybody + "Disallow: /pastaA\nAllow: /pastaA/pagina1.html\n", "/pastaA/pagina1.html", robotstxt.Allow},
		{"the folder stays closed", "", "x", anybody + "Disallow: /pastaA\nAllow: /pastaA/pagina1.html\n", "/pastaA/pagina2.html", robotstxt.Deny},
		{"inverted: all but some", "", "x", inverted, "/arquivox.html", robotstxt.Deny},
		{"inverted: the rest", "", "x", inverted, "/arquivoz.html", robotstxt.Allow},
		{"dynamic pages", "", "ceuazul", dynamic, "/loja?a=1", robotstxt.Deny},
		{"dynamic pages up to the question mark", "", "ceuazul", dynamic, "/loja?", robotstxt.Allow},
		{"almost all: the slash is missing", "google", "Googlebot", "User-agent: Googlebot\nDisallow: /\nAllow: home.html\n", "/home.html", robotstxt.Deny},
		{"almost all", "google", "Googlebot", "User-agent: Googlebot\nDisallow: /\nAllow: /home.html\nAllow: /arquivon.html\n", "/arquivon.html", robotstxt.Allow},
		{"almost all: the others", "google", "Googlebot", "User-agent: Googlebot\nDisallow: /\nAllow: /home.html\n", "/x.html", robotstxt.Deny},
		{"an ending", "", "x", anybody + "Disallow: /*.css$\nDisallow: /*.gif$\nDisallow: /*.jpg$\n", "/a/b.gif", robotstxt.Deny},
		{"an ending inside", "", "x", anybody + "Disallow: /*.css$\nDisallow: /*.gif$\n", "/a.gif.html", robotstxt.Allow},
	})
}
