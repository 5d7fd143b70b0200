package report

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/internal/terminal"
)

func TestMeterLine(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	now := start.Add(83 * time.Second)
	dead := verdict.HostTrouble{Origin: "http://dead.test", Reason: aranea.NetDial, Detail: "192.0.2.1:80: connection refused"}
	tests := []struct {
		name string
		p    runreport.Progress
		tty  bool
		rate uint64 // requests in ten seconds
		want string
	}{
		{"nothing yet", runreport.Progress{At: now}, false, 0, "1:23  0 pages  0.0 requests/s  0 queued  0 hosts"},
		{"one of each", runreport.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 1, aranea.CountQueued: 1}, Hosts: 1, Errors: 1}, false, 0,
			"1:23  1 page  0.0 requests/s  1 queued  1 host  1 error"},
		{"the pauses say how long", runreport.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 2, aranea.CountQueued: 90}, Hosts: 2, Left: 90 * time.Second}, false, 10,
			"1:23  2 pages  1.0 requests/s  90 queued  2 hosts  at least 1:30 to go"},
		{"without pauses the pace says", runreport.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 2, aranea.CountQueued: 90}, Hosts: 2}, false, 30,
			"1:23  2 pages  3.0 requests/s  90 queued  2 hosts  at least 0:30 to go"},
		{"the page limit is near", runreport.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 4, aranea.CountNew: 4, aranea.CountQueued: 9000}, Hosts: 2, MaxPages: 34}, false, 10,
			"1:23  4 pages  1.0 requests/s  9000 queued  2 hosts  at least 0:30 to go"},
		{"news of some seconds ago", runreport.Progress{At: now.Add(-4 * time.Second), Counts: aranea.HostCounts{aranea.CountQueued: 90}, Hosts: 1, Left: 90 * time.Second}, false, 0,
			"1:23  0 pages  0.0 requests/s  90 queued  1 host  at least 1:26 to go"},
		{"waiting for a dead host", runreport.Progress{At: now, Counts: aranea.HostCounts{aranea.CountQueued: 1}, Hosts: 1, Errors: 2, Until: now.Add(10 * time.Second), Waiting: dead}, true, 0,
			"1:23  0 pages  1 queued  2 errors  waiting 0:10 for http://dead.test (NET.DIAL)"},
		{"a delay of a run before", runreport.Progress{At: now, Counts: aranea.HostCounts{aranea.CountQueued: 5}, Hosts: 1, Until: now.Add(5 * time.Second)}, false, 0,
			"1:23  0 pages  5 queued  waiting 0:05 for delays of the run before"},
		{"a delay of this run", runreport.Progress{At: now, Run: aranea.HostCounts{aranea.CountRequests: 1}, Counts: aranea.HostCounts{aranea.CountQueued: 5}, Hosts: 1, Until: now.Add(5 * time.Second)}, false, 0,
			"1:23  0 pages  0.0 requests/s  5 queued  1 host"},
		{"a host that hangs", runreport.Progress{At: now.Add(-12 * time.Second), Counts: aranea.HostCounts{aranea.CountQueued: 1}, Hosts: 1, Outstanding: 2}, false, 0,
			"1:23  0 pages  1 queued  waiting for 2 visits for 0:12"},
		{"documents that wait for their reader", runreport.Progress{At: now.Add(-12 * time.Second), Counts: aranea.HostCounts{aranea.CountQueued: 1}, Hosts: 1, Outstanding: 12, Reading: 11}, false, 0,
			"1:23  0 pages  1 queued  waiting for 11 documents to be read for 0:12"},
		{"a document that takes long", runreport.Progress{At: now.Add(-12 * time.Second), Counts: aranea.HostCounts{aranea.CountQueued: 1}, Hosts: 1, Outstanding: 12, Reading: 11,
			Longest: runreport.Document{URL: "http://a.test/scan.pdf", Since: now.Add(-70 * time.Second)}}, false, 0,
			"1:23  0 pages  1 queued  waiting for 11 documents to be read for 0:12  reading http://a.test/scan.pdf for 1:10"},
		{"a document that takes long, beside others", runreport.Progress{At: now, Hosts: 1, Reading: 1, LastURL: "http://b.test/",
			Longest: runreport.Document{URL: "http://a.test/\x1b[2J", Since: now.Add(-5 * time.Second)}}, true, 0,
			`1:23  0 pages  0.0 requests/s  0 queued  1 host  reading http://a.test/\x1b[2J for 0:05`},
		{"a document that has just been begun", runreport.Progress{At: now, Hosts: 1, Reading: 1, LastURL: "http://b.test/",
			Longest: runreport.Document{URL: "http://a.test/scan.pdf", Since: now.Add(-4 * time.Second)}}, true, 0,
			"1:23  0 pages  0.0 requests/s  0 queued  1 host  http://b.test/"},
		{"a robots file that hangs", runreport.Progress{At: now.Add(-12 * time.Second), Hosts: 1, Outstanding: 1}, false, 0,
			"1:23  0 pages  waiting for 1 visit for 0:12"},
		{"old pages are visited again", runreport.Progress{At: now.Add(-12 * time.Second), Counts: aranea.HostCounts{aranea.CountFetched: 5, aranea.CountDue: 3}, Hosts: 1, Outstanding: 1}, false, 0,
			"1:23  5 pages  3 again  waiting for 1 visit for 0:12"},
		{"paused", runreport.Progress{At: now.Add(-time.Minute), Counts: aranea.HostCounts{aranea.CountQueued: 5}, Hosts: 1, Outstanding: 1, Paused: true}, true, 0,
			"1:23  0 pages  5 queued  paused until aranea resume"},
		{"the wait is over", runreport.Progress{At: now, Hosts: 1, Errors: 2, Until: now, Waiting: dead}, false, 0,
			"1:23  0 pages  0.0 requests/s  0 queued  1 host  2 errors"},
		{"the last URL, on a terminal", runreport.Progress{At: now, Hosts: 1, LastURL: "http://xn--80aqfsv.test/\x1b[2J"}, true, 0,
			`1:23  0 pages  0.0 requests/s  0 queued  1 host  http://пауки.test/\x1b[2J`},
	}
	for _, tt := range tests {
		m := &Meter{tty: tt.tty, started: start, heard: tt.p.At}
		// The estimated end was the same ten seconds ago.
		left := timeLeft(tt.p, float64(tt.rate)/10, now)
		m.outlook.Steady(now.Add(-terminal.OutlookSpan), left+terminal.OutlookSpan)
		m.rate.Add(now.Add(-10*time.Second), 0)
		m.rate.Add(now, tt.rate)
		fields, url := m.line(tt.p, now)
		if url != "" {
			fields = append(fields, url)
		}
		if got := strings.Join(fields, "  "); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
