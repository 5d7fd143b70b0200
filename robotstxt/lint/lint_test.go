package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

const anybody = "User-agent: *\n"

// lintCases have, for each check of the text, a file with a finding.
var lintCases = []struct {
	name, body string
	check      Check
	line       int
	fixed      string // the result of Apply, "" if there is no fix
}{
	{"seed 003 reversed", "User-agent: *\nDisallow: GoogleBot\n", CheckReversed, 2, "User-agent: GoogleBot\nDisallow: /\n"},
	{"reversed above a rule that may be for everybody", anybody + "Disallow: FooBot\nDisallow: /x\n", CheckReversed, 2, ""},
	{"seed 003 several paths", anybody + "Disallow: /css/ /cgi-bin/ /images/\n", CheckSeveralPaths, 2, anybody + "Disallow: /css/\nDisallow: /cgi-bin/\nDisallow: /images/\n"},
	{"several paths and why", anybody + "Disallow: /a /b # c\n", CheckSeveralPaths, 2, anybody + "Disallow: /a # c\nDisallow: /b\n"},
	{"seed 000 two paths", "User-Agent: *\nDisallow: /cgi-bin /forum\n", CheckSeveralPaths, 2, "User-Agent: *\nDisallow: /cgi-bin\nDisallow: /forum\n"},
	{"seed 003 leading whitespace", anybody + "    Disallow: /cgi-bin/\n", CheckLeadingSpace, 2, anybody + "Disallow: /cgi-bin/\n"},
	{"seed 003 capitals", "USER-AGENT: EXCITE\nDISALLOW:\n", CheckKeyCase, 1, "User-agent: EXCITE\nDISALLOW:\n"},
	{"seed 003 allow", "User-agent: Baiduspider\nDisallow: /john/\nallow: /jane/\n", CheckAllowOld, 3, ""},
	{"seed 003 missing slash", "User-agent: Baiduspider\nDisallow: css\n", CheckMissingSlash, 2, "User-agent: Baiduspider\nDisallow: /css\n"},
	{"seed 000 host in path", "User-Agent: *\nDisallow: www.myhost.ru/cgi-bin\n", CheckHostInPath, 2, "User-Agent: *\nDisallow: /cgi-bin\n"},
	{"seed 000 wildcard of old", anybody + "Disallow: *.doc\n", CheckWildcardOld, 2, ""},
	{"seed 000 rule outside", "Disallow: /x\n" + anybody + "Disallow: /y\n", CheckRuleOutside, 1, ""},
	{"seed 000 empty group", anybody + "\nUser-agent: FooBot\nDisallow: /\n", CheckEmptyGroup, 1, anybody + "\nDisallow:\nUser-agent: FooBot\nDisallow: /\n"},
	{"seed 000 empty last group", anybody + "Disallow: /x\n\nUser-agent: FooBot\n", CheckEmptyGroup, 4, anybody + "Disallow: /x\n\nUser-agent: FooBot\nDisallow:\n"},
	{"seed 000 two robots", "User-agent: FooBot, BarBot\nDisallow: /x\n", CheckSeveralAgents, 1, "User-agent: FooBot\nUser-agent: BarBot\nDisallow: /x\n"},
	{"seed 000 host outside", "Host: www.a.ru\n" + anybody + "Disallow: /x\n", CheckHostPlace, 1, ""},
	{"seed 000 host before rules", anybody + "Host: www.a.ru\nDisallow: /x\n", CheckHostPlace, 2, ""},
	{"seed 000 host invalid", anybody + "Disallow: /x\nHost: http://www.myhost.ru\n", CheckHostInvalid, 3, ""},
	{"seed 003 html", "<html><body>not found</body></html>\n", CheckHTML, 0, ""},
	{"whole URL", anybody + "Disallow: http://h.com/x?y\n", CheckWholeURL, 2, anybody + "Disallow: /x?y\n"},
	{"space in path", anybody + "Disallow: /a b\n", CheckSpaceInPath, 2, anybody + "Disallow: /a%20b\n"},
	{"agent version", "User-agent: FooBot/1.0\nDisallow: /\n", CheckAgentVersion, 1, "User-agent: FooBot\nDisallow: /\n"},
	{"agent star", "User-agent: * baz\nDisallow: /\n", CheckAgentStar, 1, anybody + "Disallow: /\n"},
	{"agent between stars", "User-agent: *FooBot*\nDisallow: /\n", CheckAgentStar, 1, "User-agent: FooBot\nDisallow: /\n"},
	{"many robots between stars", "User-agent: *bot*\nDisallow: /\n", CheckAgentStar, 1, ""},
	{"two robots by whitespace", "User-agent: FooBot BarSpider\nDisallow: /x\n", CheckSeveralAgents, 1, "User-agent: FooBot\nUser-agent: BarSpider\nDisallow: /x\n"},
	{"a name of several words", "User-agent: Teleport Pro\nDisallow: /x\n", CheckAgentToken, 1, ""},
	{"seed 001 a word that many names hold", "User-agent: yandex bot\nDisallow: /\n", CheckAgentToken, 1, ""},
	{"seed 001 such a word in a list", "User-agent: FooBot, robots\nDisallow: /\n", CheckAgentToken, 1, ""},
	{"a digit in a name", "User-agent: MJ12bot\nDisallow: /\n", CheckAgentToken, 1, ""},
	{"no name", "User-agent:\nDisallow: /\n", CheckAgentToken, 1, ""},
	{"agent token", "User-agent: 360Spider\nDisallow: /\n", CheckAgentToken, 1, ""},
	{"quoted", "User-agent: \"FooBot\"\nDisallow: /\n", CheckQuoted, 1, "User-agent: FooBot\nDisallow: /\n"},
	{"double colon", "User-agent:: *\nDisallow: /\n", CheckDoubleColon, 1, "User-agent:*\nDisallow: /\n"},
	{"typo", anybody + "Disalow: /x\n", CheckTypo, 2, anybody + "Disallow: /x\n"},
	{"typo of wide crawls", anybody + "Desallow: /x\n", CheckTypo, 2, anybody + "Disallow: /x\n"},
	{"no colon", anybody + "Disallow /x\n", CheckNoColon, 2, anybody + "Disallow: /x\n"},
	{"unknown key", anybody + "Frobnicate: /x\nDisallow:\n", CheckUnknownKey, 2, ""},
	{"junk", anybody + "this is no rule\nDisallow:\n", CheckJunk, 2, ""},
	{"agents joined", "User-agent: A\nCrawl-delay: 5\nUser-agent: B\nDisallow: /\n", CheckAgentsJoined, 3, "User-agent: A\nCrawl-delay: 5\nDisallow:\nUser-agent: B\nDisallow: /\n"},
	{"the star joined to a robot below", anybody + "Crawl-delay: 5\nUser-agent: BadBot\nDisallow: /\n", CheckStarJoined, 3, anybody + "Crawl-delay: 5\nDisallow:\nUser-agent: BadBot\nDisallow: /\n"},
	{"a robot joined to the star below", "User-agent: GoodBot\nCrawl-delay: 5\n" + anybody + "Disallow: /x\n", CheckStarJoined, 3, "User-agent: GoodBot\nCrawl-delay: 5\nDisallow:\n" + anybody + "Disallow: /x\n"},
	{"long path", anybody + "Disallow: /" + strings.Repeat("x", 1100) + "\n", CheckLongPath, 2, ""},
	{"many rules", anybody + strings.Repeat("Disallow: /a\nAllow: /b\n", 1025), CheckManyRules, 2050, ""},
	{"no inherit", "User-agent: FooBot\nAllow: /\n\n" + anybody + "Disallow: /private\n", CheckNoInherit, 1, ""},
	{"seed 000 group for all twice", anybody + "Disallow: /a\n\n" + anybody + "Disallow: /b\n", CheckStarTwice, 4, ""},
	{"group twice", "User-agent: a\nDisallow: /a\n\nUser-agent: A\nDisallow: /b\n", CheckGroupTwice, 4, ""},
	{"seed 001 a part of many names", "User-agent: Robot\nDisallow: /x\n", CheckAgentGeneric, 1, ""},
	{"seed 001 bot", "User-agent: bot\nDisallow: /x\n", CheckAgentGeneric, 1, ""},
	{"seed 000 two robots, one unknown", "User-agent: Slurp Aport\nDisallow: /x\n", CheckAgentList, 1, ""},
	{"seed 003 capitals in a path", "User-agent: a\nDISALLOW: /CGI-BIN/\n", CheckKeyCase, 2, "User-agent: a\nDisallow: /CGI-BIN/\n"},
	{"empty line in group", anybody + "\nDisallow: /a\n", CheckEmptyLineInGroup, 2, anybody + "Disallow: /a\n"},
	{"several empty lines in group", anybody + "\n \n# why\n\nDisallow: /a\n", CheckEmptyLineInGroup, 5, anybody + "# why\nDisallow: /a\n"},
	{"empty last group with other lines", "User-agent: a\nUser-agent: b\nCrawl-delay: 5\n", CheckEmptyGroup, 1, "User-agent: a\nUser-agent: b\nCrawl-delay: 5\nDisallow:\n"},
	{"dead rule", anybody + "Disallow: /a\nDisallow: /a/b\n", CheckDeadRule, 3, anybody + "Disallow: /a\n"},
	{"dead by its escapes only", anybody + "Disallow: /*|\nDisallow: /*%7C\n", CheckDeadHere, 3, ""},
	{"dead to today's robots", anybody + "Disallow: /*.pdf\nDisallow: /docs/a.pdf\n", CheckDeadRule, 3, ""},
	{"the same rule twice", anybody + "Disallow: /a\nDisallow: /a\n", CheckDeadRule, 3, anybody + "Disallow: /a\n"},
	{"needed where a star at the end counts nothing", anybody + "Disallow: /l\nAllow: /l/g\nDisallow: /l/g*\n", CheckDeadHere, 3, ""},
	{"control", anybody + "Disallow: /a\x1b[31m\n", CheckControl, 2, ""},
	{"mark of direction", anybody + "Disallow: /a\u202Eb\n", CheckControl, 2, ""},
	{"long delay", anybody + "Disallow:\nCrawl-delay: 30000\n", CheckDelayLong, 3, ""},
	{"two delays", anybody + "Crawl-delay: 5\nDisallow:\nCrawl-delay: 10\n", CheckDelayTwice, 4, ""},
	{"dollar inside", anybody + "Disallow: /a$b\n", CheckDollarInside, 2, ""},
	{"robots file closed", anybody + "Disallow: /robots.txt\nDisallow: /x\n", CheckNoMatch, 2, ""},
	{"fragment", anybody + "Disallow: /x#frag\n", CheckFragment, 2, anybody + "Disallow: /x #frag\n"},
	{"bad escape", anybody + "Disallow: /100%zz\n", CheckBadEscape, 2, ""},
	{"double slash", anybody + "Disallow: //a/\n", CheckDoubleSlash, 2, ""},
	{"plus", anybody + "Disallow: /a+b\n", CheckPlus, 2, ""},
	{"no-break space", anybody + "Disallow:\u00A0/x\n", CheckWideSpace, 2, anybody + "Disallow:/x\n"},
	{"host of old", anybody + "Disallow:\nHost: www.a.ru\n", CheckHostOld, 3, ""},
	{"delay with unit", anybody + "Disallow:\nCrawl-delay: 10s\n", CheckDelay, 3, anybody + "Disallow:\nCrawl-delay: 10\n"},
	{"delay in words", anybody + "Disallow:\nCrawl-delay: ten\n", CheckDelay, 3, ""},
	{"rate", anybody + "Disallow:\nRequest-rate: often\n", CheckRate, 3, ""},
	{"visit time", anybody + "Disallow:\nVisit-time: night\n", CheckVisitTime, 3, ""},
	{"clean param", anybody + "Disallow:\nClean-param: a b c\n", CheckCleanParam, 3, ""},
	{"page rule", anybody + "Disallow:\nNoindex: /x\n", CheckPageRule, 3, ""},
	{"sitemap", "Sitemap: /sitemap.xml\n", CheckSitemap, 1, ""},
	{"scripts", anybody + "Disallow: /*.js$\n", CheckResource, 2, ""},
	{"empty allow", anybody + "Allow:\nDisallow: /x\n", CheckEmptyAllow, 2, anybody + "Disallow: /x\n"},
	{"empty allow that parts groups", "User-agent: a\nAllow:\nUser-agent: b\nDisallow: /x\n", CheckEmptyAllow, 2, "User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /x\n"},
	{"mark", "\xEF\xBB\xBF" + anybody + "Disallow: /x\n", CheckMark, 0, anybody + "Disallow: /x\n"},
	{"UTF-16", "\xFF\xFEU\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00D\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00", CheckUTF16, 0, "User-agent:*\nDisallow:/"},
	{"NUL", anybody + "Disallow: /x\x00y\n", CheckNUL, 2, ""},
	{"old character set", anybody + "Disallow: /caf\xE9\n", CheckBytes, 2, ""},
	{"line separator", anybody + "Disallow: /x\u2028Disallow: /y\n", CheckLineEnd, 2, ""},
	{"long line", anybody + "Disallow: /" + strings.Repeat("x", dialect.GoogleMaxLine) + "\n", CheckLongLine, 2, ""},
	{"two directives", "User-agent: * Disallow: /\n", CheckTwoDirectives, 1, "User-agent: *\nDisallow: /\n"},
	{"two rules", anybody + "Disallow: /search Allow: /search/about\n", CheckTwoDirectives, 2, anybody + "Disallow: /search\nAllow: /search/about\n"},
	{"two rules without a space", anybody + "Disallow: /fn:Disallow: /dp/\n", CheckTwoDirectives, 2, anybody + "Disallow: /fn\nDisallow: /dp/\n"},
	{"a key twice", anybody + "Disallow: Disallow: /x # c\n", CheckTwoDirectives, 2, anybody + "Disallow: /x # c\n"},
	{"three directives", "User-agent: a; User-agent: b; Disallow: /x", CheckTwoDirectives, 1, "User-agent: a\nUser-agent: b\nDisallow: /x"},
	{"a sitemap without a colon", "Sitemap https://h.com/y\n", CheckNoColon, 1, "Sitemap: https://h.com/y\n"},
	{"whole URL without a colon", anybody + "Disallow https://h.com/y\n", CheckWholeURL, 2, anybody + "Disallow: /y\n"},
	{"comment of C", anybody + "Disallow: /x // comment\n", CheckCommentMark, 2, anybody + "Disallow: /x # comment\n"},
	{"comment by semicolon", anybody + "Disallow: /x ; comment\n", CheckCommentMark, 2, anybody + "Disallow: /x # comment\n"},
	{"comment behind a name", "User-agent: FooBot // why\nDisallow: /x\n", CheckCommentMark, 1, "User-agent: FooBot # why\nDisallow: /x\n"},
	{"robots with versions", "User-agent: A/1.0; B\nDisallow: /x\n", CheckSeveralAgents, 1, "User-agent: A\nUser-agent: B\nDisallow: /x\n"},
	{"a whole header", "User-agent: Mozilla/5.0 (compatible; bingbot/2.0)\nDisallow: /x\n", CheckAgentVersion, 1, "User-agent: bingbot\nDisallow: /x\n"},
	{"a header without a name", "User-agent: Mozilla/5.0 (X11; Linux)\nDisallow: /x\n", CheckAgentToken, 1, ""},
	{"several reversed", anybody + "Disallow: Googlebot, Bingbot\n", CheckReversed, 2, ""},
	{"quotes of writing programs", anybody + "Disallow: \u201C/x\u201D\n", CheckQuoted, 2, anybody + "Disallow: /x\n"},
	{"backslashes", anybody + "Disallow: \\admin\\\n", CheckMissingSlash, 2, anybody + "Disallow: /admin/\n"},
	{"a path from above", anybody + "Disallow: ../x\n", CheckMissingSlash, 2, ""},
	{"a path from here", anybody + "Disallow: ./x\n", CheckMissingSlash, 2, anybody + "Disallow: /x\n"},
	{"several without slash", anybody + "Disallow: css, js\n", CheckMissingSlash, 2, ""},
	{"closed", anybody + "Disallow: /\n", CheckClosed, 2, ""},
	{"closed to others", anybody + "Disallow: /\n\nUser-agent: FooBot\nDisallow:\n", CheckClosedOthers, 2, ""},
	{"misspelt as nobody knows", anybody + "Dis-allow: /x\n", CheckTypo, 2, anybody + "Disallow: /x\n"},
	{"misspelt allow", anybody + "Disallow: /\nAlow: /x\n", CheckTypo, 3, anybody + "Disallow: /\nAllow: /x\n"},
	{"regular expression", anybody + "Disallow: /^abc$\n", CheckRegexp, 2, ""},
	{"regular expression with a choice", anybody + "Disallow: /(a|b)/\n", CheckRegexp, 2, ""},
	{"regular expression with a set", anybody + "Disallow: /[0-9]+\n", CheckRegexp, 2, ""},
	{"regular expression with an escape", anybody + "Disallow: .*\\.pdf$\n", CheckRegexp, 2, ""},
	{"dots", anybody + "Disallow: /a/../b\n", CheckDotSegment, 2, ""},
	{"one dot", anybody + "Disallow: /x/./y\n", CheckDotSegment, 2, ""},
	{"signal", anybody + "Content-Signal: search=maybe\nAllow: /\n", CheckUsage, 2, ""},
	{"signal unknown", anybody + "Content-Signal: train=yes\nAllow: /\n", CheckUsage, 2, ""},
	{"usage", anybody + "Content-Usage: train-ai\nAllow: /\n", CheckUsage, 2, ""},
	{"license", "License: /license.xml\n", CheckLicense, 1, ""},
	{"misspelt robot", "User-agent: googelbot\nDisallow: /x\n", CheckAgentTypo, 1, "User-agent: Googlebot\nDisallow: /x\n"},
	{"sitemap twice", "Sitemap: https://a.org/s.xml\nSitemap: https://a.org/s.xml\n", CheckSitemapTwice, 2, "Sitemap: https://a.org/s.xml\n"},
	{"seed 003 sitemap is a page", "Sitemap: https://a.org/sitemap.htm\n", CheckSitemapPage, 1, ""},
	{"sitemap is a page in capitals", "Sitemap: https://a.org/Map.HTML\n", CheckSitemapPage, 1, ""},
	{"mark encoded twice before a comment", markTwice + "# c\n" + anybody + "Disallow: /x\n", CheckJunk, 1, "# c\n" + anybody + "Disallow: /x\n"},
	{"mark encoded twice", markTwice + anybody + "Disallow: /x\n", CheckMarkTwice, 1, anybody + "Disallow: /x\n"},
	{"a type of files", anybody + "Disallow: .css\n", CheckMissingSlash, 2, ""},
	{"a line end is missing", anybody + "Disallow: /pureDisallow: /glee\n", CheckSeveralPaths, 2, ""},
	{"a program", "<?php\nheader(\"Content-Type:text/plain\");\n", CheckNotRobots, 0, ""},
	{"an image", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR: 1\x00", CheckNotRobots, 0, ""},
	{"many robots", manyRobots() + "Disallow: /a\nDisallow: /a/b\n", CheckUnchecked, 0, ""},
	{"cut file", anybody + strings.Repeat("Disallow: /filler/filler/filler\n", robotstxt.MaxBody/32), CheckTruncated, 0, ""},
}

// manyRobots returns a file that names more robots than lint examines one by one.
func manyRobots() string {
	var b strings.Builder
	for i := range maxLintAgents + 1 {
		fmt.Fprintf(&b, "User-agent: Bot%s\n", strings.Repeat("x", i))
	}
	return b.String()
}

func TestLint(t *testing.T) {
	t.Parallel()
	for _, tt := range lintCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := robotstxt.Parse([]byte(tt.body))
			found := File(f, Options{})
			i := slices.IndexFunc(found, func(x Finding) bool { return x.Check == tt.check && x.Line == tt.line })
			if i < 0 {
				t.Fatalf("no %s on line %d in %v", tt.check, tt.line, codes(found))
			}
			checkFix(t, f, found[i], tt.fixed)
		})
	}
}

