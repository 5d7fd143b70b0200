package frontier

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

// TestRandomLives runs random crawls with power failures against a model made of maps: nothing
// acknowledged is lost, a batch is applied as a whole or not at all, no host name is requested
// within its delay, every entry ends, and the counts add up.
func TestRandomLives(t *testing.T) {
	t.Parallel()
	lives := uint64(16)
	if testing.Short() {
		lives = 4
	}
	for n := range lives {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			newLife(t, rand.New(rand.NewPCG(n, 1))).run()
		})
	}
}

// A world is what the frontier should contain.
type world struct {
	entries map[weburl.URL]aranea.Entry
	holders map[aranea.Fingerprint]weburl.URL
}

func (w world) clone() world { return world{maps.Clone(w.entries), maps.Clone(w.holders)} }

// A flight is a lease that is out. Its request is sent at sent.
type flight struct {
	lease   aranea.Lease
	sent    time.Time
	counted bool // the model has recorded the request
	// before and until are the pace of its address before and after it.
	before, until time.Time
}

// A life is one random crawl.
type life struct {
	t       *testing.T
	rnd     *rand.Rand
	f       *Frontier
	disk    *vfs.MemFS
	kv      *shaky
	now     time.Time
	opt     Options
	slow    bool                 // hosts have delays
	tight   bool                 // there is memory for only a few queue keys
	calm    map[string]time.Time // host name -> no lease before, by acknowledged outcomes
	world   world
	flights []*flight
	owed    map[string]time.Time // host name -> no request before
	barred  map[weburl.Origin]bool
	paced   map[netip.Addr]time.Time // address -> no lease before
	cuts    int
}

// shaky is a store whose machine loses power while a batch is being committed.
type shaky struct {
	store.KV
	disk *vfs.MemFS
	rnd  *rand.Rand
	cut  bool       // cut the power in the next Start
	left *vfs.MemFS // what is on the disk afterwards
}

type shakyBatch struct {
	store.Batch
	s *shaky
}

var errPower = errors.New("the power is gone")

func (s *shaky) NewBatch() store.Batch { return shakyBatch{s.KV.NewBatch(), s} }

func (b shakyBatch) Start() (func() error, error) {
	wait, err := b.Batch.Start()
	if err == nil && b.s.cut {
		b.s.left = b.s.disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: b.s.rnd.IntN(101), RNG: b.s.rnd})
		return func() error { return errors.Join(wait(), errPower) }, nil
	}
	return wait, err
}

const lifeURLs = 300

func newLife(t *testing.T, rnd *rand.Rand) *life {
	l := &life{
		t: t, rnd: rnd, disk: vfs.NewCrashableMem(), now: t0, slow: rnd.IntN(3) > 0, tight: rnd.IntN(2) == 0,
		owed: map[string]time.Time{}, barred: map[weburl.Origin]bool{}, paced: map[netip.Addr]time.Time{}, calm: map[string]time.Time{},
		world: world{map[weburl.URL]aranea.Entry{}, map[aranea.Fingerprint]weburl.URL{}},
		opt:   Options{PerHost: 1 + rnd.IntN(4), Memory: 1 << (6 + rnd.IntN(15))},
	}
	if l.slow {
		l.opt.Delay = time.Second
	}
	l.open()
	return l
}

func (l *life) open() {
	kv, err := pebblestore.Open("db", pebblestore.Options{FS: l.disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10})
	if err != nil {
		l.t.Fatal(err)
	}
	l.kv = &shaky{KV: kv, disk: l.disk, rnd: l.rnd}
	l.f = open(l.t, l.kv, l.opt)
	if l.tight {
		l.f.windows.Max = 3 // windows are dropped and read again all the time
		l.f.loadedMax = 2   // and so are origins
	}
}

func (l *life) run() {
	l.commit(nil, []aranea.Discovery{l.link(0), l.link(0), l.link(0)})
	for steps := 0; ; steps++ {
		if steps > 30000 {
			l.t.Fatal("the crawl does not end")
		}
		l.now = l.now.Add(time.Duration(l.rnd.IntN(200)) * time.Millisecond)
		l.depart()
		switch l.rnd.IntN(10) {
		case 0, 1, 2:
			l.land(l.rnd.IntN(4))
		case 3:
			switch l.rnd.IntN(15) {
			case 0:
				l.reopen(l.disk.CrashClone(vfs.CrashCloneCfg{}))
			case 1:
				l.refresh()
			}
		default:
			if l.lease() {
				l.audit()
				if l.blocked() {
					l.reopen(l.disk.CrashClone(vfs.CrashCloneCfg{})) // the next process may request barred hosts again
					continue
				}
				l.reopen(l.disk.CrashClone(vfs.CrashCloneCfg{}))
				l.audit()
				if l.comesBack() {
					continue
				}
				for u, e := range l.world.entries {
					if e.Waits() {
						l.t.Errorf("%s is still queued", u)
					}
				}
				if err := l.f.Close(); err != nil {
					l.t.Fatal(err)
				}
				return
			}
		}
	}
}

