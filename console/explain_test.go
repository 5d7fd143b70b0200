package console

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// site is one host with a page in each state.
func site(t testing.TB) *records {
	t.Helper()
	r := newRecords()
	at := func(path string) aranea.Entry {
		return aranea.Entry{URL: parse(t, "http://a.test"+path), FoundAt: noon, How: aranea.HowAnchor, Depth: 1, FoundOn: parse(t, "http://a.test/").ID()}
	}
	visited := func(path string, state aranea.EntryState, reason aranea.Reason, status uint16, detail string) aranea.Entry {
		e := at(path)
		e.State, e.Reason, e.Status, e.Detail, e.VisitedAt, e.Visits = state, reason, status, detail, noon.Add(time.Hour), 1
		return e
	}
	start := visited("/", aranea.StateDone, aranea.IndexAdded, 200, "9 elements, 3 links")
	start.How, start.Depth, start.FoundOn, start.Indexed, start.Visits = aranea.HowSeed, 0, weburl.ID{}, true, 3
	r.put(start, aranea.Event{At: noon, Reason: aranea.HTTPOK, Detail: "status 200"}, aranea.Event{At: noon, Reason: aranea.IndexAdded})
	denied := at("/private/x")
	denied.State, denied.Reason, denied.Detail, denied.Depth = aranea.StateExcluded, aranea.RobotsDenied, "robots.txt line 2: Disallow: /private/ (group *, dialect rfc9309)", 2
	r.put(denied)
	twin := visited("/copy", aranea.StateDone, aranea.DupExact, 200, "http://a.test/")
	twin.Twin = start.URL.ID()
	r.put(twin)
	moved := visited("/old", aranea.StateDone, aranea.HTTPRedirect, 301, "status 301")
	moved.Target, moved.How = "http://a.test/", aranea.HowArea
	r.put(moved)
	r.put(visited("/gone", aranea.StateGone, aranea.HTTPNotFound, 404, "status 404"))
	r.put(visited("/broken", aranea.StateGone, aranea.NetReset, 0, "connection reset"))
	retry := visited("/slow", aranea.StateQueued, aranea.ScheduleRetry, 503, "HTTP.SERVER-ERROR status 503")
	retry.Attempts, retry.Due, retry.Visits = 2, noon.Add(24*time.Hour), 0
	r.put(retry)
	queued := at("/new")
	queued.State, queued.Reason = aranea.StateQueued, aranea.ScheduleQueued
	r.put(queued)
	r.put(visited("/hidden", aranea.StateDone, aranea.DirectiveNoIndex, 200, "meta robots: noindex"))
	old := visited("/same", aranea.StateDone, aranea.HTTPNotModified, 304, "")
	old.Indexed = true
	r.put(old)
	r.put(visited("/out", aranea.StateDone, aranea.HTTPNotModified, 304, ""))
	r.hosts["http://a.test"] = aranea.Host{Robots: aranea.RobotsRef{Version: 1}, Delay: 2 * time.Second, DelayReason: "crawl-delay"}
	r.robots["http://a.test"] = acquire.Copy{Class: acquire.ClassRules, Body: []byte("User-agent: *\n"), FetchedAt: noon, Expires: noon.Add(24 * time.Hour)}
	secure := aranea.Entry{URL: parse(t, "https://b.test/only/"), State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true, FoundAt: noon, How: aranea.HowSeed}
	r.put(secure)
	return r
}

