package robotstxt

import (
	"testing"
	"time"
)

// Each test below is named by the seed document whose example, table or rule it
// shows; docs/seeds.md lists them all.

// seedCase asks one dialect for one target.
type seedCase struct {
	name, dialect, agent, body, target string
	want                               Verdict
}

func runSeedCases(t *testing.T, tests []seedCase) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, ok := DialectByName(tt.dialect)
			if !ok {
				t.Fatalf("no dialect %q", tt.dialect)
			}
			if got := Parse([]byte(tt.body)).Compile(d, AgentToken(tt.agent)).Decide(tt.target); got.Verdict != tt.want {
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
		{"all but StackRambler", "1994", "StackRambler", rambler, "/any", Allow},
		{"all others", "1994", "OtherBot", rambler, "/any", Deny},
		{"all but StackRambler today", "", "StackRambler", rambler, "/any", Allow},
		{"all others today", "", "OtherBot", rambler, "/any", Deny},
		{"dir is a beginning", "1994", "x", dir, "/dir.html", Deny},
		{"dir is a beginning of a folder", "1994", "x", dir, "/dir/index.html", Deny},
		{"dir is a beginning of a word", "1994", "x", dir, "/directory.html", Deny},
		{"a folder is closed with a slash", "1994", "x", folder, "/dir/index.html", Deny},
		{"and nothing else", "1994", "x", folder, "/directory.html", Allow},
		{"an empty disallow forbids nothing", "1994", "x", anybody + "Disallow:\n", "/a.doc", Allow},
		{"a star forbids nothing", "1994", "x", anybody + "Disallow: *\n", "/a.doc", Allow},
		{"a star with an ending forbids nothing", "1994", "x", anybody + "Disallow: *.doc\n", "/a.doc", Allow},
		{"a star inside forbids nothing", "yandex-2003", "x", anybody + "Disallow: /dir/*.doc\n", "/dir/a.doc", Allow},
		{"two paths: the first is open", "", "x", two, "/cgi-bin/x", Allow},
		{"two paths: the second is open", "1994", "x", two, "/forum", Allow},
		{"two paths: one with a blank is closed", "1994", "x", two, "/cgi-bin /forum/x", Deny},
		{"a host in the path closes such a path", "1994", "x", anybody + "Disallow: /www.myhost.ru/cgi-bin\n", "/www.myhost.ru/cgi-bin/counter.cgi", Deny},
		{"and not the host's folder", "1994", "x", relative, "/cgi-bin/counter.cgi", Allow},
		{"there is no allow", "1994", "x", anybody + "Allow: /dir/open\nDisallow: /dir\n", "/dir/open", Deny},
		{"blank lines between groups", "1994", "b", "User-agent: a\nDisallow: /a\n\n\n\nUser-agent: b\nDisallow: /b\n", "/b", Deny},
		{"a rule needs a group above it", "1994", "x", "Disallow: /x\n\n" + anybody + "Disallow: /y\n", "/x", Allow},
		{"a comment runs to the end of the line", "1994", "x", anybody + "Disallow: /x # /y\n# Disallow: /z\n", "/y", Allow},
		{"codings by folder", "1994", "x", "User-Agent: *\nDisallow: /dos\nDisallow: /mac\nDisallow: /koi\n", "/koi/index.html", Deny},
		{"the main coding stays open", "1994", "x", "User-Agent: *\nDisallow: /dos\nDisallow: /mac\nDisallow: /koi\n", "/win/index.html", Allow},
	})
}

