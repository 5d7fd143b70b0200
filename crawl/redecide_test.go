package crawl

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
)

// TestRedecide: the robots file closes whatever it denies, and opens only what a
// robots file had closed.
func TestRedecide(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		state   aranea.EntryState
		reason  aranea.Reason
		verdict robotstxt.Verdict
		want    aranea.Reason // ReasonNone if it stays
	}{
		{"indexed, denied", aranea.StateDone, aranea.IndexAdded, robotstxt.Deny, aranea.RobotsDenied},
		{"gone, denied", aranea.StateGone, aranea.HTTPNotFound, robotstxt.Deny, aranea.RobotsDenied},
		{"queued, denied", aranea.StateQueued, aranea.ScheduleQueued, robotstxt.Deny, aranea.RobotsDenied},
		{"denied before, denied", aranea.StateExcluded, aranea.RobotsDenied, robotstxt.Deny, aranea.ReasonNone},
		{"denied before, allowed", aranea.StateExcluded, aranea.RobotsDenied, robotstxt.Allow, aranea.ScheduleQueued},
		{"denied before, the file unavailable", aranea.StateExcluded, aranea.RobotsDenied, robotstxt.Postpone, aranea.ReasonNone},
		{"indexed, the file unavailable", aranea.StateDone, aranea.IndexAdded, robotstxt.Postpone, aranea.ReasonNone},
		{"indexed, allowed", aranea.StateDone, aranea.IndexAdded, robotstxt.Allow, aranea.ReasonNone},
		{"removed, allowed", aranea.StateExcluded, aranea.OperatorRemoved, robotstxt.Allow, aranea.ReasonNone},
		{"out of scope, allowed", aranea.StateExcluded, aranea.ScopeDepth, robotstxt.Allow, aranea.ReasonNone},
		{"out of scope, denied", aranea.StateExcluded, aranea.ScopeDepth, robotstxt.Deny, aranea.ReasonNone},
	} {
		var r ruling
		r.Verdict = tt.verdict
		event, changes := redecide(&aranea.Entry{State: tt.state, Reason: tt.reason}, r, t0)
		if event.Reason != tt.want || changes != (tt.want != aranea.ReasonNone) {
			t.Errorf("%s: %v, %s", tt.name, changes, event.Reason)
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
