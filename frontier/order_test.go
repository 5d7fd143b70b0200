package frontier

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// grow crawls a web in which the page of depth d on each host leads to two of depth d+1 on the
// next hosts, with one fetcher and no delays, and returns the depths of the visits in order.
func grow(t *testing.T, f *Frontier, hosts, visits int) (depths []int) {
	t.Helper()
	now, found := t0, 1
	seed(t, f, "http://h0.test/0")
	for len(depths) < visits {
		ls, _ := lease(t, f, now, 1)
		if len(ls) == 0 {
			break
		}
		now = now.Add(10 * time.Millisecond)
		l := ls[0]
		if l.Entry.Kind == aranea.KindRobots {
			commit(t, f, now, done(l, now))
			continue
		}
		depths = append(depths, int(l.Entry.Depth))
		var links []aranea.Discovery
		for range 2 {
			u := fmt.Sprintf("http://h%d.test/%d", found%hosts, found)
			links = append(links, aranea.Discovery{URL: parse(t, u), Depth: l.Entry.Depth + 1, Reason: aranea.ScheduleQueued})
			found++
		}
		commit(t, f, now, done(l, now, links...))
	}
	return depths
}

// TestOrderOverHosts: the order holds over the whole crawl and not only within a host.
func TestOrderOverHosts(t *testing.T) {
	t.Parallel()
	backwards := func(depths []int, first func(a, b int) bool) (n int) {
		for i := 1; i < len(depths); i++ {
			if first(depths[i], depths[i-1]) {
				n++
			}
		}
		return n
	}
	broad := grow(t, open(t, memstore.New(), Options{}), 50, 400)
	if n := backwards(broad, func(a, b int) bool { return a < b }); n > 0 || len(broad) != 400 {
		t.Errorf("breadth first went back to a lower depth %d times in %d visits", n, len(broad))
	}
	deep := grow(t, open(t, memstore.New(), Options{Order: schedule.DepthFirst}), 50, 60)
	if n := backwards(deep, func(a, b int) bool { return a < b }); n > 0 || deep[len(deep)-1] < 50 {
		t.Errorf("depth first went back %d times and came to depth %d", n, deep[len(deep)-1])
	}
}

// TestNobodyStarves: an origin that the order puts after others comes before those that are free
// much later.
func TestNobodyStarves(t *testing.T) {
	t.Parallel()
	for o := range schedule.Order(3) {
		f := open(t, memstore.New(), Options{Order: o})
		far := aranea.Discovery{URL: parse(t, "http://far.test/a/b/c?d"), Depth: 9, Reason: aranea.ScheduleQueued}
		if o == schedule.DepthFirst {
			far.Depth = 0
		}
		if _, err := f.Add(context.Background(), t0, []aranea.Discovery{far}); err != nil {
			t.Fatal(err)
		}
		now, served := t0, false
		for n := 0; n < 2000 && !served; n++ { // each minute adds two others, and one is served
			for k := range 2 {
				d := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://n%d.test/", 2*n+k)), Depth: 5, Reason: aranea.ScheduleQueued}
				if _, err := f.Add(context.Background(), now, []aranea.Discovery{d}); err != nil {
					t.Fatal(err)
				}
			}
			ls, _ := lease(t, f, now, 1)
			for _, l := range ls {
				served = served || l.Entry.URL.Host() == "far.test"
				commit(t, f, now, done(l, now))
			}
			now = now.Add(time.Minute)
		}
		if !served {
			t.Errorf("%s: a host was not asked in %s", o, now.Sub(t0))
		}
	}
}