func TestSeed000Placement(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]LocationFault{
		"http://www.w3.org/robots.txt": LocationOK, "http://w3.org/robots.txt": LocationOK,
		"http://www.yoursite.ru/publick/robots.txt": LocationFolder, "http://www.yoursite.ru/~you/robots.txt": LocationFolder,
		"http://www.yoursite.ru/Robots.txt": LocationCase, "http://www.yoursite.ru/ROBOTS.TXT": LocationCase,
		"http://www.yoursite.ru/other.txt": LocationName, "robots.txt": LocationBadURL,
	} {
		if got := CheckLocation(url); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

func TestSeed000InvalidHosts(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]HostFault{
		"www.myhost-.ru": HostHyphen, "www.-myhost.ru": HostHyphen, "www.myhost.ru:0": HostPort, "www.my_host.ru": HostLetter,
		".my-host.ru:8000": HostDot, "my-host.ru.": HostDot, "my..host.ru": HostDot, "www.myhost.ru/": HostPath,
		"www.myhost.ru:8080/": HostPath, "http://www.myhost.ru": HostScheme, "www.mysi.te": HostDomain,
		"213.180.194.129": HostAddress, "www.firsthost.ru,www.secondhost.ru": HostList,
		"www.myhost.ru": HostOK, "www.myhost.ru:80": HostOK, "www.myhost.ru:8080": HostOK, "": HostEmpty, "myhost": HostDomain, "a.ru:99999": HostPort,
	} {
		h := ParseHost(value)
		if h.Fault != want {
			t.Errorf("%q: %s, want %s", value, h.Fault, want)
		}
		m := Parse([]byte("User-Agent: *\nDisallow: /forum\nHost: "+value+"\n")).CompileFor(Yandex2003(), "http://elsewhere.ru", "Yandex")
		if got := m.Decide("/").Verdict == Deny; got != (want == HostOK) {
			t.Errorf("%q closes another site: %v", value, got)
		}
	}
}

func TestSeed000Host(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"www.myhost.ru", "www.myhost.ru:80"} {
		f := Parse([]byte("User-Agent: *\nHost: " + line + "\n"))
		for site, want := range map[string]Verdict{
			"http://www.myhost.ru": Allow, "http://www.otherhost.ru": Deny, "http://www.myhost.ru:8080": Deny,
		} {
			if d := f.CompileFor(Yandex2003(), site, "Yandex").Decide("/page"); d.Verdict != want {
				t.Errorf("Host: %s on %s: %s, want %s", line, site, d.Verdict, want)
			}
			if d := f.CompileFor(Yandex(), site, "Yandex").Decide("/page"); d.Verdict != Allow {
				t.Errorf("today's Yandex obeys Host: %s on %s", line, site)
			}
		}
	}
}

