package verdict

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestElsewhere: seeds that other nodes visit are no fault of a crawl, and hide none of its own.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	a, b := weburl.Origin("http://a.test").Root(), weburl.Origin("http://b.test").Root()
	foreign := SeedEnd{Seed: a, Last: aranea.Entry{URL: a, State: aranea.StateExcluded, Reason: aranea.ScopePartition, Detail: "partition 3 of 4 visits it"}}
	leads := SeedEnd{Seed: b, Last: aranea.Entry{URL: b, State: aranea.StateDone, Reason: aranea.HTTPRedirect, Target: a.String()}, Beyond: foreign.Last}
	denied := SeedEnd{Seed: b, Last: aranea.Entry{URL: b, State: aranea.StateExcluded, Reason: aranea.RobotsDenied}}
	removed := SeedEnd{Seed: b, Last: aranea.Entry{URL: b, State: aranea.StateExcluded, Reason: aranea.OperatorRemoved, Detail: "b.test"}}
	in := SeedEnd{Seed: b, Last: aranea.Entry{URL: b, State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}}
	type counts = aranea.HostCounts
	for _, tt := range []struct {
		name    string
		ends    []SeedEnd
		counts  counts
		ending  Ending
		verdict Verdict
		cause   Cause
	}{
		{"all seeds elsewhere", []SeedEnd{foreign, foreign}, counts{aranea.CountExcluded: 2}, EndFinished, OK, CauseElsewhere},
		{"a seed that leads elsewhere", []SeedEnd{leads}, counts{aranea.CountRedirects: 1, aranea.CountExcluded: 1}, EndFinished, OK, CauseElsewhere},
		{"no seeds", nil, counts{}, EndFinished, Empty, CauseNoText},
		{"what was handed over is denied", []SeedEnd{foreign}, counts{aranea.CountDenied: 1}, EndFinished, Blocked, CauseDenied},
		{"what was handed over waits", []SeedEnd{foreign}, counts{aranea.CountQueued: 1}, EndDeferred, Empty, CauseDeferred},
		{"what was handed over is in", []SeedEnd{foreign}, counts{aranea.CountFetched: 1, aranea.CountIndexed: 1}, EndFinished, OK, CauseComplete},
		{"an own seed is denied", []SeedEnd{foreign, denied}, counts{aranea.CountDenied: 1}, EndFinished, Blocked, CauseDenied},
		{"an own seed was removed", []SeedEnd{foreign, removed}, counts{aranea.CountExcluded: 2}, EndFinished, Empty, CauseRemoved},
		{"stopped", []SeedEnd{foreign}, counts{}, EndStopped, Partial, CauseStopped},
	} {
		j := Of(Situation{Ending: tt.ending, Counts: tt.counts, Ends: tt.ends})
		if j.Verdict != tt.verdict || j.Cause != tt.cause {
			t.Errorf("%s: %s, %s: %s", tt.name, j.Verdict, j.Cause, j.Sentence())
		}
		if said := j.Sentence(); tt.cause == CauseElsewhere && (!strings.Contains(said, "other partitions, such as "+tt.ends[0].Seed.String()) || !j.Cause.IsWhole()) {
			t.Errorf("%s: told %q", tt.name, said)
		}
	}
	for _, e := range []SeedEnd{foreign, leads} {
		if why, _, out := e.NotIndexed(); out || e.Away() || !e.Elsewhere() {
			t.Errorf("%s is told as not indexed (%t, %s), or as leading away (%t)", e.Seed, out, why, e.Away())
		}
	}
	for _, tt := range []struct {
		name string
		ends []SeedEnd
		want Cause
		out  bool
	}{
		{"all elsewhere", []SeedEnd{foreign, leads}, 0, false},
		{"one elsewhere, one denied", []SeedEnd{foreign, denied}, CauseNamed, true},
		{"one elsewhere, one in", []SeedEnd{foreign, in}, 0, false},
	} {
		if j, out := OfNamed(tt.ends); out != tt.out || j.Cause != tt.want {
			t.Errorf("named, %s: %t, %s", tt.name, out, j.Cause)
		}
	}
}
