package robotstxt_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// The traps below concern other things than a verdict on a path, but are tested with every
// dialect as well.

// eachDialect calls f for every dialect, with the value from but for its name or the default
// value.
func eachDialect[T any](t *testing.T, want T, but map[string]T, f func(d dialect.Dialect, want T)) {
	t.Helper()
	for name := range but {
		if _, ok := dialect.ByName(name); !ok {
			t.Errorf("no dialect %s", name)
		}
	}
	for _, d := range dialect.All() {
		w, ok := but[d.Name]
		if !ok {
			w = want
		}
		f(d, w)
	}
}

// delays returns the dialects that ignore Crawl-delay, or interpret it differently.
func delays(other time.Duration) map[string]time.Duration {
	return map[string]time.Duration{
		"rfc9309-strict": 0, "1994": 0, "1996": 0, "conner2": 0, "google": 0, "yandex": 0, "baidu": 0, "baidu-observed": 0, "seznam": 0, "bing": other,
	}
}

func TestTrapsOfDelays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, body, agent string
		want, bing        time.Duration
	}{
		{"11 both robots have the delay", fooBot + "Crawl-delay: 5\nUser-agent: BarBot\nDisallow: /x\n", "BarBot", 5 * time.Second, 5 * time.Second},
		{"14 a delay before any group speaks to nobody", "Crawl-delay: 1\n" + anybody + "Disallow: /y\n", "FooBot", 0, 0},
		{"15 a unit that is not in the standard", anybody + "Crawl-delay: 10s\nDisallow: /y\n", "FooBot", 10 * time.Second, 10 * time.Second},
		{"42 the delay of another robot", anybody + "Disallow: /x\n\nUser-agent: AhrefsBot\nCrawl-delay: 10\nDisallow: /y\n", "FooBot", 0, 0},
		{"the star's delay is for those without a group", anybody + "Crawl-delay: 10\nDisallow: /x\n\n" + fooBot + "Disallow: /y\n", "FooBot", 0, 10 * time.Second},
	} {
		eachDialect(t, tt.want, delays(tt.bing), func(d dialect.Dialect, want time.Duration) {
			if got := robotstxt.Parse([]byte(tt.body)).Compile(d, dialect.AgentToken(tt.agent)).CrawlDelay(); got != want {
				t.Errorf("%s, %s: %s, want %s", tt.name, d.Name, got, want)
			}
		})
	}
}

// TestTrap18WholeHeader checks that the token of a header finds its group in every dialect.
func TestTrap18WholeHeader(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte(fooBot + "Disallow: /x\n\n" + anybody + "Disallow: /y\n"))
	eachDialect(t, robotstxt.Deny, nil, func(d dialect.Dialect, want robotstxt.Verdict) {
		token := dialect.TokenFromUserAgent("Mozilla/5.0 (compatible; FooBot/2.1; +http://foo/)")
		for _, given := range []dialect.AgentToken{token, "FooBot/2.1", "Mozilla/5.0 (compatible; FooBot/2.1; +http://foo/)"} {
			if got := m.Compile(d, given).Decide("/x"); got.Verdict != want {
				t.Errorf("%s: %s given as %q", d.Name, got.Verdict, given)
			}
		}
	})
}

func TestTrap40And45EveryDialect(t *testing.T) {
	t.Parallel()
	many := []byte(anybody + "Disallow: /x\n")
	for range 3000 {
		many = append(many, "User-agent: FooBot\nDisallow: /x\n\n"...)
	}
	f := robotstxt.Parse(many)
	eachDialect(t, robotstxt.Deny, nil, func(d dialect.Dialect, want robotstxt.Verdict) {
		if got := f.Compile(d, "FooBot").Decide("/x"); got.Verdict != want {
			t.Errorf("40, %s: %s", d.Name, got.Verdict)
		}
		s := acquire.NewSites(d, "FooBot")
		if got := s.Decide("http://[::1/x", noon); got.Verdict != robotstxt.Postpone || got.Reason != robotstxt.ReasonBadURL || got.Dialect != d.Name {
			t.Errorf("45, %s: %+v", d.Name, got)
		}
	})
}

