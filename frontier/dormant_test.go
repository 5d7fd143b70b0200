package frontier

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

// memoryFor is the memory in which a number of origins are loaded.
func memoryFor(origins int) int { return origins * originSize * 8 }

// TestOriginsLeaveMemory: with more origins than fit into memory, all are requested, each in its
// turn and at its pace, also after a restart.
func TestOriginsLeaveMemory(t *testing.T) {
	t.Parallel()
	const hosts, loaded, fetchers = 60, 4, 3
	opt := Options{Delay: time.Second, Memory: memoryFor(loaded)}
	kv, now := memstore.New(), t0
	f := open(t, kv, opt)
	for p := range 3 {
		for h := range hosts {
			seed(t, f, fmt.Sprintf("http://h%d.test/%d", h, p))
		}
	}
	last, pages := map[string]time.Time{}, map[string]int{}
	for step := 0; ; step++ {
		if step == 50 {
			f = open(t, kv, opt)
		}
		ls, wake := lease(t, f, now, fetchers)
		if n := f.Stats().Loaded; n > loaded+fetchers {
			t.Fatalf("%d origins in memory, limit %d", n, loaded)
		}
		if len(ls) == 0 {
			if wake.IsZero() {
				break
			}
			now = wake
		}
		for _, l := range ls {
			name := l.Entry.URL.Host()
			if now.Sub(last[name]) < time.Second {
				t.Errorf("%s is asked after %s", l.Entry.URL, now.Sub(last[name]))
			}
			if l.Entry.Kind == aranea.KindPage {
				if pages[name]++; pages[name] == 3 && len(pages) < hosts {
					t.Errorf("%s has had 3 pages, and %d hosts none", name, hosts-len(pages))
				}
			}
			last[name] = now
			commit(t, f, now, done(l, now))
		}
	}
	for h := range hosts {
		if n := pages[fmt.Sprintf("h%d.test", h)]; n != 3 {
			t.Errorf("host %d: %d pages", h, n)
		}
	}
	if s := f.Stats(); s.Loaded+s.Ready+f.ready.Len()+f.recent.Len()+len(f.hosts)+f.paces.Len() != 0 {
		t.Errorf("at the end %+v, %d places", s, f.ready.Len())
	}
}

// unsynced is a store whose disk fails unsynced writes.
type unsynced struct{ store.KV }

type unsyncedBatch struct{ store.Batch }

func (u unsynced) NewBatch() store.Batch { return unsyncedBatch{u.KV.NewBatch()} }

func (unsyncedBatch) Commit(bool) error { return errFull }

// TestOriginsCannotLeave: a commit that is stored succeeds even if evicting origins after it
// fails; the next call returns that error.
func TestOriginsCannotLeave(t *testing.T) {
	t.Parallel()
	opt := Options{Delay: time.Second, SendBudget: time.Hour, Memory: memoryFor(1)}
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, opt)
	for h := range 4 {
		seed(t, f, fmt.Sprintf("http://h%d.test/1", h), fmt.Sprintf("http://h%d.test/2", h))
	}
	ls, _ := lease(t, f, t0, 4)
	var outcomes []aranea.Outcome
	for _, l := range ls {
		o := done(l, t0)
		o.Host.NextAllowed = t0.Add(time.Second) // long before the lease allowed
		outcomes = append(outcomes, o)
	}
	f.kv = unsynced{kv}
	commit(t, f, t0, outcomes...)
	if _, _, err := f.Lease(ctx, t0, 1); !errors.Is(err, errFull) {
		t.Errorf("the next call: %v", err)
	}
	again := open(t, kv, opt)
	for _, l := range ls {
		if _, found, err := again.Robots(l.Entry.URL.Origin()); !found || err != nil {
			t.Errorf("%s: stored %t, %v", l.Entry.URL, found, err)
		}
	}
	if len(ls) != 4 {
		t.Errorf("%d leases", len(ls))
	}
}

// TestDormantLimits: an origin that a page limit has removed from the queue is loaded again when
// the limit changes.
func TestDormantLimits(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{MaxHostPages: 1, Memory: memoryFor(2)})
	for h := range 20 {
		seed(t, f, fmt.Sprintf("http://h%d.test/1", h), fmt.Sprintf("http://h%d.test/2", h))
	}
	if got := visitAll(t, f, t0); len(got) != 20 {
		t.Errorf("%d pages with one for each host", len(got))
	}
	if s := f.Stats(); s.Loaded > 2 {
		t.Errorf("%d origins in memory", s.Loaded)
	}
	f.Configure(Pace{Delay: schedule.NoDelay, MaxHostPages: 2, PerHost: 1})
	if got := visitAll(t, f, t0.Add(time.Minute)); len(got) != 20 {
		t.Errorf("%d pages with one more for each host", len(got))
	}
}

