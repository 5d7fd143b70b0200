// Package frontiertest is the contract of a frontier: what the crawl relies on, as tests that
// every implementation passes: with kills, failing writes, and two clients of one state. Naive
// is the simplest implementation.
//
// Floor: 3 (state and input/output), for tests only. Stability: engine. It tests neither what
// belongs to one implementation (traces, memory, formats), nor what an operator does beside a
// crawl: imports, holds, lists, and reverting removals.
package frontiertest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/weburl"
)

// A Frontier is the implementation under test.
type Frontier interface {
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (queued int, err error)
	Lease(ctx context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error)
	Arrived(ctx context.Context, id aranea.LeaseID, reached time.Time, after aranea.Host) error
	Confirm(ctx context.Context, now time.Time, leases []aranea.LeaseID) (fenced []aranea.LeaseID, err error)
	Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (fenced []aranea.LeaseID, err error)
	Robots(origin weburl.Origin) (acquire.Copy, bool, error)
	Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error)
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	StoredReason(id weburl.ID) (aranea.Reason, error)
	Counts() (counts aranea.HostCounts, asked int)
	HostTotals() (asked, known int)
	TimeLeft(now time.Time) time.Duration
	Troubles(ctx context.Context, max int) (aranea.Troubles, error)
	Remove(ctx context.Context, now time.Time, t target.Target, apply func(context.Context, []aranea.IndexChange) error) (int, error)
	Removed(u weburl.URL) (by string, removed bool)
	Undecided(ctx context.Context, max int) ([]weburl.Origin, error)
	Redecide(ctx context.Context, now time.Time, did *aranea.RobotsChange, behind weburl.ID, most int, decide func(*aranea.Entry) []aranea.Event, apply func(context.Context, []aranea.IndexChange) error) (weburl.ID, error)
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
	RereadRobots(ctx context.Context, now time.Time, origins []weburl.Origin) error
	Entries(ctx context.Context, origin weburl.Origin, behind weburl.ID) iter.Seq2[aranea.Entry, error]
	Reexamine(ctx context.Context, now time.Time, origin weburl.Origin, behind weburl.ID, decide func(*aranea.Entry) (step aranea.Event, instead string, changes bool), drop func(context.Context, []aranea.IndexChange) error) (weburl.ID, error)
}

// Options are those that the contract uses.
type Options struct {
	Delay      time.Duration // of a host whose robots file was not read yet; 0 for none
	HostDelays hostdelay.Delays
	SendBudget time.Duration // how long after its lease a request may be sent
	MaxPages   uint64

	MaxHostPages uint64         // of each host name
	Order        schedule.Order // of the pages of a host
	Addresses    bool           // names are looked up first
}

// A State is where a frontier stores its data. Each call of Open returns a frontier on the same
// state; the previous one is no longer used, as if its process had been killed.
type State interface {
	Open(t testing.TB, opt Options) Frontier
	// Break makes every write fail from now on, until the next Open.
	Break(t testing.TB)
}

var start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Run tests the contract on states returned by fresh.
func Run(t *testing.T, fresh func(t testing.TB) State) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, s State)
	}{
		{"robots first", robotsFirst}, {"stale robots", staleRobots}, {"unreachable robots", unreachableRobots},
		{"robots are no page", robotsAreNoPage}, {"links are checked", linksAreChecked}, {"checks go on", checksGoOn}, {"strangers have a delay", strangersHaveADelay}, {"robots again", robotsAgain}, {"robots again across a kill", robotsAgainAcrossKill},
		{"breadth first", breadthFirst}, {"delay across a kill", delayAcrossKill}, {"own delays", ownDelays}, {"unsent is given back", unsentIsGivenBack},
		{"a retry waits", retryWaits}, {"another try of a visited page", anotherTry}, {"left alone", leftAlone}, {"tried is behind", triedIsBehind}, {"known is known", knownIsKnown}, {"excluded is revived", excludedIsRevived},
		{"depth first", depthFirst}, {"linked first", linkedFirst}, {"look-ups first", lookUpsFirst}, {"host budget", hostBudget},
		{"page limit", pageLimit}, {"twins", twins}, {"displaced", displaced}, {"outcomes that do not fit", outcomesThatDoNotFit},
		{"fenced", fenced}, {"arrived is free", arrivedIsFree}, {"two clients", twoClients}, {"a broken disk", brokenDisk},
		{"redecided", redecided}, {"no lease before redecided", noLeaseBeforeRedecided}, {"documents first", documentsFirst},
		{"removed", removed}, {"queued again", queuedAgain}, {"named first", namedFirst}, {"named while denied", namedWhileDenied}, {"reexamined", reexamined}, {"overview", overview},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, fresh(t))
		})
	}
	for seed := range uint64(8) {
		t.Run(fmt.Sprintf("life %d", seed), func(t *testing.T) {
			t.Parallel()
			newLife(t, fresh(t), rand.New(rand.NewPCG(seed, 11))).run()
		})
	}
}

