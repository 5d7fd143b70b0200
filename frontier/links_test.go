package frontier

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// linkTo returns the discovery of a URL that is only checked.
func linkTo(t testing.TB, u string) aranea.Discovery {
	t.Helper()
	return aranea.Discovery{URL: parse(t, u), How: aranea.HowAnchor, Depth: 1, Kind: aranea.KindLink, Reason: aranea.ScheduleQueued}
}

func add(t testing.TB, f *Frontier, found ...aranea.Discovery) {
	t.Helper()
	if _, err := f.Add(context.Background(), t0, found); err != nil {
		t.Fatal(err)
	}
}

// checked is the outcome of a check of a link that was answered.
func checked(l aranea.Lease, now time.Time) aranea.Outcome {
	o := done(l, now)
	if l.Entry.Kind == aranea.KindLink {
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed, o.Entry.Fingerprint = aranea.StateDone, aranea.LinkAvailable, false, aranea.Fingerprint{}
		o.Entry.Status, o.Entry.Visits, o.Entry.VisitedAt, o.Entry.Due = 200, 1, now, now.Add(7*24*time.Hour)
	}
	return o
}

// checkAll runs the crawl to its end and returns how many links were checked and pages visited.
func checkAll(t testing.TB, f *Frontier, now time.Time) (links, pages int) {
	t.Helper()
	for range 10_000 {
		ls, wake := lease(t, f, now, 10)
		if len(ls) == 0 {
			if wake.IsZero() {
				return links, pages
			}
			now = wake
		}
		for _, l := range ls {
			switch l.Entry.Kind {
			case aranea.KindLink:
				links++
			case aranea.KindPage:
				pages++
			}
			commit(t, f, now, checked(l, now))
		}
	}
	t.Fatal("the crawl does not end")
	return links, pages
}

func wantCounts(t testing.TB, f *Frontier, want map[aranea.Counter]uint64) {
	t.Helper()
	n, _ := f.Counts()
	for c, w := range want {
		if n[c] != w {
			t.Errorf("%s: %d, want %d", c, n[c], w)
		}
	}
}

// TestLinksAreNoPages: targets of links that are only checked are counted by themselves, before and
// after their check, across a restart, and a page limit does not keep them from it.
func TestLinksAreNoPages(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	opt := Options{MaxPages: 1}
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/1", "http://a.test/2")
	add(t, f, linkTo(t, "http://a.test/file.zip"), linkTo(t, "http://b.test/1"), linkTo(t, "http://b.test/2"))
	wantCounts(t, f, map[aranea.Counter]uint64{aranea.CountQueued: 2, aranea.CountLinksWaiting: 3, aranea.CountLinks: 0})
	if links, pages := checkAll(t, f, t0); links != 3 || pages != 1 {
		t.Errorf("%d links checked, %d pages visited", links, pages)
	}
	after := map[aranea.Counter]uint64{aranea.CountQueued: 1, aranea.CountLinksWaiting: 0, aranea.CountLinks: 3, aranea.CountFetched: 1, aranea.CountExcluded: 0}
	wantCounts(t, f, after)
	f = open(t, kv, opt)
	wantCounts(t, f, after)
	if n := f.book.Site(budget.KeyOf("b.test")).Links; n != 2 {
		t.Errorf("%d links of b.test are counted", n)
	}
}

// TestLinksComeBehindPages: of one host, links are checked when no new page waits, or none may be
// requested because of a page limit, whether its queue is kept in memory or not, and the pages are not
// lost by that.
func TestLinksComeBehindPages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pages, links int
		limits       Options
		first        int // pages visited before the first link, and in all with the limits
	}{
		"few":              {pages: 9, links: 5, first: 9},
		"many":             {pages: 150, links: 90, first: 150},
		"few, limited":     {pages: 9, links: 5, limits: Options{MaxHostPages: 4}, first: 4},
		"many, limited":    {pages: 150, links: 90, limits: Options{MaxSitePages: 7}, first: 7},
		"of all":           {pages: 150, links: 90, limits: Options{MaxPages: 3}, first: 3},
		"some at one time": {pages: 150, links: 90, limits: Options{MaxPages: 3, PerHost: 8}, first: 3},
	} {
		kv := memstore.New()
		f := open(t, kv, tt.limits)
		var found []aranea.Discovery
		for i := range tt.links {
			found = append(found, linkTo(t, fmt.Sprintf("http://a.test/%d.zip", i)))
		}
		add(t, f, found...)
		for i := range tt.pages {
			add(t, f, aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test/%d", i)), How: aranea.HowAnchor, Depth: 9, Reason: aranea.ScheduleQueued})
		}
		var kinds []aranea.EntryKind
		now := t0
		for range 10_000 {
			ls, wake := lease(t, f, now, 10)
			if len(ls) == 0 && wake.IsZero() {
				break
			}
			for _, l := range ls {
				if l.Entry.Kind != aranea.KindRobots {
					kinds = append(kinds, l.Entry.Kind)
				}
				commit(t, f, now, checked(l, now))
			}
			now = now.Add(time.Second)
		}
		if first := slices.Index(kinds, aranea.KindLink); first != tt.first || len(kinds) != tt.first+tt.links {
			t.Errorf("%s: %d pages before the first link, %d of all", name, first, len(kinds))
		}
		f.Configure(Pace{PerHost: 1})
		if links, pages := checkAll(t, f, now); links != 0 || pages != tt.pages-tt.first {
			t.Errorf("%s: without limits, %d links and %d pages", name, links, pages)
		}
	}
}

