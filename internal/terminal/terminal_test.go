package terminal

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestOutlook checks that an end that moves with the clock, as for a host that hangs or a queue
// that grows, is not shown.
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
		var o Outlook
		got := false
		for passed := time.Duration(0); passed <= time.Minute; passed += 200 * time.Millisecond {
			got = o.Steady(start.Add(passed), tt.left(passed))
			if got && passed < OutlookSpan {
				t.Errorf("%s: told after %s", tt.name, passed)
			}
		}
		if got != tt.want || len(o.ends) > 20 {
			t.Errorf("%s: %v with %d expectations, want %v", tt.name, got, len(o.ends), tt.want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in      string
		columns int
		want    string
	}{
		{"plain", 10, "plain"}, {"plain", 3, "pla"}, {"пауки", 3, "пау"}, {"蜘蛛.test", 3, "蜘"}, {"蜘蛛.test", 5, "蜘蛛."}, {"", 0, ""},
	} {
		if got := Cut(tt.in, tt.columns); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.in, tt.columns, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	t.Parallel()
	fields := []string{"1:23", "1,310 pages", "12.3 requests/s", "88 queued", "112 hosts", "1 error"}
	for _, tt := range []struct {
		columns    int
		tail, want string
	}{
		{80, "", "1:23  1,310 pages  12.3 requests/s  88 queued  112 hosts  1 error"},
		{54, "", "1:23  1,310 pages  12.3 requests/s  88 queued  1 error"},
		{44, "http://a.test/", "1:23  1,310 pages  12.3 requests/s  1 error"},
		{9, "", "1:23"},
		{80, "http://a.test/", "1:23  1,310 pages  12.3 requests/s  88 queued  112 hosts  1 error"},
		{81, "http://a.test/", "1:23  1,310 pages  12.3 requests/s  88 queued  112 hosts  1 error  http://a.test/"},
		{85, "http://a.test/a/long/path", "1:23  1,310 pages  12.3 requests/s  88 queued  112 hosts  1 error  http://a.test/a/lo"},
	} {
		if got := Fit(fields, tt.tail, tt.columns); got != tt.want {
			t.Errorf("%d columns: %q, want %q", tt.columns, got, tt.want)
		}
	}
}

// TestLine checks that a terminal that becomes narrower gets a shorter text that never wraps,
// and that other outputs get lines.
func TestLine(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	width := 20
	l := &Line{out: &b, columns: func() int { return width }}
	l.Show("twelve words")
	width = 7
	l.Show("twelve words")
	l.Clear()
	if want := "\r\x1b[?7ltwelve words\x1b[K\x1b[?7h\r\x1b[?7ltwelve\x1b[K\x1b[?7h\r\x1b[K"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	plain := NewLine(file, "xterm")
	plain.Show("one")
	plain.Show("two")
	plain.Clear()
	if got, err := os.ReadFile(file.Name()); err != nil || string(got) != "one\ntwo\n" || plain.Rewrites() {
		t.Errorf("%q, %v", got, err)
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{0: "0:00", 83 * time.Second: "1:23", time.Hour + 62*time.Second: "1:01:02", 1600 * time.Millisecond: "0:02"} {
		if got := Clock(d); got != want {
			t.Errorf("%s: %q", d, got)
		}
	}
}
