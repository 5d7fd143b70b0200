package frontier

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// zone crawls many hosts for a minute of answers that come at once from one
// address, with a restart now and then, and returns when each lease was made.
func zone(t *testing.T, host func(n int) string, delay time.Duration) (asked []time.Time, names int) {
	t.Helper()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: delay, SendBudget: time.Second})
	var urls []string
	for n := range 200 {
		for p := range 20 {
			urls = append(urls, fmt.Sprintf("http://%s/%d", host(n), p))
		}
	}
	seed(t, f, urls...)
	seen := map[string]bool{}
	for now, n := t0, 0; now.Before(t0.Add(time.Minute)); n++ {
		if n%50 == 49 {
			f = open(t, kv, Options{Delay: delay, SendBudget: time.Second}) // killed
		}
		ls, wake := lease(t, f, now, 64)
		for _, l := range ls {
			asked = append(asked, now)
			seen[l.Entry.URL.Host()] = true
			o := done(l, now)
			o.Host.Address = netip.MustParseAddr("192.0.2.7")
			commit(t, f, now, o)
		}
		if len(ls) == 0 {
			if wake.IsZero() {
				break
			}
			now = wake
		}
	}
	return asked, len(seen)
}

// TestWildcardZone: a site with as many names as one likes, all at one address,
// is asked through one new name in a delay, and never faster than its address
// bears.
func TestWildcardZone(t *testing.T) {
	t.Parallel()
	asked, names := zone(t, func(n int) string { return fmt.Sprintf("n%d.evil.test", n) }, time.Second)
	if names > 61 {
		t.Errorf("%d names were asked in a minute at a delay of a second", names)
	}
	if most := (schedule.AddressShare + 1) * 61; len(asked) > most || len(asked) < 200 {
		t.Errorf("%d requests in a minute, at most %d may be", len(asked), most)
	}
}

// TestSharedAddress: hosts of many sites at one address share its pace, and an
// operator's own, which have no delay, do not.
func TestSharedAddress(t *testing.T) {
	t.Parallel()
	asked, names := zone(t, func(n int) string { return fmt.Sprintf("n%d.test", n) }, time.Second)
	if names != 200 {
		t.Errorf("%d names were asked", names)
	}
	after := 0
	for _, at := range asked {
		if at.After(t0.Add(2 * time.Second)) { // by then the address of all is known
			after++
		}
	}
	if most := 60 * schedule.AddressShare; after > most || after < most/2 {
		t.Errorf("%d requests to one address, at most %d may be", after, most)
	}
	if asked, _ := zone(t, func(n int) string { return fmt.Sprintf("n%d.test", n) }, 0); len(asked) != 200*21 {
		t.Errorf("without delays %d requests", len(asked))
	}
}

// TestBrakesLeaveMemory: who is done with leaves nothing behind.
func TestBrakesLeaveMemory(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/1", "http://b.a.test/1", "http://c.test/1")
	visitAll(t, f, t0)
	if len(f.brakes) != 0 || len(f.clocks) != 0 || len(f.hosts) != 0 {
		t.Errorf("%d brakes, %d clocks, %d hosts", len(f.brakes), len(f.clocks), len(f.hosts))
	}
	var n aranea.HostCounts
	if n, _ = f.Counts(); n[aranea.CountFetched] != 3 {
		t.Errorf("counts %v", n)
	}
}
