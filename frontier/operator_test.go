package frontier

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

func targetOf(t testing.TB, s string) target.Target {
	t.Helper()
	x, err := target.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// selected returns the URLs that a filter selects.
func selected(t testing.TB, f *Frontier, x Filter) []string {
	t.Helper()
	var urls []string
	for e, err := range f.Select(context.Background(), x) {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, e.URL.String())
	}
	slices.Sort(urls)
	return urls
}

func wantURLs(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func wantEntry(t testing.TB, f *Frontier, u string, state aranea.EntryState, reason aranea.Reason) {
	t.Helper()
	e, ok, err := f.Entry(parse(t, u))
	if err != nil || !ok || e.State != state || e.Reason != reason {
		t.Errorf("%s is %s, %s (%v, %v), want %s, %s", u, e.State, e.Reason, ok, err, state, reason)
	}
}

// visitAll runs the crawl to its end and returns the pages that it requested.
func visitAll(t testing.TB, f *Frontier, now time.Time) []string {
	t.Helper()
	var urls []string
	for range 1000 {
		ls, wake := lease(t, f, now, 10)
		if len(ls) == 0 {
			if wake.IsZero() {
				slices.Sort(urls)
				return urls
			}
			now = wake
		}
		for _, l := range ls {
			o := done(l, now)
			if l.Entry.Kind == aranea.KindPage {
				urls = append(urls, l.Entry.URL.String())
				o.Entry.Status = 200
			}
			commit(t, f, now, o)
		}
	}
	t.Fatal("the crawl does not end")
	return nil
}

func TestSelect(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{PerHost: 4})
	seed(t, f, "http://a.test/1", "http://a.test/2", "https://a.test/3", "http://b.test/4")
	visitAll(t, f, t0)
	seed(t, f, "http://a.test/5")
	for _, tt := range []struct {
		name string
		x    Filter
		want []string
	}{
		{"all", Filter{}, []string{"http://a.test/1", "http://a.test/2", "http://a.test/5", "http://b.test/4", "https://a.test/3"}},
		{"origin", Filter{Origin: "http://a.test"}, []string{"http://a.test/1", "http://a.test/2", "http://a.test/5"}},
		{"host", Filter{Host: "a.test"}, []string{"http://a.test/1", "http://a.test/2", "http://a.test/5", "https://a.test/3"}},
		{"unknown host", Filter{Host: "c.test"}, nil},
		{"state", Filter{State: aranea.StateQueued}, []string{"http://a.test/5"}},
		{"reason", Filter{Reason: aranea.IndexAdded, Host: "b.test"}, []string{"http://b.test/4"}},
		{"status", Filter{Status: 200, Origin: "https://a.test"}, []string{"https://a.test/3"}},
		{"since", Filter{Since: t0.Add(time.Hour)}, nil},
		{"indexed", Filter{Indexed: true, Host: "b.test"}, []string{"http://b.test/4"}},
		{"target", Filter{Target: targetOf(t, "http://a.test/*"), State: aranea.StateDone}, []string{"http://a.test/1", "http://a.test/2"}},
	} {
		wantURLs(t, tt.name, selected(t, f, tt.x), tt.want...)
	}
}