func codes(found []Finding) []string {
	var out []string
	for _, x := range found {
		out = append(out, x.Check.String())
	}
	return out
}

// checkFix checks the properties of every fix: its text, that the finding disappears, and that
// it changes only the verdicts that it may.
func checkFix(t *testing.T, f *robotstxt.File, x Finding, want string) {
	t.Helper()
	if x.Fix == nil {
		if want != "" {
			t.Fatalf("%s has no fix", x.Check)
		}
		return
	}
	if want != "" {
		if got := string(Apply(f, x)); got != want {
			t.Errorf("fix of %s makes %q, want %q", x.Check, got, want)
		}
	}
	after := File(robotstxt.Parse(Apply(f, x)), Options{})
	if n, m := count(File(f, Options{}), x.Check), count(after, x.Check); m >= n {
		t.Errorf("fix of %s leaves %d of %d findings", x.Check, m, n)
	}
	d := Prove(f, x, dialect.RFC9309(), "/", "/x", "/a/b", "/css/x")
	if x.Fix.Effect&EffectOpens == 0 && d.Opened > 0 || x.Fix.Effect&EffectCloses == 0 && d.Closed > 0 {
		t.Errorf("fix of %s says %s: %d opened, %d closed, first %+v", x.Check, x.Fix.Effect, d.Opened, d.Closed, d.Changes[0])
	}
}

