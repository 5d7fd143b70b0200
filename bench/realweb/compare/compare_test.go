package compare

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/bench/realweb/checker"
)

var set = []checker.Item{
	{URL: "http://a.test/", Class: checker.HTML, Status: 200, Found: "seed"},
	{URL: "http://a.test/b.html", Class: checker.HTML, Status: 200, Found: "http://a.test/"},
	{URL: "http://a.test/c.pdf", Class: checker.Other, Status: 200, Found: "http://a.test/"},
	{URL: "http://a.test/shut", Class: checker.Denied, Found: "http://a.test/"},
	{URL: "http://b.test/", Class: checker.HTML, Status: 200, Found: "seed"},
}

// full is a run without a fault: robots files first, one second between the
// requests to one host.
const full = "0\ta.test\tGET\t/robots.txt\t200\t9\tAranea/1\n" +
	"1000000000\ta.test\tGET\t/\t200\t9\tAranea/1\n" +
	"2000000000\ta.test\tGET\t/%62.html\t200\t9\tAranea/1\n" +
	"500000000\tb.test\tGET\t/robots.txt\t404\t9\tAranea/1\n" +
	"1500000000\tb.test\tGET\t/\t200\t9\tAranea/1\n"

func report(t *testing.T, log string, o Options) Report {
	t.Helper()
	o.Agent = "Aranea/"
	requests, _, err := ReadLog(strings.NewReader(log), o.Agent)
	if err != nil {
		t.Fatal(err)
	}
	return Compare(requests, set, o)
}

// madeUpNames returns the lines of n requests for names that a robot made up.
func madeUpNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "9000000000\ta.test\tGET\t/0aranea%d\t200\t9\tAranea/1\n", i)
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	t.Parallel()
	second := Options{Delay: time.Second}
	for _, tt := range []struct {
		name, log string
		o         Options
		failures  []string
	}{
		{"a run without a fault, hosts interleaved", full, second, nil},
		{"lines in another order", reverse(full), second, nil},
		{"nothing by our agent", "0\ta.test\tGET\t/\t200\t9\tOther\n", Options{},
			[]string{`no request by an agent that begins with "Aranea/"`, "3 reachable URLs were not fetched"}},
		{"a page is missing", strings.Replace(full, "/%62.html", "/c.pdf", 1), second,
			[]string{"1 reachable URLs were not fetched"}},
		{"a request without an answer does not count", strings.Replace(full, "/%62.html\t200", "/%62.html\t0", 1), second,
			[]string{"1 reachable URLs were not fetched"}},
		{"files beside pages count when asked", full, Options{AllClasses: true},
			[]string{"1 reachable URLs were not fetched"}},
		{"a closed path", full + "9000000000\ta.test\tGET\t/shut\t200\t9\tAranea/1\n", second,
			[]string{"1 URLs were requested that robots.txt closes"}},
		{"a path nobody links", full + "9000000000\ta.test\tGET\t/x\t404\t9\tAranea/1\n", second,
			[]string{"1 URLs were requested that no allowed page leads to"}},
		{"a name that was made up", full + "9000000000\ta.test\tGET\t/f/0aranea12.html\t404\t9\tAranea/1\n", second, nil},
		{"too many of them", full + madeUpNames(maxMadeUp+1), Options{}, []string{"1 URLs were requested that no allowed page leads to"}},
		{"a page twice", full + "9000000000\ta.test\tGET\t/b.html\t200\t9\tAranea/1\n", second,
			[]string{"1 repeated requests, at most 0 allowed"}},
		{"a page twice within the window", full + "9000000000\ta.test\tGET\t/b.html\t200\t9\tAranea/1\n",
			Options{Delay: time.Second, MaxRepeats: 1}, nil},
		{"a robots file twice", full + "9000000000\ta.test\tGET\t/robots.txt\t200\t9\tAranea/1\n",
			Options{Delay: time.Second, MaxRobots: 1}, []string{"2 requests for the robots file of a.test, at most 1 allowed"}},
		{"a nanosecond too soon", strings.Replace(full, "2000000000", "1999999999", 1), second,
			[]string{"1 requests came before the delay was over, the shortest gap is 999.999999ms"}},
		{"a nanosecond within the slack", strings.Replace(full, "2000000000", "1999999999", 1),
			Options{Delay: time.Second, Slack: time.Millisecond}, nil},
		{"too soon after the robots file", strings.Replace(full, "0\ta", "100000000\ta", 1), second,
			[]string{"1 requests came before the delay was over, the shortest gap is 900ms"}},
		{"a host with a delay of its own", full,
			Options{Delay: time.Second, HostDelay: map[string]time.Duration{"b.test": 2 * time.Second}},
			[]string{"1 requests came before the delay was over, the shortest gap is 1s"}},
		{"other agents are not judged", full + "1\ta.test\tGET\t/shut\t200\t9\tOther\n", second, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if rep := report(t, tt.log, tt.o); !reflect.DeepEqual(rep.Failures, tt.failures) {
				t.Errorf("failures %q, want %q", rep.Failures, tt.failures)
			}
		})
	}
}

func TestReportCounts(t *testing.T) {
	t.Parallel()
	rep := report(t, full+full, Options{})
	if rep.Requests != 10 || rep.Repeats != 3 || rep.RobotsMax != 2 || rep.RobotsHost != "a.test" {
		t.Errorf("report %+v", rep)
	}
	if got := *rep.Classes[checker.HTML]; got != (Tally{Want: 3, Got: 3}) {
		t.Errorf("pages %+v", got)
	}
	if rep.MinGap.Gap != 0 || rep.MinGap.Host != "a.test" {
		t.Errorf("shortest gap %+v", rep.MinGap)
	}
}

func TestReadLogNamesTheBadLine(t *testing.T) {
	t.Parallel()
	for name, log := range map[string]string{
		"too few fields": "0\ta.test\n", "no number": "x\ta.test\tGET\t/\t200\t9\tAranea/1\n",
	} {
		if _, _, err := ReadLog(strings.NewReader(log), "Aranea"); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func reverse(log string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(log, "\n"), "\n")
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimSuffix(l, "\n") + "\n")
	}
	return b.String()
}
