package crawl_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A web answers for hosts by name: dead.test accepts no connection, inside.test is at a private
// address unless open is set, forbidden.test refuses pages, dying.test serves its robots file
// only, and all others have one page.
type web struct {
	open bool

	mu    sync.Mutex
	asked map[string][]time.Time // by host name, requests that left or would have
}

var _ crawl.Fetcher = (*web)(nil)

func (w *web) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	now := time.Now()
	w.mu.Lock()
	w.asked[r.URL.Host()] = append(w.asked[r.URL.Host()], now)
	w.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, Ended: now}
	robots := r.URL.Path() == "/robots.txt"
	switch host := r.URL.Host(); {
	case host == "dead.test", host == "dying.test" && !robots:
		out.Failure, out.Detail = aranea.NetDial, "192.0.2.1:80: connection refused"
		return out
	case host == "inside.test" && !w.open:
		out.Failure, out.Detail = aranea.NetGuard, "10.0.0.1 is private"
		return out
	case host == "forbidden.test" && !robots:
		out.Status = 403
	case robots:
		out.Status = 404
	default:
		out.Status, out.Header = 200, aranea.Header{"Content-Type": {"text/html"}}
		out.Body = []byte("<title>Words</title><p>Some words of " + host)
	}
	out.Sent, out.TTFB = now, time.Millisecond
	return out
}

type noIndex struct{}

func (noIndex) Apply(context.Context, []aranea.IndexChange) error { return nil }

func (noIndex) Has(weburl.ID) bool { return false }

func (noIndex) Hidden(weburl.ID) bool { return false }

func (noIndex) Later(weburl.ID, time.Time) bool { return false }

func (noIndex) Sketch(weburl.ID) uint64 { return 0 }

func (noIndex) ShowsMore(weburl.ID, *aranea.IndexChange) bool { return false }

// run crawls the seeds over kv, as a separate process would, and returns the report with all
// progress.
func run(t *testing.T, kv store.KV, w *web, seeds ...string) (runreport.Report, []runreport.Progress) {
	t.Helper()
	w.asked = map[string][]time.Time{}
	return runAs(t, kv, w, dialect.RFC9309(), seeds...)
}

// runAs is run with any fetcher and a dialect.
func runAs(t *testing.T, kv store.KV, w crawl.Fetcher, d dialect.Dialect, seeds ...string) (runreport.Report, []runreport.Progress) {
	t.Helper()
	var urls []weburl.URL
	var found []aranea.Discovery
	for _, s := range seeds {
		u, err := weburl.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, u)
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	rules, err := scope.New(scope.Options{Seeds: urls})
	if err != nil {
		t.Fatal(err)
	}
	var shown []runreport.Progress
	c, err := crawl.New(f, w, noIndex{}, noGraph{}, crawl.Options{
		Agents: []dialect.AgentToken{"Aranea"}, Dialect: d, Scope: rules, Fetchers: 4,
		Watch: func(p runreport.Progress) { shown = append(shown, p) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Fatal(err)
	}
	report, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report, shown
}

// TestDeadHost: a dead host is counted while the crawl runs and named with its cause, its
// retries keep their delays, and it does not hold up the crawl for longer.
func TestDeadHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{}
		r, shown := run(t, memstore.New(), w, "http://dead.test/deep/page", "http://well.test/", "http://well.test/b")
		if r.Verdict != verdict.Partial || r.Ending != verdict.EndDeferred || r.Errors != 3 {
			t.Errorf("%s (%s), %s, %d errors", r.Verdict, r.Why, r.Ending, r.Errors)
		}
		if r.Elapsed > 15*time.Second {
			t.Errorf("the crawl took %s", r.Elapsed)
		}
		if r.Troubled != 1 || len(r.Trouble) != 1 {
			t.Fatalf("%d hosts in trouble, %+v", r.Troubled, r.Trouble)
		}
		h := r.Trouble[0]
		if h.Origin != "http://dead.test" || h.Reason != aranea.NetDial || h.Detail != "192.0.2.1:80: connection refused" ||
			h.URL != "http://dead.test/deep/page" || h.Queued != 1 || h.Failed != 0 || h.Until.IsZero() {
			t.Errorf("trouble: %+v", h)
		}
		waited := false
		for _, p := range shown {
			waited = waited || p.Waiting.Origin == "http://dead.test" && p.Until.After(p.At) && p.Errors > 0
			if p.Waiting.Origin != "" && p.Counts[aranea.CountQueued] > 1 {
				t.Errorf("blamed for the wait while another host has work: %+v", p)
			}
		}
		if !waited {
			t.Error("nobody was told that the crawl waits for the dead host")
		}
		tries := w.asked["dead.test"]
		for i := 1; i < len(tries); i++ {
			if tries[i].Sub(tries[i-1]) < time.Second {
				t.Errorf("try %d came after %s", i, tries[i].Sub(tries[i-1]))
			}
		}
	})
}