// TestExplainStates asks the page and the API about a URL in each state.
func TestExplainStates(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, site(t))
	tests := []struct {
		name, url string
		want      []string // on the page
		lacks     []string
	}{
		{"in the index", "http://a.test/", []string{
			`<h2 class="verdict in">In the index.</h2>`, "INDEX.ADDED", "9 elements, 3 links", "as a seed<", "status 200, visit number 3",
			"read 2026-11-20 12:00:00 UTC, 14 bytes, used until 2026-11-21 12:00:00 UTC", "2s (crawl-delay)", "The last visits",
			`<time datetime="2026-11-20T12:00:00Z">2026-11-20 12:00:00 UTC</time>`, "<td>is in the index</td>"},
			[]string{"links from", "Next try", "Failed tries"}},
		{"denied", "http://a.test/private/x", []string{
			`<h2 class="verdict out">Not in the index: it is denied by the robots file.</h2>`, "ROBOTS.DENIED",
			"robots.txt line 2: Disallow: /private/ (group *, dialect rfc9309)", "as a link, 2 links from a start page",
			`<a href="/why?url=http%3A%2F%2Fa.test%2F" dir="ltr">http://a.test/</a>`}, []string{"Last visit", "The last visits"}},
		{"duplicate", "http://a.test/copy", []string{
			"Not in the index: it has the same text as another page.", "DUP.EXACT", "Same text as", `<a href="/why?url=http%3A%2F%2Fa.test%2F" dir="ltr">`,
			"as a link, 1 link from a start page"}, []string{"Evidence"}},
		{"redirect", "http://a.test/old", []string{"it redirects; the target was queued as a link", "Redirects to", "as an area"}, nil},
		{"error", "http://a.test/gone", []string{"it does not exist (404 or 410)", "HTTP.NOT-FOUND", "status 404"}, nil},
		{"no answer", "http://a.test/broken", []string{"it was lost with a broken connection", "connection reset", ", without an answer"}, []string{"status 0"}},
		{"tried again", "http://a.test/slow", []string{"Not in the index yet: it failed for a passing reason", "Failed tries", "<td>2</td>", "Next try", "2026-11-21 12:00:00 UTC"}, []string{"visit number"}},
		{"not yet visited", "http://a.test/new", []string{"Not in the index yet: it waits for its turn."}, []string{"Last visit"}},
		{"noindex", "http://a.test/hidden", []string{"it asks not to be indexed", "meta robots: noindex"}, nil},
		{"unchanged", "http://a.test/same", []string{`class="verdict in">In the index; it has not changed since the last visit.`}, nil},
		{"unchanged and out", "http://a.test/out", []string{"Not in the index: it has not changed since the visit that left it out."}, nil},
		{"unknown", "http://a.test/nobody", []string{"This URL is not known: no page that was visited links to it.", `class="verdict out"`, "Robots file"}, []string{"Known instead", "NONE"}},
		{"unknown host", "http://c.test/", []string{"This URL is not known"}, []string{"<table"}},
		{"other scheme", "https://a.test/new", []string{"This URL is not known", "Known instead", "http://a.test/new</a>"}, nil},
		{"without the slash", "https://b.test/only", []string{"Known instead", "https://b.test/only/</a>"}, nil},
		{"with www", "https://www.b.test/only/", []string{"Known instead", "https://b.test/only/</a>"}, nil},
		{"no scheme", "a.test/new", []string{"waits for its turn", `<p class="where" dir="ltr">http://a.test/new</p>`}, nil},
		{"no scheme, known as https", "b.test/only/", []string{"In the index.", `<p class="where" dir="ltr">https://b.test/only/</p>`}, []string{"Known instead"}},
		{"as people write it", "  HTTP://A.test:80/new#part ", []string{"waits for its turn", `value="  HTTP://A.test:80/new#part "`}, nil},
	}
	for _, tt := range tests {
		w := do(t, h, "GET", "/why?url="+url.QueryEscape(tt.url), "")
		t.Run(tt.name, func(t *testing.T) {
			has(t, w, 200, tt.want...)
			lacks(t, w, tt.lacks...)
			checkMarkup(t, tt.name, w.Body.String())
		})
	}
}

