package crawl_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A taggedWeb has pages with an entity tag and answers 304 to requests that carry it. A page
// without text is down, an unknown one is missing.
type taggedWeb struct {
	mu     sync.Mutex
	pages  map[string]string
	links  map[string]string // Link fields
	breaks int               // number of full answers that break off
	whole  int               // number of full answers that did not
	// refuses returns the status with which a URL is refused, 0 if it is not; it may be nil.
	refuses func(u weburl.URL) int
	refused int
	// during is called before a "not modified" answer is returned.
	during func(u weburl.URL)
}

func (w *taggedWeb) set(url, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pages[url] = text
}

func (w *taggedWeb) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, found := w.pages[r.URL.String()]
	now := time.Now()
	out := aranea.Fetched{URL: r.URL, Sent: now, Ended: now, TTFB: time.Millisecond, Header: aranea.Header{"Content-Type": {"text/html"}, "Etag": {`"` + text + `"`}}}
	if link := w.links[r.URL.String()]; link != "" {
		out.Header["Link"] = []string{link}
	}
	refusal := 0
	if w.refuses != nil {
		refusal = w.refuses(r.URL)
	}
	switch {
	case refusal > 0:
		if out.Status = refusal; !strings.HasSuffix(r.URL.Path(), "/robots.txt") {
			w.refused++
		}
	case !found:
		out.Status = 404
	case text == "":
		out.Status = 500
	case r.Validators.ETag == out.Header.Get("Etag"):
		out.Status = 304
		if w.during != nil {
			w.during(r.URL)
		}
	default:
		out.Status, out.Body = 200, []byte(words+text)
		if w.breaks--; w.breaks >= 0 {
			out.Failure = aranea.NetReset
			return out
		}
		w.whole++
	}
	return out
}

// A keeper is a crawl of http://a.test/ in several runs.
type keeper struct {
	f     *frontier.Frontier
	w     *taggedWeb
	index shelf
	graph *linkgraph.Graph
	alike time.Time // as in crawl.Options
	last  runreport.Report
	told  []bool // hosts that began to refuse everything, or no longer did
}

func newKeeper(t *testing.T, pages map[string]string) *keeper {
	t.Helper()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	d := aranea.Discovery{URL: url(t, "http://a.test/"), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}
	if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{d}); err != nil {
		t.Fatal(err)
	}
	return &keeper{f: f, w: &taggedWeb{pages: pages}, index: shelf{}, graph: linkgraph.New(memstore.New(), nil)}
}

// run visits the pages that are due.
func (k *keeper) run(t *testing.T, f crawl.Frontier) error {
	t.Helper()
	if _, err := k.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 100}, k.index.Apply); err != nil {
		t.Fatal(err)
	}
	c, err := crawl.New(f, k.w, k.index, k.graph, crawl.Options{
		Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, "http://a.test/"), Alike: k.alike,
		Refuses: func(_, after aranea.Host) { k.told = append(k.told, !after.RefusedSince.IsZero()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	k.last, err = c.Run(t.Context())
	return err
}

// runFor runs once a day.
func (k *keeper) runFor(t *testing.T, days int) {
	t.Helper()
	for range days {
		if err := k.run(t, k.f); err != nil {
			t.Fatal(err)
		}
		time.Sleep(24 * time.Hour)
	}
}

// TestBackAfterOutage: a page stays indexed for some days while its host is down; then it
// leaves, and comes back with the host, although its text has not changed since the last visit.
func TestBackAfterOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.runFor(t, 1)
		k.w.set("http://a.test/", "")
		for _, part := range []struct {
			days int
			want string
		}{{10, "/"}, {10, ""}} {
			k.runFor(t, part.days)
			if got := k.index.String(); got != part.want {
				t.Errorf("during the outage the index has %q, want %q", got, part.want)
			}
		}
		k.w.set("http://a.test/", "home")
		k.runFor(t, 10)
		if got := k.index.String(); got != "/" {
			t.Errorf("after it the index has %q", got)
		}
	})
}

// TestTwinLeaves: a copy takes the place of the page that had its text before.
func TestTwinLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{
			"http://a.test/": "<a href=/1>1</a><a href=/2>2</a>", "http://a.test/1": "Same.", "http://a.test/2": "Same.",
		})
		k.runFor(t, 1)
		if got := k.index.String(); got != "/ /1" {
			t.Errorf("the index has %s", got)
		}
		k.w.set("http://a.test/1", "Other.")
		k.runFor(t, 20)
		if got := k.index.String(); got != "/ /1 /2" {
			t.Errorf("in the end the index has %s", got)
		}
	})
}

