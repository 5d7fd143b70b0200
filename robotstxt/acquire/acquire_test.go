package acquire

import (
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestAcquireByDialect checks the policy table: the meaning of each answer without an earlier
// copy.
func TestAcquireByDialect(t *testing.T) {
	t.Parallel()
	body := []byte(anybody + "Disallow: /x\n")
	fetches := map[string]Fetch{
		"200": {Status: 200, Body: body}, "206": {Status: 206, Body: body}, "401": {Status: 401}, "403": {Status: 403}, "404": {Status: 404},
		"429": {Status: 429}, "500": {Status: 500}, "none": {}, "broken": {Status: 200, Body: body, Broken: true}, "loop": {Status: 302, Location: true, Hops: 5},
	}
	rfc := map[string]Class{
		"200": ClassRules, "206": ClassRules, "401": ClassUnavailable, "403": ClassUnavailable, "404": ClassUnavailable, "429": ClassUnreachable,
		"500": ClassUnreachable, "none": ClassUnreachable, "broken": ClassUnreachable, "loop": ClassUnavailable,
	}
	but := map[string]map[string]Class{
		"rfc9309-strict": {"429": ClassUnavailable},
		"1994":           {"401": ClassForbidden, "403": ClassForbidden}, "1996": {"401": ClassForbidden, "403": ClassForbidden},
		"conner2": {"401": ClassForbidden, "403": ClassForbidden}, "yandex-2003": {"401": ClassForbidden, "403": ClassForbidden},
		"yandex": {"206": ClassUnavailable, "429": ClassUnavailable, "500": ClassUnavailable},
	}
	events := map[string]Event{
		"200": EventFile, "206": EventFile, "401": EventRefused, "403": EventRefused, "404": EventMissing, "429": EventThrottled,
		"500": EventFailing, "none": EventNoAnswer, "broken": EventNoAnswer, "loop": EventRedirects,
	}
	for _, d := range dialect.All() {
		for name, f := range fetches {
			want := rfc[name]
			if c, ok := but[d.Name][name]; ok {
				want = c
			}
			c, step := Next(d, Copy{}, f, noon)
			if step != StepUse || c.Class != want {
				t.Errorf("%s on %s: %s, want %s", d.Name, name, c.Class, want)
			}
			if !c.Expires.After(noon) || c.CheckedAt != noon {
				t.Errorf("%s on %s: expires %s", d.Name, name, c.Expires)
			}
			event := events[name]
			if name == "206" && d.Policy.OnlyOK {
				event = EventStrange
			}
			got := c.Access(d, "", "FooBot").Decide("/x")
			if got.Event != event || got.Dialect != d.Name || (got.Stage != StageNone) != (want == ClassUnreachable) {
				t.Errorf("%s on %s: the decision names %s, %s of %s", d.Name, name, got.Event, got.Stage, got.Dialect)
			}
		}
	}
}

func TestAcquireGoogleOutage(t *testing.T) {
	t.Parallel()
	d := dialect.Google()
	good, _ := Next(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	for _, tt := range []struct {
		name  string
		first Copy
		after time.Duration
		down  bool
		want  robotstxt.Verdict
		stage Stage
	}{
		{"all stops at first", good, time.Hour, false, robotstxt.Postpone, StageHold},
		{"all stops at first without a copy", Copy{}, time.Hour, false, robotstxt.Postpone, StageHold},
		{"then the last copy", good, 13 * time.Hour, false, robotstxt.Deny, StageStale},
		{"then it is open without a copy", Copy{}, 13 * time.Hour, false, robotstxt.Allow, StageNoCopy},
		{"for thirty days", good, 29 * day, false, robotstxt.Deny, StageStale},
		{"then it is open", good, 31 * day, false, robotstxt.Allow, StageLate},
		{"unless the site is down as well", good, 31 * day, true, robotstxt.Postpone, StageLate},
		{"unless the site is down as well, without a copy", Copy{}, 31 * day, true, robotstxt.Postpone, StageLate},
	} {
		c, _ := Next(d, tt.first, Fetch{Status: 503}, noon)
		c, _ = Next(d, c, Fetch{SiteDown: tt.down}, noon.Add(tt.after))
		got := c.Access(d, "", "FooBot").Decide("/x")
		if got.Verdict != tt.want || got.Stage != tt.stage || got.Event != EventNoAnswer {
			t.Errorf("%s: %s (%s), %s in %s", tt.name, got.Verdict, got.Reason, got.Event, got.Stage)
		}
	}
}

func TestAcquireKeepsWhatWasOpen(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	c, _ := Next(d, Copy{}, Fetch{Status: 404}, noon)
	c, _ = Next(d, c, Fetch{Status: 500}, noon.Add(25*time.Hour))
	if c.Class != ClassUnavailable {
		t.Errorf("a site without a file is %s in an outage", c.Class)
	}
	c, _ = Next(d, c, Fetch{Status: 500}, noon.Add(40*day))
	if c.Class != ClassUnreachable {
		t.Errorf("and %s after a long one", c.Class)
	}
	closed := dialect.Draft1996()
	c, _ = Next(closed, Copy{}, Fetch{Status: 403}, noon)
	c, _ = Next(closed, c, Fetch{Status: 500}, noon.Add(time.Hour))
	if v := c.Access(closed, "", "x").Decide("/").Verdict; v == robotstxt.Allow {
		t.Error("an outage opens a closed site")
	}
}

func TestAcquireRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"": 3 * time.Second, "120": 2 * time.Minute, "Fri, 20 Nov 2026 12:10:00 GMT": 10 * time.Minute, "99999999": 24 * time.Hour,
		"9999999999": 24 * time.Hour, "99999999999999999999999": 24 * time.Hour, "000000000000000000000000120": 2 * time.Minute, "-5": 3 * time.Second,
		"soon": 3 * time.Second, "Fri, 20 Nov 2020 12:10:00 GMT": 3 * time.Second,
	} {
		c, _ := Next(dialect.RFC9309(), Copy{}, Fetch{Status: 429, RetryAfter: value}, noon)
		if got := c.Expires.Sub(noon); got != want {
			t.Errorf("Retry-After %q: %s, want %s", value, got, want)
		}
		if d := c.Access(dialect.RFC9309(), "", "x").Decide("/"); !d.RetryAt.Equal(c.Expires) {
			t.Errorf("the decision names %s", d.RetryAt)
		}
	}
	for _, d := range []dialect.Dialect{dialect.Yandex(), dialect.RFC9309Strict()} {
		for value, want := range map[string]time.Duration{"": time.Hour, "60": time.Hour, "7200": 2 * time.Hour, "99999999": 24 * time.Hour} {
			c, _ := Next(d, Copy{}, Fetch{Status: 429, RetryAfter: value}, noon)
			if got := c.Expires.Sub(noon); got != want || c.Class != ClassUnavailable {
				t.Errorf("%s, which lets in on 429, asks again after %s, want %s", d.Name, got, want)
			}
		}
	}
	delays := []time.Duration{3 * time.Second, 10 * time.Second, 10 * time.Minute, time.Hour, time.Hour}
	c := Copy{}
	for i, want := range delays {
		if c, _ = Next(dialect.RFC9309(), c, Fetch{}, noon); c.Expires.Sub(noon) != want || int(c.Failures) != i+1 {
			t.Errorf("failure %d: %s", i+1, c.Expires.Sub(noon))
		}
	}
}