// TestDormantTroubles: troubles of origins that are not in memory are reported, and a host that
// is held meanwhile is not requested.
func TestDormantTroubles(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := open(t, memstore.New(), Options{Memory: memoryFor(1)})
	for h := range 10 {
		for p := range h + 1 {
			seed(t, f, fmt.Sprintf("http://h%d.test/%d", h, p))
		}
	}
	ls, _ := lease(t, f, t0, 10)
	for _, l := range ls {
		o := done(l, t0)
		o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Detail: "nobody is there", Expires: t0.Add(time.Minute)}
		o.Host.Failures = 1
		commit(t, f, t0, o)
	}
	got, err := f.Troubles(ctx, 3)
	if err != nil || got.Hosts != 10 || got.Queued != 55 || len(got.List) != 3 {
		t.Fatalf("troubles %+v, %v", got, err)
	}
	for i, x := range got.List {
		if want := fmt.Sprintf("http://h%d.test", 9-i); string(x.Origin) != want || x.Reason != aranea.RobotsUnreachable || !x.Until.Equal(t0.Add(time.Minute)) || x.URL == "" {
			t.Errorf("%d: %+v, want %s", i, x, want)
		}
	}
	if err := f.Hold(ctx, t0, "h8.test", true); err != nil {
		t.Fatal(err)
	}
	if got := visitAll(t, f, t0.Add(time.Hour)); len(got) != 46 {
		t.Errorf("%d pages without those of the held host", len(got))
	}
	if h, _, err := f.Host("http://h8.test"); err != nil || h.Robots.Version != 1 {
		t.Errorf("the robots file of the held host was asked for: version %d, %v", h.Robots.Version, err)
	}
	if err := f.Hold(ctx, t0, "h8.test", false); err != nil {
		t.Fatal(err)
	}
	if got := visitAll(t, f, t0.Add(2*time.Hour)); len(got) != 9 {
		t.Errorf("%d pages of the host that was held", len(got))
	}
}

// TestDormantLeft: the time that the queue takes includes the queues of dormant origins.
func TestDormantLeft(t *testing.T) {
	t.Parallel()
	for _, loaded := range []int{1, 20} {
		f := open(t, memstore.New(), Options{Delay: 2 * time.Second, Memory: memoryFor(loaded)})
		for p := range 9 {
			seed(t, f, fmt.Sprintf("http://long.test/%d", p))
		}
		for h := range 10 {
			seed(t, f, fmt.Sprintf("http://h%d.test/", h))
		}
		if got := f.TimeLeft(t0); got != 18*time.Second {
			t.Errorf("with %d origins in memory %s are left, want 18s", loaded, got)
		}
		f.Configure(Pace{Delay: time.Second, PerHost: 1})
		if got := f.TimeLeft(t0); got != 9*time.Second {
			t.Errorf("with %d origins in memory and half of the delay %s are left, want 9s", loaded, got)
		}
		own := open(t, f.kv, Options{Delay: 2 * time.Second, HostDelays: hostdelay.Delays{"long.test": 100 * time.Millisecond}, Memory: memoryFor(loaded)})
		if got := own.TimeLeft(t0); got != 2*time.Second {
			t.Errorf("with %d origins in memory and a delay for one host %s are left, want 2s", loaded, got)
		}
	}
}

// A counting store counts reads of origin records.
type counting struct {
	store.KV
	origins int
}

func (c *counting) Get(key []byte) ([]byte, error) {
	if key[0] == record.TableOrigin {
		c.origins++
	}
	return c.KV.Get(key)
}

