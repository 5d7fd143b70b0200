package frontier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// pages opens a frontier of fast hosts whose robots files have been read, and leases all its
// pages.
func pages(t testing.TB, kv store.KV, urls ...string) (*Frontier, []aranea.Lease) {
	t.Helper()
	f := open(t, kv, Options{PerHost: MaxPerHost})
	seed(t, f, urls...)
	for {
		ls, _ := lease(t, f, t0, 100)
		if len(ls) == 0 || ls[0].Entry.Kind == aranea.KindPage {
			return f, ls
		}
		for _, l := range ls {
			commit(t, f, t0, done(l, t0))
		}
	}
}

// TestOutcomesThatDoNotFit: nothing of the batch is written, and the leases can still be ended.
func TestOutcomesThatDoNotFit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		bend func(o []aranea.Outcome) []aranea.Outcome
		says string
	}{
		{"a lease that never was", func(o []aranea.Outcome) []aranea.Outcome { o[1].Lease = 7; return o }, "not out"},
		{"one lease twice", func(o []aranea.Outcome) []aranea.Outcome { return append(o, o[0]) }, "another outcome"},
		{"another URL", func(o []aranea.Outcome) []aranea.Outcome { o[1].Entry.URL = o[0].Entry.URL; return o }, "its lease is for"},
		{"another kind", func(o []aranea.Outcome) []aranea.Outcome { o[1].Entry.Kind = aranea.KindRobots; return o }, "another kind"},
		{"no state", func(o []aranea.Outcome) []aranea.Outcome { o[1].Entry.State = aranea.StateUnknown; return o }, "would be unknown"},
		{"a negative delay", func(o []aranea.Outcome) []aranea.Outcome { o[1].Host.Delay = -1; return o }, "negative"},
		{"a link without URL", func(o []aranea.Outcome) []aranea.Outcome { o[1].Links = make([]aranea.Discovery, 1); return o }, "no URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, ls := pages(t, memstore.New(), "http://a.test/1", "http://a.test/2")
			good := []aranea.Outcome{done(ls[0], t0), done(ls[1], t0)}
			bad := tt.bend([]aranea.Outcome{good[0], good[1]})
			_, err := f.Commit(context.Background(), t0, bad)
			if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("%v, want kind invalid and %q", err, tt.says)
			}
			if n, _ := f.Counts(); n[aranea.CountQueued] != 2 || n[aranea.CountFetched] != 0 {
				t.Errorf("counts %+v", n)
			}
			commit(t, f, t0, good...)
			if n, _ := f.Counts(); n[aranea.CountQueued] != 0 || n[aranea.CountFetched] != 2 {
				t.Errorf("counts %+v", n)
			}
		})
	}
}

func TestTextHasOneHolder(t *testing.T) {
	t.Parallel()
	f, ls := pages(t, memstore.New(), "http://a.test/1", "http://a.test/2", "http://a.test/3")
	fp := aranea.Fingerprint{1}
	with := func(l aranea.Lease, fp aranea.Fingerprint) aranea.Outcome {
		o := done(l, t0)
		o.Entry.Fingerprint = fp
		return o
	}
	holds := func(fp aranea.Fingerprint, want string) {
		t.Helper()
		if _, url, found, err := f.Twin(fp); err != nil || found != (want != "") || url != want {
			t.Errorf("holder %q, %v, %v, want %q", url, found, err, want)
		}
	}
	again := func(l aranea.Lease, fp aranea.Fingerprint) aranea.Outcome { // to be visited again at once
		o := with(l, fp)
		o.Entry.State, o.Entry.Reason = aranea.StateQueued, aranea.ScheduleQueued
		return o
	}
	commit(t, f, t0, again(ls[0], fp), with(ls[1], fp)) // two in one batch: the first one is the holder
	holds(fp, "http://a.test/1")
	next, _ := lease(t, f, t0, 1)
	// In one batch the holder changes its text and another page gets the old one.
	commit(t, f, t0, again(next[0], aranea.Fingerprint{2}), with(ls[2], fp))
	holds(fp, "http://a.test/3")
	holds(aranea.Fingerprint{2}, "http://a.test/1")
	next, _ = lease(t, f, t0, 1)
	gone := done(next[0], t0)
	gone.Entry.State, gone.Entry.Reason, gone.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
	commit(t, f, t0, gone)
	holds(aranea.Fingerprint{2}, "")
}