// TestLinkLimit: of each site, so many links are checked and no more, whatever names its hosts have;
// what is over the limit says so, and is checked when the limit is raised.
func TestLinkLimit(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{MaxSiteLinks: 3})
	for i := range 5 {
		add(t, f, linkTo(t, fmt.Sprintf("http://h%d.b.test/", i)))
	}
	add(t, f, linkTo(t, "http://h4.b.test/"), linkTo(t, "http://c.test/")) // found once more
	over := selected(t, f, Filter{Reason: aranea.LinkLimit})
	wantURLs(t, "over the limit", over, "http://h3.b.test/", "http://h4.b.test/")
	wantCounts(t, f, map[aranea.Counter]uint64{aranea.CountExcluded: 0, aranea.CountLinksOver: 2, aranea.CountLinksWaiting: 4})
	again := func(*aranea.Entry) (aranea.EntryKind, aranea.Reason, string) {
		return aranea.KindLink, aranea.ReasonNone, ""
	}
	if n, err := f.Relink(t.Context(), t0, 3, again); n != 0 || err != nil {
		t.Errorf("with the same limit, %d changed, %v", n, err)
	}
	if n, err := f.Relink(t.Context(), t0, 4, again); n != 1 || err != nil {
		t.Errorf("with room for one more, %d changed, %v", n, err)
	}
	if links, _ := checkAll(t, f, t0); links != 5 {
		t.Errorf("%d links checked", links)
	}
}

// manyLinks adds targets of links of http://b.test/, which are found on one page.
func manyLinks(t testing.TB, f *Frontier, n int) {
	t.Helper()
	found := make([]aranea.Discovery, n)
	for i := range n {
		found[i] = linkTo(t, fmt.Sprintf("http://h%d.b.test/%d", i%3, i))
	}
	add(t, f, found...)
}

// TestLowerLinkLimit: a lower limit holds for what is checked already, whether it waits or was
// checked: of it nothing is asked for again, and the rest stays.
func TestLowerLinkLimit(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{MaxSiteLinks: 600})
	manyLinks(t, f, 600)
	add(t, f, linkTo(t, "http://c.test/"))
	checkAll(t, f, t0)
	f.Configure(Pace{MaxSiteLinks: 700})
	add(t, f, linkTo(t, "http://b.test/waits"))
	again := func(*aranea.Entry) (aranea.EntryKind, aranea.Reason, string) {
		return aranea.KindLink, aranea.ReasonNone, ""
	}
	for _, want := range []int{591, 0} {
		if n, err := f.Relink(t.Context(), t0, 10, again); n != want || err != nil {
			t.Errorf("with a lower limit, %d changed, %v; want %d", n, err, want)
		}
	}
	n, _ := f.Counts()
	if n[aranea.CountLinksOver] != 591 || n[aranea.CountLinks]+n[aranea.CountLinksWaiting] != 11 || f.book.Site(budget.KeyOf("b.test")).Links != 10 {
		t.Errorf("%v, %d of b.test", n, f.book.Site(budget.KeyOf("b.test")).Links)
	}
	now := t0.Add(30 * 24 * time.Hour)
	if _, err := f.Refresh(t.Context(), now, Renewal{Which: schedule.RefreshAll, Max: 1000}, nil); err != nil {
		t.Fatal(err)
	}
	if links, _ := checkAll(t, f, now); links != 11 {
		t.Errorf("%d links checked again", links)
	}
	if n, err := f.Relink(t.Context(), now, 20, again); n != 10 || err != nil {
		t.Errorf("with a limit that is raised again, %d changed, %v", n, err)
	}
}