// TestWaitingOriginsStayDormant: origins that wait for one address, or as new ones for their
// site, are not read again and again to find that out, and none is forgotten.
func TestWaitingOriginsStayDormant(t *testing.T) {
	t.Parallel()
	const hosts = 100
	for _, name := range []string{"h%d.test", "h%d.zone.test"} {
		kv := &counting{KV: memstore.New()}
		f := open(t, kv, Options{Delay: time.Second, Addresses: true, Memory: memoryFor(2)})
		for h := range hosts {
			seed(t, f, "http://"+fmt.Sprintf(name, h)+"/")
		}
		now, pages, leases := t0, 0, 0
		kv.origins = 0
		for pages < hosts {
			ls, wake := lease(t, f, now, 3)
			if len(ls) == 0 {
				if wake.IsZero() {
					t.Fatalf("%d of %d pages were leased", pages, hosts)
				}
				now = wake
			}
			for _, l := range ls {
				o := done(l, now)
				if leases++; l.LookUp {
					o = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Resolution: &aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}}}
				} else if l.Entry.Kind == aranea.KindPage {
					pages++
				}
				commit(t, f, now, o)
			}
		}
		if kv.origins > 3*leases {
			t.Errorf("%s: records of origins were read %d times for %d leases", name, kv.origins, leases)
		}
		if took := now.Sub(t0); took > 4*hosts*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
	}
}

// TestRuns: with most origins dormant, one that is loaded is requested several times before it
// is evicted; but not before pages that are fewer links away, and all are requested.
func TestRuns(t *testing.T) {
	t.Parallel()
	runs(t, 100*time.Millisecond, 1)
}

// TestRunsKeepTheirTurn: the same holds if others have waited for longer than the lead of a run.
func TestRunsKeepTheirTurn(t *testing.T) {
	t.Parallel()
	runs(t, time.Minute, 0)
}

// runs leases at most one page of many hosts at each step; the last page of each host is links
// further away.
func runs(t *testing.T, step time.Duration, links uint16) {
	const hosts, paths, loaded = 60, 10, 12
	kv := &counting{KV: memstore.New()}
	f := open(t, kv, Options{Delay: time.Second, Memory: memoryFor(loaded)})
	for h := range hosts {
		for p := range paths {
			d := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://h%d.test/%d", h, p)), Reason: aranea.ScheduleQueued, Depth: links * uint16(p/(paths-1))}
			if _, err := f.Add(context.Background(), t0, []aranea.Discovery{d}); err != nil {
				t.Fatal(err)
			}
		}
	}
	kv.origins = 0
	now, pages, deep := t0, 0, 0
	for pages < hosts*paths {
		now = now.Add(step)
		ls, _ := lease(t, f, now, 1)
		for _, l := range ls {
			if l.Entry.Kind == aranea.KindPage {
				pages++
				deep += int(l.Entry.Depth)
				if shallow := pages - deep; l.Entry.Depth > 0 && shallow < hosts*(paths-1) {
					t.Fatalf("%s is leased after %d of %d pages that are fewer links away", l.Entry.URL, shallow, hosts*(paths-1))
				}
			}
			commit(t, f, now, done(l, now))
		}
		if now.Sub(t0) > 36_000*step {
			t.Fatalf("%d pages in %s", pages, now.Sub(t0))
		}
	}
	if most := hosts * paths / 2; kv.origins > most {
		t.Errorf("records of origins were read %d times for %d pages, more than %d", kv.origins, pages, most)
	}
}

// TestRunsAfterRestart: the first turn of an origin that was dormant when the frontier was
// opened is computed as if its first entry were no links away; its run is not.
func TestRunsAfterRestart(t *testing.T) {
	t.Parallel()
	const hosts, paths, step = 60, 10, time.Second
	kv, opt := memstore.New(), Options{Delay: time.Second, Memory: memoryFor(12)}
	f := open(t, kv, opt)
	for h := range hosts {
		for p := range paths {
			d := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://h%d.test/%d", h, p)), Reason: aranea.ScheduleQueued, Depth: uint16(h % 2 * 5)}
			if _, err := f.Add(context.Background(), t0, []aranea.Discovery{d}); err != nil {
				t.Fatal(err)
			}
		}
	}
	now, shallow, deep := t0, 0, 0
	ask := func(max int) {
		now = now.Add(step)
		ls, _ := lease(t, f, now, max)
		for _, l := range ls {
			switch {
			case l.Entry.Kind != aranea.KindPage:
			case l.Entry.Depth == 0:
				shallow++
			default:
				deep++
			}
			commit(t, f, now, done(l, now))
		}
	}
	for range 3 * hosts {
		ask(1)
	}
	f = open(t, kv, opt)
	deep = 0
	for steps := 0; shallow < hosts/2*paths; steps++ {
		if ask(1); steps == 36_000 {
			t.Fatalf("%d pages of no links in %s", shallow, now.Sub(t0))
		}
	}
	if deep > hosts/2 {
		t.Errorf("%d pages that are five links away are leased before the last of none, more than one of each origin", deep)
	}
}