// comesBack advances to the next planned visit, if there is one.
func (l *life) comesBack() bool {
	next, err := l.f.NextVisit()
	if err != nil {
		l.t.Fatal(err)
	}
	var want time.Time
	for _, e := range l.world.entries {
		if !e.Waits() && !e.Due.IsZero() && (want.IsZero() || e.Due.Before(want)) {
			want = e.Due
		}
	}
	if !next.Equal(want) {
		l.t.Fatalf("the next visit is due at %s, the entries say %s", next, want)
	}
	if next.IsZero() {
		return false
	}
	l.now = l.now.Add(max(next.Sub(l.now), 0))
	l.refresh()
	return true
}

// refresh queues the visits that are due.
func (l *life) refresh() {
	want := 0
	for u, e := range l.world.entries {
		if !e.Waits() && !e.Due.IsZero() && !e.Due.After(l.now.Truncate(time.Microsecond)) {
			e.Again, e.Due, e.Attempts = true, time.Time{}, 0
			l.world.entries[u], want = e, want+1
		}
	}
	if n, err := l.f.Refresh(context.Background(), l.now, Renewal{Which: schedule.RefreshDue, Max: 10 * lifeURLs}, nil); n != want || err != nil {
		l.t.Fatalf("%d visits were due, %v, and not %d", n, err, want)
	}
	l.audit()
}

// addressOf returns the address of a host; two hosts share each.
func addressOf(o weburl.Origin) netip.Addr {
	return netip.AddrFrom4([4]byte{192, 0, 2, (o.Host()[1] - '0') / 2})
}

// checkAddress fails if a lease comes too soon after another of its address, also across a
// restart.
func (l *life) checkAddress(le *aranea.Lease) (before time.Time) {
	a, delay := le.Host.Address, le.Host.Delay
	before = l.paced[a]
	if !a.IsValid() || delay == 0 || le.Entry.Hops > 0 {
		return before
	}
	if l.now.Before(before) {
		l.t.Fatalf("%s leased %s before its address is free", le.Entry.URL, before.Sub(l.now))
	}
	l.paced[a] = l.now.Add(schedule.Apart(delay, l.f.opt.Delay, le.Host.Robots.Version == 0)).Truncate(time.Microsecond)
	return before
}

// blocked reports whether the crawl ended with entries of barred hosts, and fails if others are
// left.
func (l *life) blocked() bool {
	all, err := l.f.Troubles(context.Background(), 100)
	if err != nil {
		l.t.Fatal(err)
	}
	counts, _ := l.f.Counts()
	if waits := counts[aranea.CountQueued] + counts[aranea.CountDue]; waits != all.Barred {
		l.t.Fatalf("the crawl ended with %d entries in the queue, of which %d are barred", waits, all.Barred)
	}
	return all.Barred > 0
}

// lease leases and reports whether the crawl is finished.
func (l *life) lease() bool {
	ls, wake, err := l.f.Lease(context.Background(), l.now, 1+l.rnd.IntN(6))
	if err != nil {
		l.t.Fatal(err)
	}
	for _, le := range ls {
		if l.barred[le.Host.Origin] {
			l.t.Fatalf("%s leased although its host is barred", le.Entry.URL)
		}
		if until := l.calm[le.Entry.URL.Host()]; l.now.Before(until) {
			l.t.Fatalf("%s leased %s before it is free", le.Entry.URL, until.Sub(l.now))
		}
		before := l.checkAddress(&le)
		sent := l.now
		if l.rnd.IntN(3) == 0 {
			sent = sent.Add(time.Duration(l.rnd.Int64N(int64(le.SendBefore.Sub(l.now)))))
		}
		l.flights = append(l.flights, &flight{lease: le, sent: sent, before: before, until: l.paced[le.Host.Address]})
	}
	names := map[string]int{}
	for _, x := range l.flights {
		names[x.lease.Entry.URL.Host()]++
	}
	for name, n := range names {
		if limit := l.limit(); n > limit {
			l.t.Fatalf("%d leases of %s at once, limit %d", n, name, limit)
		}
	}
	l.depart()
	if len(ls) > 0 || len(l.flights) > 0 {
		return false
	}
	if !wake.IsZero() && wake.After(l.now) {
		l.now = wake
	}
	return wake.IsZero()
}

