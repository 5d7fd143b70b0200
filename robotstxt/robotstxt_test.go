package robotstxt_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

func decide(body, agent, target string) robotstxt.Decision {
	return robotstxt.Parse([]byte(body)).Compile(dialect.RFC9309(), dialect.AgentToken(agent)).Decide(target)
}

func TestDecisionNamesTheLine(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte("# hello\r\nUser-agent: *\r\n\r\n  Disallow: /private # why\r\nAllow: /\r\n")).Compile(dialect.RFC9309(), "FooBot")
	d := m.Decide("/private/x")
	if d.Verdict != robotstxt.Deny || d.Line != 4 || d.Column != 3 || d.Rule != "Disallow: /private" || d.Agent != "*" || d.Reason != robotstxt.ReasonDenyRule {
		t.Errorf("decision %+v, text %q", d, d.Rule)
	}
	if d := m.Decide("/other"); d.Verdict != robotstxt.Allow || d.Line != 5 || d.Reason != robotstxt.ReasonAllowRule {
		t.Errorf("decision %+v", d)
	}
	if d := (acquire.Decision{}); d.Verdict != robotstxt.Postpone {
		t.Error("the zero decision does not postpone")
	}
}

// TestDecideOnWholeURLs checks that a URL instead of a target is not allowed for lack of a
// leading slash.
func TestDecideOnWholeURLs(t *testing.T) {
	t.Parallel()
	for _, d := range dialect.All() {
		m := robotstxt.Parse([]byte(anybody+"Disallow: /x\nClean-param: a\n")).Compile(d, "FooBot")
		for target, want := range map[string]robotstxt.Verdict{
			"http://a.org/x?y#z": robotstxt.Deny, "HTTPS://a.org:8443/x": robotstxt.Deny, "https://a.org/y": robotstxt.Allow, "http://a.org": robotstxt.Allow,
			"https://a.org/robots.txt": robotstxt.Allow, "http:/x": robotstxt.Allow, "https": robotstxt.Allow, "x": robotstxt.Deny, "hx": robotstxt.Allow,
		} {
			if got := m.Decide(target); got.Verdict != want {
				t.Errorf("%s: %s is %s", d.Name, target, got.Verdict)
			}
		}
	}
	all := robotstxt.Parse([]byte(anybody+"Disallow: /\n")).Compile(dialect.RFC9309(), "FooBot")
	if d := all.Decide("https://a.org/robots.txt?x"); d.Reason != robotstxt.ReasonRobotsTxt {
		t.Errorf("the file by its URL: %s", d.Reason)
	}
}

func TestAgentChain(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: Aranea\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\nUser-agent: OwnBot\nDisallow: /c\nCrawl-delay: 2.5\n"))
	for _, tt := range []struct {
		name   string
		chain  []dialect.AgentToken
		denied string
		delay  time.Duration
	}{
		{"operator's token first", []dialect.AgentToken{"OwnBot", "Aranea"}, "/c", 2500 * time.Millisecond},
		{"then the product's", []dialect.AgentToken{"OtherBot", "Aranea"}, "/a", 0},
		{"then everybody's", []dialect.AgentToken{"OtherBot"}, "/b", 0},
	} {
		m := f.Compile(dialect.RFC9309(), tt.chain...)
		for _, target := range []string{"/a", "/b", "/c"} {
			want := robotstxt.Allow
			if target == tt.denied {
				want = robotstxt.Deny
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

// TestAllocations checks the budget: at most five allocations for a file and none for a
// decision, for plain targets and for those that must be rewritten.
func TestAllocations(t *testing.T) {
	for name, body := range benchFiles() {
		if n := testing.AllocsPerRun(20, func() { robotstxt.Parse(body) }); n > 5 {
			t.Errorf("%s: %.0f allocations to parse", name, n)
		}
		for _, d := range dialect.All() {
			m := robotstxt.Parse(body).CompileFor(d, "http://a.org", "FooBot")
			for _, target := range []string{"/", "/shop/section7/list1907/x?y=z", "/a/item-1996/x.html", "/wiki/%d0%b0*$", "/ä#x", "?q", "/robots.txt"} {
				if n := testing.AllocsPerRun(20, func() { m.Decide(target) }); n > 0 {
					t.Errorf("%s, %s: %.0f allocations to decide on %s", name, d.Name, n, target)
				}
			}
		}
	}
}

// TestAllocationsOfLongTargets checks the documented allocations of Decide for targets that must
// be rewritten: none up to 4 KiB of the comparable form, in which an octet outside ASCII may
// take three.
func TestAllocationsOfLongTargets(t *testing.T) {
	kilobyte := "/" + strings.Repeat("\u0436", 512)
	for _, d := range dialect.All() {
		m := robotstxt.Parse(benchFiles()["small"]).CompileFor(d, "http://a.org", "FooBot")
		for _, target := range []string{kilobyte, "/" + strings.Repeat("{", 1024), kilobyte + "?" + kilobyte[:300]} {
			if n := testing.AllocsPerRun(20, func() { m.Decide(target) }); n > 0 {
				t.Errorf("%s: %.0f allocations for %d bytes", d.Name, n, len(target))
			}
		}
	}
	m := robotstxt.Parse(benchFiles()["small"]).Compile(dialect.RFC9309(), "FooBot")
	for size, want := range map[int]bool{(pattern.StackTarget - 1) / 3: false, pattern.StackTarget/3 + 1: true} {
		target := "/" + strings.Repeat("\xd0", size)
		if n := testing.AllocsPerRun(20, func() { m.Decide(target) }); n > 0 != want {
			t.Errorf("%.0f allocations for %d octets outside ASCII", n, size)
		}
	}
}

// TestConcurrentUse is for the race detector.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	s := acquire.NewSites(dialect.RFC9309(), "FooBot")
	f := robotstxt.Parse(largeFile())
	m := f.Compile(dialect.RFC9309(), "FooBot")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 50 {
				url := fmt.Sprintf("http://site%d.example/x", j%7)
				s.Parse(url, []byte(anybody+"Disallow: /x\n"), time.Time{})
				if s.Allowed(url, noon) {
					t.Errorf("%s is open", url)
				}
				m.Decide(fmt.Sprintf("/shop/section%d/list%d/", i, j))
				if j == 0 {
					f.Compile(dialect.Google(), "BarBot").Explain("/shop")
				}
			}
		})
	}
	wg.Wait()
	if s.Len() != 7 {
		t.Errorf("%d sites", s.Len())
	}
}