// TestPrivateHost: after a refusal by the network rules the run ends at once, and a run with
// other rules visits the host at once.
func TestPrivateHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		kv, w := memstore.New(), &web{}
		r, _ := run(t, kv, w, "http://inside.test/a", "http://inside.test/b")
		if r.Verdict != verdict.Empty || r.Ending != verdict.EndFinished || r.Elapsed > time.Second || r.Barred != 2 || r.Counts[aranea.CountQueued] != 0 || r.Counts[aranea.CountRequests] != 0 {
			t.Errorf("%s (%s), %s after %s, %+v", r.Verdict, r.Why, r.Ending, r.Elapsed, r.Counts)
		}
		if len(r.Trouble) != 1 || r.Trouble[0].Reason != aranea.NetGuard || r.Trouble[0].Detail != "10.0.0.1 is private" || !r.Trouble[0].Until.IsZero() {
			t.Errorf("trouble: %+v", r.Trouble)
		}
		if n := len(w.asked["inside.test"]); n != 1 {
			t.Errorf("tried %d times", n)
		}
		w.open = true
		start := time.Now()
		r, _ = run(t, kv, w, "http://inside.test/a")
		if r.Verdict != verdict.OK || r.Counts[aranea.CountFetched] != 2 || r.Troubled != 0 || r.Errors != 0 {
			t.Errorf("with the range open: %s (%s), %+v", r.Verdict, r.Why, r.Counts)
		}
		if first := w.asked["inside.test"][0]; first.Sub(start) > 0 {
			t.Errorf("the first request left after %s", first.Sub(start))
		}
		// The robots file is cached now; pages are refused one by one.
		w.open = false
		if r, _ = run(t, kv, w, "http://inside.test/c"); r.Verdict != verdict.Partial || r.Barred != 1 || r.Counts[aranea.CountFailed] != 0 || r.Elapsed > time.Minute {
			t.Errorf("closed again: %+v after %s", r.Counts, r.Elapsed)
		}
		w.open = true
		if r, _ = run(t, kv, w, "http://inside.test/c"); r.Verdict != verdict.OK || r.Counts[aranea.CountFetched] != 3 {
			t.Errorf("open again: %s (%s), %+v", r.Verdict, r.Why, r.Counts)
		}
	})
}

// TestForbiddenHost: a site that refuses every page is not an empty one.
func TestForbiddenHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, _ := run(t, memstore.New(), &web{}, "http://forbidden.test/")
		if r.Verdict != verdict.Blocked || r.Counts[aranea.CountRefused] != 1 || r.Counts[aranea.CountFailed] != 0 {
			t.Errorf("%s (%s), %+v", r.Verdict, r.Why, r.Counts)
		}
	})
}

// TestDyingHost: pages that are given up are named with their host and cause.
func TestDyingHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, shown := run(t, memstore.New(), &web{}, "http://dying.test/x")
		if r.Verdict != verdict.Empty || r.Counts[aranea.CountFailed] != 1 || r.Errors != 3 || !strings.Contains(r.Why, "1 page") {
			t.Errorf("%s (%s), %d errors, %+v", r.Verdict, r.Why, r.Errors, r.Counts)
		}
		if len(r.Trouble) != 1 || r.Trouble[0].Reason != aranea.NetDial || r.Trouble[0].Failed != 1 || r.Trouble[0].URL != "http://dying.test/x" {
			t.Errorf("trouble: %+v", r.Trouble)
		}
		var errors []uint64
		for _, p := range shown {
			if n := len(errors); n == 0 || errors[n-1] != p.Errors {
				errors = append(errors, p.Errors)
			}
		}
		if len(errors) != 4 {
			t.Errorf("errors shown on the way: %v", errors)
		}
	})
}

// TestPrivateSeed: a seed at a private address is reported even if there are others.
func TestPrivateSeed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, _ := run(t, memstore.New(), &web{}, "http://inside.test/", "http://well.test/")
		if r.Verdict != verdict.Partial || r.Counts[aranea.CountIndexed] != 1 || r.Elapsed > 5*time.Second || !strings.Contains(r.Why, "1 page waits") {
			t.Errorf("%s (%s) after %s", r.Verdict, r.Why, r.Elapsed)
		}
	})
}

// TestLinkToPrivateHosts: links to private addresses make no crawl partial, in this run or the
// next, even if their host first served its robots file and then moved to a private address;
// the URLs are reported as excluded.
func TestLinkToPrivateHosts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		guard := []reply{{failure: aranea.NetGuard, unsent: true}}
		pages := map[string][]reply{
			"http://a.test/":                get(words + "<a href=http://inside.test/x>x</a><a href=http://half.test/y>y</a>"),
			"http://inside.test/robots.txt": guard, "http://inside.test/x": guard, "http://half.test/y": guard,
		}
		f, c := leading(t, scope.Any, "http://a.test/", pages)
		for i := range 3 {
			r, err := c.Run(t.Context())
			if err != nil || r.Verdict != verdict.OK || r.Cause != verdict.CauseComplete || r.Barred != 2 || r.Counts[aranea.CountQueued] != 0 {
				t.Errorf("run %d: %s (%s), %d barred, %v, %v", i, r.Verdict, r.Why, r.Barred, r.Counts, err)
			}
			for _, u := range []string{"http://inside.test/x", "http://half.test/y"} {
				if e, _, err := f.EntryByID(url(t, u).ID()); err != nil || e.State != aranea.StateExcluded || e.Reason != aranea.NetGuard {
					t.Errorf("run %d: %s is %s, %s, %v", i, u, e.State, e.Reason, err)
				}
			}
			time.Sleep(time.Hour)
			f.Configure(frontier.Pace{Delay: time.Second, PerHost: 1})
			c = leader(t, f, scope.Any, "http://a.test/", pages)
		}
	})
}
