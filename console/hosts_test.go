package console

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// town returns records of a few hosts with their URLs.
func town(t testing.TB) *records {
	t.Helper()
	r := newRecords()
	rules := service.RobotsCopy{
		Class: "rules", Status: 200, Checked: noon, Fetched: noon, Expires: noon.Add(24 * time.Hour),
		Body: []byte("\uFEFFUser-agent: *\r\nDisallow: /private/ # <b>\r\rAllow: /\u202Ex\n"),
	}
	big := service.HostFacts{
		Origin: "http://a.test", Asked: true, Delay: 2e9, DelayReason: "crawl-delay", NextAllowed: noon, Failures: 3, Robots: &rules,
		Counts: aranea.HostCounts{
			aranea.CountIndexed: 12345, aranea.CountQueued: 1, aranea.CountDenied: 7, aranea.CountMissing: 2, aranea.CountFailed: 3,
			aranea.CountRequests: 20000, aranea.CountBytes: 1 << 20,
		},
	}
	r.hosts[big.Origin] = big
	r.history[big.Origin] = []service.RobotsCopy{rules, {Class: "unavailable", Status: 404, Checked: noon.Add(-time.Hour)}}
	r.hosts["https://xn--80aqfsv.test:8443"] = service.HostFacts{Origin: "https://xn--80aqfsv.test:8443", Asked: true}
	r.hosts["http://known.test"] = service.HostFacts{Origin: "http://known.test"}
	r.hosts["http://held.test"] = service.HostFacts{Origin: "http://held.test", Asked: true, Held: true}
	add := func(path, state, reason string, status, depth int) {
		u := service.URLFacts{
			URL: "http://a.test" + path, Kind: "page", State: state, Reason: reason, Status: status, Depth: depth, How: "link", Found: noon,
			Indexed: reason == "INDEX.ADDED", Visits: 1,
		}
		if status > 0 {
			u.Visited = noon.Add(time.Duration(depth) * 24 * time.Hour)
		}
		r.urls = append(r.urls, u)
	}
	add("/", "done", "INDEX.ADDED", 200, 0)
	add("/a.html", "done", "INDEX.ADDED", 200, 1)
	add("/private/x", "excluded", "ROBOTS.DENIED", 0, 1)
	add("/new", "queued", "SCHEDULE.QUEUED", 0, 2)
	add("/gone", "gone", "HTTP.NOT-FOUND", 404, 20)
	r.urls[2].Detail = "robots.txt line 2: Disallow: /private/"
	r.urls[3].Due = noon.Add(time.Hour)
	r.urls = append(r.urls, service.URLFacts{URL: "http://a.test/robots.txt", Kind: "robots", State: "queued", Reason: "ROBOTS.PARSED", How: "robots", Status: 200, Visited: noon})
	return r
}

func TestHosts(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	w := get(t, h, "/hosts")
	has(t, w, 200, `<a href="/hosts?origin=http%3A%2F%2Fa.test" dir="ltr">http://a.test</a>`,
		`<td class="number" data-name="in the index:"><a href="/urls?count=indexed&amp;host=http%3A%2F%2Fa.test">12,345</a></td>`,
		`<td data-name="delay:">2s (crawl-delay)</td>`, `<td class="number" data-name="denied:">0</td>`,
		`<a href="/hosts?origin=https%3A%2F%2Fxn--80aqfsv.test%3A8443" dir="ltr">https://пауки.test:8443</a>`, `<td data-name="delay:">none</td>`,
		`aria-current="true">Asked</a>`, "3 hosts.", `<td data-name="delay:">held</td>`)
	lacks(t, w, "known.test")
	checkMarkup(t, "hosts", w.Body.String())
	w = get(t, h, "/hosts?list=known&name=own.te&sort=name")
	has(t, w, 200, "http://known.test</a>", `aria-current="true">Merely known</a>`, `value="own.te"`, `<option value="name" selected>`, "1 host.",
		`<input type="hidden" name="list" value="known">`)
	lacks(t, w, "http://a.test")
	has(t, get(t, h, "/hosts?name=nothing"), 200, "No host meets all filters.")
	has(t, get(t, h, "/hosts?page=9"), 200, "The list ends before this page.", "Previous")
	for _, path := range []string{"/hosts", "/hosts?origin=http://a.test"} {
		down := town(t)
		down.err = errDisk
		w := get(t, handler(t, &answers{}, down), path)
		has(t, w, 500, "cannot be read")
		lacks(t, w, "secret")
	}
}

