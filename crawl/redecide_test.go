package crawl

import (
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
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
		want    []aranea.Reason // none if it stays
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

// TestOtherRules: only news that count make it worth to decide anew.
func TestOtherRules(t *testing.T) {
	t.Parallel()
	rules := acquire.Copy{Class: acquire.ClassRules, Hash: [32]byte{1}, CheckedAt: t0}
	other, outage, late, missing := rules, rules, rules, acquire.Copy{Class: acquire.ClassUnavailable, CheckedAt: t0}
	other.Hash = [32]byte{2}
	outage.DownSince, outage.Good = t0, acquire.ClassRules
	late.DownSince, late.Good, late.Class = t0, acquire.ClassRules, acquire.ClassUnavailable
	down := late
	down.Class = acquire.ClassUnreachable
	for _, tt := range []struct {
		name        string
		before, now acquire.Copy
		want        bool
	}{
		{"the first copy", acquire.Copy{}, rules, false},
		{"the same", rules, rules, false},
		{"other rules", rules, other, true},
		{"the file is gone", rules, missing, true},
		{"the file is back", missing, rules, true},
		{"an outage", rules, outage, false},
		{"a long outage that opens", outage, late, false},
		{"a long outage that closes", outage, down, false},
		{"an outage is over", outage, rules, false},
		{"a long outage is over", late, rules, false},
		{"an outage is over, with other rules", down, other, true},
	} {
		if got := otherRules(&tt.before, &tt.now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