func count(found []Finding, c Check) int {
	n := 0
	for _, x := range found {
		if x.Check == c {
			n++
		}
	}
	return n
}

// TestEveryCheckIsTested checks that the table is complete.
func TestEveryCheckIsTested(t *testing.T) {
	t.Parallel()
	for _, c := range Checks() {
		in := false
		for _, tt := range lintURLCases {
			in = in || tt.check == c
		}
		for _, tt := range lintCases {
			in = in || tt.check == c
		}
		if !in {
			t.Errorf("no file shows %s", c)
		}
		if by, ok := CheckByCode(c.String()); !ok || by != c || c.Text() == "" {
			t.Errorf("%s is not found by its code, or says nothing", c)
		}
	}
}

// lintURLCases test the checks that need more than the text of a file.
var lintURLCases = []struct {
	name, body string
	opt        Options
	check      Check
	line       int
}{
	{name: "seed 000 capitals", opt: Options{URL: "http://www.yoursite.ru/Robots.txt"}, check: CheckFileCase},
	{name: "seed 000 capitals throughout", opt: Options{URL: "http://www.yoursite.ru/ROBOTS.TXT"}, check: CheckFileCase},
	{name: "seed 000 a folder", opt: Options{URL: "http://www.yoursite.ru/publick/robots.txt"}, check: CheckFileFolder},
	{name: "seed 000 a user's folder", opt: Options{URL: "http://www.yoursite.ru/~you/robots.txt"}, check: CheckFileFolder},
	{
		name: "the sitemap is closed", body: anybody + "Disallow: /maps/\nSitemap: https://a.org/maps/s.xml\n",
		opt: Options{URL: "https://a.org/robots.txt"}, check: CheckSitemapBlocked, line: 2,
	},
	{
		name: "a URL of another site in place of a path", body: anybody + "Disallow: https://b.org/x\n",
		opt: Options{URL: "https://a.org/robots.txt"}, check: CheckWholeURL, line: 2,
	},
	{
		name: "the host of another site in a path", body: anybody + "Disallow: b.org/x\n",
		opt: Options{URL: "https://a.org/robots.txt"}, check: CheckHostInPath, line: 2,
	},
	{
		name: "the sitemap is closed, where its host is all that is known", body: anybody + "Disallow: /maps/\nSitemap: https://a.org/maps/s.xml\n",
		check: CheckSitemapBlocked, line: 2,
	},
	{
		name: "the sitemap is closed, by the other scheme", body: anybody + "Disallow: /maps/\nSitemap: http://a.org/maps/s.xml\n",
		opt: Options{URL: "https://a.org/robots.txt"}, check: CheckSitemapBlocked, line: 2,
	},
	{
		name: "a page in the sitemap is closed", body: anybody + "Disallow: /maps/\nDisallow: /p\n",
		opt: Options{URL: "https://a.org/robots.txt", Wanted: []string{"https://a.org/page"}}, check: CheckURLBlocked, line: 3,
	},
	{
		name: "a page is closed to one robot", body: "User-agent: FooBot\nDisallow: /p\n",
		opt: Options{Agents: []dialect.AgentToken{"BarBot", "FooBot"}, Wanted: []string{"https://a.org/page"}}, check: CheckURLBlocked, line: 2,
	},
	{
		name: "a style sheet is closed", body: anybody + "Disallow: /static/\n",
		opt: Options{URL: "https://a.org/robots.txt", Resources: []string{"https://a.org/static/x.css"}}, check: CheckResource, line: 2,
	},
}

