package frontier

import (
	"context"
	"fmt"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/clocks"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// checkDormant fails if what memory has of an origin and a host that are not in use differs from
// the store.
func checkDormant(t *testing.T, f *Frontier, o weburl.Origin) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, used := f.origins[o.ID()]; !used {
		want, stored, err := f.storedOrigin(o.ID())
		got, known, bad := f.dormant.Of(o.ID())
		if !reflect.DeepEqual(got, want) || known != stored || err != nil || bad != nil {
			t.Errorf("%s: %+v, %t, %v; stored %+v, %t, %v", o, got, known, bad, want, stored, err)
		}
	}
	if _, used := f.hosts[o.Host()]; used {
		return
	}
	want, err := clocks.Stored(f.kv, o.ID(), o.Host())
	got, bad := f.clocks.Of(o.ID(), o.Host())
	if !reflect.DeepEqual(got, want) || err != nil || bad != nil {
		t.Errorf("%s: %+v, %v; stored %+v, %v", o, got, bad, want, err)
	}
}

// hostReads counts the reads of host records.
type hostReads struct {
	store.KV
	n int
}

func (r *hostReads) Get(key []byte) ([]byte, error) {
	if key[0] == record.TableHost {
		r.n++
	}
	return r.KV.Get(key)
}

// TestDormantHostsAreNotRead: hosts that left memory are loaded without reading their records,
// and are not requested too soon, also by a process opened after a kill; with too little memory
// for all of them, records are read.
func TestDormantHostsAreNotRead(t *testing.T) {
	t.Parallel()
	const hosts, loaded = 60, 16
	for _, memory := range []int{memoryFor(loaded), 64} {
		kv := &hostReads{KV: memstore.New()}
		opt := Options{Delay: time.Second, Memory: memory}
		f := open(t, kv, opt)
		for n := range 4 * hosts {
			seed(t, f, fmt.Sprintf("http://h%d.test/%d", n%hosts, n))
		}
		last, now := map[string]time.Time{}, t0
		for step := range 6 * hosts {
			if step%50 == 49 {
				f = open(t, kv, opt)
			}
			ls, wake := lease(t, f, now, 2)
			for _, l := range ls {
				name := l.Entry.URL.Host()
				if now.Sub(last[name]) < time.Second {
					t.Errorf("%s is asked after %s", l.Entry.URL, now.Sub(last[name]))
				}
				last[name] = now
				commit(t, f, now, done(l, now))
				reads := kv.n
				checkDormant(t, f, l.Entry.URL.Origin())
				kv.n = reads // without those of the check
			}
			if len(ls) == 0 && !wake.IsZero() {
				now = wake
			}
		}
		if len(last) != hosts || f.Stats().Loaded > loaded+2 || (kv.n == 0) != (memory > 64) {
			t.Errorf("memory %d: %d hosts asked, %d in memory, %d reads", memory, len(last), f.Stats().Loaded, kv.n)
		}
	}
}

// TestDormantOriginsShareAClock: of two origins of one name one is requested and leaves memory;
// the other waits for the delay of the name.
func TestDormantOriginsShareAClock(t *testing.T) {
	t.Parallel()
	kv := &hostReads{KV: memstore.New()}
	opt := Options{Delay: time.Minute, Memory: memoryFor(16)}
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/1", "https://a.test/1", "http://b.test/1", "http://c.test/1")
	for n := range 30 {
		seed(t, f, fmt.Sprintf("http://h%d.test/1", n))
	}
	f = open(t, kv, opt) // so that half of them are dormant
	last := map[string]time.Time{}
	var origins []string
	for now := t0; len(origins) < 80; {
		ls, wake := lease(t, f, now, 1)
		for _, l := range ls {
			name := l.Entry.URL.Host()
			if now.Sub(last[name]) < time.Minute {
				t.Errorf("%s is asked after %s", l.Entry.URL, now.Sub(last[name]))
			}
			last[name], origins = now, append(origins, string(l.Entry.URL.Origin()))
			commit(t, f, now, done(l, now))
			if l.Entry.Kind == aranea.KindPage {
				seed(t, f, l.Entry.URL.String()+"x")
			}
		}
		if len(ls) == 0 {
			now = wake
		}
	}
	if kv.n > 0 {
		t.Errorf("%d reads; asked %q", kv.n, origins)
	}
}

// TestAddressesThatAreNotStored: what a claim that is not granted found of a name is not treated
// as stored.
func TestAddressesThatAreNotStored(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Minute, Addresses: true})
	found := aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}}
	for i, o := range []weburl.Origin{"http://a.test", "http://b.test"} {
		c, err := f.ClaimResolved(context.Background(), t0, o, time.Second, found, false)
		if granted := !c.SendBefore.IsZero(); err != nil || granted != (i == 0) {
			t.Fatalf("%s: %+v, %v", o, c, err)
		}
		checkDormant(t, f, o)
	}
}