func TestRobotsHistory(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/x", "http://b.test/x")
	now := t0
	for i, body := range []string{"one", "two", "one", "", "two"} {
		ls, _ := lease(t, f, now, 10)
		for _, l := range ls {
			if l.Host.Robots.Version != uint32(i) {
				t.Errorf("%s has version %d, want %d", l.Host.Origin, l.Host.Robots.Version, i)
			}
			o := done(l, now)
			o.Robots = &acquire.Copy{Class: acquire.ClassRules, Body: []byte(body), Hash: [32]byte{byte(len(body)), body0(body)}, FetchedAt: now, Expires: now.Add(time.Hour)}
			commit(t, f, now, o)
		}
		now = now.Add(time.Hour)
	}
	var got []string
	for c, err := range f.RobotsHistory("http://a.test") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(c.Body))
	}
	if fmt.Sprint(got) != "[two  one two one]" {
		t.Errorf("history %q", got)
	}
	bodies := 0
	for range kv.Scan([]byte{record.TableBody}, []byte{record.TableBody + 1}) {
		bodies++
	}
	if bodies != 2 {
		t.Errorf("%d bodies stored, want each once", bodies)
	}
	if c, ok, err := f.Robots("http://nowhere.test"); ok || err != nil {
		t.Errorf("a host that is not known has the copy %+v, %v", c, err)
	}
}

func body0(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// TestStaleRobotsCopyDoesNotSpin: pages are leased even under a copy that expires at once.
func TestStaleRobotsCopyDoesNotSpin(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/x")
	o := done(one(t, f, t0, "http://a.test/robots.txt"), t0)
	o.Robots.Expires = time.Time{}
	commit(t, f, t0, o)
	one(t, f, t0, "http://a.test/x")
}

// TestTrailKeepsTheLastVisits: visits at one instant stay in their order, also where the ring of
// slots wraps around and where the last visit is stored in the entry.
func TestTrailKeepsTheLastVisits(t *testing.T) {
	t.Parallel()
	f, ls := pages(t, memstore.New(), "http://a.test/x")
	l := ls[0]
	for i := range 20 {
		o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true}
		o.Events = []aranea.Event{{At: t0.Add(time.Duration(i/3) * time.Second), Reason: aranea.NetTimeout, Detail: fmt.Sprint(i)}}
		commit(t, f, t0, o)
		l = one(t, f, t0, "http://a.test/x")
	}
	events, err := f.Trail(l.Entry.URL.ID())
	var got []string
	for _, e := range events {
		got = append(got, e.Detail)
	}
	if want := "[4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19]"; err != nil || fmt.Sprint(got) != want || len(got) != record.TrailSlots {
		t.Errorf("trail %v, %v, want %s", got, err, want)
	}
}

// TestPageLimitDoesNotLoseHosts: pages that are not fetched do not count, and the hosts that had
// to wait continue.
func TestPageLimitDoesNotLoseHosts(t *testing.T) {
	t.Parallel()
	var urls []string
	for i := range 10 {
		urls = append(urls, fmt.Sprintf("http://a.test/%d", i), fmt.Sprintf("http://b.test/%d", i))
	}
	f := open(t, memstore.New(), Options{MaxPages: 6, PerHost: 4})
	seed(t, f, urls...)
	asked := 0
	for range 100 {
		ls, wake := lease(t, f, t0, 50)
		if len(ls) == 0 {
			if !wake.IsZero() {
				t.Errorf("at the limit wake is %s", wake)
			}
			break
		}
		for _, l := range ls {
			o := done(l, t0)
			if l.Entry.Kind == aranea.KindPage {
				if asked++; asked%2 == 0 {
					o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
				}
			}
			commit(t, f, t0, o)
		}
	}
	if n, _ := f.Counts(); n[aranea.CountFetched] != 6 {
		t.Errorf("%d pages fetched, want the limit of 6: %+v", n[aranea.CountFetched], n)
	}
}

func TestReviveKeepsWhatWasKnown(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Memory: 1})
	var out, in []aranea.Discovery
	for i := range 50 { // of many origins, so that the order of keys is not the order of discovery
		u := parse(t, fmt.Sprintf("http://h%d.test/x", i))
		out = append(out, aranea.Discovery{URL: u, Depth: 9, Reason: aranea.ScopeDepth})
		in = append(in, aranea.Discovery{URL: u, Depth: uint16(i), Reason: aranea.ScheduleQueued})
	}
	ctx := context.Background()
	if n, err := f.Add(ctx, t0, out); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := f.Add(ctx, t0.Add(time.Hour), append(in, out...)); n != 50 || err != nil {
		t.Fatal(n, err)
	}
	for i, d := range in {
		e, ok, err := f.Entry(d.URL)
		if err != nil || !ok || e.State != aranea.StateQueued || e.Depth != uint16(i) || !e.FoundAt.Equal(t0) {
			t.Errorf("%s: %+v, %v, %v", d.URL, e, ok, err)
		}
	}
}

// failing is a store whose disk is full.
type failing struct{ store.KV }

type failingBatch struct{ store.Batch }

var errFull = errors.New("no space is left on the disk")

func (f failing) NewBatch() store.Batch { return failingBatch{f.KV.NewBatch()} }