// TestLintKnowsPaths checks that a path belongs to the file's own site, whether that is known or
// not.
func TestLintKnowsPaths(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "https://a.org/robots.txt"} {
		found := File(robotstxt.Parse([]byte(anybody+"Disallow: /p\n")), Options{URL: url, Wanted: []string{"/page?x", "/open", "p"}, Resources: []string{"/p.css"}})
		if count(found, CheckURLBlocked) != 1 || count(found, CheckResource) != 1 {
			t.Errorf("at %q: %v", url, codes(found))
		}
	}
}

// spokenOfAnyway reports whether a check does not need a URL, but finds more with one.
func spokenOfAnyway(c Check) bool {
	return c == CheckSitemapBlocked || c == CheckWholeURL || c == CheckHostInPath
}

func TestLintKnowsURLs(t *testing.T) {
	t.Parallel()
	for _, tt := range lintURLCases {
		found := File(robotstxt.Parse([]byte(tt.body)), tt.opt)
		if !slices.ContainsFunc(found, func(x Finding) bool { return x.Check == tt.check && x.Line == tt.line }) {
			t.Errorf("%s: no %s on line %d in %v", tt.name, tt.check, tt.line, codes(found))
		}
		if without := File(robotstxt.Parse([]byte(tt.body)), Options{}); !spokenOfAnyway(tt.check) && count(without, tt.check) > 0 {
			t.Errorf("%s: %s without the URLs", tt.name, tt.check)
		}
	}
	for url, fixed := range map[string]bool{"": true, "https://www.b.org/robots.txt": true, "https://a.org/robots.txt": false} {
		for _, path := range []string{"https://b.org/x", "b.org/x"} {
			found := File(robotstxt.Parse([]byte(anybody+"Disallow: "+path+"\n")), Options{URL: url})
			if len(found) != 1 || (found[0].Fix != nil) != fixed {
				t.Errorf("%s in the file at %q: %+v", path, url, found)
			}
		}
	}
	found := File(robotstxt.Parse([]byte(anybody+"Disallow: /p\nSitemap: https://b.org/p/s.xml\n")), Options{
		URL: "https://a.org/robots.txt", Wanted: []string{"https://b.org/page", "no URL"}, Resources: []string{"http://a.org/p.css"},
	})
	if len(found) > 0 {
		t.Errorf("URLs of other sites: %v", codes(found))
	}
	found = File(robotstxt.Parse([]byte(anybody+"Disallow: /p\nSitemap: https://b.org/p/s.xml\nSitemap: https://a.org/p/s.xml\n")), Options{})
	if len(found) > 0 {
		t.Errorf("sitemaps of two hosts: %v", codes(found))
	}
}