func TestSitesAreBounded(t *testing.T) {
	t.Parallel()
	s := acquire.NewSites(dialect.RFC9309(), "FooBot")
	for i := range acquire.MaxSites + 10 {
		s.Parse(fmt.Sprintf("http://h%d.example/", i), nil, noon)
	}
	if s.Len() != acquire.MaxSites {
		t.Errorf("%d sites", s.Len())
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	big := "User-agent: *\n" + strings.Repeat("Disallow: /filler/filler/filler\n", robotstxt.MaxBody/32) + "Disallow: /late"
	f := robotstxt.Parse([]byte(big))
	if !f.Truncated() {
		t.Error("a file over the limit is not marked")
	}
	if d := f.Compile(dialect.RFC9309(), "FooBot").Decide("/late"); d.Verdict != robotstxt.Allow {
		t.Error("a rule beyond the limit counts")
	}
	cut := "User-agent: *\n" + strings.Repeat("#", robotstxt.MaxBody-14-len("\nDisallow: /a")) + "\nDisallow: /abcdef\n"
	if d := robotstxt.Parse([]byte(cut)).Compile(dialect.RFC9309(), "FooBot").Decide("/axyz"); d.Verdict != robotstxt.Allow {
		t.Error("trap 55: a rule cut short closes more than was written")
	}
	// A hostile pattern must not take long; lengths limit the work.
	m := robotstxt.Parse([]byte("User-agent: *\nDisallow: /"+strings.Repeat("*a", 25)+"*b\n")).Compile(dialect.RFC9309(), "FooBot")
	if d := m.Decide("/" + strings.Repeat("a", 1500)); d.Verdict != robotstxt.Allow {
		t.Error("hostile pattern matched")
	}
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestOutageEndsTheOldCopy(t *testing.T) {
	t.Parallel()
	c, _ := acquire.Next(dialect.RFC9309(), acquire.Copy{}, acquire.Fetch{Status: 200, Body: []byte("User-agent: *\nDisallow: /x\n")}, noon)
	now := noon
	for range 40 {
		now = now.Add(24 * time.Hour)
		c, _ = acquire.Next(dialect.RFC9309(), c, acquire.Fetch{Status: 500}, now)
	}
	if c.Class != acquire.ClassUnreachable {
		t.Errorf("after 40 days of outage the copy is %s", c.Class)
	}
	c, _ = acquire.Next(dialect.RFC9309(), c, acquire.Fetch{Status: 200, Body: []byte("")}, now)
	if c.Class != acquire.ClassRules || !c.DownSince.IsZero() || c.Failures != 0 {
		t.Errorf("after recovery %+v", c)
	}
}

// TestZeroMatcherPostpones checks that a matcher without a file allows nothing, and that no
// method of it panics.
func TestZeroMatcherPostpones(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]*robotstxt.Matcher{"nil": nil, "zero": {}} {
		for _, target := range []string{"/", "/x", "", "/robots.txt"} {
			if d := m.Decide(target); d != (robotstxt.Decision{}) || d.Verdict != robotstxt.Postpone || m.Allowed(target) {
				t.Errorf("%s: %q: %+v", name, target, d)
			}
			if e := m.Explain(target); e.Verdict != robotstxt.Postpone || e.Target != target || e.String() == "" {
				t.Errorf("%s: %q is explained as %+v", name, target, e)
			}
			if m.Usage(target) != nil || m.Signals(target) != nil || m.Clean(target) != target || m.PageRules(target) != (robotstxt.PageRules{}) {
				t.Errorf("%s: %q: other lines say something", name, target)
			}
		}
		if m.Len() != 0 || m.Agent() != "" || m.Dialect().Name != "" || m.Delay(noon) != 0 || m.NextAllowed(noon, noon) != noon {
			t.Errorf("%s asks for something", name)
		}
		for target := range rewrite.Witnesses(m) {
			if m.Allowed(target) {
				t.Errorf("%s: witness %q is allowed", name, target)
			}
		}
	}
}

// anybody begins a group for all robots.
const anybody = "User-agent: *\n"