// TestSelectGoesOn: a selection reads the store in parts, lets its consumer change the frontier,
// and can be resumed after any entry.
func TestSelectGoesOn(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	const n = 2*selectChunk + 10
	for i := range n {
		seed(t, f, fmt.Sprintf("http://h%d.test/%d", i%7, i))
	}
	seen := map[weburl.URL]bool{}
	var x Filter
	for len(seen) < n {
		before := len(seen)
		for e, err := range f.Select(context.Background(), x) {
			if err != nil || seen[e.URL] {
				t.Fatalf("%s again, %v", e.URL, err)
			}
			seen[e.URL], x.After = true, e.URL.ID()
			if err := f.Hold(context.Background(), t0, e.URL.Host(), true); err != nil {
				t.Fatal(err)
			}
			if len(seen)%100 == 0 {
				break
			}
		}
		if len(seen) == before {
			t.Fatalf("the selection ended after %d of %d entries", before, n)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range f.Select(ctx, Filter{}) {
		if err == nil {
			t.Error("an ended context selects")
		}
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/1", "https://a.test/2", "http://b.test/3")
	if err := f.Hold(ctx, t0, "A.test", true); err != nil {
		t.Fatal(err)
	}
	wantURLs(t, "beside a held host", visitAll(t, f, t0), "http://b.test/3")
	wantEntry(t, f, "http://a.test/1", aranea.StateQueued, aranea.ScheduleHeld)
	wantURLs(t, "by reason", selected(t, f, Filter{Reason: aranea.ScheduleHeld}), "http://a.test/1", "https://a.test/2")
	all, err := f.Troubles(ctx, 10)
	if err != nil || len(all.List) != 2 || all.List[0].Reason != aranea.ScheduleHeld || all.Queued != 2 {
		t.Errorf("troubles %+v, %v", all, err)
	}
	f = open(t, kv, Options{})
	if held := f.Held(); len(held) != 1 || held[0] != (Held{"a.test", t0}) {
		t.Errorf("after opening again %v are held", held)
	}
	wantURLs(t, "after opening again", visitAll(t, f, t0))
	if err := f.Hold(ctx, t0, "a.test", false); err != nil {
		t.Fatal(err)
	}
	wantURLs(t, "after the release", visitAll(t, f, t0), "http://a.test/1", "https://a.test/2")
	if err := f.Hold(ctx, t0, "http://a.test/", true); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a URL was held: %v", err)
	}
}

// TestTroubleTellsTheCause: a host that rests is listed with the failure that made it rest, and
// until when.
func TestTroubleTellsTheCause(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	o := done(one(t, f, t0, "http://a.test/1"), t0)
	o.Entry.State, o.Entry.Reason, o.Entry.Detail, o.Entry.Due = aranea.StateQueued, aranea.ScheduleRetry, "HTTP.SERVER-ERROR status 503", t0.Add(time.Minute)
	o.Host.Backoff, o.Host.BackoffAt, o.Host.NextAllowed = 1, t0, t0.Add(30*time.Second)
	commit(t, f, t0, o)
	all, err := f.Troubles(t.Context(), 10)
	if err != nil || len(all.List) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	if got := all.List[0]; got.Reason != aranea.ScheduleBackoff || got.Detail != o.Entry.Detail || got.URL != "http://a.test/1" || !got.Until.Equal(o.Host.NextAllowed) {
		t.Errorf("%+v", got)
	}
}

// TestHoldRobotsElsewhere: a robots file that redirects to a held host waits.
func TestHoldRobotsElsewhere(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1")
	l := one(t, f, t0, "http://a.test/robots.txt")
	o := done(l, t0)
	o.Robots, o.Entry.URL, o.Entry.Hops = nil, parse(t, "http://b.test/r"), 1
	commit(t, f, t0, o)
	if err := f.Hold(context.Background(), t0, "b.test", true); err != nil {
		t.Fatal(err)
	}
	wantURLs(t, "held", visitAll(t, f, t0))
	if err := f.Hold(context.Background(), t0, "b.test", false); err != nil {
		t.Fatal(err)
	}
	wantURLs(t, "released", visitAll(t, f, t0), "http://a.test/1")
}

func TestRemoveAndRestore(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/x/1", "http://a.test/x/2", "http://a.test/y", "http://b.test/")
	visitAll(t, f, t0)
	seed(t, f, "http://a.test/x/3", "http://a.test/x/4")
	l := one(t, f, t0, "http://a.test/x/3") // under way while its prefix is removed
	l.Entry.Validators.ETag = `"3"`
	var dropped []string
	n, err := f.Remove(ctx, t0, targetOf(t, "http://a.test/x/*"), func(_ context.Context, docs []aranea.IndexChange) error {
		for _, d := range docs {
			if d.Action != aranea.IndexDelete {
				t.Errorf("%s: action %s", d.URL, d.Action)
			}
			dropped = append(dropped, d.URL.String())
		}
		return nil
	})
	if err != nil || n != 3 {
		t.Fatalf("%d entries removed, %v", n, err)
	}
	slices.Sort(dropped)
	wantURLs(t, "documents", dropped, "http://a.test/x/1", "http://a.test/x/2")
	commit(t, f, t0, done(l, t0, aranea.Discovery{URL: parse(t, "http://a.test/x/5"), Reason: aranea.ScheduleQueued}))
	for i := range 5 {
		wantEntry(t, f, fmt.Sprintf("http://a.test/x/%d", i+1), aranea.StateExcluded, aranea.OperatorRemoved)
	}
	f = open(t, kv, Options{})
	if by, ok := f.Removed(parse(t, "http://a.test/x/9")); !ok || by != "http://a.test/x/*" {
		t.Errorf("removed by %q, %v", by, ok)
	}
	if all := f.Removals(); len(all) != 1 || all[0].Target != targetOf(t, "http://a.test/x/*") || !all[0].Since.Equal(t0) {
		t.Errorf("removals %v", all)
	}
	wantURLs(t, "visits of what is removed", visitAll(t, f, t0))
	if c, _ := f.Counts(); c[aranea.CountIndexed] != 2 || c[aranea.CountQueued] != 0 || c[aranea.CountExcluded] != 5 {
		t.Errorf("counts %+v", c)
	}
	events, err := f.Trail(parse(t, "http://a.test/x/3").ID())
	if err != nil || len(events) == 0 || events[len(events)-1].Reason != aranea.OperatorRemoved {
		t.Errorf("trail %v, %v", events, err)
	}
	if _, err := f.Remove(ctx, t0, targetOf(t, "http://a.test/x/2"), nil); err != nil {
		t.Fatal(err)
	}
	if e, _, err := f.EntryByID(l.Entry.URL.ID()); err != nil || e.Validators != l.Entry.Validators {
		t.Fatalf("removed as %+v, %v", e, err)
	}
	if n, err := f.Restore(ctx, t0, targetOf(t, "http://a.test/x/*")); err != nil || n != 4 {
		t.Errorf("%d entries restored, %v", n, err)
	}
	if e, _, err := f.EntryByID(l.Entry.URL.ID()); err != nil || e.Validators != (aranea.Validators{}) {
		t.Errorf("restored to be asked for only if changed: %+v, %v", e.Validators, err)
	}
	wantURLs(t, "visits of what is restored", visitAll(t, f, t0), "http://a.test/x/1", "http://a.test/x/3", "http://a.test/x/4", "http://a.test/x/5")
	wantEntry(t, f, "http://a.test/x/2", aranea.StateExcluded, aranea.OperatorRemoved)
}

// TestRemovalsList: each kind of target is listed as it was given, and what was out of scope
// stays so.
func TestRemovalsList(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{})
	if _, err := f.Add(ctx, t0, []aranea.Discovery{{URL: parse(t, "http://a.test/deep"), Reason: aranea.ScopeDepth}}); err != nil {
		t.Fatal(err)
	}
	targets := []string{"a.test", "http://b.test/x", "https://c.test:81/*"}
	for _, s := range targets {
		if _, err := f.Remove(ctx, t0, targetOf(t, s), nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []*Frontier{f, open(t, kv, Options{})} {
		for i, r := range f.Removals() {
			if r.Target != targetOf(t, targets[i]) {
				t.Errorf("removal %d is %+v", i, r)
			}
		}
	}
	f = open(t, kv, Options{})
	wantEntry(t, f, "http://a.test/deep", aranea.StateExcluded, aranea.ScopeDepth)
	for _, s := range targets {
		if n, err := f.Restore(ctx, t0, targetOf(t, s)); n != 0 || err != nil {
			t.Errorf("restore %s: %d, %v", s, n, err)
		}
	}
	if all := f.Removals(); len(all) != 0 {
		t.Errorf("left are %v", all)
	}
}

// TestRemoveWhileRobotsAreAsked: an origin whose last entry is removed while its robots file is
// under way is the same when the file arrives.
func TestRemoveWhileRobotsAreAsked(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1")
	l := one(t, f, t0, "http://a.test/robots.txt")
	if _, err := f.Remove(context.Background(), t0, targetOf(t, "http://a.test/1"), nil); err != nil {
		t.Fatal(err)
	}
	seed(t, f, "http://a.test/2")
	if ls, _ := lease(t, f, t0, 1); len(ls) != 0 {
		t.Fatalf("leased %s beside the robots file", ls[0].Entry.URL)
	}
	commit(t, f, t0, done(l, t0))
	wantURLs(t, "afterwards", visitAll(t, f, t0), "http://a.test/2")
}

// TestNamedWhileHidden: if a site names a page while its robots file closes it, that is
// remembered until the page is visited, also after a restart, and the page is not queued before.
func TestNamedWhileHidden(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), t.Context()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/1")
	u := parse(t, "http://a.test/1")
	visitAll(t, f, t0)
	set := func(change func(e *aranea.Entry)) {
		t.Helper()
		nothing := func(context.Context, []aranea.IndexChange) error { return nil }
		if _, err := f.amend(ctx, t0, Filter{}, edit{apply: nothing, change: func(e *record.Entry) ([]aranea.Event, bool) {
			change(&e.Entry)
			return nil, true
		}}); err != nil {
			t.Fatal(err)
		}
	}
	set(func(e *aranea.Entry) { e.State, e.Reason, e.Indexed = aranea.StateExcluded, aranea.RobotsDenied, true })
	if n, err := f.Requeue(ctx, t0, []weburl.ID{u.ID()}, "its site says so", false); n != 0 || err != nil {
		t.Errorf("%d hidden pages are counted as queued, %v", n, err)
	}
	f.kv = failing{kv}
	if _, err := f.Requeue(ctx, t0, []weburl.ID{u.ID()}, "its site says so", false); err != nil {
		t.Errorf("what is known to be named is written again: %v", err)
	}
	f = open(t, kv, Options{})
	if e, _, err := f.Entry(u); err != nil || !e.Named || !e.Hidden() || e.Waits() {
		t.Errorf("named while it is hidden: %+v, %v", e, err)
	}
	set(func(e *aranea.Entry) { e.State, e.Reason = aranea.StateDone, aranea.IndexAdded })
	if n, err := f.Requeue(ctx, t0, []weburl.ID{u.ID()}, "it was lost", true); n != 1 || err != nil {
		t.Errorf("%d queued, %v", n, err)
	}
	if e, _, err := f.Entry(u); err != nil || !e.Named {
		t.Errorf("another reason for a visit takes back that the site named it: %+v, %v", e, err)
	}
}

// TestRequeueLost: an entry whose document was lost is queued and counted as if it had never
// been visited, even if it waited for another visit already.
func TestRequeueLost(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1", "http://a.test/2")
	u := parse(t, "http://a.test/1")
	robots := one(t, f, t0, "http://a.test/robots.txt")
	commit(t, f, t0, done(robots, t0))
	o := done(one(t, f, t0, u.String()), t0)
	o.Entry.Reason, o.Entry.Indexed, o.Entry.Validators.ETag = aranea.IndexAdded, true, `"1"`
	commit(t, f, t0, o)
	ids := []weburl.ID{u.ID()}
	for _, anew := range []bool{false, true} {
		if n, err := f.Requeue(t.Context(), t0, ids, "it was lost", anew); n != 1 || err != nil {
			t.Fatalf("anew %v: %d entries queued again, %v", anew, n, err)
		}
	}
	e, _, err := f.Entry(u)
	if err != nil || e.State != aranea.StateQueued || e.Reason != aranea.ScheduleQueued || e.Detail != "it was lost" || e.Again || e.Indexed || e.Validators.ETag != "" {
		t.Errorf("queued anew: %+v, %v", e, err)
	}
	if n, _ := f.Counts(); n[aranea.CountQueued] != 2 || n[aranea.CountIndexed] != 0 || n[aranea.CountDue] != 0 {
		t.Errorf("counts %v", n)
	}
	wantURLs(t, "visits", visitAll(t, f, t0), "http://a.test/1", "http://a.test/2")
}

// TestClaimBesideLease: a claim waits for the outcome of a lease that is out, not for the last
// instant at which its request may be sent.
func TestClaimBesideLease(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/1")
	l := one(t, f, t0, "http://a.test/robots.txt")
	c, err := f.Claim(ctx, t0, "http://a.test", time.Minute)
	if err != nil || c.Busy == nil || !c.SendBefore.IsZero() {
		t.Fatalf("beside a lease: %+v, %v", c, err)
	}
	if hasty, err := f.Claim(ctx, t0, "http://a.test", 0); err != nil || hasty.Busy != nil || !hasty.SendAfter.After(t0.Add(time.Second)) {
		t.Errorf("without patience: %+v, %v", hasty, err)
	}
	select {
	case <-c.Busy:
		t.Error("the lease is out, and who waits is told to claim again")
	default:
	}
	commit(t, f, t0, done(l, t0))
	<-c.Busy
	if c, err = f.Claim(ctx, t0, "http://a.test", time.Minute); err != nil || c.Busy != nil || !c.SendAfter.Equal(t0.Add(time.Second)) {
		t.Errorf("behind it: %+v, %v", c, err)
	}
}

// TestCharge: requests outside of the queue are counted, also after a restart, and make no host
// known.
func TestCharge(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/1")
	cost := aranea.HostCounts{aranea.CountRequests: 1, aranea.CountBytes: 50}
	for range 2 {
		for _, o := range []weburl.Origin{"http://a.test", "http://b.test"} {
			if err := f.Charge(ctx, t0, o, cost); err != nil {
				t.Fatal(err)
			}
		}
		f = open(t, kv, Options{})
	}
	n, _ := f.Counts()
	if asked, known := f.HostTotals(); n[aranea.CountRequests] != 2 || n[aranea.CountBytes] != 100 || asked != 1 || known != 1 {
		t.Errorf("%+v, %d hosts asked, %d known", n, asked, known)
	}
}

func TestClaim(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{Delay: time.Second, SendBudget: 5 * time.Second})
	c, err := f.Claim(ctx, t0, "http://a.test", 0)
	if err != nil || !c.SendAfter.Equal(t0) || !c.SendBefore.Equal(t0.Add(5*time.Second)) {
		t.Fatalf("claim %+v, %v", c, err)
	}
	if asked, known := f.HostTotals(); asked != 0 || known != 0 {
		t.Errorf("a question made %d hosts known, %d asked", known, asked)
	}
	f = open(t, kv, Options{Delay: time.Second}) // it is durable
	seed(t, f, "http://a.test/1")
	if ls, wake := lease(t, f, t0, 1); len(ls) != 0 || !wake.Equal(t0.Add(6*time.Second)) {
		t.Fatalf("%d leases beside a claim, wake %s", len(ls), wake)
	}
	if again, err := f.Claim(ctx, t0, "https://a.test", time.Second); err != nil || !again.SendBefore.IsZero() || !again.SendAfter.Equal(t0.Add(6*time.Second)) {
		t.Errorf("second claim %+v, %v", again, err)
	}
	if err := f.EndClaim(ctx, "http://a.test", c.SendBefore, t0.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if ls, wake := lease(t, f, t0, 1); len(ls) != 0 || !wake.Equal(t0.Add(2*time.Second)) {
		t.Fatalf("%d leases after the answer, wake %s", len(ls), wake)
	}
	if c, err = f.Claim(ctx, t0, "http://a.test", time.Minute); err != nil || !c.SendAfter.Equal(t0.Add(2*time.Second)) {
		t.Fatalf("a claim that may wait %+v, %v", c, err)
	}
	if err := f.EndClaim(ctx, "http://a.test", c.SendBefore, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if ls, wake := lease(t, f, t0.Add(2*time.Second), 1); len(ls) != 0 || !wake.Equal(t0.Add(2*time.Second+time.Second/schedule.AddressShare)) {
		t.Errorf("the site bears %d leases behind a claim that was given back, wake %s", len(ls), wake)
	}
	if ls, _ := lease(t, f, t0.Add(3*time.Second), 1); len(ls) != 1 {
		t.Error("a claim that was given back counts")
	}
	if err := f.Hold(ctx, t0, "a.test", true); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Claim(ctx, t0, "http://a.test", time.Hour); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("claim of a held host: %v", err)
	}
}

// TestClaimThatBringsRest: rest that the answer to a single request asks for is durable.
func TestClaimThatBringsRest(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{Delay: time.Second, SendBudget: 5 * time.Second})
	c, err := f.Claim(ctx, t0, "http://a.test", 0)
	if err != nil {
		t.Fatal(err)
	}
	other, err := f.Claim(ctx, t0, "http://a.test", time.Minute)
	if err != nil || other.Busy == nil || !other.SendBefore.IsZero() || !other.SendAfter.Equal(t0.Add(6*time.Second)) {
		t.Fatalf("a claim beside another: %+v, %v", other, err)
	}
	if err := f.EndClaim(ctx, "http://a.test", c.SendBefore, t0.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	select {
	case <-other.Busy:
	default:
		t.Error("who waits for the claim is not woken by its end")
	}
	f = open(t, kv, Options{Delay: time.Second})
	seed(t, f, "http://a.test/1")
	if ls, wake := lease(t, f, t0.Add(time.Hour), 1); len(ls) != 0 || !wake.Equal(t0.Add(time.Hour+time.Second)) {
		t.Errorf("%d leases within the rest, wake %s", len(ls), wake)
	}
}

func TestFormatIsChecked(t *testing.T) {
	t.Parallel()
	for _, version := range []uint64{0, 1, record.FormatVersion + 1} {
		kv := memstore.New()
		b := kv.NewBatch()
		b.Put([]byte(record.KeyEpoch), binary.BigEndian.AppendUint64(nil, 3))
		if version > 0 {
			b.Put([]byte(record.KeyFormat), binary.BigEndian.AppendUint64(nil, version))
		}
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(context.Background(), kv, Options{}); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("version %d: %v", version, err)
		}
	}
}
