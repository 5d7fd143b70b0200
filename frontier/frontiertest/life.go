package frontiertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule/hostdelay"
)

// A life is one random crawl with kills, checked against maps: no request within the delay of a
// host name, nothing committed is lost, every URL ends, and the counts match the entries.
type life struct {
	hand
	s       State
	rnd     *rand.Rand
	opt     Options
	now     time.Time
	flights []flight
	want    map[string]aranea.Entry // by URL, as committed
	next    map[string]time.Time    // host name -> no request before
	stopped bool                    // no more links: let it end
}

// A flight is a lease that is out; its request was sent, or given up.
type flight struct {
	lease aranea.Lease
	sent  time.Time // zero if it was not sent
}

const (
	lifeURLs  = 120
	lifeHosts = 5
	lifeSteps = 20_000
)

func newLife(t testing.TB, s State, rnd *rand.Rand) *life {
	l := &life{
		s: s, rnd: rnd, now: start, opt: Options{Delay: time.Duration(rnd.IntN(3)) * time.Second, SendBudget: 2 * time.Second, HostDelays: ownOf(rnd)},
		want: map[string]aranea.Entry{}, next: map[string]time.Time{},
	}
	l.hand = hand{t, s.Open(t, l.opt)}
	return l
}

// ownOf returns delays of the operator for some of the hosts.
func ownOf(rnd *rand.Rand) hostdelay.Delays {
	return hostdelay.Delays{
		"h0.test": time.Duration(rnd.IntN(4)) * time.Second, ".h1.test": 0,
	}
}

func (l *life) run() {
	for range 3 {
		d := l.link(0)
		l.add(l.now, d)
		l.discover([]aranea.Discovery{d})
	}
	for step := range lifeSteps {
		l.now = l.now.Add(time.Duration(l.rnd.IntN(200)) * time.Millisecond)
		l.stopped = step > lifeSteps/4
		switch l.rnd.IntN(8) {
		case 0, 1, 2:
			l.land()
		case 3:
			l.arrive()
			if l.rnd.IntN(20) == 0 { // killed: what was under way is forgotten
				l.flights = nil
				l.hand = hand{l.t, l.s.Open(l.t, l.opt)}
				l.audit()
			}
		default:
			if l.depart() {
				l.audit()
				return
			}
		}
	}
	l.t.Fatal("the crawl does not end")
}

// depart leases and sends, and reports whether the crawl is finished.
func (l *life) depart() bool {
	ls, wake := l.lease(l.now, 1+l.rnd.IntN(6))
	for _, le := range ls {
		sent := l.now.Add(time.Duration(l.rnd.Int64N(int64(le.SendBefore.Sub(l.now)))))
		if l.rnd.IntN(5) == 0 {
			l.flights = append(l.flights, flight{lease: le})
			continue
		}
		name := le.Entry.URL.Host()
		if until := l.next[name]; le.Host.Delay > 0 && sent.Before(until) {
			l.t.Fatalf("%s was asked %s inside its delay", le.Entry.URL, until.Sub(sent))
		}
		l.next[name] = sent.Add(le.Host.Delay)
		l.flights = append(l.flights, flight{le, sent})
	}
	if len(ls) > 0 || len(l.flights) > 0 {
		return false
	}
	if wake.IsZero() {
		return true
	}
	l.now = l.now.Add(max(wake.Sub(l.now), 0))
	return false
}

// arrive reports for one visit that its answer has arrived and is being read.
func (l *life) arrive() {
	for _, x := range l.flights {
		if !x.sent.IsZero() && !x.sent.After(l.now) {
			l.arrived(x.lease, x.sent, x.lease.Host)
			return
		}
	}
}

// land commits some outcomes of visits that are over.
func (l *life) land() {
	var batch []aranea.Outcome
	l.flights = slices.DeleteFunc(l.flights, func(x flight) bool {
		if x.sent.After(l.now) || l.rnd.IntN(2) == 0 {
			return false
		}
		batch = append(batch, l.answer(x))
		return true
	})
	l.commit(l.now, batch...)
	for i := range batch {
		if e := batch[i].Entry; e.Kind == aranea.KindPage {
			l.want[e.URL.String()] = e
		}
	}
	for i := range batch {
		l.discover(batch[i].Links)
	}
}

func (l *life) answer(x flight) aranea.Outcome {
	if x.sent.IsZero() {
		return unsent(x.lease)
	}
	o := done(x.lease, x.sent)
	if o.Robots != nil {
		o.Robots.Expires = l.now.Add(time.Duration(1+l.rnd.IntN(100)) * time.Second)
		if l.rnd.IntN(8) == 0 && !l.stopped {
			o.Robots.Class = acquire.ClassUnreachable
		}
		return o
	}
	if !l.stopped {
		for range l.rnd.IntN(4) {
			o.Links = append(o.Links, l.link(x.lease.Entry.Depth+1))
		}
	}
	switch l.rnd.IntN(8) {
	case 0:
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed, o.Links = aranea.StateQueued, aranea.ScheduleRetry, false, nil
		o.Entry.Due, o.Entry.Visits, o.Entry.Attempts = l.now.Add(time.Duration(l.rnd.IntN(30))*time.Second), x.lease.Entry.Visits, x.lease.Entry.Attempts+1
	case 1:
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
	}
	return o
}

func (l *life) link(depth uint16) aranea.Discovery {
	n := l.rnd.IntN(lifeURLs)
	d := found(l.t, fmt.Sprintf("%s://h%d.test/%d", []string{"http", "https"}[n%2], n%lifeHosts, n), depth)
	if depth > 0 && l.rnd.IntN(5) == 0 {
		d.Reason = aranea.ScopeDepth
	}
	return d
}

// discover applies discoveries to the model: of several of one URL in a batch the first that is
// wanted counts.
func (l *life) discover(ds []aranea.Discovery) {
	for _, wanted := range []bool{true, false} {
		for _, d := range ds {
			e, known := l.want[d.URL.String()]
			if (d.Reason == aranea.ScheduleQueued) != wanted || known && (!wanted || e.State != aranea.StateExcluded) {
				continue
			}
			e = aranea.Entry{URL: d.URL, State: aranea.StateExcluded, Reason: d.Reason}
			if wanted {
				e.State = aranea.StateQueued
			}
			l.want[d.URL.String()] = e
		}
	}
}

// audit compares the frontier with the model.
func (l *life) audit() {
	l.t.Helper()
	var sum aranea.HostCounts
	for u, want := range l.want {
		e, ok, err := l.f.EntryByID(parse(l.t, u).ID())
		if err != nil || !ok || e.State != want.State || e.Visits != want.Visits || e.Attempts != want.Attempts || e.Indexed != want.Indexed {
			l.t.Fatalf("%s is %s, %d visits (%v, %v); want %s, %d", u, e.State, e.Visits, ok, err, want.State, want.Visits)
		}
		sum = sum.Add(want.Tally())
	}
	n, _ := l.f.Counts()
	for _, c := range []aranea.Counter{aranea.CountQueued, aranea.CountFetched, aranea.CountIndexed, aranea.CountMissing, aranea.CountExcluded} {
		if n[c] != sum[c] {
			l.t.Fatalf("%s is %d, the entries say %d", c, n[c], sum[c])
		}
	}
}