func TestLintIsQuiet(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"", anybody + "Disallow:\n",
		"User-agent: FooBot\nDisallow: /a\nSitemap: https://a.org/s.xml # // no\nSitemap: https://a.org/t.xml\n", "# all\n" + anybody + "Disallow: /private/\n\nUser-agent: FooBot\nDisallow: /private/\nDisallow: /x\n\nSitemap: https://a.org/s.xml\n",
	} {
		if found := File(robotstxt.Parse([]byte(body)), Options{}); len(found) > 0 {
			t.Errorf("%q: %v", body, codes(found))
		}
	}
}

// TestLintSparesPaths checks that unusual but valid paths and values are not reported.
func TestLintSparesPaths(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"Disallow: /*.*$", "Disallow: /a(b)", "Disallow: /*?when[date]=", "Disallow: /.git", "Disallow: /a;b", "Disallow: /tag:allow/x",
		"Disallow: /x.*", "Disallow: /..", "Disallow: /x?y=/../", "Disallow: //x", "Content-Signal: search=yes, ai-train=no, use=reference",
		"Content-Usage: /x train-ai=n", "Content-Usage: train-ai=y, search=n", "License: https://a.org/l.xml", "User-agent: Twinglebot",
		"Disallow: /user-agent:x", "Crawl-delay: 5 # ; not", "Disavowal: /x", "Site: /x",
	} {
		for _, x := range File(robotstxt.Parse([]byte(anybody+line+"\nDisallow: /zz\n")), Options{}) {
			switch x.Check {
			case CheckRegexp, CheckDotSegment, CheckUsage, CheckLicense, CheckTwoDirectives, CheckCommentMark, CheckAgentTypo, CheckTypo:
				t.Errorf("%s: %s %s", line, x.Check, x.Detail)
			default: // other checks may find something
			}
		}
	}
}

