package aranea_test

import (
	"encoding/json"
	"testing"

	"github.com/aranea-search/aranea"
)

func TestHostCountsJSON(t *testing.T) {
	t.Parallel()
	var n aranea.HostCounts
	for i := range n {
		n[i] = uint64(i + 1)
	}
	data, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	var byName map[string]uint64
	if err := json.Unmarshal(data, &byName); err != nil || len(byName) != len(aranea.HostCounts{}) || byName["queued"] != 1 || byName["refused"] != 13 {
		t.Errorf("%s: %v", data, err)
	}
	var back aranea.HostCounts
	if err := json.Unmarshal(data, &back); err != nil || back != n {
		t.Errorf("read back %v, %v", back, err)
	}
	if s := aranea.Counter(200).String(); s != "counter(200)" {
		t.Errorf("unknown counter prints %q", s)
	}
}

func TestReasonText(t *testing.T) {
	t.Parallel()
	for _, want := range aranea.Reasons() {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got aranea.Reason
		if err := json.Unmarshal(data, &got); err != nil || got != want {
			t.Errorf("%s: read back %s, %v", data, got, err)
		}
	}
	var r aranea.Reason
	if err := json.Unmarshal([]byte(`"ROBOTS.NEVER"`), &r); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("an unknown code: %v", err)
	}
}

// TestLeftOut: the reasons that have counters and the rest add up to what was fetched.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	n := aranea.HostCounts{aranea.CountFetched: 1310, aranea.CountIndexed: 1101, aranea.CountDuplicates: 68, aranea.CountNoIndex: 4}
	if got := n.LeftOut(); got != 137 {
		t.Errorf("%d are left out", got)
	}
	n[aranea.CountIndexed] = 1400 // some are found that the site does not give at the moment
	if got := n.LeftOut(); got != 0 {
		t.Errorf("%d are left out of none", got)
	}
}

// TestLinkTally: a URL that is only checked counts as a link and as nothing else, whatever became of it.
func TestLinkTally(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		e    aranea.Entry
		want aranea.Counter
	}{
		"waits":            {aranea.Entry{State: aranea.StateQueued}, aranea.CountLinksWaiting},
		"waits once more":  {aranea.Entry{State: aranea.StateDone, Again: true}, aranea.CountLinksWaiting},
		"available":        {aranea.Entry{State: aranea.StateDone, Reason: aranea.LinkAvailable}, aranea.CountLinks},
		"missing":          {aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound}, aranea.CountLinks},
		"denied":           {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied}, aranea.CountLinks},
		"at a closed host": {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.NetGuard}, aranea.CountLinksWaiting},
		"over the limit":   {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.LinkLimit}, aranea.CountLinksOver},
	} {
		tt.e.Kind = aranea.KindLink
		var want aranea.HostCounts
		want[tt.want] = 1
		if got := tt.e.Tally(); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