// TestUnchangedGivesWay: a page that the server says not to have changed gives way to the one that it calls canonical
// once that is found.
func TestUnchangedGivesWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "<a href=/1>1</a><a href='/1?a'>2</a>", "http://a.test/1?a": "Some text."})
		k.w.links = map[string]string{"http://a.test/1?a": "</1>; rel=canonical"}
		k.runFor(t, 10)
		if got := k.index.String(); got != "/ /1?a" {
			t.Fatalf("while its canonical page is missing, the index has %s", got)
		}
		k.w.set("http://a.test/1", "More text.")
		k.runFor(t, 120)
		if got := k.index.String(); got != "/ /1" {
			t.Errorf("in the end the index has %s", got)
		}
	})
}

// TestHeirs: when a page leaves the index, one of its copies is visited in the same
// run, although it is not due, and its trail says why. The other copy stays.
func TestHeirs(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*taggedWeb){
		"missing": func(w *taggedWeb) { delete(w.pages, "http://a.test/1") },
		"noindex": func(w *taggedWeb) { w.set("http://a.test/1", "<meta name=robots content=noindex>Same.") },
		"another": func(w *taggedWeb) { w.set("http://a.test/1", "Other.") },
		"robots":  func(w *taggedWeb) { w.set("http://a.test/robots.txt", "\nUser-agent: *\nDisallow: /1\n") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				k := newKeeper(t, map[string]string{
					"http://a.test/": "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>", "http://a.test/1": "Same.", "http://a.test/2": "Same.", "http://a.test/3": "Same.",
				})
				k.runFor(t, 1)
				time.Sleep(time.Hour)
				leave(k.w)
				if _, err := k.f.Requeue(t.Context(), time.Now(), []weburl.ID{url(t, "http://a.test/1").ID()}, "asked for", false); err != nil {
					t.Fatal(err)
				}
				if err := k.run(t, k.f); err != nil {
					t.Fatal(err)
				}
				if want := map[string]string{"another": "/ /1 /3", "robots": "/ (/1) /3"}[name]; k.index.String() != cmp.Or(want, "/ /3") {
					t.Errorf("the index has %s", k.index)
				}
				for path, want := range map[string]bool{"/2": false, "/3": true} { // in the order of their IDs
					trail, err := k.f.Trail(url(t, "http://a.test"+path).ID())
					if got := slices.ContainsFunc(trail, func(e aranea.Event) bool { return e.Detail == replacement.Why }); err != nil || got != want {
						t.Errorf("%s was called: %t, %v: %v", path, got, err, trail)
					}
				}
			})
		})
	}
}

// TestBrokenBody: the validators of an answer that broke off do not cover what was received, so
// the page is requested in full.
func TestBrokenBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.w.breaks = 1
		k.runFor(t, 1)
		time.Sleep(5 * 24 * time.Hour)
		k.runFor(t, 5)
		if k.w.whole != 1 {
			t.Errorf("the page came in whole %d times", k.w.whole)
		}
	})
}

// TestBrokenAtARevisit: a page whose answers break off from now on stays as it was for two weeks;
// then its first part takes its place, until the whole page comes again.
func TestBrokenAtARevisit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.runFor(t, 1)
		k.w.set("http://a.test/", "changed")
		k.w.breaks = 1 << 30
		for _, part := range []struct {
			days, breaks int
			reason       aranea.Reason
			visits       uint32 // at least, and at most 10 more
		}{{10, 1 << 30, aranea.BodyBroken, 1}, {10, 1 << 30, aranea.BodyBroken, 2}, {20, 0, aranea.IndexAdded, 5}} {
			k.w.breaks = part.breaks
			k.runFor(t, part.days)
			e, _, err := k.f.EntryByID(url(t, "http://a.test/").ID())
			if err != nil || e.Reason != part.reason || !e.Found() || e.Visits < part.visits || e.Visits > part.visits+10 || e.Change.Changes > 0 || k.index.String() != "/" {
				t.Errorf("after %d days: %v, %+v, index %s", part.days, err, e, k.index)
			}
			if kept := e.State == aranea.StateGone; kept != (part.visits == 1) || kept && e.Visits != 1 {
				t.Errorf("after %d days it is %s, visit %d", part.days, e.State, e.Visits)
			}
		}
	})
}

