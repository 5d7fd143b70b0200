package frontier

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestFoldersHaveNoAddress: the name of a host for which a folder answers is never looked up, and
// nothing delays its requests, not even its robots file; once it is a host of the network again, its
// name is looked up and the usual delay holds.
func TestFoldersHaveNoAddress(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Minute, PerHost: 8, Addresses: true, OnDisk: hostdelay.OnDisk{Folders: map[string]bool{"a.test": true}}})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	ls, _ := lease(t, f, t0, 8)
	if len(ls) != 1 || ls[0].LookUp || ls[0].Entry.Kind != aranea.KindRobots || ls[0].Route != (aranea.Route{}) {
		t.Fatalf("%d leases, the first %+v; want the robots file, without an address", len(ls), ls[0])
	}
	robots := done(ls[0], t0)
	robots.Asked, robots.AskedBy = 10*time.Second, "crawl-delay"
	commit(t, f, t0, robots)
	ls, _ = lease(t, f, t0, 2)
	if len(ls) != 2 || ls[0].LookUp || ls[0].Spacing != (aranea.Spacing{}) || ls[0].Host.Delay != 0 || ls[0].Host.DelayReason != hostdelay.Folder {
		t.Fatalf("%d leases at once, the first of a host %+v", len(ls), ls[0].Host)
	}
	c, err := f.Claim(t.Context(), t0, "http://a.test", time.Second)
	if err != nil || c.LookUp || c.SendBefore.IsZero() || c.Route != (aranea.Route{}) {
		t.Errorf("claim %+v, %v", c, err)
	}
	commit(t, f, t0, done(ls[0], t0), done(ls[1], t0))
	f.Configure(Pace{Delay: time.Minute, PerHost: 8, Addresses: true})
	if h, _, err := f.Host("http://a.test"); err != nil || h.Delay != time.Minute {
		t.Errorf("delay %s of the host without its folder, %v", h.Delay, err)
	}
	if ls, _ = lease(t, f, t0.Add(time.Hour), 8); len(ls) != 1 || !ls[0].LookUp {
		t.Errorf("%d leases of the host without its folder; want its look-up", len(ls))
	}
}

// TestRobotsOfAnother: when another answers for a host, no page of it is leased before its robots file
// was read, however long the copy of the file before was to count, also after a restart; other hosts
// keep their copies.
func TestRobotsOfAnother(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{OnDisk: hostdelay.OnDisk{Folders: map[string]bool{"a.test": true}}})
	seed(t, f, "http://a.test/1", "https://a.test/2", "http://b.test/3")
	visitAll(t, f, t0)
	seed(t, f, "http://a.test/4", "https://a.test/5", "http://b.test/6")
	later := t0.Add(time.Minute)
	if err := f.ExpireRobots(t.Context(), later, nil); err != nil {
		t.Fatal(err)
	}
	if h, _, err := f.Host("http://b.test"); err != nil || !h.Robots.Expires.After(later) {
		t.Errorf("no hosts are all hosts: %v, %v", h.Robots.Expires, err)
	}
	if err := f.ExpireRobots(t.Context(), later, []string{"a.test"}); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, Options{})
	kinds := map[string]aranea.EntryKind{}
	for range 3 {
		ls, _ := lease(t, f, later.Add(time.Hour), 8)
		for _, l := range ls {
			kinds[string(l.Host.Origin)] = l.Entry.Kind
		}
	}
	if kinds["http://a.test"] != aranea.KindRobots || kinds["http://b.test"] != aranea.KindPage {
		t.Errorf("leases %v", kinds)
	}
}

// TestFoldersAsTheOperatorSays: a delay that the operator gave to the host holds for its folder.
func TestFoldersAsTheOperatorSays(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{HostDelays: hostdelay.Delays{"a.test": time.Second}, OnDisk: hostdelay.OnDisk{Folders: map[string]bool{"a.test": true}}})
	seed(t, f, "http://a.test/1")
	ls, _ := lease(t, f, t0, 1)
	if h := ls[0].Host; h.Delay != time.Second || h.DelayReason != hostdelay.Own {
		t.Errorf("delay %s (%s)", h.Delay, h.DelayReason)
	}
}

// TestArchiveHasNoAddresses: where an archive answers for all hosts, no name is looked up, and no host has a
// delay.
func TestArchiveHasNoAddresses(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Minute, PerHost: 8, Addresses: true, OnDisk: hostdelay.OnDisk{Archive: true}})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://b.test/1")
	for _, want := range []int{2, 3} { // robots files, then pages
		ls, _ := lease(t, f, t0, 8)
		if len(ls) != want {
			t.Fatalf("%d leases at once, want %d", len(ls), want)
		}
		for _, l := range ls {
			if l.LookUp || l.Route != (aranea.Route{}) || l.Host.Delay != 0 || l.Host.DelayReason != hostdelay.Archive {
				t.Errorf("%+v of a host %+v", l, l.Host)
			}
			commit(t, f, t0, done(l, t0))
		}
	}
}