// TestSeed000ByHost is the advice to serve another file by each name and port:
// all but the main name, or but the port of the main coding, are closed.
func TestSeed000ByHost(t *testing.T) {
	t.Parallel()
	const closed = "User-Agent: *\nDisallow: /\n"
	for _, d := range Dialects() {
		s := NewSites(d, "StackRambler")
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
	f := Parse([]byte(body))
	tests := []struct {
		name, site, target string
		want               Verdict
		reason             Reason
		line               int
	}{
		{"another host is closed at the end of the group", "http://www.host1.com", "/page", Deny, ReasonHost, 4},
		{"its rules still count", "http://www.host1.com", "/forum", Deny, ReasonDenyRule, 2},
		{"another port is another site", "http://www.myhost.ru:8081", "/page", Deny, ReasonHost, 4},
		{"the main mirror is open", "http://www.myhost.ru", "/page", Allow, ReasonNoRule, 0},
		{"and keeps its rules", "http://www.myhost.ru", "/cgi-bin/x", Deny, ReasonDenyRule, 3},
		{"the file itself", "http://www.host1.com", "/robots.txt", Allow, ReasonRobotsTxt, 0},
	}
	for _, tt := range tests {
		d := f.CompileFor(Yandex2003(), tt.site, "Yandex").Decide(tt.target)
		if d.Verdict != tt.want || d.Reason != tt.reason || d.Line != tt.line {
			t.Errorf("%s: %+v", tt.name, d)
		}
	}
	several := Parse([]byte("User-Agent: *\nDisallow: /forum\nHost: wrong_one.ru\nHost: www.a.ru\nHost: www.b.ru\n"))
	for site, want := range map[string]Verdict{"http://www.a.ru": Allow, "http://www.b.ru": Allow, "http://www.c.ru": Deny} {
		if d := several.CompileFor(Yandex2003(), site, "Yandex").Decide("/page"); d.Verdict != want {
			t.Errorf("several Host lines on %s: %s, want %s", site, d.Verdict, want)
		}
	}
	none := Parse([]byte("User-Agent: *\nDisallow: /forum\nHost: wrong_one.ru\n"))
	if d := none.CompileFor(Yandex2003(), "http://www.c.ru", "Yandex").Decide("/page"); d.Verdict != Allow {
		t.Errorf("a Host line with a wrong value closes a site: %+v", d)
	}
}

const slurp = "# this robots.txt file allows Slurp & Webcrawler to crawl\n# the public parts of our site, but no other robots...\n\n" +
	"User-Agent: slurp\nUser-Agent: webcrawler\nDisallow: /private\n\nUser-Agent: *\nDisallow:"

func TestSeed001Records(t *testing.T) {
	t.Parallel()
	const bot = "User-Agent: bot\nDisallow: /\n"
	runSeedCases(t, []seedCase{
		{"slurp is kept out of private", "1996", "Slurp", slurp + " /\n", "/private/x", Deny},
		{"slurp may see the rest", "1996", "Slurp", slurp + " /\n", "/public", Allow},
		{"webcrawler shares the record", "1996", "WebCrawler", slurp + " /\n", "/private", Deny},
		{"no other robots, as the text says", "1996", "x", slurp + " /\n", "/public", Deny},
		{"all other robots, as it is printed", "1996", "x", slurp + "\n", "/private", Allow},
		{"a record ends at a blank line", "1996", "x", anybody + "Disallow: /a\n\nDisallow: /b\n", "/b", Allow},
		{"bot matches Bot", "1996", "Bot", bot, "/", Deny},
		{"bot matches Robot", "1996", "Robot", bot, "/", Deny},
		{"bot matches Bottom-Feeder", "1996", "Bottom-Feeder", bot, "/", Deny},
		{"bot matches Spambot", "1996", "Spambot", bot, "/", Deny},
		{"bot matches Dont-Bother-Me", "1996", "Dont-Bother-Me", bot, "/", Deny},
		{"bot does not match Crawler", "1996", "Crawler", bot, "/", Allow},
		{"and by RFC 9309 no longer Spambot", "", "Spambot", bot, "/", Allow},
		{"no record speaks to us", "1996", "x", "User-Agent: slurp\nDisallow: /\n", "/", Allow},
		{"the first match counts", "1996", "x", anybody + "Disallow: /a\nAllow: /a/b\n", "/a/b", Deny},
		{"the first match counts the other way", "1996", "x", anybody + "Allow: /a/b\nDisallow: /a\n", "/a/b", Allow},
		{"no match allows", "1996", "x", anybody + "Disallow: /a\n", "/b", Allow},
		{"the file itself is allowed", "1996", "x", anybody + "Disallow: /\n", "/robots.txt", Allow},
		{"CR", "1996", "x", "User-agent: *\rDisallow: /a\r", "/a", Deny},
		{"LF", "1996", "x", "User-agent: *\nDisallow: /a\n", "/a", Deny},
		{"CRLF", "1996", "x", "User-agent: *\r\nDisallow: /a\r\n", "/a", Deny},
		{"unknown fields are ignored", "1996", "x", anybody + "Flavour: sweet\nDisallow: /a\n", "/a", Deny},
		{"comments may stand anywhere", "1996", "x", "# a\n" + anybody + "# b\nDisallow: /a # c\n", "/a", Deny},
		{"version 0.0 ignores allow and is cautious", "1994", "x", anybody + "Allow: /a/b\nDisallow: /a\n", "/a/b", Deny},
		{"a star has no special meaning", "1996", "x", anybody + "Disallow: /*/x\n", "/a/x", Allow},
		{"rules are sensitive to case", "1996", "x", anybody + "Disallow: /Tmp\n", "/tmp", Allow},
	})
}

// TestSeed001Prefixes is the list of URLs that "Disallow: /tmp" matches.
func TestSeed001Prefixes(t *testing.T) {
	t.Parallel()
	s := NewSites(Draft1996(), "x")
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

// TestSeed001Table93 is the table of path matching, by the 1996 draft and by
// RFC 9309.
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
		for _, d := range []Dialect{Draft1996(), RFC9309()} {
			got := Parse([]byte(anybody+"Disallow: "+tt.rule+"\n")).Compile(d, "x").Decide(tt.target)
			if (got.Verdict == Deny) != tt.match {
				t.Errorf("%s: %s on %s: %s", d.Name, tt.rule, tt.target, got.Verdict)
			}
		}
	}
	// The row with the empty path, which matches everything: as the first
	// match it decides.
	d := Parse([]byte(anybody+"Disallow:\nDisallow: /README.TXT\n")).Compile(Draft1996(), "x").Decide("/README.TXT")
	if d.Verdict != Allow || d.Line != 2 || d.Reason != ReasonAllowRule {
		t.Errorf("empty path: %+v", d)
	}
}

