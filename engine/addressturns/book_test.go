package addressturns

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/scope/partition"
)

const ms = time.Millisecond

var somewhere = netip.MustParseAddr("192.0.2.7")

// ready returns a book that gives turns at once.
func ready(t *testing.T) *Book {
	t.Helper()
	b := NewBook(time.Second)
	time.Sleep(time.Until(b.ready))
	return b
}

// TestBook: turns are given in the order in which they are asked for, of other nodes behind the leeway, and
// none that begins too late.
func TestBook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := ready(t)
		leeway := ratelimit.Leeway(100 * ms)
		for i, tt := range []struct {
			from          int
			apart, within time.Duration
			after         time.Duration // since the last one
			want          Turn
		}{
			{1, 100 * ms, time.Second, 0, Turn{Given: true, Nodes: 1}},
			{1, 100 * ms, time.Second, 0, Turn{Given: true, Wait: 100 * ms, Nodes: 1}},
			{2, 100 * ms, time.Second, 0, Turn{Given: true, Wait: 200*ms + leeway, Nodes: 2}},
			{1, 100 * ms, time.Second, 0, Turn{Given: true, Wait: 300*ms + 2*leeway, Nodes: 2}},
			{2, 100 * ms, 300 * ms, 0, Turn{Wait: 400*ms + 3*leeway, Nodes: 2}},
			{2, 100 * ms, 300 * ms, 350 * ms, Turn{Given: true, Wait: 50*ms + 3*leeway, Nodes: 2}},
			{3, time.Hour, time.Hour, time.Second, Turn{Given: true, Nodes: 3}},
			{2, 100 * ms, time.Hour, time.Minute, Turn{Wait: 59*time.Minute + ratelimit.Leeway(time.Hour), Nodes: 2}},
			{2, 100 * ms, time.Hour, 2 * time.Minute, Turn{Wait: 57*time.Minute + ratelimit.Leeway(time.Hour), Nodes: 1}},
		} {
			time.Sleep(tt.after)
			got := b.Take(tt.from, []Ask{{somewhere, tt.apart, tt.within}, {somewhere.Next(), ms, 0}})
			if got.Turns[0] != tt.want || len(got.Turns) != 2 {
				t.Errorf("%d: %+v, want %+v", i, got, tt.want)
			}
		}
	})
}

// TestBookBegins: a new book gives no turn before those are over that an earlier one may have given.
func TestBookBegins(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := NewBook(8 * time.Second)
		quiet := MostAhead + awayTime + 8*time.Second + ratelimit.Leeway(8*time.Second)
		if got := b.Take(1, []Ask{{somewhere, ms, MostAhead}}); got.Turns[0] != (Turn{Wait: quiet, Nodes: 1}) {
			t.Errorf("%+v", got)
		}
		time.Sleep(quiet - MostAhead)
		if got := b.Take(1, []Ask{{somewhere, ms, MostAhead}}); got.Turns[0] != (Turn{Given: true, Wait: MostAhead, Nodes: 1}) {
			t.Errorf("%+v", got)
		}
	})
}

// TestBookIsLimited: addresses that are free are forgotten, those with a turn are not, and beyond the limit
// none is given.
func TestBookIsLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, a := ready(t), somewhere
		take := func(apart time.Duration) Turn {
			a = a.Next()
			return b.Take(1, []Ask{{a, apart, 0}}).Turns[0]
		}
		for range 3 * sweepPlaces {
			take(time.Second)
			time.Sleep(Lately / sweepPlaces)
		}
		if len(b.all) > 2*sweepPlaces {
			t.Errorf("%d addresses are kept", len(b.all))
		}
		for range maxPlaces {
			take(time.Hour)
		}
		if got := take(time.Hour); got != (Turn{Wait: MostAhead}) || len(b.all) > maxPlaces {
			t.Errorf("%+v with %d addresses", got, len(b.all))
		}
		time.Sleep(2 * time.Hour)
		if got := take(time.Hour); !got.Given || len(b.all) != 1 {
			t.Errorf("%+v with %d addresses", got, len(b.all))
		}
	})
}

// TestFullBook: a book without room looks for it once a second, not for each question.
func TestFullBook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, a := ready(t), somewhere
		take := func(apart time.Duration) bool {
			a = a.Next()
			return b.Take(1, []Ask{{a, apart, 0}}).Turns[0].Given
		}
		take(ms)
		for range maxPlaces - 1 {
			take(time.Hour)
		}
		for i, want := range []bool{false, false, true, false} {
			if got := take(time.Hour); got != want {
				t.Errorf("%d: given %t, want %t", i, got, want)
			}
			time.Sleep(fullTime / 2)
		}
	})
}

// mine returns an address that a node of a cluster orders.
func mine(number, nodes int) netip.Addr {
	a := somewhere
	for partition.OfAddress(a, nodes) != number {
		a = a.Next()
	}
	return a
}

// TestBatchIsChecked: what no other node of the cluster asks is refused.
func TestBatchIsChecked(t *testing.T) {
	t.Parallel()
	own := partition.Partition{Number: 2, Of: 4}
	good := Ask{mine(2, 4), ms, 0}
	if err := (&Batch{1, []Ask{good, good}}).Check(own); err != nil {
		t.Error(err)
	}
	with := func(change func(*Ask)) []Ask {
		a := good
		change(&a)
		return []Ask{good, a}
	}
	for name, b := range map[string]Batch{
		"of itself": {2, []Ask{good}}, "of nobody": {0, []Ask{good}}, "of another cluster": {5, []Ask{good}},
		"empty": {1, nil}, "too large": {1, make([]Ask, MaxAsks+1)},
		"no address":           {1, with(func(a *Ask) { a.Address = netip.Addr{} })},
		"a mapped address":     {1, with(func(a *Ask) { a.Address = netip.AddrFrom16(a.Address.As16()) })},
		"an address elsewhere": {1, with(func(a *Ask) { a.Address = mine(3, 4) })},
		"no distance":          {1, with(func(a *Ask) { a.Apart = 0 })},
		"an endless distance":  {1, with(func(a *Ask) { a.Apart = MaxApart + 1 })},
	} {
		if err := b.Check(own); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzBatch: whatever is asked, a batch that is accepted is answered as an Asker expects it.
func FuzzBatch(f *testing.F) {
	own := partition.Partition{Number: 2, Of: 4}
	for _, text := range []string{
		`{"from":1,"asks":[{"address":"%s","apart_ns":125000000,"within_ns":2000000000}]}`,
		`{"from":3,"asks":[{"address":"%s","apart_ns":1,"within_ns":-9223372036854775808},{"address":"%[1]s","apart_ns":90000000000000}]}`,
		`{"from":1,"asks":[{"address":"fe80::1%%25eth0"}]}%.0s`,
	} {
		f.Add([]byte(fmt.Sprintf(text, mine(2, 4))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var b Batch
		if json.Unmarshal(data, &b) != nil || b.Check(own) != nil {
			return
		}
		got := NewBook(time.Second).Take(b.From, b.Asks)
		if err := got.check(len(b.Asks), own.Of); err != nil {
			t.Error(err)
		}
	})
}
