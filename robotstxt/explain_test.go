package robotstxt_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestExplainRobotsFile checks that no rule decides about the robots file itself.
func TestExplainRobotsFile(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte("User-agent: *\nDisallow: /\nAllow: /robots\nDisallow: /x\n")).Compile(dialect.RFC9309(), "FooBot")
	e := m.Explain("/robots.txt")
	var why []string
	for _, c := range e.Candidates {
		why = append(why, c.Why.String())
	}
	if got := strings.Join(why, " "); e.Reason != robotstxt.ReasonRobotsTxt || got != "moot moot no-match" {
		t.Errorf("%s: %s", e.Reason, got)
	}
	if !strings.Contains(e.String(), "line 3 lost, the robots file itself is always allowed: Allow: /robots\n") {
		t.Error(e.String())
	}
}

// TestExplainTellsALineOnce checks that a rule from which the dialect makes two is listed once.
func TestExplainTellsALineOnce(t *testing.T) {
	t.Parallel()
	m := robotstxt.Parse([]byte("User-agent: *\nAllow: /a/index.html\nDisallow: /a\n")).Compile(dialect.Google(), "FooBot")
	e := m.Explain("/a/")
	if len(e.Candidates) != 2 || e.Candidates[0].Line != 2 || e.Candidates[0].Path != "/a/$" || e.Candidates[1].Why != robotstxt.LossShorter {
		t.Errorf("%+v", e.Candidates)
	}
}
