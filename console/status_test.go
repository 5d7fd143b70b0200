package console

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
)

// busy returns the status of a folder during a crawl.
func busy() service.Status {
	counts := aranea.HostCounts{aranea.CountQueued: 1500, aranea.CountIndexed: 20, aranea.CountFetched: 30, aranea.CountRequests: 40, aranea.CountBytes: 50_000}
	free := uint64(5e8)
	return service.Status{
		Version: "1.2.3", PID: 4711, Since: noon, Folder: "/srv/secret", Counts: counts, Asked: 12, Known: 3400, Docs: 20,
		Crawl: &service.CrawlStatus{
			Since: noon, Callers: 2, Seeds: 3, Rate: 12.34,
			Progress: runreport.Progress{
				Counts: counts, Run: counts, Errors: 7, Outstanding: 5, LastURL: "http://a.test/last", Longest: runreport.Document{URL: "http://a.test/<scan>.pdf", Since: noon}, Left: 90 * time.Second, Until: noon.Add(time.Minute),
				Waiting: verdict.HostTrouble{Origin: "http://slow.test"},
			},
		},
		Held:     []string{"held.test"},
		Trouble:  []verdict.HostTrouble{{Origin: "http://slow.test", Reason: aranea.NetTimeout, Detail: "no answer", Queued: 9, Failed: 2, Until: noon.Add(time.Hour)}},
		Troubled: 4, Memory: 1 << 20, Disk: 2e9, DiskFree: &free,
		Damage: []service.Fault{{File: "index/seg-1.pos", Offset: 4096, Text: "checksum"}, {File: "options.json", Text: "cut", Repaired: true}},
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	r := town(t)
	h := handler(t, &answers{}, r)
	w := get(t, h, "/status")
	has(t, w, 200, "No crawl is under way.", `<a href="/status?live=1">Keep this page up to date</a>`, "since 2026-11-20 12:00:00 UTC, version 0.0")
	lacks(t, w, "Hosts in trouble", "Damaged files", "http-equiv")
	r.state = busy()
	w = get(t, h, "/status?live=1")
	has(t, w, 200, `<meta http-equiv="refresh" content="5">`, `<a href="/status">Stop that</a>`, "A crawl is under way.", "12.3 requests a second",
		`<a href="/urls?count=queued">1,500 URLs</a>`, "30 pages fetched, 40 requests, 50.0 kB", `<a href="/why?url=http%3A%2F%2Fa.test%2Flast">http://a.test/last</a>`,
		"at least 1m30s", `<a href="/why?url=http%3A%2F%2Fa.test%2F%3Cscan%3E.pdf">http://a.test/&lt;scan&gt;.pdf, since 2026-11-20 12:00:00 UTC</a>`, "until 2026-11-20 12:01:00 UTC for http://slow.test", "2 commands", "from 3 seeds",
		`<a href="/reasons#NET.TIMEOUT"><code>NET.TIMEOUT</code></a> no answer`, `<a href="/urls?host=http%3A%2F%2Fslow.test&amp;state=queued">9</a>`, "2026-11-20 13:00:00 UTC",
		"Some of 4 hosts.", `<a href="/urls?host=held.test" dir="ltr">held.test</a>`, "index/seg-1.pos, at byte 4,096", "checksum", "repaired",
		`<a href="/hosts">12</a>`, `<a href="/hosts?list=known">3,400</a>`, "<td>2.00 GB, 500 MB free</td>", "1.05 MB", `<a href="/urls?count=indexed">20 URLs</a>`)
	lacks(t, w, "/srv/secret", "4711")
	checkMarkup(t, "status", w.Body.String())
	r.state.Stopped, r.state.Paused = r.state.Since, r.state.Since
	r.state.DiskLimit = 20e9
	has(t, get(t, h, "/status"), 200, "The operator stopped crawls on 2026-11-20 12:00:00 UTC: aranea run", "The operator paused crawls on 2026-11-20", "until aranea resume", "<td>2.00 GB of 20.0 GB, 500 MB free</td>")
	r.state.Crawl, r.state.Last = nil, &lastcrawl.Crawl{Began: noon, Ended: noon, Verdict: verdict.NoRoom, Why: "the disk is <full>", Way: "Make room."}
	has(t, get(t, h, "/status"), 200, "<td>ended 2026-11-20 12:00:00 UTC, no-room</td>", "<td>the disk is &lt;full&gt;</td>", "<td>Make room.</td>")
	lacks(t, get(t, h, "/status"), "cluster")
	part := func(i int) partition.Partition { return partition.Partition{Number: i, Of: 3} }
	r.state.Nodes = []service.NodeStatus{
		{Partition: part(1), Version: "1.0", Docs: 1200, Queued: 1, Crawling: true}, {Partition: part(2), Away: "<down>"}, {Partition: part(3), Version: "1.0", Docs: 1, Stopped: noon, Damaged: 2},
	}
	w = get(t, h, "/status")
	has(t, w, 200, "The nodes of the cluster", "Partition 1 of 3</th><td>1,200 pages, 1 URL queued, aranea 1.0, a crawl is under way</td>", "<td>does not answer: &lt;down&gt;</td>", "<td>1 page, 0 URLs queued, aranea 1.0, stopped since 2026-11-20 12:00:00 UTC, 2 damaged files</td>")
	r.state.Nodes[0].Standby, r.state.Nodes[1].Standby = &service.StandbyStatus{Copied: noon}, &service.StandbyStatus{Away: "<off>"}
	r.state.Nodes[2] = service.NodeStatus{Partition: part(3), Docs: 7, Copied: noon, Standby: &service.StandbyStatus{Copied: noon}}
	w = get(t, h, "/status")
	has(t, w, 200, "a crawl is under way; its standby has a copy of 2026-11-20 12:00:00 UTC</td>", "&lt;down&gt;; its standby does not answer: &lt;off&gt;</td>", "<td>does not answer; its standby answers from a copy of 2026-11-20 12:00:00 UTC: 7 pages</td>")
	checkMarkup(t, "status", w.Body.String())
	r.err = errDisk
	w = get(t, h, "/status")
	has(t, w, 500, "cannot be read")
	lacks(t, w, "secret")
}

// TestStats checks that each number links to its list.
func TestStats(t *testing.T) {
	t.Parallel()
	r := town(t)
	r.stats = service.Stats{
		URLs: 12345, Hosts: 99, State: map[string]uint64{"done": 12000, "queued": 345}, Reason: map[string]uint64{"HTTP.NOT-FOUND": 5},
		Status: map[string]uint64{"200": 7, "404": 8}, Depth: map[string]uint64{"10": 1, "9": 2}, How: map[string]uint64{"link": 3}, Month: map[string]uint64{"2026-11": 4},
		Lang: map[string]uint64{"ru": 9, "und": 1, "xx": 2}, Type: map[string]uint64{"pdf": 6}, Host: map[string]uint64{"http://a.test": 11},
	}
	h := handler(t, &answers{}, r)
	w := get(t, h, "/stats")
	lacks(t, w, "Browsers")
	r.stats.Rendering = rendering.Cost{Pages: 1234, Failed: 5, Requests: 6789, Bytes: 1 << 20, Took: 90 * time.Second, CPU: 12 * time.Second}
	r.state.Rendering = r.stats.Rendering
	has(t, get(t, h, "/metrics"), 200, `aranea_rendered_pages_total{failed="no"} 1234`, `aranea_rendered_pages_total{failed="yes"} 5`, "aranea_rendering_seconds_total 90",
		"aranea_rendering_cpu_seconds_total 12", "aranea_rendering_requests_total 6789", "aranea_rendering_received_bytes_total 1.048576e+06")
	w = get(t, h, "/stats")
	has(t, w, 200, "Browsers, over all crawls", "1,234", "6,789, 1", "1m30s", "12s")
	has(t, w, 200, "12,345 URLs known", `<a href="/urls?kind=page&amp;state=done">12,000</a>`, `<a href="/reasons#HTTP.NOT-FOUND">HTTP.NOT-FOUND</a>`,
		`<a href="/urls?kind=page&amp;reason=HTTP.NOT-FOUND">5</a>`, `<a href="/urls?kind=page&amp;status=404">8</a>`, `<a href="/urls?depth=9&amp;kind=page">2</a>`,
		`<a href="/urls?how=link&amp;kind=page">3</a>`, `<a href="/urls?kind=page&amp;month=2026-11">4</a>`, `Русский</th><td class="number"><a href="/?q=lang%3Aru">9</a>`,
		"Not recognised", "xx", `<a href="/urls?kind=page&amp;type=pdf">6</a>`, `<a href="/hosts?origin=http%3A%2F%2Fa.test">http://a.test</a>`,
		`<a href="/urls?host=http%3A%2F%2Fa.test&amp;kind=page">11</a>`, "The 1 host with the most URLs, of 99.")
	if body := w.Body.String(); strings.Index(body, "depth=9") > strings.Index(body, "depth=10") {
		t.Error("a depth of 10 comes before one of 9")
	}
	checkMarkup(t, "stats", w.Body.String())
	for i := range 2 * maxRows {
		r.stats.Type[fmt.Sprint("t", i)] = 1
	}
	w = get(t, h, "/stats")
	has(t, w, 200, "The first 60 of 121.")
	if n := strings.Count(w.Body.String(), "&amp;type="); n != maxRows {
		t.Errorf("%d types", n)
	}
	empty := newRecords()
	lacks(t, get(t, handler(t, &answers{}, empty), "/stats"), "<table")
}
