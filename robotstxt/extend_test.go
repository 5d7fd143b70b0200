package robotstxt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// TestSeed001Conner2 tests the third version of the standard in table 9-2, with expressions and
// timing, by the example in its author's text.
func TestSeed001Conner2(t *testing.T) {
	t.Parallel()
	const body = "User-agent: *\nDisallow: /old\n\n" +
		"User-agent: alfred\nUser-agent: oscarbot\nRobot-version: 2.0    # uses 2.0\nAllow: *index.html\nAllow: /images/index.html\n" +
		"Allow: /blackhole/index.html\nAllow: /blackhole/info*\nDisallow: *\nDisallow: *.shtml\nDisallow: /images*\n" +
		"Disallow: /blackhole/info99*\nDisallow: /blackhole/info8.html\n\n" +
		"User-agent: vacuumweb\nRobot-version: 2.0.0\nAllow: /doc[0-9]?.html\nDisallow: /doc*\nVisit-time: 0600-0845\n" +
		"Comment: come by day\nRequest-rate: 1/10m 1300-1659\nRequest-rate: 5/1m 0500-1259\n\n" +
		"User-agent: *\nRobot-version: 2.0\nDisallow: /new/*\n"
	runSeedCases(t, []seedCase{
		{"an index anywhere", "conner2", "alfred", body, "/a/b/index.html", robotstxt.Allow},
		{"an explicit path", "conner2", "alfred", body, "/images/index.html", robotstxt.Allow},
		{"anything else", "conner2", "oscarbot", body, "/a/b.html", robotstxt.Deny},
		{"a folder by expression", "conner2", "alfred", body, "/images/x.gif", robotstxt.Deny},
		{"allowed pages", "conner2", "alfred", body, "/blackhole/info5.html", robotstxt.Allow},
		{"but not these", "conner2", "alfred", body, "/blackhole/info995.html", robotstxt.Deny},
		{"nor this one", "conner2", "alfred", body, "/blackhole/info8.html", robotstxt.Deny},
		{"a set and one letter", "conner2", "vacuumweb", body, "/doc7a.html", robotstxt.Allow},
		{"not in the set", "conner2", "vacuumweb", body, "/docx7.html", robotstxt.Deny},
		{"the whole path", "conner2", "vacuumweb", body, "/doc7a.html.gz", robotstxt.Deny},
		{"a robot of version 2 takes the group of version 2", "conner2", "x", body, "/new/a", robotstxt.Deny},
		{"and leaves that of version 1", "conner2", "x", body, "/old", robotstxt.Allow},
		{"robots of version 1 read beginnings", "conner2", "x", anybody + "Disallow: /old\n", "/older", robotstxt.Deny},
	})
	m := robotstxt.Parse([]byte(body)).Compile(dialect.Conner2(), "vacuumweb")
	if len(m.VisitTimes()) != 1 || len(m.RequestRates()) != 2 || !slices.Equal(m.Comments(), []string{"come by day"}) || m.RobotVersion() != "2.0.0" {
		t.Errorf("visit %v, rates %v, comments %q, version %q", m.VisitTimes(), m.RequestRates(), m.Comments(), m.RobotVersion())
	}
}

func TestCrawlDelay(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"10": 10 * time.Second, "0.5": 500 * time.Millisecond, "10s": 10 * time.Second, "0": 0, "": -1, "ten": -1, "-1": -1, "1e9": -1, "NaN": -1, "inf": -1,
		"99999999999999999999": -1, ".": -1, "1.2.3": -1, "5 s": 5 * time.Second,
	} {
		if got, ok := field.ParseCrawlDelay(value); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %s, %v", value, got, ok)
		}
	}
	for name, want := range map[string]time.Duration{"rfc9309": 3, "google": 0, "yandex": 0, "yandex-2003": 3, "bing": 3, "slurp": 3, "1994": 0, "rfc9309-strict": 0} {
		d, _ := dialect.ByName(name)
		if got := robotstxt.Parse([]byte(anybody+"Disallow:\nCrawl-delay: 3\nCrawl-delay: 2\n")).Compile(d, "x").CrawlDelay(); got != want*time.Second {
			t.Errorf("%s: delay %s", name, got)
		}
	}
}

