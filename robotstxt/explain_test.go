package robotstxt

import (
	"strings"
	"testing"
)

// TestExplainRobotsFile: no rule decides about the robots file itself.
func TestExplainRobotsFile(t *testing.T) {
	t.Parallel()
	m := Parse([]byte("User-agent: *\nDisallow: /\nAllow: /robots\nDisallow: /x\n")).Compile(RFC9309(), "FooBot")
	e := m.Explain("/robots.txt")
	var why []string
	for _, c := range e.Candidates {
		why = append(why, c.Why.String())
	}
	if got := strings.Join(why, " "); e.Reason != ReasonRobotsTxt || got != "moot moot no-match" {
		t.Errorf("%s: %s", e.Reason, got)
	}
	if !strings.Contains(e.String(), "line 3 lost, the robots file itself is always allowed: Allow: /robots\n") {
		t.Error(e.String())
	}
}

// TestExplainTellsALineOnce: a rule that the dialect reads as two is one line.
func TestExplainTellsALineOnce(t *testing.T) {
	t.Parallel()
	m := Parse([]byte("User-agent: *\nAllow: /a/index.html\nDisallow: /a\n")).Compile(Google(), "FooBot")
	e := m.Explain("/a/")
	if len(e.Candidates) != 2 || e.Candidates[0].Line != 2 || e.Candidates[0].Path != "/a/$" || e.Candidates[1].Why != LossShorter {
		t.Errorf("%+v", e.Candidates)
	}
}

// TestWordsForEventsAndStages: each is told in words, not by its code.
func TestWordsForEventsAndStages(t *testing.T) {
	t.Parallel()
	words := map[string]bool{}
	for i := range eventNames {
		if e := Event(i); e != EventUnknown {
			words[e.sentence()] = true
			if e.sentence() == e.String() || !strings.Contains(e.sentence(), " ") && e != EventFile {
				t.Errorf("%s is told as %q", e, e.sentence())
			}
		}
	}
	for i := range stageNames {
		if s := Stage(i); s != StageNone {
			words[s.sentence()] = true
			if !strings.Contains(s.sentence(), " ") {
				t.Errorf("%s is told as %q", s, s.sentence())
			}
		}
	}
	if len(words) != len(eventNames)+len(stageNames)-2 {
		t.Errorf("%d sentences: some are the same", len(words))
	}
}