func (l *life) limit() int {
	if l.slow {
		return 1
	}
	return l.opt.PerHost
}

// depart sends the requests that are due by now.
func (l *life) depart() {
	for _, x := range l.flights {
		if x.counted || x.sent.After(l.now) {
			continue
		}
		x.counted = true
		name := x.lease.Entry.URL.Host()
		if owed := l.owed[name]; l.slow && x.sent.Before(owed) {
			l.t.Fatalf("%s asked for %s, %s too early", name, x.lease.Entry.URL, owed.Sub(x.sent))
		}
		l.owe(name, x.sent.Add(x.lease.Host.Delay))
	}
}

func (l *life) owe(name string, until time.Time) {
	if until.After(l.owed[name]) {
		l.owed[name] = until
	}
}

// land commits the outcomes of some flights, in any order.
func (l *life) land(n int) {
	l.rnd.Shuffle(len(l.flights), func(i, j int) { l.flights[i], l.flights[j] = l.flights[j], l.flights[i] })
	var outcomes []aranea.Outcome
	var rest []*flight
	for _, x := range l.flights {
		if len(outcomes) < n && (x.counted || l.rnd.IntN(2) == 0) {
			outcomes = append(outcomes, l.answer(x))
		} else {
			rest = append(rest, x)
		}
	}
	l.flights = rest
	l.commit(outcomes, nil)
}

// commit commits to the frontier and to the model; sometimes the power fails.
func (l *life) commit(outcomes []aranea.Outcome, found []aranea.Discovery) {
	next := l.world.clone()
	for i := range outcomes {
		next.conclude(l.now, &outcomes[i])
	}
	var links []aranea.Discovery
	for i := range outcomes {
		links = append(links, outcomes[i].Links...)
	}
	next.discover(l.now, append(links, found...))
	l.kv.cut = l.rnd.IntN(25) == 0
	var err error
	if outcomes == nil {
		_, err = l.f.Add(context.Background(), l.now, found)
	} else {
		_, err = l.f.Commit(context.Background(), l.now, outcomes)
	}
	if !l.kv.cut {
		if err != nil {
			l.t.Fatal(err)
		}
		l.world = next
		l.promise(outcomes)
		return
	}
	if !errors.Is(err, errPower) {
		l.t.Fatalf("a batch was acknowledged without power: %v", err)
	}
	if _, _, err := l.f.Lease(context.Background(), l.now, 1); !errors.Is(err, errPower) {
		l.t.Fatalf("leases go on without power: %v", err)
	}
	l.reopen(l.kv.left)
	if l.differs(l.world) != "" { // then the batch must be stored as a whole
		l.world = next
	}
	l.audit()
	if len(l.world.entries) == 0 {
		l.commit(nil, found) // the operator starts the crawl again
	}
}

// promise records what acknowledged outcomes promise.
func (l *life) promise(outcomes []aranea.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		switch {
		case o.Barred:
			l.barred[o.Host.Origin] = true
		case o.Sent:
			delete(l.barred, o.Host.Origin)
		}
		if o.Host.NextAllowed.IsZero() {
			continue
		}
		name := o.Entry.URL.Host()
		if o.Sent && o.Entry.Kind == aranea.KindRobots && o.Robots == nil {
			continue // the entry is already that of the redirect target
		}
		l.owe(name, o.Host.NextAllowed)
		if o.Host.NextAllowed.After(l.calm[name]) {
			l.calm[name] = o.Host.NextAllowed
		}
	}
}

// reopen starts again from a disk. Unsent requests are never sent.
func (l *life) reopen(disk *vfs.MemFS) {
	_ = l.kv.Close()
	l.disk, l.flights = disk, nil
	l.barred = map[weburl.Origin]bool{}
	l.cuts++
	l.now = l.now.Add(time.Duration(l.rnd.IntN(2000)) * time.Millisecond)
	l.open()
}

func (l *life) link(depth uint16) aranea.Discovery {
	n := l.rnd.IntN(lifeURLs)
	h := n % 5
	if n > lifeURLs/2 {
		h = 0 // whose queue becomes one with keys
	}
	u := parse(l.t, fmt.Sprintf("%s://h%d.test/%d", []string{"http", "https"}[n%2], h, n))
	d := aranea.Discovery{URL: u, Depth: depth, How: aranea.HowAnchor, Reason: aranea.ScheduleQueued}
	if depth > 0 && l.rnd.IntN(5) == 0 {
		d.Reason, d.Detail = aranea.ScopeDepth, "too deep"
	}
	return d
}