func TestBingDelay(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte(anybody + "Crawl-delay: 10\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\n"))
	m := f.Compile(dialect.Bing(), "bingbot")
	if m.CrawlDelay() != 10*time.Second || !m.Allowed("/x") {
		t.Errorf("the delay of the star is not inherited: %s", m.CrawlDelay())
	}
	if d := f.Compile(dialect.RFC9309(), "bingbot").CrawlDelay(); d != 0 {
		t.Errorf("by RFC 9309 nothing is inherited: %s", d)
	}
	// One visit in each window of ten seconds: late in one and early in the next.
	last := noon.Add(9 * time.Second)
	if got := m.NextAllowed(last, last); !got.Equal(noon.Add(10 * time.Second)) {
		t.Errorf("next visit %s", got)
	}
	if got := f.Compile(dialect.RFC9309(), "x").NextAllowed(last, last); !got.Equal(noon.Add(19 * time.Second)) {
		t.Errorf("as a delay: %s", got)
	}
}

func TestVisitTime(t *testing.T) {
	t.Parallel()
	at := func(h, m int) time.Time { return time.Date(2026, 11, 20, h, m, 0, 0, time.UTC) }
	night, ok := field.ParseWindow("2200-0600")
	if !ok || night.String() != "2200-0600" {
		t.Fatalf("window %v %v", night, ok)
	}
	for _, tt := range []struct {
		t    time.Time
		next time.Time
	}{
		{at(23, 0), at(23, 0)}, {at(3, 0), at(3, 0)}, {at(6, 0), at(6, 0)}, {at(6, 1), at(22, 0)}, {at(21, 59), at(22, 0)}, {at(12, 0), at(22, 0)},
	} {
		if got := night.Next(tt.t); !got.Equal(tt.next) {
			t.Errorf("from %s: %s", tt.t, got)
		}
	}
	morning, _ := field.ParseWindow("06:00-08:45")
	if got := morning.Next(at(9, 0)); !got.Equal(at(6, 0).Add(24 * time.Hour)) {
		t.Errorf("the next morning: %s", got)
	}
	for _, bad := range []string{"", "0600", "2500-0600", "0660-0700", "a-b", "06000-0700", "-"} {
		if _, ok := field.ParseWindow(bad); ok {
			t.Errorf("%q is a window", bad)
		}
	}
	m := robotstxt.Parse([]byte(anybody+"Disallow:\nVisit-time: 0600-0700\nVisit-time: 2200-2300\nCrawl-delay: 60\nRequest-rate: 1/5m 0600-0630\n")).Compile(dialect.RFC9309(), "x")
	if got := m.NextAllowed(time.Time{}, at(12, 0)); !got.Equal(at(22, 0)) {
		t.Errorf("the nearer of two windows: %s", got)
	}
	if got := m.NextAllowed(at(6, 10), at(6, 10)); !got.Equal(at(6, 15)) {
		t.Errorf("the rate inside its hours: %s", got)
	}
	if got := m.NextAllowed(at(7, 0).Add(30*time.Second), at(7, 0)); !got.Equal(at(22, 0)) {
		t.Errorf("the delay reaches beyond the window: %s", got)
	}
	if got := m.Delay(at(6, 10)); got != 5*time.Minute {
		t.Errorf("delay %s", got)
	}
	if got := m.Delay(at(12, 0)); got != time.Minute {
		t.Errorf("delay outside the hours %s", got)
	}
}

