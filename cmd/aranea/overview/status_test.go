package overview

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
)

// TestStatusTellsWhatIsWaitedFor checks that the status of a waiting crawl has the end and the
// reason of the wait, and that of a working crawl does not.
func TestStatusTellsWhatIsWaitedFor(t *testing.T) {
	t.Parallel()
	at := time.Now().Add(time.Hour)
	sick := verdict.HostTrouble{Origin: "http://a.test", Reason: aranea.HTTPServer, Detail: "status 503"}
	for name, x := range map[string]struct {
		p    runreport.Progress
		want string
	}{
		"a host":     {runreport.Progress{Until: at, Waiting: sick}, "\nWaits:   until " + command.Clock(at) + ", for http://a.test: HTTP.SERVER-ERROR status 503\n"},
		"delays":     {runreport.Progress{Until: at}, "\nWaits:   until " + command.Clock(at) + ", for the delays of its hosts\n"},
		"at work":    {runreport.Progress{Until: at, Outstanding: 1}, ""},
		"a moment":   {runreport.Progress{Until: time.Now().Add(time.Second / 2)}, ""},
		"not at all": {runreport.Progress{}, ""},
	} {
		var b strings.Builder
		printCrawl(&b, &service.CrawlStatus{Progress: x.p})
		if got := b.String(); !strings.Contains(got, x.want) || strings.Contains(got, "Waits:") != (x.want != "") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestStatusTellsWhatIsRead checks that the status names a document that takes long.
func TestStatusTellsWhatIsRead(t *testing.T) {
	t.Parallel()
	for want, took := range map[string]time.Duration{"\nReads:   http://a.test/scan.pdf for 1:30\n": 90 * time.Second, "": time.Second} {
		var b strings.Builder
		c := service.CrawlStatus{Progress: runreport.Progress{Longest: runreport.Document{URL: "http://a.test/scan.pdf", Since: time.Now().Add(-took)}}}
		printCrawl(&b, &c)
		if got := b.String(); !strings.Contains(got, want) || strings.Contains(got, "Reads:") != (want != "") {
			t.Errorf("%s, want %q", got, want)
		}
	}
}

// TestStatusTellsAPausedCrawl checks that the status of a paused crawl says how long ago it began,
// not that it has been running for that time.
func TestStatusTellsAPausedCrawl(t *testing.T) {
	t.Parallel()
	for want, paused := range map[string]bool{"A crawl is under way for 1:00: 2 pages, ": false, "A crawl is paused, begun 1:00 ago: 2 pages, ": true} {
		var b strings.Builder
		c := service.CrawlStatus{Since: time.Now().Add(-time.Minute), Paused: paused}
		c.Progress.Run[aranea.CountFetched] = 2
		printCrawl(&b, &c)
		if !strings.HasPrefix(b.String(), want) {
			t.Errorf("%s, want %s", b.String(), want)
		}
	}
}

// TestStatusOfAFolderToLookInto checks that the status says what to do.
func TestStatusOfAFolderToLookInto(t *testing.T) {
	t.Parallel()
	const way = "\nTo write to it again, make room if its disk is full; else be the user to whom it belongs (sudo -u USER aranea ...), or see that this user may write to it.\n"
	for cause, want := range map[string]bool{"no space is left on the disk": true, "": false} {
		var b strings.Builder
		if err := Status(&b, &service.Status{Folder: "here", ReadOnly: cause}, true, "here", ""); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); strings.Contains(got, way) != want || strings.Contains(got, "It can only be looked into: "+cause+way) != want {
			t.Errorf("%q: %s", cause, got)
		}
	}
}

// TestStatusTellsAuthorities checks that the status says that the file of authorities cannot be read.
func TestStatusTellsAuthorities(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]bool{"ca.pem: no such file": true, "": false} {
		var b strings.Builder
		if err := Status(&b, &service.Status{Authorities: fault}, true, "here", ""); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "\n--ca-file cannot be read, and its certificates count as they were read last: "+fault); got != want {
			t.Errorf("%q: %s", fault, b.String())
		}
	}
}

// TestStatusTellsFaultOnce checks that why a node does not answer stands beside the node, and not once more beside
// what waits for it; another fault does.
func TestStatusTellsFaultOnce(t *testing.T) {
	t.Parallel()
	part := func(n int) partition.Partition { return partition.Partition{Number: n, Of: 3} }
	s := service.Status{
		Nodes:    []service.NodeStatus{{Partition: part(1), Version: "1"}, {Partition: part(2), Away: "it is off"}, {Partition: part(3), Away: "it is slow"}},
		Handover: []handover.Waiting{{To: 2, Pages: 7, Fault: "it is off"}, {To: 3, Pages: 8, Fault: "it is full"}},
	}
	var b strings.Builder
	if err := Status(&b, &s, false, "", ""); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if strings.Count(got, "it is off") != 1 || !strings.Contains(got, "To hand over: 7 pages for partition 2\nTo hand over: 8 pages for partition 3: it is full\n") {
		t.Error(got)
	}
}

// TestStatusTellsHandovers checks that the status says what waits for other nodes, in few lines.
func TestStatusTellsHandovers(t *testing.T) {
	t.Parallel()
	all := []handover.Waiting{{To: 1, Pages: 1}, {To: 3, Pages: 25_000, More: true}}
	for i := range report.MaxLines {
		all = append(all, handover.Waiting{To: 4 + i, Pages: 2})
	}
	for n, want := range map[int]string{0: "", 2: "\nTo hand over: 1 page for partition 1\nTo hand over: at least 25,000 pages for partition 3\n", len(all): "\nTo hand over: pages for 2 partitions more\n"} {
		var b strings.Builder
		if err := Status(&b, &service.Status{Handover: all[:n]}, true, "here", ""); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) || strings.Count(got, "To hand over") != min(n, report.MaxLines+1) {
			t.Errorf("%d: %s", n, got)
		}
	}
}
