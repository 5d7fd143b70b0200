package frontier

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// A siege is a crawl of good hosts beside others: mute ones, which hold a fetcher for as long as
// a connection may take, dripping ones, whose pages hold it for as long as they may, and
// turncoats, whose pages come at once and drip in turn.
type siege struct {
	t        *testing.T
	f        *Frontier
	fetchers int
	slow     int // long exchanges under way
	sorties  []sortie
	landed   []aranea.Outcome // to be committed
	visits   map[string]int
	found    map[string]time.Time // hosts that the first page of a good one leads to
	waited   []time.Duration      // until their first pages were requested
}

// A sortie is a visit that a fetcher of the siege holds.
type sortie struct {
	lease aranea.Lease
	since time.Time
	until time.Time
	slow  bool
	fails bool
}

const (
	siegeSlow   = 8 // number of long exchanges at once
	siegeStep   = 100 * time.Millisecond
	siegeCommit = 500 * time.Millisecond // between two commits
)

// besiege runs a siege and returns the pages of the good hosts in each minute, and how long the
// hosts waited that they lead to.
func besiege(t *testing.T, minutes, fetchers int, hosts map[string]int) ([]int, []time.Duration) {
	t.Helper()
	s := siege{t: t, f: open(t, memstore.New(), Options{Delay: time.Second}), fetchers: fetchers, visits: map[string]int{}, found: map[string]time.Time{}}
	var urls []string
	for i := range 1000 {
		for _, kind := range []string{"mute", "drip", "turn", "good"} {
			if i < hosts[kind] {
				urls = append(urls, fmt.Sprintf("http://%s%d.test/", kind, i))
			}
		}
	}
	seed(t, s.f, urls...)
	pages := make([]int, minutes)
	for now := t0; now.Before(t0.Add(time.Duration(minutes) * time.Minute)); now = now.Add(siegeStep) {
		pages[int(now.Sub(t0)/time.Minute)] += s.land(now)
		if free := s.fetchers - len(s.sorties); free > 0 {
			ls, _ := lease(t, s.f, now, free)
			for _, l := range ls {
				s.launch(l, now)
			}
		}
	}
	return pages, s.waited
}

// launch decides how a visit goes.
func (s *siege) launch(l aranea.Lease, now time.Time) {
	x := sortie{lease: l, since: now, until: now.Add(siegeStep)}
	host, isPage := l.Entry.URL.Host(), l.Entry.Kind == aranea.KindPage
	n := s.visits[host]
	switch {
	case strings.HasPrefix(host, "mute"):
		limit := cmp.Or(schedule.ConnectLimit(&l.Host), DefaultSendBudget)
		x.until, x.fails = now.Add(limit), true
	case isPage && (strings.HasPrefix(host, "drip") || strings.HasPrefix(host, "turn") && n%2 == 1):
		x.fails = true
		if x.until = now.Add(schedule.Patience(&l.Host)); s.slow < siegeSlow {
			s.slow++
			x.slow, x.until = true, now.Add(time.Minute)
		}
	}
	if isPage {
		s.visits[host] = n + 1
	}
	if since, linked := s.found[host]; linked && isPage {
		s.waited = append(s.waited, now.Sub(since))
	}
	s.sorties = append(s.sorties, x)
}

// land frees the fetchers of the visits that are over, counts the good pages, and commits from
// time to time.
func (s *siege) land(now time.Time) (pages int) {
	flying := s.sorties[:0]
	for _, x := range s.sorties {
		if x.until.After(now) {
			flying = append(flying, x)
			continue
		}
		if x.slow {
			s.slow--
		}
		if strings.HasPrefix(x.lease.Entry.URL.Host(), "good") && x.lease.Entry.Kind == aranea.KindPage {
			pages++
		}
		s.landed = append(s.landed, s.outcome(x, now))
	}
	s.sorties = flying
	if now.Sub(t0)%siegeCommit == 0 {
		commit(s.t, s.f, now, s.landed...)
		s.landed = s.landed[:0]
	}
	return pages
}

// outcome returns the outcome of a visit: a page leads to two more, and one that fails is
// retried.
func (s *siege) outcome(x sortie, now time.Time) aranea.Outcome {
	o := done(x.lease, now)
	u := x.lease.Entry.URL
	o.Host = schedule.After(o.Host, &aranea.Fetched{Status: 200, TTFB: 1, Sent: x.since, Ended: now}, false, now)
	switch {
	case x.fails && x.lease.Entry.Kind == aranea.KindRobots:
		o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: now.Add(time.Minute)}
		o.Host.Failures++
	case x.fails:
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateQueued, aranea.ScheduleRetry, false
		o.Entry.Due = now.Add(schedule.RetryUnit)
		o.Host.Failures++
	case x.lease.Entry.Kind == aranea.KindPage:
		o.Host.Failures = 0
		if name, ok := strings.CutPrefix(u.Host(), "good"); ok && u.Path() == "/" {
			s.found["new"+name] = now
			o.Links = append(o.Links, aranea.Discovery{URL: parse(s.t, "http://new"+name+"/"), Depth: 1, Reason: aranea.ScheduleQueued})
		}
		if strings.HasPrefix(u.Host(), "new") {
			return o
		}
		for i := range 2 {
			next := fmt.Sprintf("http://%s/%d", u.Host(), 2*s.visits[u.Host()]+i)
			o.Links = append(o.Links, aranea.Discovery{URL: parse(s.t, next), Depth: x.lease.Entry.Depth + 1, Reason: aranea.ScheduleQueued})
		}
	}
	return o
}