// TestNewHostsWaitTheirTurn: robots files of newly found hosts do not come before the pages of
// those that wait.
func TestNewHostsWaitTheirTurn(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	var urls []string
	for n := range 5 {
		urls = append(urls, fmt.Sprintf("http://old%d.test/", n))
	}
	seed(t, f, urls...)
	robots, _ := lease(t, f, t0, 5)
	for _, l := range robots {
		commit(t, f, t0, done(l, t0))
	}
	later := t0.Add(time.Second)
	lease(t, f, later, 0)
	for n := range 100 {
		seedAt(t, f, later, fmt.Sprintf("http://new%d.test/", n))
	}
	for range 5 {
		ls, _ := lease(t, f, later, 1)
		if len(ls) != 1 || ls[0].Entry.Kind != aranea.KindPage {
			t.Fatalf("leased %+v before the pages that wait", ls)
		}
		commit(t, f, later, done(ls[0], later))
	}
}

func seedAt(t *testing.T, f *Frontier, now time.Time, url string) {
	t.Helper()
	if _, err := f.Add(context.Background(), now, []aranea.Discovery{{URL: parse(t, url), Reason: aranea.ScheduleQueued}}); err != nil {
		t.Fatal(err)
	}
}

// TestReorder: another order applies to what is queued.
func TestReorder(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	for depth := range uint16(3) {
		d := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test/%d", depth)), Depth: depth, Reason: aranea.ScheduleQueued}
		if _, err := f.Add(context.Background(), t0, []aranea.Discovery{d}); err != nil {
			t.Fatal(err)
		}
	}
	f.Configure(Pace{Delay: schedule.NoDelay, Order: schedule.DepthFirst})
	if n, err := f.Reorder(context.Background(), t0); n != 3 || err != nil {
		t.Fatalf("%d entries, %v", n, err)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for _, path := range []string{"2", "1", "0"} {
		commit(t, f, t0, done(one(t, f, t0, "http://a.test/"+path), t0))
	}
	if n, _ := f.Counts(); n[aranea.CountFetched] != 3 || n[aranea.CountQueued] != 0 {
		t.Errorf("counts %v", n)
	}
}

// TestBudgetsOfHostAndSite: no more pages of a host and a site are fetched than permitted, and
// what waits for that says so; a page that was not fetched does not count.
func TestBudgetsOfHostAndSite(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		opt  Options
		want int
	}{
		"host": {Options{MaxHostPages: 3}, 9}, "site": {Options{MaxSitePages: 4}, 8}, "both": {Options{MaxHostPages: 3, MaxSitePages: 5}, 8},
	} {
		kv := memstore.New()
		f := open(t, kv, tt.opt)
		for n := range 6 {
			seed(t, f, fmt.Sprintf("http://a.test/%d", n), fmt.Sprintf("https://a.test/s%d", n), fmt.Sprintf("http://www.a.test/%d", n), fmt.Sprintf("http://b.test/%d", n))
		}
		gone := false
		for {
			ls, _ := lease(t, f, t0, 3)
			if len(ls) == 0 {
				break
			}
			for _, l := range ls {
				o := done(l, t0)
				if l.Entry.Kind == aranea.KindPage && !gone {
					gone = true
					o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
				}
				commit(t, f, t0, o)
			}
		}
		if n, _ := f.Counts(); n[aranea.CountNew] != uint64(tt.want) {
			t.Errorf("%s: %d pages were fetched, want %d", name, n[aranea.CountNew], tt.want)
		}
		f = open(t, kv, tt.opt)
		if ls, wake := lease(t, f, t0, 10); len(ls) != 0 || !wake.IsZero() {
			t.Errorf("%s: after a restart %d leases, wake %s", name, len(ls), wake)
		}
		wantEntry(t, f, "http://www.a.test/5", aranea.StateQueued, aranea.ScopeBudget)
		f.Configure(Pace{Delay: schedule.NoDelay})
		if ls, _ := lease(t, f, t0, 10); len(ls) == 0 {
			t.Errorf("%s: nothing is leased without limits", name)
		}
	}
}

