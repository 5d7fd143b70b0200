package main

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
)

func TestMeterLine(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	now := start.Add(83 * time.Second)
	dead := crawl.HostTrouble{Origin: "http://dead.test", Reason: aranea.NetDial, Detail: "192.0.2.1:80: connection refused"}
	tests := []struct {
		name string
		p    crawl.Progress
		tty  bool
		rate uint64 // requests over ten seconds
		want string
	}{
		{"nothing yet", crawl.Progress{At: now}, false, 0, "1:23  0 pages  0.0 requests/s  0 queued  0 hosts"},
		{"one of each", crawl.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 1, aranea.CountQueued: 1}, Hosts: 1, Errors: 1}, false, 0,
			"1:23  1 page  0.0 requests/s  1 queued  1 host  1 error"},
		{"the pauses say how long", crawl.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 2, aranea.CountQueued: 90}, Hosts: 2, Left: 90 * time.Second}, false, 10,
			"1:23  2 pages  1.0 requests/s  90 queued  2 hosts  at least 1:30 to go"},
		{"without pauses the pace says", crawl.Progress{At: now, Counts: aranea.HostCounts{aranea.CountFetched: 2, aranea.CountQueued: 90}, Hosts: 2}, false, 30,
			"1:23  2 pages  3.0 requests/s  90 queued  2 hosts  at least 0:30 to go"},
		{"news of some seconds ago", crawl.Progress{At: now.Add(-4 * time.Second), Counts: aranea.HostCounts{aranea.CountQueued: 90}, Hosts: 1, Left: 90 * time.Second}, false, 0,
			"1:23  0 pages  0.0 requests/s  90 queued  1 host  at least 1:26 to go"},
		{"waiting for a dead host", crawl.Progress{At: now, Counts: aranea.HostCounts{aranea.CountQueued: 1}, Hosts: 1, Errors: 2, Until: now.Add(10 * time.Second), Waiting: dead}, true, 0,
			"1:23  0 pages  1 queued  2 errors  waiting 0:10 for http://dead.test (NET.DIAL)"},
		{"a host that hangs", crawl.Progress{At: now.Add(-12 * time.Second), Counts: aranea.HostCounts{aranea.CountQueued: 1}, Hosts: 1, Outstanding: 2}, false, 0,
			"1:23  0 pages  1 queued  waiting for 2 answers for 0:12"},
		{"the wait is over", crawl.Progress{At: now, Hosts: 1, Errors: 2, Until: now, Waiting: dead}, false, 0,
			"1:23  0 pages  0.0 requests/s  0 queued  1 host  2 errors"},
		{"the last URL, on a terminal", crawl.Progress{At: now, Hosts: 1, LastURL: "http://xn--80aqfsv.test/\x1b[2J"}, true, 0,
			`1:23  0 pages  0.0 requests/s  0 queued  1 host  http://пауки.test/\x1b[2J`},
	}
	for _, tt := range tests {
		m := &meter{tty: tt.tty, started: start, heard: tt.p.At}
		// The end was foreseen ten seconds ago, and is still.
		left := timeLeft(tt.p, float64(tt.rate)/10, now)
		m.outlook.steady(now.Add(-outlookSpan), left+outlookSpan)
		m.rate.add(now.Add(-10*time.Second), 0)
		m.rate.add(now, tt.rate)
		if got := m.line(tt.p, now); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestOutlook: an end that moves away with the clock, as of a host that hangs or
// a queue that grows, is not told.
func TestOutlook(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name string
		left func(passed time.Duration) time.Duration
		want bool // after a minute
	}{
		{"a fixed end", func(d time.Duration) time.Duration { return 5*time.Minute - d }, true},
		{"an end that comes a little closer", func(d time.Duration) time.Duration { return 5*time.Minute - d*11/10 }, true},
		{"always half a minute", func(time.Duration) time.Duration { return 30 * time.Second }, false},
		{"growing", func(d time.Duration) time.Duration { return 25*time.Second + d/10 }, false},
		{"a queue that doubles", func(d time.Duration) time.Duration { return time.Minute + 2*d }, false},
		{"nothing known", func(time.Duration) time.Duration { return 0 }, false},
	} {
		var o outlook
		got := false
		for passed := time.Duration(0); passed <= time.Minute; passed += meterEveryTTY {
			got = o.steady(start.Add(passed), tt.left(passed))
			if got && passed < outlookSpan {
				t.Errorf("%s: told after %s", tt.name, passed)
			}
		}
		if got != tt.want || len(o.ends) > 20 {
			t.Errorf("%s: %v with %d expectations, want %v", tt.name, got, len(o.ends), tt.want)
		}
	}
}

func TestCutLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in      string
		columns int
		want    string
	}{
		{"plain", 10, "plain"}, {"plain", 3, "pla"}, {"пауки", 3, "пау"}, {"蜘蛛.test", 3, "蜘"}, {"蜘蛛.test", 5, "蜘蛛."}, {"", 0, ""},
	} {
		if got := cutLine(tt.in, tt.columns); got != tt.want {
			t.Errorf("cutLine(%q, %d) = %q, want %q", tt.in, tt.columns, got, tt.want)
		}
	}
}