// TestTrap44EveryDialect checks that a site with the explicit default port of its scheme is the
// same site, and one with another port is not.
func TestTrap44EveryDialect(t *testing.T) {
	t.Parallel()
	eachDialect(t, robotstxt.Deny, nil, func(d dialect.Dialect, want robotstxt.Verdict) {
		s := acquire.NewSites(d, "FooBot")
		s.Parse("https://a.ru/robots.txt", []byte(anybody+"Disallow: /x\n"), time.Time{})
		if got := s.Decide("https://A.ru:443/x", noon); got.Verdict != want {
			t.Errorf("%s: %s with the port written", d.Name, got.Verdict)
		}
		for _, url := range []string{"https://a.ru:8443/x", "http://a.ru/x", "https://www.a.ru/x"} {
			if got := s.Decide(url, noon); got.Verdict != robotstxt.Postpone {
				t.Errorf("%s: %s is %s", d.Name, url, got.Verdict)
			}
		}
	})
}

// TestTrap48EveryDialect checks that five redirects are followed, even to other hosts, and that
// the rules apply to the original site.
func TestTrap48EveryDialect(t *testing.T) {
	t.Parallel()
	eachDialect(t, acquire.ClassUnavailable, nil, func(d dialect.Dialect, want acquire.Class) {
		for hops := range acquire.MaxHops {
			if _, step := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 301, Location: true, Hops: hops}, noon); step != acquire.StepFollow {
				t.Errorf("%s: hop %d is not followed", d.Name, hops)
			}
		}
		for _, f := range []acquire.Fetch{{Status: 302, Location: true, Hops: acquire.MaxHops}, {Status: 307, Hops: 1}} {
			if c, step := acquire.Next(d, acquire.Copy{}, f, noon); step != acquire.StepUse || c.Class != want {
				t.Errorf("%s: %+v is %s", d.Name, f, c.Class)
			}
		}
		end := acquire.Fetch{Status: 200, Hops: 3, Body: []byte(anybody + "Disallow: /x\n")}
		c, _ := acquire.Next(d, acquire.Copy{}, end, noon)
		if got := c.Access(d, "http://first.ru", "FooBot").Decide("/x"); got.Verdict != robotstxt.Deny {
			t.Errorf("%s: the rules behind three hops: %s", d.Name, got.Verdict)
		}
	})
}

// TestTraps49And50EveryDialect checks that Host lines close other sites only in the dialect of
// 2003, and invalid ones in none.
func TestTraps49And50EveryDialect(t *testing.T) {
	t.Parallel()
	const site = "http://b.ru"
	valid := robotstxt.Parse([]byte(anybody + "Disallow: /forum\nHost: www.a.ru\n"))
	wrong := robotstxt.Parse([]byte(anybody + "Disallow: /forum\nHost: http://www.a.ru\nHost: 213.180.194.129\nHost: a.ru,b.ru\nHost: www.a.ru:8080/\n"))
	eachDialect(t, robotstxt.ReasonNoRule, map[string]robotstxt.Reason{"yandex-2003": robotstxt.ReasonHost}, func(d dialect.Dialect, want robotstxt.Reason) {
		if got := valid.CompileFor(d, site, "Yandex").Decide("/page"); got.Reason != want || (got.Verdict == robotstxt.Deny) != (want == robotstxt.ReasonHost) {
			t.Errorf("50, %s: %s, %s", d.Name, got.Verdict, got.Reason)
		}
		if got := wrong.CompileFor(d, site, "Yandex").Decide("/page"); got.Verdict != robotstxt.Allow {
			t.Errorf("49, %s: %s by %s", d.Name, got.Verdict, got.Rule)
		}
		if got := valid.CompileFor(d, "http://www.a.ru:80", "Yandex").Decide("/page"); got.Verdict != robotstxt.Allow {
			t.Errorf("the main mirror, %s: %s", d.Name, got.Verdict)
		}
	})
}

