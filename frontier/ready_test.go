package frontier

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
)

// A landing is a lease that a fetcher of the simulation holds.
type landing struct {
	lease aranea.Lease
	until time.Time
}

// goodPages runs a crawl of four good hosts with so many fetchers beside hosts
// whose robots files come at once and whose pages hold a fetcher for five seconds
// and fail. It returns the good hosts' pages in the last of three minutes.
func goodPages(t *testing.T, fetchers, attackers int) int {
	t.Helper()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	var urls []string
	for h := range 4 {
		for p := range 250 {
			urls = append(urls, fmt.Sprintf("http://good%d.test/%d", h, p))
		}
	}
	for h := range attackers {
		for p := range 5 {
			urls = append(urls, fmt.Sprintf("http://bad%d.test/%d", h, p))
		}
	}
	seed(t, f, urls...)
	var flights []landing
	pages := 0
	for now := t0; now.Before(t0.Add(3 * time.Minute)); now = now.Add(100 * time.Millisecond) {
		var done []aranea.Outcome
		flying := flights[:0]
		for _, x := range flights {
			if x.until.After(now) {
				flying = append(flying, x)
				continue
			}
			done = append(done, land(x.lease, now))
			if x.lease.Entry.Kind == aranea.KindPage && isGood(x.lease) && now.After(t0.Add(2*time.Minute)) {
				pages++
			}
		}
		flights = flying
		commit(t, f, now, done...)
		if free := fetchers - len(flights); free > 0 {
			ls, _ := lease(t, f, now, free)
			for _, l := range ls {
				flights = append(flights, landing{l, now.Add(takes(l))})
			}
		}
	}
	return pages
}

func isGood(l aranea.Lease) bool { return strings.HasPrefix(l.Entry.URL.Host(), "good") }

// takes is how long a visit holds its fetcher.
func takes(l aranea.Lease) time.Duration {
	if isGood(l) || l.Entry.Kind == aranea.KindRobots {
		return 100 * time.Millisecond
	}
	return 5 * time.Second
}

// land is what comes of a visit.
func land(l aranea.Lease, now time.Time) aranea.Outcome {
	o := done(l, now)
	if !isGood(l) && l.Entry.Kind == aranea.KindPage {
		o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.NetTimeout, false
		o.Host.Failures++
	}
	return o
}

// TestStrangersHoldTheirShare: hosts that hold fetchers and fail do not keep hosts
// that give pages from being asked.
func TestStrangersHoldTheirShare(t *testing.T) {
	t.Parallel()
	alone := goodPages(t, 16, 0)
	if beside := goodPages(t, 16, 120); alone < 100 || beside*10 < alone*8 {
		t.Errorf("%d pages a minute beside attackers, %d alone", beside, alone)
	}
}

// TestStrangersTakeWhatIsFree: without other hosts nothing is kept from them.
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
