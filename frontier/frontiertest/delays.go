package frontiertest

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea/schedule/hostdelay"
)

// ownDelays: a host has the operator's delay for it or for its domain; a longer one that its
// robots file asks for counts, also in the next process.
func ownDelays(t *testing.T, s State) {
	opt := Options{Delay: time.Minute, HostDelays: hostdelay.Delays{"a.test": time.Second, ".c.test": 0}, SendBudget: time.Second}
	h := hand{t, s.Open(t, opt)}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://b.test/1", "http://x.c.test/1")
	ls, _ := h.lease(start, 10)
	if len(ls) != 3 {
		t.Fatalf("leases %v, want three robots files", urlsOf(ls))
	}
	want := map[string]time.Duration{"a.test": time.Second, "b.test": time.Minute, "x.c.test": 0}
	for _, l := range ls {
		if name := l.Entry.URL.Host(); l.Host.Delay != want[name] {
			t.Errorf("%s: delay %s, want %s", name, l.Host.Delay, want[name])
		}
		h.commit(start, done(l, start))
	}
	h.commit(start, done(h.one(start, "http://x.c.test/1"), start))
	h.none(start.Add(time.Second-time.Microsecond), start.Add(time.Second))
	now := start.Add(time.Second)
	o := done(h.one(now, "http://a.test/1"), now)
	o.Wished, o.Asked, o.AskedBy = true, 10*time.Second, "crawl-delay"
	h.commit(now, o)
	h = hand{t, s.Open(t, opt)}
	h.none(now, now.Add(10*time.Second))
	now = now.Add(10 * time.Second)
	h.one(now, "http://a.test/2")
}