// TestLintSilence checks that files that only resemble one with a finding have none.
func TestLintSilence(t *testing.T) {
	t.Parallel()
	maps := "Disallow: /maps/\nSitemap: https://a.org/maps/s.xml\n"
	for _, tt := range []struct {
		name, body string
		not        Check
	}{
		{"the robots file opened", anybody + "Disallow: /\nAllow: /robots.txt\n", CheckNoMatch},
		{"the sitemap is kept for a search engine", "User-agent: Baiduspider\nDisallow:\n\n" + anybody + maps, CheckSitemapBlocked},
		{"delays of two robots", "User-agent: a\nCrawl-delay: 5\nDisallow:\nUser-agent: b\nDisallow:\nCrawl-delay: 10\n", CheckDelayTwice},
		{"delays of robots that are joined", "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nCrawl-delay: 10\n", CheckDelayTwice},
		{"the same delay twice", anybody + "Crawl-delay: 5\nCrawl-delay: 5.0\nDisallow:\n", CheckDelayTwice},
		{"an hour", anybody + "Disallow:\nCrawl-delay: 3600\n", CheckDelayLong},
		{"one script and its versions", anybody + "Disallow: /js/counter*.js\n", CheckResource},
		{"one script", anybody + "Disallow: /js/counter.js\n", CheckResource},
		{"a joiner of letters, as in Persian", anybody + "Disallow: /\u0645\u06CC\u200C\u062E\n", CheckControl},
		{"a misspelt key", "Dis-allow: /x\n", CheckNotRobots},
		{"a comment", "# nothing\n", CheckNotRobots},
		{"a path called robot", anybody + "Disallow: robot\n", CheckReversed},
		{"a version behind a general word", "User-agent: bot/1.0\nDisallow: /\n", CheckAgentVersion},
	} {
		if found := File(robotstxt.Parse([]byte(tt.body)), Options{}); count(found, tt.not) > 0 {
			t.Errorf("%s: %v", tt.name, codes(found))
		}
	}
	closed := File(robotstxt.Parse([]byte("User-agent: Mediapartners-Google\nDisallow:\n\n"+anybody+maps)), Options{})
	if count(closed, CheckSitemapBlocked) != 1 {
		t.Errorf("the sitemap is open to a robot of advertisements only: %v", codes(closed))
	}
	who := File(robotstxt.Parse([]byte("User-agent: FooBot\n"+maps)), Options{Agents: []dialect.AgentToken{"FooBot", "BarBot"}})
	if i := slices.IndexFunc(who, func(x Finding) bool { return x.Check == CheckSitemapBlocked }); i < 0 || who[i].Detail != "https://a.org/maps/s.xml, to FooBot" {
		t.Errorf("for whom the sitemap is closed is not said: %+v", who)
	}
	junk := File(robotstxt.Parse([]byte("\x1f\x8b\x08\x00\x00\nhello\n\x00\x00\n")), Options{})
	if len(junk) != 1 || junk[0].Check != CheckNotRobots {
		t.Errorf("lines of what is no robots file are told: %v", codes(junk))
	}
}