// TestNextAllowedTogether compares NextAllowed for Crawl-delay, Request-rate with hours, and
// Visit-time across midnight, all in one group, with testing each minute.
func TestNextAllowedTogether(t *testing.T) {
	t.Parallel()
	at := func(d, h, m int) time.Time { return time.Date(2026, 11, d, h, m, 0, 0, time.UTC) }
	const night = anybody + "Disallow: /x\nCrawl-delay: 120\nRequest-rate: 1/30m 2200-2359\nRequest-rate: 1/10m 0000-0559\nVisit-time: 2200-0600\n"
	m := robotstxt.Parse([]byte(night)).Compile(dialect.RFC9309(), "x")
	for _, tt := range []struct {
		name            string
		last, now, want time.Time
	}{
		{"the first visit waits for the night", time.Time{}, at(20, 12, 0), at(20, 22, 0)},
		{"in the night it may come at once", time.Time{}, at(21, 0, 30), at(21, 0, 30)},
		{"the evening's rate", at(20, 22, 0), at(20, 22, 5), at(20, 22, 30)},
		{"the evening's rate ends at midnight", at(20, 23, 45), at(20, 23, 50), at(21, 0, 0)},
		{"and the morning's holds behind it", at(20, 23, 55), at(20, 23, 56), at(21, 0, 5)},
		{"at the end of the night only the delay is left", at(21, 6, 0), at(21, 6, 0), at(21, 22, 0)},
		{"a delay that reaches out of the night", at(21, 5, 58), at(21, 5, 59), at(21, 6, 0)},
	} {
		if got := m.NextAllowed(tt.last, tt.now); !got.Equal(tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	rnd := rand.New(rand.NewPCG(3, 9309))
	for range 400 {
		body := anybody + "Disallow: /x\n"
		clock := func() string { return fmt.Sprintf("%02d%02d", rnd.IntN(24), rnd.IntN(60)) }
		if rnd.IntN(2) == 0 {
			body += fmt.Sprintf("Crawl-delay: %d\n", 60*rnd.IntN(90))
		}
		for range rnd.IntN(4) {
			body += fmt.Sprintf("Request-rate: 1/%dm %s-%s\n", 1+rnd.IntN(3000), clock(), clock())
		}
		for range rnd.IntN(3) {
			body += "Visit-time: " + clock() + "-" + clock() + "\n"
		}
		d := dialect.RFC9309()
		d.DelayIsWindow = rnd.IntN(2) == 0
		m := robotstxt.Parse([]byte(body)).Compile(d, "x")
		now := at(20, rnd.IntN(24), rnd.IntN(60))
		last := now.Add(-time.Duration(rnd.IntN(100)) * time.Minute)
		want := now
		for !mayCome(m, last, want) {
			want = want.Add(time.Minute)
		}
		if got := m.NextAllowed(last, now); !got.Equal(want) {
			t.Fatalf("last %s, now %s: %s, minute by minute %s, of\n%s", last, now, got, want, body)
		}
	}
}

// mayCome tests every line of the group separately.
func mayCome(m *robotstxt.Matcher, last, at time.Time) bool {
	if d := m.CrawlDelay(); d > 0 && m.Dialect().DelayIsWindow && at.Truncate(d).Equal(last.Truncate(d)) ||
		!m.Dialect().DelayIsWindow && at.Sub(last) < d {
		return false
	}
	for _, r := range m.RequestRates() {
		if r.Hours.Holds(at) && at.Sub(last) < r.Delay() {
			return false
		}
	}
	return len(m.VisitTimes()) == 0 || slices.ContainsFunc(m.VisitTimes(), func(w field.Window) bool { return w.Holds(at) })
}

// TestNextAllowedHostile checks that NextAllowed returns even with rates as slow as ten years.
func TestNextAllowedHostile(t *testing.T) {
	t.Parallel()
	body := anybody + "Disallow: /x\nVisit-time: 0000-0000\n" + strings.Repeat("Request-rate: 1/87600h 0000-0001\n", 1000)
	m := robotstxt.Parse([]byte(body)).Compile(dialect.RFC9309(), "x")
	if got := m.NextAllowed(noon, noon); got.Sub(noon) < 24*365*time.Hour || !m.VisitTimes()[0].Holds(got) {
		t.Errorf("next visit %s", got)
	}
}

func TestCleanParam(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte(anybody+"Disallow: /x\nClean-param: ref&sid /forum/\n\nUser-agent: other\nClean-param: utm\nClean-param: a b c\nClean-param: "+strings.Repeat("x", 600)+"\n")).Compile(dialect.Yandex(), "y")
	if n := len(m.CleanParams()); n != 2 {
		t.Fatalf("%d lines", n)
	}
	for target, want := range map[string]string{
		"/forum/t?ref=1&id=2&sid=3": "/forum/t?id=2", "/forum/t?ref=1": "/forum/t", "/t?ref=1&utm=2": "/t?ref=1", "/t": "/t",
		"/forum/t?REF=1": "/forum/t?REF=1", "/t?id=1&utm": "/t?id=1", "/t?": "/t?",
	} {
		if got := m.Clean(target); got != want {
			t.Errorf("%s becomes %s, want %s", target, got, want)
		}
	}
	if got := robotstxt.Parse([]byte("Clean-param: a\n")).Compile(dialect.Google(), "x").Clean("/?a=1"); got != "/?a=1" {
		t.Errorf("google obeys Clean-param: %s", got)
	}
}

func TestPageRules(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte(anybody + "Noindex: /a\nNofollow: /*.php\nNoarchive: /b$\n"))
	d := dialect.RFC9309()
	if got := f.Compile(d, "x").PageRules("/a"); got != (robotstxt.PageRules{}) {
		t.Errorf("the default dialect obeys them: %+v", got)
	}
	d.Extensions |= dialect.ExtPageRules
	m := f.Compile(d, "x")
	if got := m.PageRules("/a/x.php"); got != (robotstxt.PageRules{Noindex: 2, Nofollow: 3}) {
		t.Errorf("%+v", got)
	}
	if got := m.PageRules("/b"); got != (robotstxt.PageRules{Noarchive: 4}) {
		t.Errorf("%+v", got)
	}
}