func TestAcquireHTML(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	page := Fetch{Status: 200, Body: []byte("\n <!DOCTYPE html><title>log in</title>")}
	c, _ := Next(d, Copy{}, page, noon)
	if c.Class != ClassRules || !c.IsHTML() || c.Access(d, "", "x").Decide("/x").Verdict != robotstxt.Allow {
		t.Errorf("a page where there never was a file: %s", c.Class)
	}
	c, _ = Next(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	kept, _ := Next(d, c, page, noon.Add(25*time.Hour))
	if kept.Access(d, "", "x").Decide("/x").Verdict != robotstxt.Deny || kept.Detail == "" || kept.Failures != 1 {
		t.Errorf("a login page replaced the rules: %+v", kept)
	}
	typed, _ := Next(d, c, Fetch{Status: 200, ContentType: "Text/HTML; charset=utf-8", Body: []byte("<p>log in</p>")}, noon.Add(25*time.Hour))
	if a := typed.Access(d, "", "x"); a.Decide("/x").Verdict != robotstxt.Deny || a.Hash() != c.Hash || a.Age(noon.Add(time.Hour)) != time.Hour {
		t.Errorf("a page by its type replaced the rules: %+v", typed)
	}
	rules, _ := Next(d, c, Fetch{Status: 200, ContentType: "text/html", Body: []byte(anybody + "Disallow: /y\n")}, noon.Add(25*time.Hour))
	if rules.Access(d, "", "x").Decide("/y").Verdict != robotstxt.Deny {
		t.Error("rules under a wrong type are not taken")
	}
	strict, _ := Next(dialect.RFC9309Strict(), c, page, noon.Add(25*time.Hour))
	if strict.Access(d, "", "x").Decide("/x").Verdict != robotstxt.Allow {
		t.Error("by the letter the page is the file")
	}
}

func TestAcquireNotModified(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	c, _ := Next(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	later, _ := Next(d, c, Fetch{Status: 304, CacheControl: "max-age=3600"}, noon.Add(25*time.Hour))
	if later.Class != ClassRules || later.Hash != c.Hash || later.Expires.Sub(noon) != 26*time.Hour {
		t.Errorf("304: %+v", later)
	}
	if odd, _ := Next(d, Copy{}, Fetch{Status: 304}, noon); odd.Class != ClassUnreachable {
		t.Errorf("304 without a copy: %s", odd.Class)
	}
}

// TestDecisionNamesItsBasis checks that a decision names its copy and the row of the policy, and
// that an explanation has both in words.
func TestDecisionNamesItsBasis(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	body := []byte(anybody + "Disallow: /x\n")
	good, _ := Next(d, Copy{}, Fetch{Status: 200, Body: body}, noon)
	stale, _ := Next(d, good, Fetch{Status: 503}, noon.Add(25*time.Hour))
	page, _ := Next(d, good, Fetch{Status: 200, Body: []byte("<html>")}, noon.Add(25*time.Hour))
	missing, _ := Next(d, Copy{}, Fetch{Status: 404}, noon)
	first, _ := Next(d, Copy{}, Fetch{Status: 503}, noon)
	yandex, _ := Next(dialect.Yandex(), Copy{}, Fetch{Status: 204}, noon)
	for _, tt := range []struct {
		name  string
		c     Copy
		d     dialect.Dialect
		event Event
		stage Stage
		hash  bool
	}{
		{"nothing", Copy{}, d, EventUnknown, StageNone, false}, {"a file", good, d, EventFile, StageNone, true},
		{"an old file", stale, d, EventFailing, StageStale, true}, {"a page over a file", page, d, EventWebPage, StageStale, true},
		{"no file", missing, d, EventMissing, StageNone, false}, {"no file yet", first, d, EventFailing, StageNoCopy, false},
		{"a strange status", yandex, dialect.Yandex(), EventStrange, StageNone, false},
	} {
		a := tt.c.Access(tt.d, "", "FooBot")
		for _, got := range []Basis{a.Decide("/x").Basis, a.Decide("/").Basis, a.Decide("/robots.txt").Basis, a.Explain("/x").Basis} {
			if got.Event != tt.event || got.Stage != tt.stage || (got.FileHash != [32]byte{}) != tt.hash || got.FetchedAt != tt.c.FetchedAt {
				t.Errorf("%s: %s, %s, hash %x, of %s", tt.name, got.Event, got.Stage, got.FileHash, got.FetchedAt)
			}
		}
	}
	old := stale.Access(d, "", "FooBot").Decide("/x")
	if age := old.Age(noon.Add(25 * time.Hour)); age != 25*time.Hour || old.FileHash != sha256.Sum256(body) {
		t.Errorf("age %s, hash %x", age, old.FileHash)
	}
	if age := (Decision{}).Age(noon); age != 0 {
		t.Errorf("no file is %s old", age)
	}
	const told = `deny /x: deny-rule (dialect rfc9309)
  decided by line 2, column 1: Disallow: /x
  looked for: FooBot, then *
  the last request for the file failed with an error of the server; in this outage the last good copy counts
  file of 2026-11-20 12:00:00 UTC, SHA-256 a92d287a72a3f39a55e2848ec6af83163ae1c28172d2e2d89a45a105db0e2540
  group of line 1: *
`
	if got := stale.Access(d, "", "FooBot").Explain("/x").String(); got != told {
		t.Errorf("told:\n%s", got)
	}
	if got := first.Access(d, "", "FooBot").Explain("/x").String(); !strings.Contains(got, "failed with an error of the server; in this outage there is no good copy from before") {
		t.Errorf("told without a file:\n%s", got)
	}
}

func TestZeroAccessPostpones(t *testing.T) {
	t.Parallel()
	if d := (Access{}).Decide("/x"); d.Verdict != robotstxt.Postpone {
		t.Errorf("%+v", d)
	}
	c := Copy{}
	if d := c.Access(dialect.RFC9309(), "", "x").Decide("/x"); d.Verdict != robotstxt.Postpone || d.Reason != robotstxt.ReasonUnknown {
		t.Errorf("%+v", d)
	}
}

// FuzzAcquire checks that a copy always gives a decision, and never opens a site in its first
// outage.
func FuzzAcquire(f *testing.F) {
	f.Add(200, []byte("User-agent: *"), "max-age=5", "", "5", 0, false)
	f.Add(503, []byte(""), "", "Fri, 20 Nov 2026 13:00:00 GMT", "Fri, 20 Nov 2026 13:00:00 GMT", 5, true)
	f.Fuzz(func(t *testing.T, status int, body []byte, cache, expires, retry string, hops int, location bool) {
		for _, d := range dialect.All() {
			c, step := Next(d, Copy{}, Fetch{
				Status: status, Body: body, CacheControl: cache, Expires: expires, RetryAfter: retry, Hops: hops, Location: location,
			}, noon)
			if step == StepFollow {
				continue
			}
			if c.Class == ClassUnknown || !c.Expires.After(noon) || c.Expires.Sub(noon) > 30*day {
				t.Fatalf("%s: class %s, expires %s", d.Name, c.Class, c.Expires)
			}
			got := c.Access(d, "", "x").Decide("/")
			if status >= 500 && d.Policy.Failing == dialect.TreatOutage && got.Verdict == robotstxt.Allow {
				t.Fatalf("%s: %d opens the site", d.Name, status)
			}
			if got.Event == EventUnknown || (got.Stage == StageNone) == (c.Class == ClassUnreachable) {
				t.Fatalf("%s: %d is %s, %s, class %s", d.Name, status, got.Event, got.Stage, c.Class)
			}
		}
	})
}

// TestAcquireFileThatLooksLikeAPage checks that valid lines count whatever surrounds them.
func TestAcquireFileThatLooksLikeAPage(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	old, _ := Next(d, Copy{}, Fetch{Status: 200, Body: []byte("User-agent: *\nAllow: /\n")}, noon)
	for body, want := range map[string]robotstxt.Verdict{
		"<!-- robots file of example.org -->\nUser-agent: *\nDisallow: /\n": robotstxt.Deny,
		"<html>\nUser-agent: *\nDisallow: /\n</html>\n":                     robotstxt.Deny,
		"<!-- nothing -->\n":             robotstxt.Allow,
		"<html>User-agent: *\n</html>\n": robotstxt.Allow,
	} {
		for _, kind := range []string{"text/plain", "text/html; charset=utf-8", ""} {
			c, _ := Next(d, old, Fetch{Status: 200, Body: []byte(body), ContentType: kind}, noon.Add(time.Hour))
			if got := c.Access(d, "", "FooBot").Decide("/x"); got.Verdict != want || c.WebPage != (want == robotstxt.Allow) || c.IsHTML() {
				t.Errorf("%q as %q: %s (%s), a page: %v", body, kind, got.Verdict, got.Reason, c.WebPage)
			}
		}
	}
}

// TestAcquireRedirectStatus checks that exactly the statuses that name one new address are
// followed.
func TestAcquireRedirectStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]Step{
		301: StepFollow, 302: StepFollow, 303: StepFollow, 307: StepFollow, 308: StepFollow, 300: StepUse, 305: StepUse, 306: StepUse, 399: StepUse,
	} {
		c, step := Next(dialect.RFC9309(), Copy{}, Fetch{Status: status, Location: true}, noon)
		if step != want || step == StepUse && c.Event(dialect.RFC9309()) != EventRedirects {
			t.Errorf("%d: %s, %s", status, step, c.Event(dialect.RFC9309()))
		}
	}
}

