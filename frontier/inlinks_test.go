package frontier

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// pageOf returns a queued page of a.test.
func pageOf(t *testing.T, name string, depth uint16) aranea.Discovery {
	t.Helper()
	return aranea.Discovery{URL: parse(t, "http://a.test/"+name), Depth: depth, Reason: aranea.ScheduleQueued}
}

// linking returns a frontier in which the first n of ten pages were visited, which link to
// "known"; "plain" was found before it and is at the same depth, and "far" is away from all.
func linking(t *testing.T, kv *gets, n int) *Frontier {
	t.Helper()
	f := open(t, kv, Options{Order: schedule.BestFirst})
	found := []aranea.Discovery{pageOf(t, "plain", 2), pageOf(t, "known", 2)}
	for i := range 10 {
		found = append(found, pageOf(t, fmt.Sprintf("p%d", i), 1))
	}
	if _, err := f.Add(t.Context(), t0, found); err != nil {
		t.Fatal(err)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for i := range n {
		commit(t, f, t0, done(one(t, f, t0, fmt.Sprintf("http://a.test/p%d", i)), t0, pageOf(t, "known", 2)))
	}
	return f
}

// nearer returns the stored level of a page.
func nearer(t *testing.T, f *Frontier, name string) uint8 {
	t.Helper()
	e, known, err := f.Entry(parse(t, "http://a.test/"+name))
	if err != nil || !known {
		t.Errorf("%s: known %v, %v", name, known, err)
	}
	return e.Nearer
}

// TestLinkedSooner: a page that four pages of its site link to comes sooner; that survives a
// restart, and another order in between.
func TestLinkedSooner(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	f := linking(t, kv, 4)
	if got := nearer(t, f, "known"); got != 1 {
		t.Errorf("level %d of what four pages link to", got)
	}
	for _, order := range []schedule.Order{schedule.BreadthFirst, schedule.BestFirst} {
		f = open(t, kv, Options{})
		f.Configure(Pace{Delay: schedule.NoDelay, Order: order})
		if _, err := f.Reorder(t.Context(), t0); err != nil {
			t.Fatal(err)
		}
		first := "p4"
		if order == schedule.BestFirst {
			first = "known"
		}
		one(t, f, t0, "http://a.test/"+first)
	}
}

// TestFormsRaiseNothing: what the forms of many pages lead to does not come sooner for that.
func TestFormsRaiseNothing(t *testing.T) {
	t.Parallel()
	f := linking(t, &gets{Store: memstore.New()}, 0)
	led := pageOf(t, "known", 2)
	led.How = aranea.HowForm
	for i := range 8 {
		commit(t, f, t0, done(one(t, f, t0, fmt.Sprintf("http://a.test/p%d", i)), t0, led))
	}
	if got := nearer(t, f, "known"); got != 0 {
		t.Errorf("level %d of what the forms of eight pages lead to", got)
	}
}

// TestLinkedThoughNamedByOthers: what another site names beyond the first thousand comes last,
// until four pages of its own site link to it.
func TestLinkedThoughNamedByOthers(t *testing.T) {
	t.Parallel()
	f := linking(t, &gets{Store: memstore.New()}, 0)
	var found []aranea.Discovery
	for i := range 1000 {
		found = append(found, pageOf(t, fmt.Sprintf("own%d", i), 9))
	}
	late := pageOf(t, "late", 1)
	late.FoundOn = parse(t, "http://b.test/").ID()
	for _, d := range [][]aranea.Discovery{found, {late}} {
		if _, err := f.Add(t.Context(), t0, d); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		if e, _, err := f.EntryByID(late.URL.ID()); e.Priority >= 0 || err != nil {
			t.Errorf("priority %d after %d links, %v", e.Priority, i, err)
		}
		commit(t, f, t0, done(one(t, f, t0, fmt.Sprintf("http://a.test/p%d", i)), t0, pageOf(t, "late", 1)))
	}
	one(t, f, t0, "http://a.test/late")
}

// TestLinkedOnce: only first visits count, so that a page that changes every day raises nothing.
func TestLinkedOnce(t *testing.T) {
	t.Parallel()
	f, now := linking(t, &gets{Store: memstore.New()}, 3), t0
	for range 3 {
		now = now.Add(time.Hour)
		ids := []weburl.ID{parse(t, "http://a.test/p0").ID(), parse(t, "http://a.test/p1").ID()}
		if n, err := f.Requeue(t.Context(), now, ids, "again", false); n != 2 || err != nil {
			t.Fatalf("%d queued, %v", n, err)
		}
		for _, name := range []string{"p0", "p1"} {
			commit(t, f, now, done(one(t, f, now, "http://a.test/"+name), now, pageOf(t, "known", 2)))
		}
	}
	if got := nearer(t, f, "known"); got != 0 {
		t.Errorf("level %d of what three pages link to, two of which were visited again", got)
	}
	commit(t, f, now, done(one(t, f, now, "http://a.test/p3"), now, pageOf(t, "known", 2)))
	if got := nearer(t, f, "known"); got != 1 {
		t.Errorf("level %d of what four pages link to", got)
	}
}

// TestVisitedIsNotRead: a link to a visited page costs no read, and one to a waiting page costs
// a read only for a new level.
func TestVisitedIsNotRead(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	f := linking(t, kv, 3)
	for i, want := range []int{1, 0, 0, 0} {
		l, before := one(t, f, t0, fmt.Sprintf("http://a.test/p%d", 3+i)), kv.entries
		if i == 0 {
			commit(t, f, t0, done(l, t0, pageOf(t, "known", 2), pageOf(t, "p0", 1)))
		} else {
			commit(t, f, t0, done(l, t0, pageOf(t, "p0", 1), pageOf(t, "known", 2)))
		}
		if got := kv.entries - before; got != want {
			t.Errorf("link %d read %d entries, want %d", 4+i, got, want)
		}
		if i == 0 {
			commit(t, f, t0, done(one(t, f, t0, "http://a.test/known"), t0))
		}
	}
}

// TestLinkedWaits: a page that failed waits as long as it has to, however many pages link to it,
// and comes sooner from the next try on.
func TestLinkedWaits(t *testing.T) {
	t.Parallel()
	f := linking(t, &gets{Store: memstore.New()}, 3)
	id, now := parse(t, "http://a.test/known").ID(), t0
	fail := func(attempts uint8) {
		t.Helper()
		if _, err := f.Requeue(t.Context(), now, []weburl.ID{id}, "named", false); err != nil {
			t.Fatal(err)
		}
		l := one(t, f, now, "http://a.test/known")
		o := done(l, now)
		o.Entry, o.Entry.Attempts, o.Entry.Due = l.Entry, attempts, now.Add(time.Hour)
		commit(t, f, now, o)
	}
	fail(1)
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/p3"), t0, pageOf(t, "known", 2)))
	if e, _, err := f.EntryByID(id); e.Nearer != 0 || !e.Due.Equal(t0.Add(time.Hour)) || err != nil {
		t.Errorf("level %d, due %s, %v", e.Nearer, e.Due, err)
	}
	now = t0.Add(time.Hour)
	lease(t, f, now, 0)
	fail(2)
	if got := nearer(t, f, "known"); got != 1 {
		t.Errorf("level %d after the second try", got)
	}
}

// TestLinkedWaitsUntilDue: a page that was never requested and waits for a login, for its robots
// file or for memory waits until it is due, however many pages link to it, and then comes
// sooner.
func TestLinkedWaitsUntilDue(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	f := linking(t, kv, 3)
	id, due := parse(t, "http://a.test/known").ID(), t0.Add(time.Hour)
	if _, err := f.Requeue(t.Context(), t0, []weburl.ID{id}, "named", false); err != nil {
		t.Fatal(err)
	}
	l := one(t, f, t0, "http://a.test/known")
	o := done(l, t0)
	o.Entry, o.Entry.Reason, o.Entry.Due, o.Sent = l.Entry, aranea.ScheduleLogin, due, false
	commit(t, f, t0, o)
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/p3"), t0, pageOf(t, "known", 2)))
	if e, _, err := f.EntryByID(id); e.Nearer != 1 || !e.Due.Equal(due) || err != nil {
		t.Errorf("level %d, due %s, %v", e.Nearer, e.Due, err)
	}
	for _, at := range []time.Time{t0, due.Add(-time.Second)} {
		ls, _ := lease(t, f, at, 1)
		if got := ls[0].Entry.URL.String(); got == "http://a.test/known" {
			t.Errorf("it is asked for %s before it is due", due.Sub(at))
		}
		commit(t, f, at, done(ls[0], at))
	}
	one(t, f, due, "http://a.test/known")
}

// TestRaisedAFewAtATime: one change reads few entries to raise them; the others are raised by
// later links to them.
func TestRaisedAFewAtATime(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	f := linking(t, kv, 0)
	var links []aranea.Discovery
	for i := range 2*raisedMax + 1 {
		links = append(links, pageOf(t, fmt.Sprintf("many%d", i), 9))
	}
	for i, want := range []int{0, 0, 0, raisedMax, 2 * raisedMax, 2*raisedMax + 1, 2*raisedMax + 1} {
		l := one(t, f, t0, fmt.Sprintf("http://a.test/p%d", i))
		before := kv.entries
		commit(t, f, t0, done(l, t0, links...))
		if got := kv.entries - before; got > raisedMax {
			t.Errorf("link %d read %d entries", i+1, got)
		}
		risen := 0
		for _, d := range links {
			e, _, err := f.EntryByID(d.URL.ID())
			if err != nil {
				t.Fatal(err)
			}
			risen += int(e.Nearer)
		}
		if risen != want {
			t.Errorf("after %d links %d of %d are raised, want %d", i+1, risen, len(links), want)
		}
	}
}

// TestAtHandIsNotRead: an entry in a window is raised without a read, and is leased as it then
// is.
func TestAtHandIsNotRead(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	linking(t, kv, 0)
	f := open(t, kv, Options{Order: schedule.BestFirst})
	for i := range 4 {
		l := one(t, f, t0, fmt.Sprintf("http://a.test/p%d", i))
		before := kv.entries
		commit(t, f, t0, done(l, t0, pageOf(t, "known", 2)))
		if got := kv.entries - before; got != 0 {
			t.Errorf("link %d read %d entries", i+1, got)
		}
	}
	if l := one(t, f, t0, "http://a.test/known"); l.Entry.Nearer != 1 {
		t.Errorf("leased at level %d", l.Entry.Nearer)
	}
}