// TestExplainRobotsFile shows each class of robots copy.
func TestExplainRobotsFile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		copy acquire.Copy
		want string
	}{
		{acquire.Copy{}, "not asked for yet"},
		{acquire.Copy{Class: acquire.ClassRules, Body: []byte("#"), FetchedAt: noon, Expires: noon}, "read 2026-11-20 12:00:00 UTC, 1 byte, used until"},
		{acquire.Copy{Class: acquire.ClassUnavailable, Status: 404, Expires: noon}, "none (status 404), asked again 2026-11-20 12:00:00 UTC"},
		{acquire.Copy{Class: acquire.ClassForbidden, Status: 403, Expires: noon}, "refused (status 403), which closes the host, asked again"},
		{acquire.Copy{Class: acquire.ClassUnreachable, Detail: "status 503", DownSince: noon, Expires: noon}, "cannot be had since 2026-11-20 12:00:00 UTC (status 503), asked again"},
	} {
		r := site(t)
		r.robots["http://a.test"] = tt.copy
		trail, err := Explain(r, "http://a.test/new")
		if err != nil {
			t.Fatal(err)
		}
		if last := trail.Facts[len(trail.Facts)-2]; last.Name != "Robots file" || !strings.HasPrefix(last.Text, tt.want) {
			t.Errorf("%s: %+v", tt.want, last)
		}
	}
}

func TestExplainBadURL(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, site(t))
	for _, text := range []string{
		"http://", "://", "ftp://a.test/", "mailto:x@a.test", "javascript:alert(1)", "data:text/html,x", "http://a b/", "ht!tp://%%", "http://[::1", "/path", "//", "someone@a.test", "user:word@a.test/x", "?", "#x",
		"http://a.test/" + strings.Repeat("x", 5000), "\x00", "http://a.test:99999/",
	} {
		w := do(t, h, "GET", "/why?url="+url.QueryEscape(text), "")
		has(t, w, 400, "That is not a URL that can be crawled.")
		w = do(t, h, "GET", "/api/v1/explain?url="+url.QueryEscape(text), "")
		has(t, w, 400, `"status":400`)
		if _, err := Explain(site(t), text); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%.40q: error %v", text, err)
		}
	}
	has(t, get(t, h, "/why"), 200, `<input type="text" name="url" value="" aria-label="URL"`)
	lacks(t, get(t, h, "/why?url="), "role=\"status\"")
}

// TestExplainDuringCrawl: another process holds the records.
func TestExplainDuringCrawl(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, nil)
	has(t, get(t, h, "/why"), 200, "while another process is crawling")
	has(t, get(t, h, "/why?url=http://a.test/"), 503, "while another process is crawling")
	has(t, get(t, h, "/api/v1/explain?url=http://a.test/"), 503, `"detail":"another process is crawling; its records cannot be read"`)
}

// TestFrontierIsSites asks about URLs that a real frontier holds.
func TestFrontierIsSites(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f, err := frontier.Open(ctx, memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	start, other := parse(t, "https://a.test/"), parse(t, "http://b.test/x")
	if _, err := f.Add(ctx, noon, []aranea.Discovery{
		{URL: start, How: aranea.HowSeed, Reason: aranea.ScheduleQueued},
		{URL: other, How: aranea.HowAnchor, Depth: 1, FoundOn: start.ID(), Reason: aranea.ScopeHost, Detail: "b.test"},
	}); err != nil {
		t.Fatal(err)
	}
	h := handler(t, &answers{}, f)
	has(t, get(t, h, "/why?url=a.test"), 200, "Not in the index yet: it waits for its turn.", "https://a.test/", "as a seed", "Pause of the host")
	has(t, get(t, h, "/why?url=http://b.test/x"), 200, "it is on another host than the seeds", "1 link from a start page", `dir="ltr">https://a.test/</a>`)
	has(t, get(t, h, "/why?url=http://c.test/"), 200, "This URL is not known")
	has(t, get(t, h, "/hosts"), 200, `dir="ltr">https://a.test</a>`, `dir="ltr">http://b.test</a>`)
	has(t, get(t, h, "/hosts?origin=a.test"), 200, "https://a.test</h1>")
	has(t, get(t, h, "/hosts?origin=http://a.test"), 404)
	has(t, get(t, h, "/hosts?origin=https://a.test"), 200, "not asked for yet", "<td>1 URL</td>")
}