// TestRoomForLinks: when checks of a site were forgotten, those over the limit get their room, and no
// more; what nothing links to any more does not.
func TestRoomForLinks(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{MaxSiteLinks: 3})
	manyLinks(t, f, 9)
	asked := 0
	more := func(unlinked string) (int, error) {
		return f.RelinkOver(t.Context(), t0, 3, func(e *aranea.Entry) (aranea.EntryKind, aranea.Reason, string) {
			if asked++; e.URL.String() == unlinked {
				return aranea.KindPage, aranea.ScopeHost, "b.test holds no seed"
			}
			return aranea.KindLink, aranea.ReasonNone, ""
		})
	}
	if n, err := more(""); n != 0 || err != nil || asked > 0 {
		t.Errorf("without room, %d changed, %d asked, %v", n, asked, err)
	}
	forgotten := 0
	for now := t0; forgotten < 2; now = now.Add(time.Second) {
		ls, _ := lease(t, f, now, 1)
		for _, l := range ls {
			o := done(l, now)
			if l.Entry.Kind == aranea.KindLink {
				forgotten++
				o.Entry = aranea.Entry{URL: o.Entry.URL, Depth: 1, How: aranea.HowAnchor, State: aranea.StateExcluded, Reason: aranea.ScopeHost}
			}
			commit(t, f, now, o)
		}
	}
	over := selected(t, f, Filter{Reason: aranea.LinkLimit})
	if len(over) != 6 {
		t.Fatalf("%d over the limit", len(over))
	}
	for _, want := range []int{3, 0} {
		if n, err := more(over[0]); n != want || err != nil {
			t.Errorf("with room for two, %d changed, %v; want %d", n, err, want)
		}
	}
	wantEntry(t, f, over[0], aranea.StateExcluded, aranea.ScopeHost)
	wantCounts(t, f, map[aranea.Counter]uint64{aranea.CountLinksOver: 3, aranea.CountLinksWaiting: 3, aranea.CountLinks: 0, aranea.CountExcluded: 3})
}

// TestLinkBecomesPage: a URL that is only checked is visited once it is found as a page, whether it
// waits, is being checked, or was checked.
func TestLinkBecomesPage(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	urls := []string{"http://a.test/", "http://b.test/", "http://c.test/"}
	page := func(i int) aranea.Discovery {
		return aranea.Discovery{URL: parse(t, urls[i]), How: aranea.HowAnchor, Depth: 1, Reason: aranea.ScheduleQueued}
	}
	add(t, f, linkTo(t, urls[0]))
	checkAll(t, f, t0)
	wantEntry(t, f, urls[0], aranea.StateDone, aranea.LinkAvailable)
	f = open(t, kv, Options{}) // the set of known URLs is made anew
	add(t, f, linkTo(t, urls[1]), linkTo(t, urls[2]))
	var leased aranea.Lease
	for now := t0; leased.ID == 0; now = now.Add(time.Second) {
		ls, _ := lease(t, f, now, 1)
		for _, l := range ls {
			if l.Entry.Kind == aranea.KindLink {
				leased = l
				break
			}
			commit(t, f, now, done(l, now))
		}
	}
	add(t, f, page(0), page(1), page(2))
	commit(t, f, t0, checked(leased, t0))
	for _, u := range urls {
		wantEntry(t, f, u, aranea.StateQueued, aranea.ScheduleQueued)
		if e, _, _ := f.Entry(parse(t, u)); e.Kind != aranea.KindPage || e.Visits != 0 || !e.Due.IsZero() {
			t.Errorf("%s: a %s, visited %d times, due %s", u, e.Kind, e.Visits, e.Due)
		}
	}
	wantCounts(t, f, map[aranea.Counter]uint64{aranea.CountQueued: 3, aranea.CountLinksWaiting: 0, aranea.CountLinks: 0})
	if links, pages := checkAll(t, f, t0.Add(time.Minute)); links != 0 || pages != 3 {
		t.Errorf("%d links checked, %d pages visited", links, pages)
	}
	add(t, f, linkTo(t, urls[0]))
	wantEntry(t, f, urls[0], aranea.StateDone, aranea.IndexAdded)
}