// TestAcquireAbsenceExpires checks that an answer without a file is kept for as long as it says,
// between an hour and a day.
func TestAcquireAbsenceExpires(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	d.Policy.Refused = dialect.TreatClosed
	for field, want := range map[string]time.Duration{
		"": day, "max-age=7200": 2 * time.Hour, "max-age=60": time.Hour, "no-store": time.Hour, "max-age=999999999": day,
	} {
		for _, status := range []int{404, 401} {
			c, _ := Next(d, Copy{}, Fetch{Status: status, CacheControl: field}, noon)
			if got := c.Expires.Sub(noon); got != want {
				t.Errorf("%d with %q: %s, want %s", status, field, got, want)
			}
		}
	}
}

// TestAcquireClockSetBack checks that an outage that began in the future counts as just begun.
func TestAcquireClockSetBack(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	c, _ := Next(d, Copy{}, Fetch{Status: 200, Body: []byte("User-agent: *\nDisallow: /x\n")}, noon)
	c, _ = Next(d, c, Fetch{Status: 503}, noon.Add(time.Minute))
	c, _ = Next(d, c, Fetch{Status: 503}, noon)
	a := c.Access(d, "", "FooBot")
	if a.Decide("/y").Verdict != robotstxt.Allow || a.Decide("/x").Verdict != robotstxt.Deny {
		t.Errorf("%s, %s", a.Decide("/y").Verdict, a.Decide("/x").Verdict)
	}
}