// TestTrap52EveryDialect checks that usage lines count in the default dialect, and in no other.
func TestTrap52EveryDialect(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte(anybody + "Disallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\nContent-Signal: ai-train=no\n"))
	for target, want := range map[string]string{"/ai-ok/t": "y", "/": "n", "/never/x": ""} {
		nothing := map[string]string{}
		for _, d := range dialect.All()[1:] {
			nothing[d.Name] = ""
		}
		eachDialect(t, want, nothing, func(d dialect.Dialect, want string) {
			got := ""
			for _, p := range f.Compile(d, "FooBot").Usage(target) {
				got = p.Value
			}
			if got != want {
				t.Errorf("%s on %s: %q, want %q", d.Name, target, got, want)
			}
		})
	}
}

func TestTrap54EveryDialect(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte(anybody + "Disallow: /x\nRequest-rate: 1/60\nVisit-time: 0600-0845\n"))
	per := map[string]time.Duration{}
	for _, d := range dialect.All() {
		if !slices.Contains([]string{"rfc9309", "conner2", "seznam"}, d.Name) {
			per[d.Name] = 0
		}
	}
	eachDialect(t, time.Minute, per, func(d dialect.Dialect, want time.Duration) {
		m := f.Compile(d, "FooBot")
		if got := m.Delay(noon); got != want || len(m.VisitTimes()) > 0 != (want > 0) {
			t.Errorf("%s: %s, visits %v", d.Name, got, m.VisitTimes())
		}
	})
}

// TestTrap55EveryDialect checks that a file that is cut loses its last partial line, in every
// dialect that reads files of that size.
func TestTrap55EveryDialect(t *testing.T) {
	t.Parallel()
	cut := []byte(anybody + "Disallow: /kept\n#")
	for len(cut) < robotstxt.MaxBody-len("\nDisallow: /a") {
		cut = append(cut, '#')
	}
	f := robotstxt.Parse(append(cut, "\nDisallow: /abcdef\n"...))
	eachDialect(t, robotstxt.Deny, map[string]robotstxt.Verdict{"yandex": robotstxt.Allow}, func(d dialect.Dialect, kept robotstxt.Verdict) {
		m := f.Compile(d, "FooBot")
		if m.Decide("/axyz").Verdict != robotstxt.Allow || m.Decide("/kept").Verdict != kept {
			t.Errorf("%s: /axyz %s, /kept %s", d.Name, m.Decide("/axyz").Verdict, m.Decide("/kept").Verdict)
		}
		c, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 200, Truncated: true, Body: []byte(anybody + "Disallow: /kept\nDisallow: /a")}, noon)
		if a := c.Access(d, "", "FooBot"); a.Decide("/axyz").Verdict != robotstxt.Allow || a.Decide("/kept").Verdict != kept || !c.Truncated {
			t.Errorf("%s: a body that was cut on the way", d.Name)
		}
	})
}

// TestTrap41EveryDialect checks that a Sitemap line belongs to no group and ends none, wherever
// it is.
func TestTrap41EveryDialect(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("Sitemap: http://a/1\n" + fooBot + "Sitemap: http://a/2\nUser-agent: BarBot\nDisallow: /x\nSitemap: http://a/3\nDisallow: /y\n"))
	if got := f.Sitemaps(); len(got) != 3 {
		t.Errorf("sitemaps %q", got)
	}
	eachDialect(t, robotstxt.Deny, nil, func(d dialect.Dialect, want robotstxt.Verdict) {
		for _, target := range []string{"/x", "/y"} {
			if got := f.Compile(d, "FooBot").Decide(target); got.Verdict != want {
				t.Errorf("%s: %s is %s", d.Name, target, got.Verdict)
			}
		}
	})
}

