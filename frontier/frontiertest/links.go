package frontiertest

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
)

// linksAreChecked: a URL that is only checked comes behind new pages of its host, is counted by
// itself, and becomes a page when it is found as one.
func linksAreChecked(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	link := found(t, "http://a.test/file", 1)
	link.Kind = aranea.KindLink
	if n := h.add(start, link, found(t, "http://a.test/0", 0)); n != 2 {
		t.Errorf("%d were queued, want 2", n)
	}
	h.count(aranea.CountQueued, 1)
	h.count(aranea.CountLinksWaiting, 1)
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	h.commit(start, done(h.one(start, "http://a.test/0"), start))
	l := h.one(start, "http://a.test/file")
	if l.Entry.Kind != aranea.KindLink {
		t.Errorf("leased as a %s", l.Entry.Kind)
	}
	o := done(l, start)
	o.Entry.Reason, o.Entry.Indexed = aranea.LinkAvailable, false
	h.commit(start, o)
	h = hand{t, s.Open(t, Options{})}
	h.count(aranea.CountLinks, 1)
	h.count(aranea.CountFetched, 1)
	h.add(start, found(t, "http://a.test/1", 0))
	h.commit(start, done(h.one(start, "http://a.test/1"), start, link, found(t, "http://a.test/file", 1)))
	h.count(aranea.CountLinks, 0)
	h.commit(start, done(h.one(start, "http://a.test/file"), start))
	h.add(start, link)
	if e := h.entry("http://a.test/file", aranea.StateDone, aranea.IndexAdded); e.Kind != aranea.KindPage {
		t.Errorf("it is a %s", e.Kind)
	}
}

// checksGoOn: the second request of a check comes before the first ones of others, as soon as its host
// may be asked.
func checksGoOn(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	one, two := found(t, "http://a.test/1", 1), found(t, "http://a.test/2", 1)
	one.Kind, two.Kind = aranea.KindLink, aranea.KindLink
	h.add(start, one, two, found(t, "http://a.test/", 0))
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	h.commit(start, done(h.one(start, "http://a.test/"), start))
	o := done(h.one(start, "http://a.test/1"), start)
	o.Entry.State, o.Entry.Reason, o.Entry.Attempts, o.Entry.Visits, o.Entry.Indexed = aranea.StateQueued, aranea.ScheduleRetry, 1, 0, false
	h.commit(start, o)
	if l := h.one(start, "http://a.test/1"); l.Entry.Attempts != 1 {
		t.Errorf("leased after %d tries", l.Entry.Attempts)
	}
}

// strangersHaveADelay: a host that only links lead to has at least the default delay, whatever the
// operator's own hosts have, unless it is given one by name; across a kill as well, and until one of
// its pages is visited.
func strangersHaveADelay(t *testing.T, s State) {
	opt := Options{HostDelays: hostdelay.Delays{"c.test": 0}, SendBudget: time.Millisecond}
	h := hand{t, s.Open(t, opt)}
	var links []aranea.Discovery
	for _, u := range []string{"http://b.test/1", "http://b.test/2", "http://b.test/3", "http://c.test/1"} {
		d := found(t, u, 1)
		d.Kind = aranea.KindLink
		links = append(links, d)
	}
	h.add(start, append(links, found(t, "http://a.test/", 0))...)
	want := map[string]time.Duration{"a.test": 0, "b.test": schedule.DefaultDelay, "c.test": 0}
	ls, _ := h.lease(start, 10)
	for _, l := range ls {
		if name := l.Entry.URL.Host(); l.Host.Delay != want[name] {
			t.Errorf("%s: delay %s, want %s", name, l.Host.Delay, want[name])
		}
		h.commit(start, done(l, start))
	}
	if ls, _ := h.lease(start, 10); len(ls) != 2 {
		t.Errorf("leases %v, want those of the hosts without a delay", urlsOf(ls))
	}
	h = hand{t, s.Open(t, opt)}
	ls, _ = h.lease(start, 10)
	for _, l := range ls {
		h.commit(start, done(l, start))
	}
	ls, now := h.lease(start, 10)
	if len(ls) > 0 || now.Before(start.Add(schedule.DefaultDelay)) {
		t.Fatalf("leases %v, wake %s", urlsOf(ls), now)
	}
	h.commit(now, done(h.one(now, "http://b.test/1"), now, found(t, "http://b.test/page", 1)))
	now = now.Add(schedule.DefaultDelay)
	h.commit(now, done(h.one(now, "http://b.test/page"), now))
	if l := h.one(now, "http://b.test/2"); l.Host.Delay != 0 {
		t.Errorf("with a page, it has a delay of %s", l.Host.Delay)
	}
}
