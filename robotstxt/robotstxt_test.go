package robotstxt

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func decide(body, agent, target string) Decision {
	return Parse([]byte(body)).Compile(RFC9309(), AgentToken(agent)).Decide(target)
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

// TestDecideOnWholeURLs holds that a URL in place of a target is not let in for
// want of a leading slash.
func TestDecideOnWholeURLs(t *testing.T) {
	t.Parallel()
	for _, d := range Dialects() {
		m := Parse([]byte(anybody+"Disallow: /x\nClean-param: a\n")).Compile(d, "FooBot")
		for target, want := range map[string]Verdict{
			"http://a.org/x?y#z": Deny, "HTTPS://a.org:8443/x": Deny, "https://a.org/y": Allow, "http://a.org": Allow,
			"https://a.org/robots.txt": Allow, "http:/x": Allow, "https": Allow, "x": Deny, "hx": Allow,
		} {
			if got := m.Decide(target); got.Verdict != want {
				t.Errorf("%s: %s is %s", d.Name, target, got.Verdict)
			}
		}
	}
	all := Parse([]byte(anybody+"Disallow: /\n")).Compile(RFC9309(), "FooBot")
	if d := all.Decide("https://a.org/robots.txt?x"); d.Reason != ReasonRobotsTxt {
		t.Errorf("the file by its URL: %s", d.Reason)
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

// TestAllocations holds the budget: at most five allocations for a file, none
// for a decision, on plain targets and on those that have to be rewritten.
func TestAllocations(t *testing.T) {
	for name, body := range benchFiles() {
		if n := testing.AllocsPerRun(20, func() { Parse(body) }); n > 5 {
			t.Errorf("%s: %.0f allocations to parse", name, n)
		}
		for _, d := range Dialects() {
			m := Parse(body).CompileFor(d, "http://a.org", "FooBot")
			for _, target := range []string{"/", "/shop/section7/list1907/x?y=z", "/a/item-1996/x.html", "/wiki/%d0%b0*$", "/ä#x", "?q", "/robots.txt"} {
				if n := testing.AllocsPerRun(20, func() { m.Decide(target) }); n > 0 {
					t.Errorf("%s, %s: %.0f allocations to decide on %s", name, d.Name, n, target)
				}
			}
		}
	}
}

// TestAllocationsOfLongTargets holds what Decide says of targets that have to be
// rewritten: none up to 4 KiB of the form in which they are compared, where an
// octet outside ASCII may take three.
func TestAllocationsOfLongTargets(t *testing.T) {
	kilobyte := "/" + strings.Repeat("\u0436", 512)
	for _, d := range Dialects() {
		m := Parse(benchFiles()["small"]).CompileFor(d, "http://a.org", "FooBot")
		for _, target := range []string{kilobyte, "/" + strings.Repeat("{", 1024), kilobyte + "?" + kilobyte[:300]} {
			if n := testing.AllocsPerRun(20, func() { m.Decide(target) }); n > 0 {
				t.Errorf("%s: %.0f allocations for %d bytes", d.Name, n, len(target))
			}
		}
	}
	m := Parse(benchFiles()["small"]).Compile(RFC9309(), "FooBot")
	for size, want := range map[int]bool{(stackTarget - 1) / 3: false, stackTarget/3 + 1: true} {
		target := "/" + strings.Repeat("\xd0", size)
		if n := testing.AllocsPerRun(20, func() { m.Decide(target) }); n > 0 != want {
			t.Errorf("%.0f allocations for %d octets outside ASCII", n, size)
		}
	}
}

// TestConcurrentUse is for the race detector.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	s := NewSites(RFC9309(), "FooBot")
	f := Parse(largeFile())
	m := f.Compile(RFC9309(), "FooBot")
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
					f.Compile(Google(), "BarBot").Explain("/shop")
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
	s := NewSites(RFC9309(), "FooBot")
	for i := range MaxSites + 10 {
		s.Parse(fmt.Sprintf("http://h%d.example/", i), nil, noon)
	}
	if s.Len() != MaxSites {
		t.Errorf("%d sites", s.Len())
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