// answer makes up the outcome of a visit.
func (l *life) answer(x *flight) aranea.Outcome {
	o := aranea.Outcome{Lease: x.lease.ID, Entry: x.lease.Entry, Host: x.lease.Host}
	if !x.counted {
		if a := x.lease.Host.Address; l.paced[a].Equal(x.until) {
			l.paced[a] = x.before
		}
		return l.giveBack(o)
	}
	o.Sent, o.Requests, o.Bytes = true, 1, 100
	o.Host.Address = addressOf(o.Host.Origin)
	o.Reached = x.sent
	o.Host.NextAllowed = x.sent.Add(o.Host.Delay)
	if l.rnd.IntN(10) == 0 { // it asks for rest
		o.Host.Backoff++
		o.Host.NextAllowed = x.sent.Add(20 * time.Second)
	}
	o.Events = []aranea.Event{{At: l.now, Reason: aranea.HTTPOK}}
	if o.Entry.Kind == aranea.KindRobots {
		return l.answerRobots(x, o)
	}
	for range l.rnd.IntN(5) {
		o.Links = append(o.Links, l.link(o.Entry.Depth+1))
	}
	o.Entry.VisitedAt = l.now
	switch l.rnd.IntN(12) {
	case 0: // retry
		o.Entry.Reason, o.Entry.Attempts, o.Links = aranea.ScheduleRetry, o.Entry.Attempts+1, nil
		o.Entry.Due = l.now.Add(time.Duration(l.rnd.IntN(30)) * time.Second)
	case 1:
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
		if l.rnd.IntN(2) == 0 {
			o.Entry.Reason = aranea.HTTPForbidden
		}
	case 2:
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed, o.Links = aranea.StateExcluded, aranea.RobotsDenied, false, nil
	case 3, 4: // indexed, to be visited again
		l.index(&o)
		if o.Entry.Visits < 3 {
			o.Entry.Due = l.now.Add(time.Duration(1+l.rnd.IntN(60)) * time.Second)
		}
	default:
		l.index(&o)
	}
	return o
}

// giveBack returns the outcome of a visit without a request: it was too late, the host did not
// accept the connection, the robots file closes the URL, or the network rules refuse the host.
func (l *life) giveBack(o aranea.Outcome) aranea.Outcome {
	switch l.rnd.IntN(12) % 5 { // the last two are rarer
	case 0:
		o.Host.Failures++
		o.Host.NextAllowed = l.now.Add(3 * time.Second)
	case 1:
		if o.Entry.Kind == aranea.KindPage {
			o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateExcluded, aranea.RobotsDenied, false
		}
	case 4:
		if o.Entry.Hops > 0 {
			break
		}
		o.Barred = true
		if o.Entry.Kind == aranea.KindPage {
			o.Entry.Reason, o.Entry.Detail = aranea.NetGuard, "private"
		}
	}
	return o
}

func (l *life) index(o *aranea.Outcome) {
	e := &o.Entry
	e.State, e.Reason, e.Visits, e.Attempts = aranea.StateDone, aranea.IndexAdded, e.Visits+1, 0
	e.Indexed, e.Fingerprint = true, aranea.Fingerprint{byte(l.rnd.IntN(20))}
}

func (l *life) answerRobots(x *flight, o aranea.Outcome) aranea.Outcome {
	switch n := l.rnd.IntN(10); {
	case n == 0 && o.Entry.Hops < 3: // redirects to another host
		o.Entry.Hops++
		o.Entry.URL = parse(l.t, fmt.Sprintf("https://h%d.test/robots.txt", l.rnd.IntN(7)))
	case n == 1: // unavailable
		o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: l.now.Add(15 * time.Second)}
	default:
		if l.slow {
			o.Wished, o.Asked = true, time.Duration(1+l.rnd.IntN(3))*time.Second
			o.Host.Delay = o.Asked
			if owed := x.sent.Add(o.Host.Delay); owed.After(o.Host.NextAllowed) {
				o.Host.NextAllowed = owed
			}
		}
		o.Robots = &acquire.Copy{Class: acquire.ClassRules, Body: []byte("x"), Expires: l.now.Add(time.Duration(l.rnd.IntN(120)) * time.Second)}
	}
	return o
}