func TestHost(t *testing.T) {
	t.Parallel()
	known := town(t)
	known.templates = map[string][]zone.Template{"http://a.test": {{Pages: 20, Counted: 20, Containers: []zone.Judged{
		{Path: "div.body", Zone: "main", Pages: 20, Text: 0.9}, {Path: "div.<b> ul", Zone: "navigation", Pages: 19, Text: 0.03, Links: 0.9},
		{Path: "div.small", Zone: "main", Pages: 20, Text: 0.05},
	}}}}
	h := handler(t, &answers{}, known)
	w := get(t, h, "/hosts?origin=http%3A%2F%2Fa.test")
	has(t, w, 200, "<h1 dir=\"ltr\">http://a.test</h1>", `href="/?q=host%3Aa.test"`, `href="/urls?host=http%3A%2F%2Fa.test"`,
		`<a href="/why?url=http%3A%2F%2Fa.test%2Frobots.txt">read 2026-11-20 12:00:00 UTC, 58 bytes, in force until 2026-11-21 12:00:00 UTC</a>`,
		"not before 2026-11-20 12:00:00 UTC", `<a href="/urls?count=indexed&amp;host=http%3A%2F%2Fa.test">12,345 URLs</a>`,
		`<a href="/urls?count=queued&amp;host=http%3A%2F%2Fa.test">1 URL</a>`, "<td>20,000 requests, 1.05 MB</td>", "Failures in a row",
		`<a href="/urls?count=denied&amp;host=http%3A%2F%2Fa.test">7 URLs</a>`, "<td>0 URLs</td>",
		"<li><code>User-agent: *</code></li><li><code>Disallow: /private/ # &lt;b&gt;</code></li><li><code></code></li><li><code>Allow: /x</code></li></ol>",
		"Robots files that were stored", "none, so nothing is closed (status 404)")
	has(t, w, 200, "Learned from 20 pages", `<th scope="row"><code>div.&lt;b&gt; ul</code></th><td data-name="zone:">navigation</td><td class="number" data-name="pages:">19 of 20</td><td class="number" data-name="text:">3 %</td><td class="number" data-name="links:">90 %</td>`, "<code>div.body</code>")
	lacks(t, w, "div.small")
	checkMarkup(t, "host", w.Body.String())
	has(t, get(t, h, "/hosts?origin=a.test/some/page"), 200, "http://a.test</h1>")
	has(t, get(t, h, "/hosts?origin=xn--80aqfsv.test:8443"), 200, "https://пауки.test:8443</h1>", "not asked for yet", "<td>none</td>")
	has(t, get(t, h, "/hosts?origin=held.test"), 200, "the host was paused by the operator")
	has(t, get(t, h, "/hosts?origin=http://b.test"), 404, "This host is not known")
	for _, bad := range []string{"ftp://a.test", "someone@a.test", "%00", "http://"} {
		has(t, get(t, h, "/hosts?origin="+bad), 400, "not a URL of a host")
	}
}

// TestHostsBounds checks that long lists, files and lines are truncated, and that the page says
// so.
func TestHostsBounds(t *testing.T) {
	t.Parallel()
	r := town(t)
	for i := range listSize * 2 {
		o := weburl.Origin(fmt.Sprintf("http://h%d.test", i))
		r.hosts[o] = service.HostFacts{Origin: o, Asked: true}
	}
	const lines = 2000
	body := strings.Repeat("Disallow: /"+strings.Repeat("x", 100)+"\n", lines+1)
	r.hosts["http://long.test"] = service.HostFacts{Origin: "http://long.test", Asked: true, Robots: &service.RobotsCopy{
		Class: "rules", Body: []byte(strings.Repeat("y", 100_000) + "\n" + body),
	}}
	for range maxCopies + 5 {
		r.history["http://long.test"] = append(r.history["http://long.test"], service.RobotsCopy{Class: "rules"})
	}
	h := handler(t, &answers{}, r)
	seen := 0
	for page := 1; page <= 3; page++ {
		w := get(t, h, fmt.Sprintf("/hosts?page=%d", page))
		seen += strings.Count(w.Body.String(), `<th scope="row">`)
		if more := strings.Contains(w.Body.String(), ">Next</a>"); more != (page < 3) {
			t.Errorf("page %d: is followed by another: %v", page, more)
		}
	}
	if seen != 2*listSize+4 {
		t.Errorf("%d hosts on three pages", seen)
	}
	has(t, get(t, h, "/hosts"), 200, "Hosts 1 to 50; more follow.", `<a href="/hosts?page=2">Next</a>`)
	w := get(t, h, "/hosts?origin=http://long.test")
	has(t, w, 200, "The first 2,000 lines are shown.")
	if n := strings.Count(w.Body.String(), "<li><code>"); n != lines || w.Body.Len() > 400_000 {
		t.Errorf("%d lines, %d bytes", n, w.Body.Len())
	}
	if n := strings.Count(w.Body.String(), "<tr><td>"); n != maxCopies {
		t.Errorf("%d stored files", n)
	}
}

// TestHostSaysItsMainMirror checks that the page of a host shows what the host says about its main
// mirror, even if it has no group.
func TestHostSaysItsMainMirror(t *testing.T) {
	t.Parallel()
	facts := mirrorFacts(&mirror.Record{Origin: "http://a.test", Named: "http://b.test"})
	if len(facts) != 1 || facts[0].Name != "Host line" || facts[0].Text != "the robots file of http://a.test names http://b.test as the main mirror" {
		t.Errorf("%+v", facts)
	}
}