// TestTooLargeEverywhere checks that a file that is too large for a dialect opens the site,
// however the file is passed.
func TestTooLargeEverywhere(t *testing.T) {
	t.Parallel()
	body := []byte("User-agent: *\nDisallow: /x\n" + strings.Repeat("# and so on\n", robotstxt.MaxBody/12))
	d := dialect.Yandex()
	c, _ := Next(d, Copy{}, Fetch{Status: 200, Body: body}, noon)
	sites := NewSites(d, "FooBot")
	sites.Parse("https://a.test/", body, time.Time{})
	for how, got := range map[string]robotstxt.Decision{
		"file": robotstxt.Parse(body).Compile(d, "FooBot").Decide("/x"), "copy": c.Access(d, "", "FooBot").Decide("/x").Decision,
		"loose copy": (&Copy{Class: ClassRules, Body: body}).Rules(d, "FooBot").Decide("/x"), "sites": sites.Decide("https://a.test/x", noon).Decision,
	} {
		if got.Verdict != robotstxt.Allow || got.Reason != robotstxt.ReasonTooLarge {
			t.Errorf("%s: %s, %s", how, got.Verdict, got.Reason)
		}
	}
}

// TestNilMatcherAsksForNothing checks the other lines of a site without a file.
func TestNilMatcherAsksForNothing(t *testing.T) {
	t.Parallel()
	m := (&Copy{Class: ClassUnavailable}).Access(dialect.RFC9309(), "", "FooBot").Matcher()
	if m != nil || m.CrawlDelay()+m.Delay(noon) != 0 || m.NextAllowed(noon, noon) != noon || m.NextAllowed(time.Time{}, noon) != noon ||
		m.Clean("/?a=1") != "/?a=1" || m.Usage("/") != nil || m.Signals("/") != nil || m.PageRules("/") != (robotstxt.PageRules{}) || m.CleanParams() != nil ||
		len(m.Hosts())+len(m.Licenses())+len(m.Comments())+len(m.VisitTimes())+len(m.RequestRates()) != 0 || m.RobotVersion() != "" {
		t.Error("a site without a file asks for something")
	}
	if new(Sites).Parse("http://a.test/", nil, noon) || new(Sites).Decide("http://a.test/", noon).Verdict != robotstxt.Postpone {
		t.Error("the zero Sites takes a file")
	}
}

