package frontier

import (
	"context"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store/memstore"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	if s := f.Summary(); s != (Summary{Epoch: 1}) {
		t.Errorf("of a new frontier: %+v", s)
	}
	seed(t, f, "http://a.test/1", "http://a.test/2", "https://a.test/3")
	visitAll(t, f, t0)
	seed(t, f, "http://a.test/4")
	f = open(t, kv, Options{})
	if s := f.Summary(); s != (Summary{Epoch: 2, Entries: 4, Indexed: 3, Hosts: 2}) {
		t.Errorf("after three visits: %+v", s)
	}
}

// TestSummaryTellsDamage: a host record that is lost or older than the last change is detected
// when the frontier is opened.
func TestSummaryTellsDamage(t *testing.T) {
	t.Parallel()
	for _, lost := range []bool{true, false} {
		kv := memstore.New()
		f := open(t, kv, Options{})
		seed(t, f, "http://a.test/1")
		key := record.OriginKey(parse(t, "http://a.test/").Origin().ID())
		old, err := kv.Get(key)
		if err != nil {
			t.Fatal(err)
		}
		seed(t, f, "http://a.test/2")
		b := kv.NewBatch()
		if lost {
			b.Delete(key)
		} else {
			b.Put(key, old)
		}
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(context.Background(), kv, Options{}); aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("lost %v: %v", lost, err)
		}
	}
}

// TestClockFarAhead: one lease, one retry and one robots file under a clock ten years ahead,
// which moved the clocks of host and site; when the clock is corrected, the host is requested
// again after its delay.
func TestClockFarAhead(t *testing.T) {
	t.Parallel()
	const years = 10 * 365 * 24 * time.Hour
	for _, restart := range []bool{true, false} {
		kv := memstore.New()
		f := open(t, kv, Options{Delay: time.Second})
		seed(t, f, "http://a.test/1", "http://a.test/2")
		ahead := t0.Add(years)
		commit(t, f, ahead, done(one(t, f, ahead, "http://a.test/robots.txt"), ahead))
		l := one(t, f, ahead.Add(time.Second), "http://a.test/1")
		o := done(l, ahead)
		o.Entry.State, o.Entry.Due = aranea.StateQueued, ahead.Add(time.Minute)
		commit(t, f, ahead.Add(time.Second), o)
		if restart {
			f = open(t, kv, Options{Delay: time.Second})
		}
		none(t, f, t0, t0.Add(time.Second))
		now := t0.Add(time.Second)
		commit(t, f, now, done(one(t, f, now, "http://a.test/robots.txt"), now))
		wantURLs(t, "visits", visitAll(t, f, now), "http://a.test/1", "http://a.test/2")
		if s := f.Stats(); s.ClockFaults != 4 {
			t.Errorf("restart %v: %d faults are told", restart, s.ClockFaults)
		}
	}
}