// A hand is a frontier whose errors fail the test.
type hand struct {
	t testing.TB
	f Frontier
}

func (h hand) add(now time.Time, found ...aranea.Discovery) int {
	h.t.Helper()
	n, err := h.f.Add(h.t.Context(), now, found)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func (h hand) seed(now time.Time, urls ...string) {
	h.t.Helper()
	for _, u := range urls {
		h.add(now, found(h.t, u, 0))
	}
}

func (h hand) lease(now time.Time, max int) ([]aranea.Lease, time.Time) {
	h.t.Helper()
	ls, wake, err := h.f.Lease(h.t.Context(), now, max)
	if err != nil {
		h.t.Fatal(err)
	}
	return ls, wake
}

// one expects exactly one lease, for a URL.
func (h hand) one(now time.Time, want string) aranea.Lease {
	h.t.Helper()
	ls, wake := h.lease(now, 10)
	if len(ls) != 1 || ls[0].Entry.URL.String() != want {
		h.t.Fatalf("at +%s %d leases %v, wake %s; want %s", now.Sub(start), len(ls), urlsOf(ls), wake, want)
	}
	return ls[0]
}

// none expects that nothing is free before wake.
func (h hand) none(now, wake time.Time) {
	h.t.Helper()
	if ls, got := h.lease(now, 10); len(ls) != 0 || !got.Equal(wake) {
		h.t.Fatalf("at +%s leases %v, wake %s; want none, and %s", now.Sub(start), urlsOf(ls), got, wake)
	}
}

func (h hand) arrived(l aranea.Lease, reached time.Time, after aranea.Host) {
	h.t.Helper()
	if err := h.f.Arrived(h.t.Context(), l.ID, reached, after); err != nil {
		h.t.Fatal(err)
	}
}

// commit expects that no lease is fenced.
func (h hand) commit(now time.Time, o ...aranea.Outcome) {
	h.t.Helper()
	if fenced, err := h.f.Commit(h.t.Context(), now, o); err != nil || len(fenced) > 0 {
		h.t.Fatalf("%v are fenced, %v", fenced, err)
	}
}

// entry checks the state of a URL.
func (h hand) entry(u string, state aranea.EntryState, reason aranea.Reason) aranea.Entry {
	h.t.Helper()
	e, ok, err := h.f.EntryByID(parse(h.t, u).ID())
	if err != nil || !ok || e.State != state || e.Reason != reason {
		h.t.Errorf("%s is %s, %s (%v, %v); want %s, %s", u, e.State, e.Reason, ok, err, state, reason)
	}
	if stored, err := h.f.StoredReason(parse(h.t, u).ID()); err != nil || stored != e.Reason && e.State != aranea.StateQueued {
		h.t.Errorf("%s is %s, its stored reason is %s, %v", u, e.Reason, stored, err)
	}
	return e
}

// count checks a counter.
func (h hand) count(c aranea.Counter, want uint64) {
	h.t.Helper()
	if n, _ := h.f.Counts(); n[c] != want {
		h.t.Errorf("%s is %d, want %d", c, n[c], want)
	}
}

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func urlsOf(ls []aranea.Lease) (urls []string) {
	for _, l := range ls {
		urls = append(urls, l.Entry.URL.String())
	}
	return urls
}

func found(t testing.TB, u string, depth uint16) aranea.Discovery {
	t.Helper()
	return aranea.Discovery{URL: parse(t, u), Depth: depth, Reason: aranea.ScheduleQueued}
}

// done returns the outcome of a successful visit at instant now.
func done(l aranea.Lease, now time.Time, links ...aranea.Discovery) aranea.Outcome {
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true, Requests: 1, Links: links}
	o.Reached = now
	if l.Entry.Kind == aranea.KindRobots {
		o.Robots = &acquire.Copy{Class: acquire.ClassRules, Expires: now.Add(24 * time.Hour)}
		return o
	}
	o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateDone, aranea.IndexAdded, true
	o.Entry.Visits, o.Entry.VisitedAt = o.Entry.Visits+1, now
	return o
}

// unsent returns the outcome of a visit whose request was not sent.
func unsent(l aranea.Lease) aranea.Outcome {
	return aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
}
