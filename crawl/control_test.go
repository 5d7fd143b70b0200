package crawl_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
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
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A control is a crawler with the parts that a test inspects.
type control struct {
	*crawl.Crawler
	f *frontier.Frontier

	mu      sync.Mutex
	asked   []string
	applied int
}

// Do answers for every host with the same page, which links to http://b.test/linked.
func (c *control) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	c.mu.Lock()
	c.asked = append(c.asked, r.URL.String())
	c.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, Sent: time.Now(), TTFB: time.Millisecond, Status: 404}
	if r.URL.Path() != "/robots.txt" {
		out.Status, out.Header = 200, aranea.Header{"Content-Type": {"text/html"}}
		out.Body = []byte("<p>Words of " + r.URL.String() + " <a href=http://b.test/linked>b</a>")
	}
	time.Sleep(50 * time.Millisecond)
	out.Ended = time.Now()
	return out
}

func (c *control) Apply(_ context.Context, changes []aranea.IndexChange) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.applied += len(changes)
	return nil
}

// Has reports that no document is indexed, so there are no conditional requests.
func (c *control) Has(weburl.ID) bool { return false }

func (c *control) Hidden(weburl.ID) bool { return false }

func (c *control) Later(weburl.ID, time.Time) bool { return false }

func (c *control) Sketch(weburl.ID) uint64 { return 0 }

func (c *control) ShowsMore(weburl.ID, *aranea.IndexChange) bool { return false }

// requests returns the requests so far, and changes the number of changes that the index
// received.
func (c *control) requests() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.asked)
}

func (c *control) changes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.applied
}

func (c *control) pages() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []string
	for _, u := range c.asked {
		if !strings.HasSuffix(u, "/robots.txt") {
			out = append(out, u)
		}
	}
	return strings.Join(out, " ")
}

func url(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func rulesFor(t *testing.T, seeds ...string) scope.Rules {
	t.Helper()
	var urls []weburl.URL
	for _, s := range seeds {
		urls = append(urls, url(t, s))
	}
	rules, err := scope.New(scope.Options{Seeds: urls})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func (c *control) add(t *testing.T, seed string) {
	t.Helper()
	d := aranea.Discovery{URL: url(t, seed), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}
	if _, err := c.f.Add(t.Context(), time.Now(), []aranea.Discovery{d}); err != nil {
		t.Fatal(err)
	}
}

// newControl returns a crawler with the seed http://a.test/ queued.
func newControl(t *testing.T) *control {
	t.Helper()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	c := &control{f: f}
	c.Crawler, err = crawl.New(f, c, c, noGraph{}, crawl.Options{
		Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, "http://a.test/"), Fetchers: 4,
	})
	if err != nil {
		t.Fatal(err)
	}
	c.add(t, "http://a.test/")
	return c
}

// start runs the crawler and returns a function that waits for its report.
func (c *control) start(t *testing.T) func() runreport.Report {
	t.Helper()
	done := make(chan struct{})
	var r runreport.Report
	var err error
	go func() {
		defer close(done)
		r, err = c.Run(t.Context())
	}()
	return func() runreport.Report {
		t.Helper()
		if <-done; err != nil {
			t.Error(err)
		}
		return r
	}
}

// TestPauseResume: a paused crawler sends no request and does not end.
func TestPauseResume(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newControl(t)
		c.Pause()
		wait := c.start(t)
		time.Sleep(time.Hour)
		if len(c.requests()) != 0 {
			t.Fatalf("paused, it asked for %v", c.requests())
		}
		c.Resume()
		if r := wait(); r.Ending != verdict.EndFinished || c.pages() != "http://a.test/" {
			t.Errorf("%s, asked for %s", r.Ending, c.pages())
		}
	})
}

// TestStopPaused: a paused crawler can be stopped.
func TestStopPaused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newControl(t)
		c.Pause()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if r, err := c.Run(ctx); err != nil || r.Ending != verdict.EndStopped || len(c.requests()) != 0 {
			t.Errorf("%s, %v, asked for %v", r.Ending, err, c.requests())
		}
	})
}