// TestCheckedAgainBecomesPage: the outcome of a repeated check may make a page of its URL, which then
// begins anew.
func TestCheckedAgainBecomesPage(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	add(t, f, linkTo(t, "http://a.test/"))
	checkAll(t, f, t0)
	now := t0.Add(9 * 24 * time.Hour)
	if n, err := f.Refresh(t.Context(), now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); n != 1 || err != nil {
		t.Fatalf("%d are checked again, %v", n, err)
	}
	ls, _ := lease(t, f, now, 1)
	for ls[0].Entry.Kind == aranea.KindRobots {
		commit(t, f, now, done(ls[0], now))
		now = now.Add(time.Minute)
		ls, _ = lease(t, f, now, 1)
	}
	o := checked(ls[0], now)
	o.Entry = aranea.Entry{URL: o.Entry.URL, Depth: 1, How: aranea.HowAnchor, State: aranea.StateQueued, Reason: aranea.ScheduleQueued}
	commit(t, f, now, o)
	wantEntry(t, f, "http://a.test/", aranea.StateQueued, aranea.ScheduleQueued)
	if e, _, _ := f.Entry(parse(t, "http://a.test/")); e.Kind != aranea.KindPage || e.Visits != 0 || e.Again {
		t.Errorf("%+v", e)
	}
	if links, pages := checkAll(t, f, now.Add(time.Minute)); links != 0 || pages != 1 {
		t.Errorf("%d links checked, %d pages visited", links, pages)
	}
}

// TestRelink: with the setting, URLs that were left out are checked; without it, nothing of the
// checks is kept, and what came into scope is a page.
func TestRelink(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	out := func(u string, why aranea.Reason) aranea.Discovery {
		return aranea.Discovery{URL: parse(t, u), How: aranea.HowAnchor, Depth: 1, Reason: why}
	}
	add(t, f, out("http://b.test/1", aranea.ScopeHost), out("http://c.test/1", aranea.ScopeHost), out("http://d.test/1", aranea.ScopeHost))
	if _, err := f.Remove(ctx, t0, targetOf(t, "d.test"), nil); err != nil {
		t.Fatal(err)
	}
	links := true
	decide := func(e *aranea.Entry) (aranea.EntryKind, aranea.Reason, string) {
		switch {
		case links:
			return aranea.KindLink, aranea.ReasonNone, ""
		case e.URL.Host() == "c.test":
			return aranea.KindPage, aranea.ReasonNone, ""
		}
		return aranea.KindPage, aranea.ScopeHost, "b.test holds no seed"
	}
	for _, want := range []int{2, 0} {
		if n, err := f.Relink(ctx, t0, 0, decide); n != want || err != nil {
			t.Errorf("on: %d changed, %v; want %d", n, err, want)
		}
	}
	if n, _ := checkAll(t, f, t0); n != 2 {
		t.Errorf("%d links checked", n)
	}
	links = false
	for _, want := range []int{2, 0} {
		if n, err := f.Relink(ctx, t0, 0, decide); n != want || err != nil {
			t.Errorf("off: %d changed, %v; want %d", n, err, want)
		}
	}
	wantEntry(t, f, "http://b.test/1", aranea.StateExcluded, aranea.ScopeHost)
	wantEntry(t, f, "http://c.test/1", aranea.StateQueued, aranea.ScheduleQueued)
	wantEntry(t, f, "http://d.test/1", aranea.StateExcluded, aranea.ScopeHost)
	if next, err := f.NextVisit(); err != nil || !next.IsZero() {
		t.Errorf("a check is planned at %s, %v", next, err)
	}
	wantCounts(t, f, map[aranea.Counter]uint64{aranea.CountExcluded: 2, aranea.CountQueued: 1, aranea.CountLinks: 0, aranea.CountLinksWaiting: 0})
}

// TestLinksAreNoTrouble: a host for which only links wait does not keep a crawl from being complete.
func TestLinksAreNoTrouble(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	add(t, f, linkTo(t, "http://b.test/"))
	ls, _ := lease(t, f, t0, 1)
	o := done(ls[0], t0)
	o.Robots.Class, o.Robots.Expires = 0, t0.Add(time.Hour)
	o.Host.Failures, o.Host.Backoff = 3, 2
	commit(t, f, t0, o)
	if all, err := f.Troubles(t.Context(), 10); err != nil || all.Hosts != 0 || all.Queued != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestDelayOfStrangers: what is told of a host that only links lead to is the delay that it has, when
// it is in memory no longer, too.
func TestDelayOfStrangers(t *testing.T) {
	t.Parallel()
	f, err := Open(t.Context(), memstore.New(), Options{Delay: schedule.NoDelay})
	if err != nil {
		t.Fatal(err)
	}
	u, err := weburl.Parse("http://b.test/file")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	tell := func(kind aranea.EntryKind, want time.Duration, why string) {
		t.Helper()
		if _, err := f.Add(t.Context(), now, []aranea.Discovery{{URL: u, Kind: kind, How: aranea.HowAnchor, Depth: 1, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
		if h, _, err := f.Host(u.Origin()); err != nil || h.Delay != want || h.DelayReason != why {
			t.Errorf("%s (%s), %v; want %s", h.Delay, h.DelayReason, err, want)
		}
	}
	tell(aranea.KindLink, schedule.DefaultDelay, "links only")
	tell(aranea.KindPage, 0, "operator")
}