// TestWholeAtTheNextTry: a page whose first answer broke off is whole at the end of the crawl.
func TestWholeAtTheNextTry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.w.breaks = 2
		if err := k.run(t, k.f); err != nil {
			t.Fatal(err)
		}
		e, _, err := k.f.EntryByID(url(t, "http://a.test/").ID())
		if n, _ := k.f.Counts(); err != nil || e.Reason != aranea.IndexAdded || e.Waits() || e.Change.Checks > 0 || k.w.whole != 1 || n[aranea.CountNew] != 1 || n[aranea.CountDue] != 0 {
			t.Errorf("%v, %+v, %v", err, e, n)
		}
	})
}

// A dying frontier fails before its commits.
type dying struct{ *frontier.Frontier }

var errDying = errors.New("killed")

func (d dying) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) ([]aranea.LeaseID, error) {
	for i := range outcomes {
		if outcomes[i].Index.Action != aranea.IndexKeep {
			return nil, errDying
		}
	}
	return d.Frontier.Commit(ctx, now, outcomes)
}

// TestKilledBehindIndex: a document that a process indexed before it was killed, without the
// frontier knowing, is deleted if the repeated visit ends differently; a document that it
// deleted comes back.
func TestKilledBehindIndex(t *testing.T) {
	t.Parallel()
	const noIndex = "<meta name=robots content=noindex>"
	for name, texts := range map[string][3]string{
		"put":   {"", "home", noIndex},
		"taken": {"home", noIndex, "home"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := newKeeper(t, map[string]string{"http://a.test/": texts[0]})
				want := map[string]string{"put": "", "taken": "/"}[name]
				if name == "taken" {
					k.runFor(t, 1)
					time.Sleep(5 * 24 * time.Hour)
				}
				k.w.set("http://a.test/", texts[1])
				if err := k.run(t, dying{k.f}); !errors.Is(err, errDying) {
					t.Fatalf("the killed run: %v", err)
				}
				time.Sleep(time.Hour) // its leases have ended
				k.w.set("http://a.test/", texts[2])
				k.runFor(t, 10)
				if got := k.index.String(); got != want {
					t.Errorf("the index has %q, want %q", got, want)
				}
			})
		})
	}
}

// TestUndoneMeanwhile: while a page is requested, and found not modified, its document or its
// twin is deleted. The page is requested in full in the same run, and found again.
func TestUndoneMeanwhile(t *testing.T) {
	t.Parallel()
	for name, undo := range map[string]func(k *keeper) error{
		"document": func(k *keeper) error {
			return k.index.Apply(context.Background(), []aranea.IndexChange{{Action: aranea.IndexDelete, URL: url(t, "http://a.test/2")}})
		},
		"twin": func(k *keeper) error { // as a commit between the request and its answer would do
			k.w.pages["http://a.test/1"] = "Other."
			_, err := k.f.Requeue(context.Background(), time.Now(), []weburl.ID{url(t, "http://a.test/1").ID()}, "asked for", true)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				pages := map[string]string{"http://a.test/": "<a href=/1>1</a><a href=/2>2</a>", "http://a.test/1": "Same.", "http://a.test/2": "Another."}
				if name == "twin" {
					pages["http://a.test/2"] = "Same."
				}
				k := newKeeper(t, pages)
				k.runFor(t, 1)
				times := 0
				k.w.during = func(u weburl.URL) {
					if u.Path() != "/2" {
						return
					}
					if times++; times == 1 {
						if err := undo(k); err != nil {
							t.Error(err)
						}
					}
				}
				if _, err := k.f.Requeue(t.Context(), time.Now(), []weburl.ID{url(t, "http://a.test/2").ID()}, "asked for", false); err != nil {
					t.Fatal(err)
				}
				if err := k.run(t, k.f); err != nil {
					t.Fatal(err)
				}
				if got := k.index.String(); got != "/ /1 /2" || times != 1 {
					t.Errorf("the index has %s, after %d answers that nothing was modified", got, times)
				}
			})
		})
	}
}

// TestReadAlike: another text is no change of a page whose last visit read it in another way, and one
// after that is.
func TestReadAlike(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.runFor(t, 1)
		for i, want := range []uint16{0, 1} {
			if i == 0 {
				k.alike = time.Now()
			}
			k.w.set("http://a.test/", fmt.Sprint("text ", i))
			k.runFor(t, 2)
			e, _, err := k.f.EntryByID(url(t, "http://a.test/").ID())
			if err != nil || e.Visits < uint32(i)+2 || e.Reread || e.Change.Changes != want || e.Change.Checks < want {
				t.Errorf("text %d: %v, %+v", i, err, e)
			}
		}
	})
}
