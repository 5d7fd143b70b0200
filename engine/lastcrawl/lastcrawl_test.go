package lastcrawl

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// TestAt checks that the description of the end of a crawl follows from its report, or from what
// interrupted it, and survives being stored.
func TestAt(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	plain := runreport.Report{
		Verdict: verdict.Partial, Cause: verdict.CauseFailed, Why: "2 pages did not come",
		Trouble: []verdict.HostTrouble{{URL: "http://x.test/"}, {URL: "https://a.test/", Reason: aranea.NetTLS}, {URL: "https://b.test/", Reason: aranea.NetTLS}},
	}
	for _, x := range []struct {
		err      error
		v        verdict.Verdict
		cause    verdict.Cause
		why, way string
	}{
		{nil, verdict.Partial, verdict.CauseFailed, "2 pages", "http://a.test/;"},
		{store.ErrDiskFull, verdict.NoRoom, verdict.CauseDiskFull, "the disk is full", "Make room"},
		{errors.New("secret"), verdict.Partial, verdict.CauseBroken, "could not be read or written", ""},
	} {
		c := Begun(noon).At(noon.Add(time.Hour), &plain, x.err)
		text, err := json.Marshal(c)
		var again Crawl
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err != nil || !again.Same(&c) || again.Verdict != x.v || again.Cause != x.cause || !strings.Contains(again.Why, x.why) || len(again.Trouble) != 1 {
			t.Errorf("%v: %+v, %v", x.err, again, err)
		}
		if way := again.Told().Way; !strings.Contains(way, x.way) || (way == "") != (x.way == "") {
			t.Errorf("%v: %q", x.err, way)
		}
	}
}

// TestLackFiles checks that files of an archive that are left out change only a verdict that would be ok.
func TestLackFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		r     runreport.Report
		files int
		cause verdict.Cause
		why   string
	}{
		{runreport.Report{Verdict: verdict.OK, Cause: verdict.CauseComplete}, 0, verdict.CauseComplete, ""},
		{runreport.Report{Verdict: verdict.OK, Cause: verdict.CauseComplete}, 1, verdict.CauseLeftOut, "1 file of the archive was left out"},
		{runreport.Report{Verdict: verdict.OK, Cause: verdict.CauseNoFollow}, 1, verdict.CauseLeftOut, "1 file of the archive was left out"},
		{runreport.Report{Verdict: verdict.OK, Cause: verdict.CauseComplete}, 2, verdict.CauseLeftOut, "2 files of the archive were left out"},
		{runreport.Report{Verdict: verdict.Partial, Cause: verdict.CauseStopped}, 2, verdict.CauseStopped, ""},
		{runreport.Report{Verdict: verdict.OK, Cause: verdict.CausePageLimit}, 2, verdict.CausePageLimit, ""},
	} {
		r := tt.r
		LackFiles(&r, tt.files)
		if r.Cause != tt.cause || !strings.HasPrefix(r.Why, tt.why) || tt.why != "" && (r.Verdict != verdict.Partial || Of(&r).WayOut("") == "") {
			t.Errorf("%d files: %+v", tt.files, r)
		}
	}
}

// TestSame checks that a crawl that ended differs from the same one in progress, and from one
// that began later.
func TestSame(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	begun, later := Begun(noon), Begun(noon.Add(1))
	end := begun.At(noon.Add(time.Hour), &runreport.Report{}, nil)
	for i, a := range []*Crawl{nil, &begun, &later, &end} {
		for j, b := range []*Crawl{nil, &begun, &later, &end} {
			if a.Same(b) != (i == j) {
				t.Errorf("%d and %d: %t", i, j, a.Same(b))
			}
		}
	}
}
