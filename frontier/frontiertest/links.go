package frontiertest

import (
	"testing"

	"github.com/aranea-search/aranea"
)

// linksAreChecked: a URL that is only checked comes before new pages of its host, is counted by
// itself, and becomes a page when it is found as one.
func linksAreChecked(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	link := found(t, "http://a.test/file", 1)
	link.Kind = aranea.KindLink
	if n := h.add(start, found(t, "http://a.test/1", 0), link); n != 2 {
		t.Errorf("%d were queued, want 2", n)
	}
	h.count(aranea.CountQueued, 1)
	h.count(aranea.CountLinksWaiting, 1)
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	l := h.one(start, "http://a.test/file")
	if l.Entry.Kind != aranea.KindLink {
		t.Errorf("leased as a %s", l.Entry.Kind)
	}
	o := done(l, start)
	o.Entry.Reason, o.Entry.Indexed = aranea.LinkAvailable, false
	h.commit(start, o)
	h = hand{t, s.Open(t, Options{})}
	h.count(aranea.CountLinks, 1)
	h.count(aranea.CountFetched, 0)
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
	h.add(start, one, two)
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	o := done(h.one(start, "http://a.test/1"), start)
	o.Entry.State, o.Entry.Reason, o.Entry.Attempts, o.Entry.Visits, o.Entry.Indexed = aranea.StateQueued, aranea.ScheduleRetry, 1, 0, false
	h.commit(start, o)
	if l := h.one(start, "http://a.test/1"); l.Entry.Attempts != 1 {
		t.Errorf("leased after %d tries", l.Entry.Attempts)
	}
}