// TestStrangersHoldTheirShare: hosts that hold fetchers do not prevent hosts that return pages
// from being requested, from the first minute on.
func TestStrangersHoldTheirShare(t *testing.T) {
	t.Parallel()
	pages, _ := besiege(t, 1, 32, map[string]int{"good": 20})
	alone := pages[0]
	for _, tt := range []struct {
		name  string
		hosts map[string]int
		from  int // the minute from which on it must hold
	}{
		{"mute and dripping hosts", map[string]int{"good": 20, "mute": 500, "drip": 250}, 1},
		{"turncoats, which are trusted once", map[string]int{"good": 20, "turn": 250}, 2},
	} {
		beside, _ := besiege(t, 2, 32, tt.hosts)
		t.Logf("beside %s: %d pages a minute, %d alone", tt.name, beside, alone)
		for i, n := range beside[tt.from-1:] {
			if alone < 1000 || n*10 < alone*8 {
				t.Errorf("beside %s: %d pages in minute %d, %d alone", tt.name, n, tt.from+i, alone)
			}
		}
	}
}

// TestStrangersTakeWhatIsFree: without other hosts, new hosts get all fetchers.
func TestStrangersTakeWhatIsFree(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	for i := range 20 {
		seed(t, f, fmt.Sprintf("http://host%d.test/", i))
	}
	if ls, _ := lease(t, f, t0, 16); len(ls) != 16 {
		t.Errorf("%d leases for 16 fetchers", len(ls))
	}
}

// TestFoundHostsComeBeforeFailedOnes: a host that was just found waits while hosts that were
// known before are requested for the first time, but not until those that never answered are
// retried.
func TestFoundHostsComeBeforeFailedOnes(t *testing.T) {
	t.Parallel()
	const limit = 2 * time.Minute // 500 mute hosts take 12 fetchers 83 s
	_, waited := besiege(t, 4, 32, map[string]int{"good": 20, "mute": 500, "drip": 50})
	t.Logf("they waited %s", waited)
	if len(waited) < 20 || slices.Max(waited) > limit {
		t.Errorf("%d of 20 hosts were asked, after %s", len(waited), waited)
	}
}

// TestStrayPorts: ports without a server that another site's page names neither delay the pages
// of their host nor make it rest.
func TestStrayPorts(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	var found []aranea.Discovery
	for i := range 600 {
		found = append(found, aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test:%d/", 20000+i)), How: aranea.HowAnchor, Depth: 1, Reason: aranea.ScheduleQueued})
	}
	for i := range 300 {
		found = append(found, aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test/%d", i)), How: aranea.HowAnchor, Depth: 2, Reason: aranea.ScheduleQueued})
	}
	if _, err := f.Add(t.Context(), t0, found); err != nil {
		t.Fatal(err)
	}
	pages := 0
	for now := t0; now.Before(t0.Add(20 * time.Minute)); {
		ls, wake := lease(t, f, now, 1)
		if len(ls) == 0 {
			now = wake
			continue
		}
		o := done(ls[0], now)
		if o.Sent = ls[0].Entry.URL.Origin() == "http://a.test"; o.Sent {
			if o.Host = schedule.After(o.Host, &aranea.Fetched{Status: 200, TTFB: 1, Sent: now, Ended: now}, false, now); ls[0].Entry.Kind == aranea.KindPage {
				pages++
			}
		} else {
			o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: now.Add(3 * time.Second)}
			o.Host = schedule.After(o.Host, &aranea.Fetched{Failure: aranea.NetTimeout, Ended: now}, false, now)
		}
		commit(t, f, now, o)
		if pages == 300 {
			if took := now.Sub(t0); took > 6*time.Minute {
				t.Errorf("300 pages took %s", took)
			}
			return
		}
	}
	t.Errorf("%d pages in 20 minutes", pages)
}

// TestNamedByOthers: the URLs of a site that another site's page names come, beyond the first
// thousand, after those that the pages of their own site name, however deep.
func TestNamedByOthers(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/")
	other := parse(t, "http://b.test/").ID()
	for part := range 10 {
		var found []aranea.Discovery
		for i := range 1000 {
			found = append(found, aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test/x%d-%d", part, i)), How: aranea.HowAnchor, Depth: 1, FoundOn: other, Reason: aranea.ScheduleQueued})
		}
		if n, err := f.Add(t.Context(), t0, found); n != 1000 || err != nil {
			t.Fatal(n, err)
		}
	}
	own := 0
	for now := t0; now.Before(t0.Add(30 * time.Minute)); {
		ls, wake := lease(t, f, now, 1)
		if len(ls) == 0 {
			now = wake
			continue
		}
		o := done(ls[0], now)
		if e := &ls[0].Entry; e.Kind == aranea.KindPage && e.FoundOn != other {
			next := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test/own%d", own)), How: aranea.HowAnchor, Depth: e.Depth + 1, FoundOn: e.URL.ID(), Reason: aranea.ScheduleQueued}
			o.Links = append(o.Links, next)
			own++
		}
		commit(t, f, now, o)
	}
	if own < 700 {
		t.Errorf("%d of a chain of own pages were visited in 30 minutes", own)
	}
}