// conclude applies an outcome.
func (w world) conclude(now time.Time, o *aranea.Outcome) {
	if o.Entry.Kind == aranea.KindRobots {
		return
	}
	before, e := w.entries[o.Entry.URL], o.Entry
	switch {
	case before.Again && e.State == aranea.StateQueued: // what is known stays until the visit is over
		due, attempts := e.Due, e.Attempts
		e = before
		e.Due, e.Attempts = due, attempts
	case e.State == aranea.StateExcluded || e.State != aranea.StateQueued && !e.Due.After(now):
		e.Due = time.Time{}
	}
	e.VisitedAt, e.Due = e.VisitedAt.Truncate(time.Microsecond), e.Due.Truncate(time.Microsecond)
	w.entries[e.URL] = e
	holds := before.Indexed && w.holders[before.Fingerprint] == e.URL
	if holds && (!e.Indexed || e.Fingerprint != before.Fingerprint) {
		delete(w.holders, before.Fingerprint)
	}
	if _, taken := w.holders[e.Fingerprint]; e.Indexed && !taken && !e.Fingerprint.IsZero() {
		w.holders[e.Fingerprint] = e.URL
	}
}

// discover applies discoveries: of several of one URL the first that is wanted counts.
func (w world) discover(now time.Time, found []aranea.Discovery) {
	slices.SortStableFunc(found, func(a, b aranea.Discovery) int {
		return map[bool]int{true: 0, false: 1}[a.Reason == aranea.ScheduleQueued] - map[bool]int{true: 0, false: 1}[b.Reason == aranea.ScheduleQueued]
	})
	for _, d := range found {
		e, known := w.entries[d.URL]
		wanted := d.Reason == aranea.ScheduleQueued
		if known && (!wanted || e.State != aranea.StateExcluded || e.Reason == aranea.RobotsDenied) {
			continue
		}
		if !known {
			e = aranea.Entry{URL: d.URL, FoundAt: now.Truncate(time.Microsecond)}
		}
		e.State, e.Reason, e.Detail, e.Depth, e.How = aranea.StateExcluded, d.Reason, d.Detail, d.Depth, d.How
		if wanted {
			e.State = aranea.StateQueued
		}
		w.entries[d.URL] = e
	}
}

// differs returns a difference between the frontier and w, "" if there is none.
func (l *life) differs(w world) string {
	known := 0
	for e, err := range l.f.AllEntries() {
		if err != nil {
			l.t.Fatal(err)
		}
		known++
		if want := w.entries[e.URL]; e != want {
			return fmt.Sprintf("the frontier holds\n%+v\nand not\n%+v", e, want)
		}
	}
	if known != len(w.entries) {
		return fmt.Sprintf("the frontier holds %d entries and not %d", known, len(w.entries))
	}
	for n := range 20 {
		fp := aranea.Fingerprint{byte(n)}
		_, url, found, err := l.f.Twin(fp)
		if err != nil {
			l.t.Fatal(err)
		}
		if want, held := w.holders[fp]; found != held || url != want.String() {
			return fmt.Sprintf("text %d is held by %q and not %q", n, url, want)
		}
	}
	return ""
}

// happened copies the counters of events, which cannot be derived from entries.
func happened(into *aranea.HostCounts, from aranea.HostCounts) {
	for _, i := range []aranea.Counter{aranea.CountRequests, aranea.CountBytes, aranea.CountNew} {
		into[i] = from[i]
	}
}

// audit compares the frontier with the model and the counts with the entries.
func (l *life) audit() {
	l.t.Helper()
	queues(l.t, l.kv)
	if d := l.differs(l.world); d != "" {
		l.t.Fatal(d)
	}
	sums := map[weburl.Origin]aranea.HostCounts{}
	var sum aranea.HostCounts
	for u, e := range l.world.entries {
		sums[u.Origin()] = sums[u.Origin()].Add(e.Tally())
		sum = sum.Add(e.Tally())
	}
	counts, _ := l.f.Counts()
	if counts[aranea.CountNew] < counts[aranea.CountFetched] {
		l.t.Fatalf("%d pages are fetched and %d came to be", counts[aranea.CountFetched], counts[aranea.CountNew])
	}
	_, hosts := l.f.HostTotals()
	happened(&sum, counts)
	if counts != sum || hosts != len(sums) {
		l.t.Fatalf("counts %+v of %d hosts, entries say %+v of %d", counts, hosts, sum, len(sums))
	}
	for h, err := range l.f.Hosts("") {
		if err != nil {
			l.t.Fatal(err)
		}
		want := sums[h.Origin]
		happened(&want, h.Counts)
		if h.Counts != want {
			l.t.Fatalf("%s: counts %+v, entries say %+v", h.Origin, h.Counts, want)
		}
		checkDormant(l.t, l.f, h.Origin)
	}
}