func TestSignalsAndLicenses(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte("License: https://a/l.xml\n"+anybody+"Content-Signal: search=yes, ai-train=no, use=reference\nLicense: https://a/m.xml\nAllow: /\n\nUser-agent: o\nLicense: https://a/o.xml\nDisallow: /\n")).Compile(dialect.RFC9309(), "x")
	got := m.Signals("/")
	if len(got) != 3 || got[1].Label != "ai-train" || got[1].Line != 3 {
		t.Fatalf("%+v", got)
	}
	if allowed, known := got[1].Allowed(); allowed || !known {
		t.Error("ai-train=no is a no")
	}
	if _, known := got[2].Allowed(); known {
		t.Error("use=reference is neither yes nor no")
	}
	if l := m.Licenses(); !slices.Contains(l, "https://a/l.xml") || !slices.Contains(l, "https://a/m.xml") || len(l) != 2 {
		t.Errorf("licenses %v", l)
	}
}

func TestCatalogue(t *testing.T) {
	t.Parallel()
	const groups = "User-agent: Googlebot\nDisallow: /g\n\nUser-agent: Yandex\nDisallow: /y\n\n" + anybody + "Disallow: /all\n"
	runSeedCases(t, []seedCase{
		{"a picture robot falls back", "google", "Googlebot-Image", groups, "/g", robotstxt.Deny},
		{"and not to the star", "google", "Googlebot-Image", groups, "/all", robotstxt.Allow},
		{"by RFC 9309 alone it does not", "", "Googlebot-Image", groups, "/g", robotstxt.Allow},
		{"AdsBot ignores the star", "google", "AdsBot-Google", groups, "/all", robotstxt.Allow},
		{"unless it is named", "google", "AdsBot-Google", "User-agent: AdsBot-Google\nDisallow: /all\n", "/all", robotstxt.Deny},
		{"Applebot follows Googlebot", "google", "Applebot", groups, "/g", robotstxt.Deny},
		{"YandexBot falls back to Yandex", "yandex", "YandexBot", groups, "/y", robotstxt.Deny},
		{"others take the star", "google", "OtherBot", groups, "/all", robotstxt.Deny},
		{"YandexBot first takes its own group", "yandex", "YandexBot", "User-agent: YandexBot\nDisallow: /b\n\n" + groups, "/y", robotstxt.Allow},
		{"and not that of all robots of Yandex", "yandex", "YandexBot", "User-agent: YandexBot\nDisallow: /b\n\n" + groups, "/b", robotstxt.Deny},
		{"an own group comes before the fallback", "google", "Googlebot-News", "User-agent: Googlebot-News\nDisallow: /n\n\n" + groups, "/g", robotstxt.Allow},
		{"AdsBot for phones falls back to AdsBot alone", "google", "AdsBot-Google-Mobile", "User-agent: AdsBot-Google\nDisallow: /ads\n\n" + groups, "/ads", robotstxt.Deny},
		{"AdsBot for phones ignores the star", "google", "AdsBot-Google-Mobile", groups, "/all", robotstxt.Allow},
		{"Applebot first takes its own group", "google", "Applebot", "User-agent: Applebot\nDisallow: /a\n\n" + groups, "/g", robotstxt.Allow},
		{"bingbot falls back to its old name", "bing", "bingbot", "User-agent: msnbot\nDisallow: /m\n\n" + groups, "/m", robotstxt.Deny},
		{"a token of use is no robot of its own", "google", "Google-Extended", "User-agent: Google-Extended\nDisallow: /\n\n" + groups, "/x", robotstxt.Deny},
		{"and says nothing to Googlebot", "google", "Googlebot", "User-agent: Google-Extended\nDisallow: /\n\n" + groups, "/x", robotstxt.Allow},
	})
	seen := map[dialect.AgentToken]bool{}
	for _, a := range dialect.KnownAgents() {
		if _, ok := dialect.ByName(a.Dialect); !ok || !a.Token.Valid() || seen[a.Token] || a.Source == "" {
			t.Errorf("%+v", a)
		}
		seen[a.Token] = true
	}
	if a, _ := dialect.KnownAgentByToken("google-extended"); a.Kind != dialect.AgentProduct {
		t.Errorf("Google-Extended is a %s", a.Kind)
	}
}

func TestDialectNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, d := range dialect.All() {
		if by, ok := dialect.ByName(d.Name); !ok || by != d || seen[d.Name] {
			t.Errorf("DialectByName(%s)", d.Name)
		}
		seen[d.Name] = true
	}
	for _, name := range strings.Fields("1994 1996 conner2 rfc9309 rfc9309-strict google bing yandex-2003 yandex baidu seznam slurp") {
		if !seen[name] {
			t.Errorf("no dialect %s", name)
		}
	}
	if d, ok := dialect.ByName(""); !ok || d != dialect.RFC9309() {
		t.Error("the default is not rfc9309")
	}
	if _, ok := dialect.ByName("martian"); ok {
		t.Error("an unknown dialect was found")
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, d := range dialect.All() {
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
	}
	for name, change := range map[string]func(*dialect.Dialect){
		"agents": func(d *dialect.Dialect) { d.Agents = 4 }, "spelling": func(d *dialect.Dialect) { d.Spelling = 9 }, "precedence": func(d *dialect.Dialect) { d.Precedence = 5 },
		"patterns": func(d *dialect.Dialect) { d.Patterns = 3 }, "escapes": func(d *dialect.Dialect) { d.Escapes = 200 }, "extensions": func(d *dialect.Dialect) { d.Extensions = 1 << 15 },
		"line": func(d *dialect.Dialect) { d.MaxLine = -1 }, "size": func(d *dialect.Dialect) { d.MaxBytes = -1 }, "window": func(d *dialect.Dialect) { d.DelayIsWindow, d.Extensions = true, 0 },
		"treatment": func(d *dialect.Dialect) { d.Policy.NoAnswer = 3 }, "age": func(d *dialect.Dialect) { d.Policy.MaxAge = 0 }, "default age": func(d *dialect.Dialect) { d.Policy.DefaultAge = -1 },
		"hold": func(d *dialect.Dialect) { d.Policy.Hold = -1 },
	} {
		d := dialect.RFC9309()
		change(&d)
		if d.Validate() == nil {
			t.Errorf("%s: no fault", name)
		}
		// An invalid dialect still reads files.
		m := robotstxt.Parse([]byte(anybody+"Disallow: /x*y$\nCrawl-delay: 2\n")).Compile(d, "FooBot")
		m.Decide("/x%7ey")
		m.Explain("/x~y")
		if c, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{}, noon); c.Access(d, "", "FooBot").Decide("/").Verdict == robotstxt.Allow {
			t.Errorf("%s: silence opens the site", name)
		}
	}
	zero := dialect.Dialect{Agents: 9, Escapes: 9}.Validate()
	if n := strings.Count(zero.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d faults at once: %v", n, zero)
	}
}