// TestPagesThatComeAndGo: budgets count a page once, however often it is missing and exists
// again.
func TestPagesThatComeAndGo(t *testing.T) {
	t.Parallel()
	kv, opt, now := memstore.New(), Options{MaxHostPages: 2}, t0
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/1")
	commit(t, f, now, done(one(t, f, now, "http://a.test/robots.txt"), now))
	for n := range 6 {
		if n > 0 {
			if again, err := f.Refresh(context.Background(), now, Renewal{Which: schedule.RefreshAll, Max: 10}, nil); again != 1 || err != nil {
				t.Fatalf("visit %d: %d are visited again, %v", n, again, err)
			}
			commit(t, f, now, done(one(t, f, now, "http://a.test/robots.txt"), now))
		}
		o := done(one(t, f, now, "http://a.test/1"), now)
		if n%2 == 1 {
			o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
		}
		commit(t, f, now, o)
		now = now.Add(time.Minute)
	}
	if n, _ := f.Counts(); n[aranea.CountNew] != 3 {
		t.Errorf("it came to be fetched %d times, want 3", n[aranea.CountNew])
	}
	for _, f := range []*Frontier{f, open(t, kv, opt)} {
		host, site := f.book.HostPages(budget.KeyOf("a.test")), f.book.Site(budget.KeyOf("a.test")).Pages
		if host != 1 || site != 1 {
			t.Errorf("%d pages of the host count, %d of the site, want 1", host, site)
		}
	}
	f = open(t, kv, opt)
	seed(t, f, "http://a.test/2")
	one(t, f, now, "http://a.test/2")
}

// TestBudgetsAreCountedAnew: the counts of sites and hosts are the same after the store is
// reopened, also after a crash.
func TestBudgetsAreCountedAnew(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://www.a.test/1", "http://www.a.test/2", "https://www.a.test/", "http://b.a.test/", "http://c.test/")
	for range 2 {
		ls, _ := lease(t, f, t0, 10)
		for _, l := range ls {
			commit(t, f, t0, done(l, t0, aranea.Discovery{URL: parse(t, "http://d.a.test/"), Reason: aranea.ScheduleQueued}))
		}
	}
	again := open(t, kv, Options{})
	for _, name := range []string{"a.test", "c.test", "www.a.test", "b.a.test", "d.a.test"} {
		k := budget.KeyOf(name)
		if f.book.Site(k) != again.book.Site(k) || f.book.HostPages(k) != again.book.HostPages(k) {
			t.Errorf("%s: %+v, %d pages; again %+v, %d", name, f.book.Site(k), f.book.HostPages(k), again.book.Site(k), again.book.HostPages(k))
		}
	}
	if got := again.book.Site(budget.KeyOf("a.test")); got.Origins != 4 || got.Entries != 5 || got.Pages < 2 {
		t.Errorf("a.test: %+v", got)
	}
}

// TestSitesAreBounded: no more origins and URLs of a site are stored than its fetched pages
// allow, and the reason is available.
func TestSitesAreBounded(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/")
	site := f.origins[f.identities.Of("http://a.test")].host.siteKey
	for range budget.SiteOrigins - 1 {
		f.book.AddOrigin(site)
	}
	link := func(u string) int {
		n, err := f.Add(context.Background(), t0, []aranea.Discovery{{URL: parse(t, u), Reason: aranea.ScheduleQueued}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if link("http://n1.a.test/") != 0 || link("http://a.test/x") != 1 || link("http://n1.b.test/") != 1 {
		t.Error("origins of a full site are stored, or others are not")
	}
	if why, err := f.Full(parse(t, "http://n1.a.test/")); why == "" || err != nil {
		t.Errorf("a full site is told as %q, %v", why, err)
	}
	f.book.AddPages(site, 0, 1)
	f.book.AddEntries(site, budget.SiteEntries+100-2)
	if link("http://a.test/y") != 0 {
		t.Error("URLs of a full site are stored")
	}
	seed(t, f, "http://n2.a.test/") // the operator's seeds are always stored
	if n := f.book.Site(site).Origins; n != budget.SiteOrigins+1 {
		t.Errorf("%d origins", n)
	}
}
