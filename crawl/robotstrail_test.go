package crawl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// An answer is a site's answer for its robots file; status 0 means none.
type answer struct {
	status int
	body   string
	header aranea.Header
	cut    bool
}

// A site has pages and one answer for its robots file.
type site struct{ robots answer }

var _ crawl.Fetcher = (*site)(nil)

func (s *site) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL, Sent: time.Now(), Ended: time.Now(), TTFB: time.Millisecond}
	a := answer{status: 200, body: "<title>Words</title><p>Some words.", header: aranea.Header{"Content-Type": {"text/html"}}}
	if r.URL.Path() == "/robots.txt" {
		a = s.robots
	}
	out.Status, out.Body, out.Header, out.Truncated = a.status, []byte(a.body), a.header, a.cut
	if a.status == 0 {
		out.Failure, out.Detail = aranea.NetTimeout, "no answer"+strings.Repeat("!", len(a.body)*aranea.MaxDetail)
	}
	return out
}

// TestRobotsTrail: the trail of a robots file says what was received and what applies now. Each
// answer is for a separate crawl, 32 days after the previous one.
func TestRobotsTrail(t *testing.T) {
	t.Parallel()
	const page = "<!DOCTYPE html><title>Log in</title>"
	var (
		file    = answer{status: 200, body: "User-agent: *\nDisallow: /closed\n", header: aranea.Header{"Content-Type": {"text/plain"}}}
		html    = answer{status: 200, body: page, header: aranea.Header{"Content-Type": {"text/html"}}}
		missing = answer{status: 404}
		refused = answer{status: 403}
		failing = answer{status: 503}
		silent  = answer{}
	)
	const far = 32 * 24 * time.Hour
	const near = 25 * time.Hour
	tests := []struct {
		name    string
		dialect dialect.Dialect
		gap     time.Duration // between two crawls
		answers []answer
		want    string // the last event of each crawl, without its date
		closed  bool   // the page of the last crawl was not requested
	}{
		{"the file", dialect.RFC9309(), near, []answer{file}, "ROBOTS.PARSED status 200, 32 bytes", false},
		{"a file that is cut", dialect.RFC9309(), near, []answer{{status: 200, body: file.body, cut: true}}, "ROBOTS.PARSED status 200, 32 bytes; what stands behind 500 KiB is not read", false},
		{"a file that the dialect finds too large", dialect.Yandex(), near, []answer{{status: 200, body: file.body, cut: true}}, "ROBOTS.UNAVAILABLE status 200, 32 bytes; the dialect does not read it (too-large), so nothing is closed", false},
		{"a file that has not changed", dialect.RFC9309(), near, []answer{file, {status: 304}}, "ROBOTS.PARSED status 200, 32 bytes | HTTP.NOT-MODIFIED status 304, 0 bytes", false},
		{"no file", dialect.RFC9309(), near, []answer{missing}, "ROBOTS.UNAVAILABLE status 404, 0 bytes; nothing is closed", false},
		{"the file is gone", dialect.RFC9309(), near, []answer{file, missing}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.UNAVAILABLE status 404, 0 bytes; nothing is closed", false},
		{"a refusal that opens", dialect.RFC9309(), near, []answer{refused}, "ROBOTS.UNAVAILABLE status 403, 0 bytes; nothing is closed", false},
		{"a refusal that closes", dialect.Draft1996(), near, []answer{refused}, "ROBOTS.FORBIDDEN status 403, 0 bytes; everything is closed", true},
		{"a refusal before an outage", dialect.Draft1996(), 8 * near, []answer{refused, failing}, "ROBOTS.FORBIDDEN status 403, 0 bytes; everything is closed | ROBOTS.UNREACHABLE status 503, 0 bytes; nothing may be asked for until it is there, in an outage since DATE", true},
		{"a redirect to nowhere", dialect.RFC9309(), near, []answer{{status: 302}}, "ROBOTS.UNAVAILABLE status 302, 0 bytes; nothing is closed", false},
		{"an outage from the start", dialect.RFC9309(), near, []answer{failing}, "ROBOTS.UNREACHABLE status 503, 0 bytes; nothing may be asked for until it is there", true},
		{"an outage with an old copy", dialect.RFC9309(), near, []answer{file, failing}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.STALE status 503, 0 bytes; the copy of DATE counts", false},
		{"no answer, with an old copy", dialect.RFC9309(), near, []answer{file, silent}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.STALE NET.TIMEOUT no answer; the copy of DATE counts", false},
		{"a failure of many words", dialect.RFC9309(), near, []answer{file, {body: "x"}}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.STALE NET.TIMEOUT no answer" + strings.Repeat("!", aranea.MaxDetail-len("NET.TIMEOUT no answer; the copy of 2000-01-02T00:00:00Z counts")) + "; the copy of DATE counts", false},
		{"an outage where no file was", dialect.RFC9309(), near, []answer{missing, failing}, "ROBOTS.UNAVAILABLE status 404, 0 bytes; nothing is closed | ROBOTS.STALE status 503, 0 bytes; nothing is closed, as before", false},
		{"an outage that lasts", dialect.Google(), far, []answer{file, failing, failing}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.UNREACHABLE status 503, 0 bytes; nothing may be asked for until it is there | ROBOTS.UNAVAILABLE status 503, 0 bytes; nothing is closed, in an outage since DATE", false},
		{"an outage that is over", dialect.RFC9309(), near, []answer{file, failing, file}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.STALE status 503, 0 bytes; the copy of DATE counts | ROBOTS.PARSED status 200, 32 bytes", false},
		{"a web page from the start", dialect.RFC9309(), near, []answer{html}, "ROBOTS.WEB-PAGE status 200, 36 bytes; it has no rules, so nothing is closed", false},
		{"a web page in place of rules", dialect.RFC9309(), near, []answer{file, html}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.WEB-PAGE status 200, 36 bytes; the copy of DATE counts", false},
		{"a web page that stays", dialect.RFC9309(), far, []answer{file, html, html}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.WEB-PAGE status 200, 36 bytes; the copy of DATE counts | ROBOTS.WEB-PAGE status 200, 36 bytes; nothing is closed", false},
		{"a file that begins like a page", dialect.RFC9309(), near, []answer{file, {status: 200, body: "<!-- ours -->\n" + file.body}}, "ROBOTS.PARSED status 200, 32 bytes | ROBOTS.PARSED status 200, 46 bytes", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				kv, s := memstore.New(), &site{}
				var got []string
				var last runreport.Report
				for i, a := range tt.answers {
					if i > 0 {
						time.Sleep(tt.gap)
					}
					s.robots = a
					before := len(trail(t, kv))
					last, _ = runAs(t, kv, s, tt.dialect, fmt.Sprintf("http://a.test/page%d", i))
					events := trail(t, kv)
					if len(events) == before {
						t.Fatalf("crawl %d did not ask for the file", i)
					}
					got = append(got, events[len(events)-1])
				}
				if s := strings.Join(got, " | "); s != tt.want {
					t.Errorf("trail\n%s\nwant\n%s", s, tt.want)
				}
				if asked := last.Counts[aranea.CountFetched] == uint64(len(tt.answers)); asked == tt.closed {
					t.Errorf("%d pages had, closed is %v", last.Counts[aranea.CountFetched], tt.closed)
				}
			})
		})
	}
}

// trail returns the events of the robots file of a.test, with DATE for instants.
func trail(t *testing.T, kv *memstore.Store) []string {
	t.Helper()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	u, err := weburl.Parse("http://a.test/robots.txt")
	if err != nil {
		t.Fatal(err)
	}
	events, err := f.Trail(u.ID())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range events {
		words := strings.Fields(e.Reason.String() + " " + e.Detail)
		for i, w := range words {
			if _, err := time.Parse(time.RFC3339, w); err == nil {
				words[i] = "DATE"
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}