// TestLintFileThatBeginsAsAPage checks that a file with rules is not a web page.
func TestLintFileThatBeginsAsAPage(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		"<!-- by us -->\nUser-agent: *\nDisallow: /a\n": 0, "<!-- by us -->\n": 1, "<html>\nUser-agent: *\n</html>\n": 1,
	} {
		if got := count(File(robotstxt.Parse([]byte(body)), Options{}), CheckHTML); got != want {
			t.Errorf("%q: %d pages", body, got)
		}
	}
}

// FuzzLint checks that findings are inside the file and that fixes do what they claim.
func FuzzLint(f *testing.F) {
	for _, tt := range lintCases {
		if len(tt.body) < 500 {
			f.Add([]byte(tt.body))
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) <= 600 {
			holdsLint(t, body)
		}
	})
}

// holdsLint checks the properties of FuzzLint for a file.
func holdsLint(t *testing.T, body []byte) {
	t.Helper()
	file := robotstxt.Parse(body)
	n := 0
	for range file.Lines() {
		n++
	}
	found := File(file, Options{})
	for _, x := range found {
		if x.Start < 0 || x.End < x.Start || x.End > len(file.Text()) || x.Line > n || x.Check == CheckNone {
			t.Fatalf("finding %+v outside %d lines, %d bytes", x, n, len(file.Text()))
		}
		if x.Fix == nil {
			continue
		}
		for _, e := range x.Fix.Edits {
			if e.Start < 0 || e.End < e.Start || e.End > len(file.Text()) {
				t.Fatalf("edit %+v outside", e)
			}
		}
		if syntax.StartsOddly(string(Apply(file, x))) {
			continue // what followed a mark or a space looks like a byte order mark
		}
		fixed := robotstxt.Parse(Apply(file, x))
		after := File(fixed, Options{})
		n, m := count(found, x.Check), count(after, x.Check)
		switch x.Check {
		case CheckDeadRule:
			// Without one rule another may be unnecessary; only this one must be gone.
			n, m = countOf(file, found, x, file), countOf(fixed, after, x, file)
		case CheckStarJoined, CheckAgentsJoined:
			// If a group is split, it depends on the new group which of the lines below are
			// joined to the star. The number of such lines must decrease by one.
			n, m = joined(found), joined(after)
		}
		if x.Check == CheckStarJoined || x.Check == CheckAgentsJoined {
			// Separated from the star above, the robots below may still be joined to one below
			// them: which of the two checks that is depends on the star.
			n, m = count(found, CheckStarJoined)+count(found, CheckAgentsJoined), count(after, CheckStarJoined)+count(after, CheckAgentsJoined)
		}
		if m >= n {
			t.Fatalf("fix of %s on line %d leaves %d of %d findings in %q", x.Check, x.Line, m, n, Apply(file, x))
		}
		d := Prove(file, x, dialect.RFC9309())
		if x.Fix.Effect&EffectOpens == 0 && d.Opened > 0 || x.Fix.Effect&EffectCloses == 0 && d.Closed > 0 {
			t.Fatalf("fix of %s on line %d says %s: %+v", x.Check, x.Line, x.Fix.Effect, d.Changes[0])
		}
	}
	if !syntax.StartsOddly(file.Text()) {
		sameForAll(t, "fuzz", file, found, 5)
		deadHolds(t, "fuzz", file, 3)
	}
}

func joined(found []Finding) int {
	return count(found, CheckStarJoined) + count(found, CheckAgentsJoined)
}

// countOf counts the findings in f of the same check as x, which is of file, about the same
// text.
func countOf(f *robotstxt.File, found []Finding, x Finding, file *robotstxt.File) int {
	n := 0
	for _, y := range found {
		if y.Check == x.Check && f.Text()[y.Start:y.End] == file.Text()[x.Start:x.End] {
			n++
		}
	}
	return n
}
