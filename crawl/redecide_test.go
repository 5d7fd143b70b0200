package crawl

import (
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// TestRedecide: the robots file closes whatever it denies, and opens only what a
// robots file had closed.
func TestRedecide(t *testing.T) {
	t.Parallel()
	opt := Options{KeepHidden: 48 * time.Hour}
	for _, tt := range []struct {
		name    string
		state   aranea.EntryState
		reason  aranea.Reason
		indexed bool
		verdict robotstxt.Verdict
		want    []aranea.Reason // none if unchanged
		then    aranea.EntryState
	}{
		{"indexed, denied", aranea.StateDone, aranea.IndexAdded, true, robotstxt.Deny, []aranea.Reason{aranea.RobotsDenied, aranea.IndexHidden}, aranea.StateExcluded},
		{"gone, denied", aranea.StateGone, aranea.HTTPNotFound, false, robotstxt.Deny, []aranea.Reason{aranea.RobotsDenied}, aranea.StateExcluded},
		{"queued, denied", aranea.StateQueued, aranea.ScheduleQueued, false, robotstxt.Deny, []aranea.Reason{aranea.RobotsDenied}, aranea.StateExcluded},
		{"denied before, denied", aranea.StateExcluded, aranea.RobotsDenied, false, robotstxt.Deny, nil, aranea.StateExcluded},
		{"hidden, denied", aranea.StateExcluded, aranea.RobotsDenied, true, robotstxt.Deny, nil, aranea.StateExcluded},
		{"denied before, allowed", aranea.StateExcluded, aranea.RobotsDenied, false, robotstxt.Allow, []aranea.Reason{aranea.ScheduleQueued}, aranea.StateQueued},
		{"hidden, allowed", aranea.StateExcluded, aranea.RobotsDenied, true, robotstxt.Allow, []aranea.Reason{aranea.IndexShown}, aranea.StateDone},
		{"denied before, the file unavailable", aranea.StateExcluded, aranea.RobotsDenied, false, robotstxt.Postpone, nil, aranea.StateExcluded},
		{"indexed, the file unavailable", aranea.StateDone, aranea.IndexAdded, true, robotstxt.Postpone, nil, aranea.StateDone},
		{"indexed, allowed", aranea.StateDone, aranea.IndexAdded, true, robotstxt.Allow, nil, aranea.StateDone},
		{"removed, allowed", aranea.StateExcluded, aranea.OperatorRemoved, false, robotstxt.Allow, nil, aranea.StateExcluded},
		{"out of scope, allowed", aranea.StateExcluded, aranea.ScopeDepth, false, robotstxt.Allow, nil, aranea.StateExcluded},
		{"out of scope, denied", aranea.StateExcluded, aranea.ScopeDepth, false, robotstxt.Deny, nil, aranea.StateExcluded},
	} {
		var r ruling
		r.Verdict = tt.verdict
		e := aranea.Entry{State: tt.state, Reason: tt.reason, Indexed: tt.indexed, VisitedAt: t0}
		var got []aranea.Reason
		for _, step := range redecide(&opt, &e, r, t0) {
			got = append(got, step.Reason)
		}
		if !slices.Equal(got, tt.want) || e.State != tt.then || e.Indexed != tt.indexed {
			t.Errorf("%s: %v, and then %+v", tt.name, got, e)
		}
		if len(got) == 2 && (!e.Since.Equal(t0) || !e.Due.Equal(t0.Add(48*time.Hour))) {
			t.Errorf("%s: hidden since %s until %s", tt.name, e.Since, e.Due)
		}
		if e.State == aranea.StateDone && got != nil && !e.Due.After(t0) {
			t.Errorf("%s: visited again at once", tt.name)
		}
	}
}

// TestNamedBeforeItClosed: a page that its site named, by a notice or by the date of a
// sitemap, is visited at once when the file opens it, and its trail says why.
func TestNamedBeforeItClosed(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]aranea.Entry{"a notice": {Named: true}, "a sitemap": {Hinted: true}} {
		opt := Options{KeepHidden: 48 * time.Hour}
		e.State, e.Reason, e.Indexed, e.Again, e.VisitedAt = aranea.StateDone, aranea.IndexAdded, true, true, t0
		var r ruling
		r.Verdict = robotstxt.Deny
		if redecide(&opt, &e, r, t0); e.Again || !e.Hidden() {
			t.Fatalf("%s: closed, and %+v", name, e)
		}
		r.Verdict = robotstxt.Allow
		steps := redecide(&opt, &e, r, t0.Add(time.Hour))
		if len(steps) != 2 || steps[1].Reason != aranea.ScheduleQueued || !e.Again || !e.Due.IsZero() || !e.Found() {
			t.Errorf("%s: %v, and then %+v", name, steps, e)
		}
		if first := e.Priority == aranea.PriorityNamed; first != e.Named {
			t.Errorf("%s: comes first %t", name, first)
		}
	}
}

// TestNamedWhileDenied: a URL that was never visited comes first when the file opens it, if it was
// named meanwhile.
func TestNamedWhileDenied(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{true, false} {
		e := aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Named: named}
		var r ruling
		r.Verdict = robotstxt.Allow
		redecide(&Options{}, &e, r, t0)
		if first := e.Priority == aranea.PriorityNamed; e.State != aranea.StateQueued || first != named {
			t.Errorf("named %t: %+v", named, e)
		}
	}
}

// TestDecidedAtOnce: the more rules a robots file has, the fewer URLs are decided while others
// wait, but at least one.
func TestDecidedAtOnce(t *testing.T) {
	t.Parallel()
	for rules, want := range map[int]int{0: 0, 1: 1 << 15, 100: 327, 6600: 4, 1 << 20: 1} {
		if got := decidedAtOnce(rules); got != want {
			t.Errorf("%d rules: %d, want %d", rules, got, want)
		}
	}
}

// TestRedecideLeftOut checks that a hidden page that patterns leave out meanwhile is not shown when
// its robots file opens it, and that its document goes.
func TestRedecideLeftOut(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/x/1")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := scope.New(scope.Options{Mode: scope.Any, Patterns: scope.Patterns{Exclude: []string{"/x/"}}})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Scope: rules}
	e := aranea.Entry{URL: u, State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Indexed: true, Depth: 1}
	var r ruling
	r.Verdict = robotstxt.Allow
	steps := redecide(&opt, &e, r, time.Now())
	if len(steps) != 1 || steps[0].Reason != aranea.ScopePattern || e.State != aranea.StateExcluded || e.Reason != aranea.ScopePattern || e.Indexed {
		t.Errorf("%+v: %s, %s, in the index %t", steps, e.State, e.Reason, e.Indexed)
	}
}