// TestWiden: seeds of a second caller join a running crawl, and what is found
// from then on is decided by the wider rules.
func TestWiden(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newControl(t)
		wait := c.start(t)
		time.Sleep(500 * time.Millisecond) // the robots file has been read, the page is waiting
		if c.pages() != "" {
			t.Fatalf("too late: asked for %s", c.pages())
		}
		c.Widen(rulesFor(t, "http://a.test/", "http://b.test/"))
		c.add(t, "http://b.test/")
		c.Wake()
		synctest.Wait()
		if !strings.Contains(strings.Join(c.requests(), " "), "http://b.test/robots.txt") {
			t.Errorf("not awake: asked for %v", c.requests())
		}
		wait()
		if got := c.pages(); !strings.Contains(got, "http://b.test/linked") {
			t.Errorf("asked for %s", got)
		}
	})
}

// TestExclusive: nothing is committed while the function runs, exchanges continue, and its
// error is returned.
func TestExclusive(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newControl(t)
		fault := errors.New("no")
		var wait func() runreport.Report
		err := c.Exclusive(func() error {
			wait = c.start(t)
			time.Sleep(time.Minute)
			if len(c.requests()) != 1 || c.changes() != 0 {
				t.Errorf("asked for %v, %d changes", c.requests(), c.changes())
			}
			return fault
		})
		if !errors.Is(err, fault) {
			t.Errorf("Exclusive returned %v", err)
		}
		if wait(); c.changes() != 1 {
			t.Errorf("%d changes", c.changes())
		}
	})
}

// TestReportJSON: reports and progress survive encoding for a socket.
func TestReportJSON(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	host := verdict.HostTrouble{Origin: "http://a.test", Reason: aranea.NetDNS, Detail: "no such host", URL: "http://a.test/", Queued: 1, Failed: 2, Until: at}
	n := aranea.HostCounts{aranea.CountQueued: 3, aranea.CountRefused: 4}
	report := runreport.Report{
		Verdict: verdict.Blocked, Ending: verdict.EndDeferred, Why: "so", Counts: n, Run: n, Hosts: 1, Errors: 2,
		Until: at, Elapsed: time.Second, Trouble: []verdict.HostTrouble{host}, Troubled: 1,
	}
	progress := runreport.Progress{
		At: at, Counts: n, Run: n, Hosts: 1, Errors: 2, Outstanding: 3, LastURL: "http://a.test/", Paused: true, Left: time.Hour, Until: at, Waiting: host,
	}
	for _, tt := range []struct{ want, got any }{{&report, &runreport.Report{}}, {&progress, &runreport.Progress{}}} {
		data, err := json.Marshal(tt.want)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, tt.got); err != nil || !reflect.DeepEqual(tt.got, tt.want) {
			t.Errorf("%s\nread back %+v, %v", data, tt.got, err)
		}
	}
	var v verdict.Verdict
	if err := v.UnmarshalText([]byte("splendid")); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("an unknown verdict: %v", err)
	}
}

// unreadableRobots is a frontier that cannot read the robots copy of broken.test
// once there is one.
type unreadableRobots struct{ *frontier.Frontier }

func (f unreadableRobots) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, found, err := f.Frontier.Robots(o)
	if found && o.Host() == "broken.test" {
		err = errBroken
	}
	return c, found, err
}

// TestFaultOfOneFetcher: if one of many fetchers cannot read what it needs, the run ends with
// that error, whatever the others do.
func TestFaultOfOneFetcher(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newControl(t)
		var err error
		c.Crawler, err = crawl.New(unreadableRobots{c.f}, c, c, noGraph{}, crawl.Options{
			Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, "http://a.test/", "http://broken.test/"), Fetchers: 4,
		})
		if err != nil {
			t.Fatal(err)
		}
		c.add(t, "http://broken.test/")
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, err := c.Run(ctx); !errors.Is(err, errBroken) || ctx.Err() != nil {
			t.Errorf("the run ended with %v, and by the limit of the test with %v", err, ctx.Err())
		}
	})
}