// TestLongLineEveryDialect checks that Google cuts a long line, so that a rule closes more than
// was written, and that the others do not.
func TestLongLineEveryDialect(t *testing.T) {
	t.Parallel()
	path := "/" + strings.Repeat("x", 20_000)
	f := robotstxt.Parse([]byte(anybody + "Disallow: " + path + "\nDisallow: /y\n"))
	eachDialect(t, robotstxt.Allow, map[string]robotstxt.Verdict{"google": robotstxt.Deny}, func(d dialect.Dialect, want robotstxt.Verdict) {
		m := f.Compile(d, "FooBot")
		if got := m.Decide(path[:dialect.GoogleMaxLine]); got.Verdict != want {
			t.Errorf("%s: cut short: %s", d.Name, got.Verdict)
		}
		if m.Decide(path).Verdict != robotstxt.Deny || m.Decide("/y").Verdict != robotstxt.Deny {
			t.Errorf("%s: the whole path, or the line behind it", d.Name)
		}
	})
	over := robotstxt.Parse([]byte(anybody + "Disallow: /" + strings.Repeat("x", robotstxt.MaxRule) + "\nDisallow: /y\n"))
	eachDialect(t, robotstxt.Allow, map[string]robotstxt.Verdict{"google": robotstxt.Deny}, func(d dialect.Dialect, want robotstxt.Verdict) {
		m := over.Compile(d, "FooBot")
		if got := m.Decide("/" + strings.Repeat("x", robotstxt.MaxRule)); got.Verdict != want || m.Decide("/y").Verdict != robotstxt.Deny {
			t.Errorf("%s: a path longer than any URL: %s", d.Name, got.Verdict)
		}
	})
}

// TestSpellings checks every known misspelling and its class.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key     syntax.Key
		spelled syntax.Spelling
		names   string // separated by vertical bars
	}{
		{syntax.KeyUserAgent, syntax.SpelledRight, "User-agent|USER-AGENT|user-Agent"}, {syntax.KeyDisallow, syntax.SpelledRight, "Disallow|disallow"},
		{syntax.KeyUserAgent, syntax.SpelledTypo, "useragent|User Agent"}, {syntax.KeySitemap, syntax.SpelledTypo, "site-map|Site-Map"},
		{syntax.KeyDisallow, syntax.SpelledTypo, "dissallow|dissalow|disalow|diasllow|disallaw"},
		{syntax.KeyDisallow, syntax.SpelledPrefix, "Disallowed|disallows|disallow-all"}, {syntax.KeyAllow, syntax.SpelledPrefix, "allowed"},
		{syntax.KeySitemap, syntax.SpelledPrefix, "sitemaps"}, {syntax.KeyUserAgent, syntax.SpelledPrefix, "user-agents|User-agent-x"},
		{syntax.KeyUserAgent, syntax.SpelledWide, "useg-agent|ser-agent|users-agent|user-agnet"},
		{syntax.KeyDisallow, syntax.SpelledWide, "desallow|dssalow|dsallow|diallow|disllow"},
		{syntax.KeyCrawlDelay, syntax.SpelledWide, "crawldelay|crawl delay|clawl-delay|craw-delay|crawl-deley"},
		{syntax.KeyUnknown, syntax.SpelledRight, "||dis|Forbid|agent|D\u0130sallow|host:"},
		{syntax.KeyCacheDelay, syntax.SpelledRight, "Cache-delay"}, {syntax.KeyRevisitAfter, syntax.SpelledRight, "revisit-after"}, {syntax.KeyDomain, syntax.SpelledRight, "Domain"},
		{syntax.KeyLLMPolicy, syntax.SpelledRight, "LLM-Policy"}, {syntax.KeyLicense, syntax.SpelledRight, "license"}, {syntax.KeyContentUsage, syntax.SpelledRight, "content-usage"},
	} {
		for name := range strings.SplitSeq(tt.names, "|") {
			if key, spelled := syntax.KeyOf(name); key != tt.key || spelled != tt.spelled {
				t.Errorf("%q is %s, %s; want %s, %s", name, key, spelled, tt.key, tt.spelled)
			}
		}
	}
	// The class determines whether a dialect accepts it.
	for _, name := range []string{"Disallow", "Disalow", "Disallowed", "Desallow"} {
		_, spelled := syntax.KeyOf(name)
		for _, d := range dialect.All() {
			if got := robotstxt.Parse([]byte(anybody+name+": /x\n")).Compile(d, "FooBot").Allowed("/x"); got != (spelled > d.Spelling) {
				t.Errorf("%s, %s: allowed %v", d.Name, name, got)
			}
		}
	}
}