// TestSiteAsGiven checks that a site may be given by any of its URLs, or by its host.
func TestSiteAsGiven(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: *\nDisallow: /a\nHost: www.main.test\n"))
	for site, want := range map[string]robotstxt.Verdict{
		"http://www.main.test": robotstxt.Allow, "http://www.main.test/": robotstxt.Allow, "HTTP://WWW.main.test:80/a?b": robotstxt.Allow, "www.main.test": robotstxt.Allow, "WWW.Main.test:80": robotstxt.Allow,
		"https://www.main.test/": robotstxt.Allow, "http://main.test": robotstxt.Deny, "main.test": robotstxt.Deny, "http://www.main.test:8080/": robotstxt.Deny, "": robotstxt.Allow,
	} {
		if got := f.CompileFor(dialect.Yandex2003(), site, "FooBot").Decide("/x"); got.Verdict != want {
			t.Errorf("%q: %s (%s)", site, got.Verdict, got.Reason)
		}
	}
}

// TestAcquireWithoutPolicy checks that a dialect without times requests the file again after a
// while, not at once.
func TestAcquireWithoutPolicy(t *testing.T) {
	t.Parallel()
	for _, f := range []Fetch{{Status: 200, Body: []byte("User-agent: *\n")}, {Status: 200, CacheControl: "no-cache"}, {Status: 404}, {Status: 503}, {}} {
		c, _ := Next(dialect.Dialect{}, Copy{}, f, noon)
		if got := c.Expires.Sub(noon); got < 3*time.Second || f.Status == 200 && got < dialect.MinAge {
			t.Errorf("%d: ask again after %s", f.Status, got)
		}
	}
}

// anybody begins a group for all robots.
const anybody = "User-agent: *\n"

const (
	hour = time.Hour
	day  = 24 * time.Hour
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