const marys = "#####\n# This is the robots.txt file for Mary's Antiques web site\n#####\n\n# Keep Suzy's robot out of the dynamic URLs\n" +
	"User-Agent: Suzy-Spider\nDisallow: /dynamic\nAllow: /private/suzy-stuff\nDisallow: /private\n\n" +
	"User-Agent: Furniture-Finder\nAllow: /dynamic/check-inventory\nDisallow: /dynamic\nDisallow: /private\n\n" +
	"User-Agent: *\nDisallow: /dynamic\nDisallow: /private\n"

// TestSeed001Table94 is the table of Mary's Antiques.
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
		for _, d := range []Dialect{Draft1996(), RFC9309(), Google()} {
			for agent, want := range map[string]bool{"Suzy-Spider": tt.suzy, "Furniture-Finder": tt.finder, "NosyBot": tt.others} {
				s := NewSites(d, agent)
				s.Parse(shop+"/robots.txt", []byte(marys), time.Time{})
				if got := s.Allowed(shop+tt.path, noon); got != want {
					t.Errorf("%s: %s for %s: %v, want %v", d.Name, tt.path, agent, got, want)
				}
			}
		}
	}
}

// TestSeed001RobotRules is the book's program: one object, several sites, each
// with rules of its own and a date until which they are fresh.
func TestSeed001RobotRules(t *testing.T) {
	t.Parallel()
	s := NewSites(Draft1996(), "SuperRobot/1.0")
	const joes, marysURL = "http://www.joes-hardware.com/robots.txt", "http://www.marys-antiques.com/robots.txt"
	if s.Decide("http://www.joes-hardware.com/x", noon).Verdict != Postpone {
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
	if d := s.Decide("http://www.joes-hardware.com/dynamic", noon.Add(2*time.Hour)); d.Verdict != Postpone || d.Reason != ReasonStale {
		t.Errorf("rules beyond their date: %+v", d)
	}
	if d := s.Decide(joes, noon.Add(2*time.Hour)); d.Verdict != Allow {
		t.Errorf("the file itself: %+v", d)
	}
	if s.Len() != 2 || s.Matcher(marysURL) == nil || s.Matcher("http://c/") != nil {
		t.Error("sites are mixed up")
	}
}

func TestSeed003(t *testing.T) {
	t.Parallel()
	const parts = anybody + "Disallow: /cgi-bin/\nDisallow: /tmp/\nDisallow: /private/\n"
	const only = "User-agent: WebCrawler\nDisallow:\n\n" + anybody + "Disallow: /\n"
	runSeedCases(t, []seedCase{
		{"help closes help.htm", "1994", "x", anybody + "Disallow: /help\n", "/help.htm", Deny},
		{"help closes the folder", "1994", "x", anybody + "Disallow: /help\n", "/help/index.html", Deny},
		{"help/ leaves help.html open", "1994", "x", anybody + "Disallow: /help/\n", "/help.html", Allow},
		{"help/ closes the folder", "1994", "x", anybody + "Disallow: /help/\n", "/help/index.html", Deny},
		{"everything is closed", "", "x", anybody + "Disallow: /\n", "/x", Deny},
		{"everything is open", "", "x", anybody + "Disallow:\n", "/x", Allow},
		{"an empty file", "", "x", "", "/x", Allow},
		{"three folders, one of them", "", "x", parts, "/tmp/x", Deny},
		{"three folders, none of them", "", "x", parts, "/public/x", Allow},
		{"one robot is kept out", "", "BadBot", "User-agent: BadBot\nDisallow: /\n", "/x", Deny},
		{"the others are not", "", "GoodBot", "User-agent: BadBot\nDisallow: /\n", "/x", Allow},
		{"one robot only", "", "WebCrawler", only, "/x", Allow},
		{"and no other", "", "x", only, "/x", Deny},
		{"reversed", "", "GoogleBot", anybody + "Disallow: GoogleBot\n", "/x", Allow},
		{"the right way, with a star", "", "GoogleBot", "User-agent: GoogleBot\nDisallow: *\n", "/x", Deny},
		{"several on a line", "", "x", anybody + "Disallow: /css/ /cgi-bin/ /images/\n", "/cgi-bin/x", Allow},
		{"blanks before the line", "", "x", anybody + "        Disallow: /cgi-bin/\n", "/cgi-bin/x", Deny},
		{"capitals", "", "Excite", "USER-AGENT: EXCITE\nDISALLOW:\n\n" + anybody + "Disallow: /\n", "/x", Allow},
		{"allow in 1994", "1994", "Baiduspider", "User-agent: Baiduspider\nDisallow: /j\nallow: /jane/\n", "/jane/", Deny},
		{"allow today", "", "Baiduspider", "User-agent: Baiduspider\nDisallow: /j\nallow: /jane/\n", "/jane/", Allow},
		{"the slash is forgotten", "", "Baiduspider", "User-agent: Baiduspider\nDisallow: css\n", "/css", Allow},
		{"with the slash", "", "Baiduspider", "User-agent: Baiduspider\nDisallow: /css\n", "/css", Deny},
		{"a web page in place of the file", "", "x", "<html>\n<body>404</body>\n</html>\n", "/x", Allow},
		{"no blank behind the colon", "", "x", "User-agent:*\nDisallow:/x\n", "/x", Deny},
	})
	for url, want := range map[string]string{
		"http://www.w3.org/": "http://www.w3.org/robots.txt", "http://www.w3.org:80/": "http://www.w3.org:80/robots.txt",
		"http://www.w3.org:1234/": "http://www.w3.org:1234/robots.txt", "http://w3.org/": "http://w3.org/robots.txt",
	} {
		if got, ok := FileURL(url); !ok || got != want {
			t.Errorf("the file for %s is at %q, want %q", url, got, want)
		}
	}
	for _, name := range []AgentToken{"Baiduspider", "Scooter", "ia_archiver", "Googlebot", "FAST-WebCrawler", "Slurp", "MSNBOT", "GoogleBot", "BaiDuSpider"} {
		if _, ok := KnownAgentByToken(name); !ok || !name.Valid() {
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
		{"a file", "", "x", anybody + "Disallow: /xyz.html\n", "/xyz.html", Deny},
		{"a file in a folder", "", "x", anybody + "Disallow: /pastaA/abc.html\n", "/pastaA/abc.html", Deny},
		{"the folder's other files are open", "", "x", anybody + "Disallow: /pastaA/abc.html\n", "/pastaA/def.html", Allow},
		{"one robot", "", "CeuAzul", "User-Agent: CeuAzul\nDisallow: /xyz.html\n", "/xyz.html", Deny},
		{"the others are free", "", "x", "User-Agent: CeuAzul\nDisallow: /xyz.html\n", "/xyz.html", Allow},
		{"the open gate", "", "x", anybody + "Disallow:\n", "/x", Allow},
		{"no file", "", "x", "", "/x", Allow},
		{"the closed gate", "", "x", anybody + "Disallow: /\n", "/x", Deny},
		{"closed to some: ceuazul", "", "ceuazul", shut, "/x", Deny},
		{"closed to some: ceunublado", "", "ceunublado", shut, "/x", Deny},
		{"closed to some: the others", "", "x", shut, "/x", Allow},
		{"picked: ceuazul", "", "ceuazul", picked, "/xyz.html", Deny},
		{"picked: ceuazul elsewhere", "", "ceuazul", picked, "/pastaB/subpastaC/mno.html", Allow},
		{"picked: ceunublado", "", "ceunublado", picked, "/pastaB/subpastaC/mno.html", Deny},
		{"a folder without slash", "", "x", anybody + "Disallow: /pastaA\n", "/pastaA/x/y", Deny},
		{"a folder with slash closes all that lies in it, unlike the text says", "", "x", anybody + "Disallow: /pastaA/\n", "/pastaA/x", Deny},
		{"and by the standard of 1994 too", "1994", "x", anybody + "Disallow: /pastaA/\n", "/pastaA/x", Deny},
		{"but not what begins alike", "", "x", anybody + "Disallow: /pastaA/\n", "/pastaAB", Allow},
		{"a folder with slash and end is its index only", "", "x", anybody + "Disallow: /pastaA/$\n", "/pastaA/x", Allow},
		{"its index", "", "x", anybody + "Disallow: /pastaA/$\n", "/pastaA/", Deny},
		{"repetition changes nothing", "", "x", anybody + "Disallow: /xyz.html\nDisallow: /xyz.html\n", "/xyz.html", Deny},
		{"an exception before", "1996", "x", anybody + "Allow: /pastaA/pagina1.html\nDisallow: /pastaA\n", "/pastaA/pagina1.html", Allow},
		{"an exception behind", "", "x", anybody + "Disallow: /pastaA\nAllow: /pastaA/pagina1.html\n", "/pastaA/pagina1.html", Allow},
		{"the folder stays closed", "", "x", anybody + "Disallow: /pastaA\nAllow: /pastaA/pagina1.html\n", "/pastaA/pagina2.html", Deny},
		{"inverted: all but some", "", "x", inverted, "/arquivox.html", Deny},
		{"inverted: the rest", "", "x", inverted, "/arquivoz.html", Allow},
		{"dynamic pages", "", "ceuazul", dynamic, "/loja?a=1", Deny},
		{"dynamic pages up to the question mark", "", "ceuazul", dynamic, "/loja?", Allow},
		{"almost all: the slash is missing", "google", "Googlebot", "User-agent: Googlebot\nDisallow: /\nAllow: home.html\n", "/home.html", Deny},
		{"almost all", "google", "Googlebot", "User-agent: Googlebot\nDisallow: /\nAllow: /home.html\nAllow: /arquivon.html\n", "/arquivon.html", Allow},
		{"almost all: the others", "google", "Googlebot", "User-agent: Googlebot\nDisallow: /\nAllow: /home.html\n", "/x.html", Deny},
		{"an ending", "", "x", anybody + "Disallow: /*.css$\nDisallow: /*.gif$\nDisallow: /*.jpg$\n", "/a/b.gif", Deny},
		{"an ending inside", "", "x", anybody + "Disallow: /*.css$\nDisallow: /*.gif$\n", "/a.gif.html", Allow},
	})
}
