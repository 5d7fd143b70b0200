package frontier

import (
	"context"
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

// lasting is a store that ignores Close.
type lasting struct{ store.KV }

func (lasting) Close() error { return nil }

// rediscover adds URLs 0 to n-1, of which the odd ones are out of scope, and returns how many
// were queued.
func rediscover(t *testing.T, f *Frontier, n int) int {
	t.Helper()
	var found []aranea.Discovery
	for i := range n {
		d := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://h%d.test/%d", i%5, i)), Reason: aranea.ScheduleQueued}
		if i%2 == 1 {
			d.Reason = aranea.ScopeDepth
		}
		found = append(found, d)
	}
	queued, err := f.Add(context.Background(), t0, found)
	if err != nil {
		t.Fatal(err)
	}
	return queued
}

// TestSeenSetIsKept: Close stores the set, a session that changes nothing keeps it, and after a
// crash or damage it is not used.
func TestSeenSetIsKept(t *testing.T) {
	t.Parallel()
	const n = 9_000
	kv := lasting{memstore.New()}
	reopen := func(f *Frontier, stored bool) *Frontier {
		t.Helper()
		if f != nil {
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		f = open(t, kv, Options{})
		if f.seenStored != stored {
			t.Fatalf("the stored set is believed: %v, want %v", f.seenStored, stored)
		}
		return f
	}
	known := func(f *Frontier) {
		t.Helper()
		if queued := rediscover(t, f, n); queued != 0 || f.seen.Len() != n {
			t.Fatalf("%d known URLs were queued, %d fingerprints", queued, f.seen.Len())
		}
	}
	f := reopen(nil, false)
	if queued := rediscover(t, f, n); queued != n/2 {
		t.Fatalf("%d queued", queued)
	}
	f = reopen(f, true)
	if f.seen != nil {
		t.Error("opening alone reads the set")
	}
	f = reopen(f, true)
	known(f)
	f = reopen(f, true)
	seed(t, f, "http://late.test/")
	f = reopen(nil, false) // the process was killed
	known2 := func(f *Frontier) {
		t.Helper()
		if queued := rediscover(t, f, n); queued != 0 || f.seen.Len() != n+1 {
			t.Fatalf("%d known URLs were queued, %d fingerprints", queued, f.seen.Len())
		}
	}
	known2(f)
	f = reopen(f, true) // it was read from the entries, and stored
	seed(t, f, "http://later.test/")
	f = reopen(f, true)
	for p, err := range kv.Scan([]byte{record.TableSeen}, []byte{record.TableSeen + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		b := kv.NewBatch()
		p.Value[100] ^= 4
		b.Put(p.Key, p.Value)
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		break
	}
	if queued := rediscover(t, f, n); queued != 0 || f.seen.Len() != n+2 {
		t.Errorf("after damage %d known URLs were queued, %d fingerprints", queued, f.seen.Len())
	}
	// What is found inside the scope later is queued, whatever the source of the set.
	in := aranea.Discovery{URL: parse(t, "http://h1.test/1"), Reason: aranea.ScheduleQueued}
	if queued, err := f.Add(context.Background(), t0, []aranea.Discovery{in}); queued != 1 || err != nil {
		t.Errorf("%d queued, %v", queued, err)
	}
}