func (failingBatch) Commit(bool) error { return errFull }

func (failingBatch) Start() (func() error, error) { return nil, errFull }

func TestFullDisk(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f, ls := pages(t, kv, "http://a.test/x")
	f.kv = failing{kv}
	ctx := context.Background()
	if _, err := f.Commit(ctx, t0, []aranea.Outcome{done(ls[0], t0)}); !errors.Is(err, errFull) {
		t.Fatalf("a commit on a full disk: %v", err)
	}
	if _, _, err := f.Lease(ctx, t0, 1); !errors.Is(err, errFull) {
		t.Fatalf("leases after a failed commit: %v", err)
	}
	if _, err := f.Add(ctx, t0, nil); !errors.Is(err, errFull) {
		t.Fatalf("discoveries after a failed commit: %v", err)
	}
	again := open(t, kv, Options{})
	one(t, again, t0, "http://a.test/x")
}

func TestClose(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	for range 2 {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := f.Lease(context.Background(), t0, 1); aranea.KindOf(err) != aranea.Canceled {
		t.Errorf("a lease of a closed frontier: %v", err)
	}
}

func TestCanceledContext(t *testing.T) {
	t.Parallel()
	f, ls := pages(t, memstore.New(), "http://a.test/x")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Commit(ctx, t0, []aranea.Outcome{done(ls[0], t0)}); !errors.Is(err, context.Canceled) {
		t.Errorf("commit: %v", err)
	}
	commit(t, f, t0, done(ls[0], t0))
}

func TestOptionsValidate(t *testing.T) {
	t.Parallel()
	err := Options{Delay: -time.Second, PerHost: 1000, Memory: -1}.Validate()
	for _, says := range []string{"the delay is negative", "1000 leases", "known URLs"} {
		if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	if _, err := Open(context.Background(), memstore.New(), Options{PerHost: -1}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("opened with a fault: %v", err)
	}
}

// TestDamagedStore: a record that cannot be decoded is named, and nothing panics.
func TestDamagedStore(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/x")
	if err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string][]byte{
		"host": record.OriginKey(u.Origin().ID()), "clock": record.HostKey(u.Origin().ID(), "a.test"), "entry": record.EntryKey(u.ID()),
		"queue": record.QueueKey(u.Origin().ID(), record.Position{Seq: 1}), "epoch": []byte(record.KeyEpoch), "wait": record.WaitKey(5, weburl.ID{})[:12],
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kv := memstore.New()
			f, ls := pages(t, kv, u.String())
			for i := range 100 { // the queue of an origin with few entries is not read
				seed(t, f, fmt.Sprintf("http://a.test/%d", i))
			}
			commit(t, f, t0, aranea.Outcome{Lease: ls[0].ID, Entry: ls[0].Entry, Host: ls[0].Host}) // returned unsent
			b := kv.NewBatch()
			b.Put(key, []byte("damage"))
			if err := b.Commit(true); err != nil {
				t.Fatal(err)
			}
			f, err := Open(context.Background(), kv, Options{})
			if err == nil {
				_, _, err = f.Lease(context.Background(), t0.Add(time.Hour), 1)
			}
			if aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), fmt.Sprintf("%x", key)) {
				t.Errorf("%v, want kind corrupt and the key %x", err, key)
			}
		})
	}
}

// TestConcurrentUse crawls with many concurrent clients.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{PerHost: 2})
	for h := range 8 {
		seed(t, f, fmt.Sprintf("http://h%d.test/0", h))
	}
	ctx := context.Background()
	var mu sync.Mutex
	seen := map[string]int{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for idle := 0; idle < 200; {
				ls, _, err := f.Lease(ctx, t0, 3)
				if err != nil {
					t.Error(err)
					return
				}
				if len(ls) == 0 {
					idle++
				}
				for _, l := range ls {
					o := done(l, t0)
					for i := range 10 {
						o.Links = append(o.Links, aranea.Discovery{URL: parse(t, fmt.Sprintf("http://h%d.test/%d", i%8, (len(l.Entry.URL.String())*7+i)%40)), Reason: aranea.ScheduleQueued})
					}
					mu.Lock()
					seen[l.Entry.URL.String()]++
					mu.Unlock()
					if _, err := f.Commit(ctx, t0, []aranea.Outcome{o}); err != nil {
						t.Error(err)
						return
					}
				}
				f.Stats()
				if _, _, err := f.Robots("http://h1.test"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for u, n := range seen {
		if n != 1 {
			t.Errorf("%s was leased %d times", u, n)
		}
	}
	if s := f.Stats(); s.Counts[aranea.CountQueued] != 0 || s.InFlight != 0 || s.Counts[aranea.CountFetched]+8 != uint64(len(seen)) {
		t.Errorf("at the end %+v, %d leases", s, len(seen))
	}
}
