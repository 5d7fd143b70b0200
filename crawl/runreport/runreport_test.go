package runreport_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/weburl"
)

// TestAfter checks that what a run did is summed up over the parts of a crawl, while how the crawl
// stands is that of the last part.
func TestAfter(t *testing.T) {
	t.Parallel()
	first := runreport.Report{Hosts: 1, Errors: 1, Fenced: 2, Elapsed: time.Second, Scans: tally.Scans{Documents: 2, First: "http://a.test/3"}, Again: tally.Again{Gone: 1}, Lists: tally.Lists{Broken: 1, First: "http://a.test/1"}}
	first.Run[aranea.CountFetched], first.Counts[aranea.CountFetched] = 2, 2
	last := runreport.Report{Hosts: 3, Errors: 1, Elapsed: time.Minute, Lists: tally.Lists{Broken: 1, First: "http://a.test/2"}}
	last.Run[aranea.CountFetched], last.Counts[aranea.CountFetched] = 5, 7
	r := last.After(first)
	if r.Run[aranea.CountFetched] != 7 || r.Errors != 2 || r.Fenced != 2 || r.Elapsed != time.Minute+time.Second || r.Again.Gone != 1 {
		t.Errorf("not summed up: %+v", r)
	}
	if r.Lists.Broken != 2 || r.Lists.First != "http://a.test/1" {
		t.Errorf("broken lists: %+v", r.Lists)
	}
	if r.Scans != first.Scans {
		t.Errorf("documents without text: %+v", r.Scans)
	}
	if r.Counts[aranea.CountFetched] != 7 || r.Hosts != 3 {
		t.Errorf("how it stands: %+v", r)
	}
}

// TestNamed checks what a caller is told who named URLs: a verdict that all is well is replaced if
// none of them came in, and no other verdict is.
func TestNamed(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/private")
	if err != nil {
		t.Fatal(err)
	}
	denied := verdict.SeedEnd{Seed: u, Last: aranea.Entry{URL: u, State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Detail: "line 2"}}
	in := verdict.SeedEnd{Seed: u, Last: aranea.Entry{URL: u, State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}}
	tests := []struct {
		name   string
		before verdict.Verdict
		ends   []verdict.SeedEnd
		want   verdict.Verdict
		listed int
	}{
		{"nothing named", verdict.OK, nil, verdict.OK, 0},
		{"all came in", verdict.OK, []verdict.SeedEnd{in}, verdict.OK, 0},
		{"one of two came in", verdict.OK, []verdict.SeedEnd{denied, in}, verdict.OK, 1},
		{"none came in", verdict.OK, []verdict.SeedEnd{denied}, verdict.Blocked, 1},
		{"none came in, and there is no room", verdict.NoRoom, []verdict.SeedEnd{denied}, verdict.NoRoom, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := runreport.Report{Verdict: tt.before, Ending: verdict.EndFinished}.Named(tt.ends)
			if r.Verdict != tt.want || len(r.NotIndexed) != tt.listed {
				t.Errorf("%s (%s), %v", r.Verdict, r.Why, r.NotIndexed)
			}
		})
	}
}