// TestOutagesEveryDialect checks the effect of an outage in each dialect, for a site whose rules
// were known before, and the effect of a web page instead of the rules.
func TestOutagesEveryDialect(t *testing.T) {
	t.Parallel()
	const none, later, month, more = "postpone postpone postpone postpone", "postpone deny deny allow", "deny deny deny postpone", "allow allow allow allow"
	eachDialect(t, month, map[string]string{
		"1994": none, "1996": none, "conner2": none, "yandex-2003": none, "google": later, "yandex": more,
	}, func(d dialect.Dialect, want string) {
		good, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
		var got []string
		for _, after := range []time.Duration{time.Hour, 13 * time.Hour, 29 * 24 * time.Hour, 31 * 24 * time.Hour} {
			c, _ := acquire.Next(d, good, acquire.Fetch{Status: 503}, noon)
			c, _ = acquire.Next(d, c, acquire.Fetch{Status: 503}, noon.Add(after))
			got = append(got, c.Access(d, "", "FooBot").Decide("/x").Verdict.String())
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", d.Name, s, want)
		}
		again, _ := acquire.Next(d, good, acquire.Fetch{Status: 304}, noon.Add(time.Hour))
		if a := again.Access(d, "", "FooBot").Decide("/x"); a.Verdict != robotstxt.Deny || a.Event != acquire.EventFile || a.Age(noon.Add(2*time.Hour)) != time.Hour {
			t.Errorf("%s: not modified: %+v", d.Name, a)
		}
		busy, _ := acquire.Next(d, good, acquire.Fetch{Status: 429, RetryAfter: "7200"}, noon)
		if wait := busy.Expires.Sub(noon); wait != 2*time.Hour {
			t.Errorf("%s: Retry-After: %s", d.Name, wait)
		}
	})
	strict := map[string]robotstxt.Verdict{"rfc9309-strict": robotstxt.Allow, "1994": robotstxt.Allow, "1996": robotstxt.Allow, "conner2": robotstxt.Allow, "yandex-2003": robotstxt.Allow, "google": robotstxt.Postpone}
	eachDialect(t, robotstxt.Deny, strict, func(d dialect.Dialect, want robotstxt.Verdict) {
		good, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
		c, _ := acquire.Next(d, good, acquire.Fetch{Status: 200, Body: []byte("<!doctype html><title>log in</title>")}, noon.Add(25*time.Hour))
		if got := c.Access(d, "", "FooBot").Decide("/x"); got.Verdict != want {
			t.Errorf("%s: a web page over rules: %s", d.Name, got.Verdict)
		}
	})
}

// TestAges checks how long a copy is used in each dialect: by default, at most, and at least.
func TestAges(t *testing.T) {
	t.Parallel()
	type ages struct{ standard, most time.Duration }
	week := ages{7 * 24 * time.Hour, 7 * 24 * time.Hour}
	eachDialect(t, ages{24 * time.Hour, 24 * time.Hour}, map[string]ages{
		"1994": week, "1996": week, "conner2": week, "yandex-2003": week, "seznam": week, "bing": {4 * time.Hour, 24 * time.Hour},
	}, func(d dialect.Dialect, want ages) {
		for _, tt := range []struct {
			name    string
			control string
			want    time.Duration
		}{
			{"no header", "", want.standard}, {"a long life", "max-age=8640000", want.most}, {"an hour", "max-age=3600", time.Hour},
			{"no life", "max-age=0", dialect.MinAge}, {"not to be stored", "no-store", dialect.MinAge},
		} {
			if c, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 200, CacheControl: tt.control}, noon); c.Expires.Sub(noon) != tt.want {
				t.Errorf("%s, %s: %s, want %s", d.Name, tt.name, c.Expires.Sub(noon), tt.want)
			}
		}
	})
}