func TestNamesOfEnumerations(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		robotstxt.Verdict(9).String(): "verdict(9)", robotstxt.ReasonHost.String(): "host-directive", syntax.Key(99).String(): "key(99)", syntax.KeyHost.String(): "Host",
		syntax.KeyUnknown.String(): "unknown", syntax.LineJunk.String(): "junk", syntax.SpelledWide.String(): "wide", dialect.AgentLiberal.String(): "liberal",
		dialect.Longest.String(): "longest", dialect.PatternsGlob.String(): "glob", dialect.EscapesDraft.String(): "draft", dialect.TreatClosed.String(): "closed",
		(dialect.ExtHost | dialect.ExtCrawlDelay).String(): "crawl-delay,host", acquire.ClassRules.String(): "rules", acquire.StepFollow.String(): "follow",
		robotstxt.LossTie.String(): "tie", lint.SeverityError.String(): "error", lint.EffectBoth.String(): "both", field.HostDot.String(): "dot",
		acquire.EventWebPage.String(): "web-page", acquire.StageLate.String(): "late",
		lint.LocationCase.String(): "case", dialect.AgentTriggered.String(): "triggered", syntax.EncodingUTF16BE.String(): "utf-16be", lint.Check(250).String(): "check(250)",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	seen := map[string]bool{}
	for _, r := range robotstxt.Reasons() {
		if seen[r.String()] || strings.Contains(r.String(), "(") {
			t.Errorf("reason %s", r)
		}
		seen[r.String()] = true
	}
}

// TestWindowEndsAtMidnight checks that a day may end at 2400 and begin at 0000.
func TestWindowEndsAtMidnight(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"0000-2400": "0000-2359", "1800-24:00": "1800-2359", "2200-0000": "2200-0000", "0600-0845": "0600-0845",
		"2400-0600": "0000-0600", "24:00-2400": "0000-2359", "0000-2430": "", "0000-2401": "", "0060-0100": "", "2500-2600": "",
	} {
		if w, ok := field.ParseWindow(value); ok != (want != "") || ok && w.String() != want {
			t.Errorf("%q: %s, %v", value, w, ok)
		}
	}
	m := robotstxt.Parse([]byte("User-agent: *\nDisallow:\nVisit-time: 0000-2400\nRequest-rate: 1/60 0000-2400\n")).Compile(dialect.RFC9309(), "FooBot")
	at := noon.Add(5 * time.Hour)
	if m.NextAllowed(time.Time{}, at) != at || m.Delay(at) != time.Minute {
		t.Errorf("next %s, delay %s", m.NextAllowed(time.Time{}, at), m.Delay(at))
	}
}
