package ahead

import (
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// asked counts what is read of a store.
type asked struct {
	store.KV
	scans int
}

func (a *asked) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	a.scans++
	return a.KV.Scan(lo, hi)
}

// fill stores n queued entries of an origin, and one of another origin on either side.
func fill(t *testing.T, n int) (*asked, weburl.OriginID, []record.Queued) {
	t.Helper()
	kv := &asked{KV: memstore.New()}
	b := kv.NewBatch()
	var all []record.Queued
	put := func(u string, seq uint64) (weburl.OriginID, record.Queued) {
		parsed, err := weburl.Parse(u)
		if err != nil {
			t.Fatal(err)
		}
		e := record.Entry{Entry: aranea.Entry{URL: parsed, State: aranea.StateQueued}, Seq: seq}
		id := parsed.ID()
		q := e.Queued(id)
		b.Put(record.QueueKey(id.Origin(), q.Position), q.Hash[:])
		b.Put(record.EntryKey(id), e.Encode(nil))
		return id.Origin(), q
	}
	var of weburl.OriginID
	for i := range n {
		o, q := put(fmt.Sprintf("http://a.test/%d", i), uint64(i+1))
		of, all = o, append(all, q)
	}
	for _, other := range []string{"http://b.test/", "http://c.test/", "https://a.test/"} {
		put(other, 1)
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	return kv, of, all
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, keysMax, keysMax + 1, 3*keysMax + 2} {
		kv, o, all := fill(t, n)
		var got []record.Queued
		edge, whole := record.Position{}, false
		for !whole {
			window, last, err := keys(kv, o, edge, all[:1]) // the first is out
			if err != nil {
				t.Fatal(err)
			}
			if len(window) > keysMax || !last && len(window) == 0 {
				t.Fatalf("of %d: %d keys, the last %v", n, len(window), last)
			}
			if whole = last; len(window) > 0 {
				edge = window[len(window)-1].Position
			}
			got = append(got, window...)
		}
		if !slices.Equal(got, all[1:]) {
			t.Errorf("of %d: %d keys", n, len(got))
		}
	}
}

// TestEntries: what is at hand is what the store holds, once, in one look.
func TestEntries(t *testing.T) {
	t.Parallel()
	kv, o, all := fill(t, 20)
	desk := &shelf{limit: 1 << 20}
	var e entries
	window := all[3:12]
	if err := e.read(kv, desk, o, window, 20); err != nil {
		t.Fatal(err)
	}
	if kv.scans != 1 || desk.used == 0 {
		t.Errorf("%d looks, %d bytes", kv.scans, desk.used)
	}
	for i, q := range all {
		want, err := kv.Get(record.EntryKey(q.ID(o)))
		if err != nil {
			t.Fatal(err)
		}
		got := e.take(desk, q)
		if wanted := i >= 3 && i < 12; wanted != (got != nil) || wanted && !slices.Equal(got, want) {
			t.Errorf("entry %d: %x, stored %x", i, got, want)
		}
		if e.take(desk, q) != nil {
			t.Errorf("entry %d twice", i)
		}
	}
	if desk.used != 0 {
		t.Errorf("%d bytes for nothing", desk.used)
	}
}

// TestEntriesAreBounded: nothing is read ahead of an origin with many entries, of one
// lease, or without room; and what is dropped makes room.
func TestEntriesAreBounded(t *testing.T) {
	t.Parallel()
	kv, o, all := fill(t, 10)
	desk := &shelf{limit: 1}
	var e, other entries
	read := func(what string, x *entries, window []record.Queued, known uint64, want bool) {
		t.Helper()
		if err := x.read(kv, desk, o, window, known); err != nil {
			t.Fatal(err)
		}
		if got := len(x.list) > 0; got != want {
			t.Errorf("%s: %d entries at hand", what, len(x.list))
		}
	}
	read("many entries", &e, all, fewEntries+1, false)
	read("one lease", &e, all[:1], 10, false)
	read("few entries", &e, all, 10, true)
	read("no room", &other, all, 10, false)
	e.drop(desk)
	read("room again", &other, all, 10, true)
	read("anew", &other, all[:1], 10, false)
	if desk.used != 0 {
		t.Errorf("%d bytes for nothing", desk.used)
	}
}

// TestDamage: keys and values that are not what they should be are told.
func TestDamage(t *testing.T) {
	t.Parallel()
	kv, o, all := fill(t, 10)
	b := kv.NewBatch()
	b.Put(record.QueueKey(o, all[4].Position), []byte("short"))
	first := slices.MinFunc(all, func(a, b record.Queued) int { return slices.Compare(a.Hash[:], b.Hash[:]) })
	b.Put(append(record.EntryKey(first.ID(o)), 1), nil)
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := keys(kv, o, record.Position{}, nil); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a short value in the queue: %v", err)
	}
	var e entries
	if err := e.read(kv, &shelf{limit: 1 << 20}, o, all, 10); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a long key of an entry: %v", err)
	}
	if _, _, err := e.window(kv, &shelf{limit: 1 << 20}, o, record.Position{}, nil, 10, 10); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a long key of an entry, of which the queue is made: %v", err)
	}
}

// TestWindow: the queue of an origin with few entries is read from them, in one look,
// and is what its keys say; where that is not sure, or too many are passed over, its
// keys are read.
func TestWindow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                                  string
		n, done, due, out, known, work, reads int
		hand                                  int // entries at hand
	}{
		{name: "all wait", n: 20, known: 20, work: 20, reads: 1, hand: 20},
		{name: "one", n: 1, known: 1, work: 1, reads: 1, hand: 1},
		{name: "some are done", n: 20, done: 12, known: 20, work: 8, reads: 1, hand: 8},
		{name: "most are done", n: 60, done: 57, known: 60, work: 3, reads: 2, hand: 3},
		{name: "some may wait for an instant", n: 6, due: 1, known: 6, work: 6, reads: 3, hand: 6},
		{name: "fewer than are counted", n: 6, known: 7, work: 7, reads: 3, hand: 6},
		{name: "more than are counted", n: 6, known: 6, work: 5, reads: 3, hand: 6},
		{name: "one is out", n: 6, out: 1, known: 6, work: 6, reads: 2, hand: 5},
		{name: "many", n: 2 * fewEntries, known: 2 * fewEntries, work: 2 * fewEntries, reads: 1},
	} {
		kv, o, all := fill(t, tt.n)
		change(t, kv, o, all[:tt.done], func(e *record.Entry) { e.State = aranea.StateDone })
		change(t, kv, o, all[tt.n-tt.due:], func(e *record.Entry) { e.Due = time.Unix(1, 0) })
		b := kv.NewBatch()
		for _, q := range all[:tt.done] {
			b.Delete(record.QueueKey(o, q.Position))
		}
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		kv.scans = 0
		var e entries
		desk := &shelf{limit: 1 << 20}
		window, whole, err := e.window(kv, desk, o, record.Position{}, all[:tt.out], uint64(tt.known), uint64(tt.work))
		want := all[tt.done+tt.out:]
		if tt.name == "many" {
			want = want[:keysMax]
		}
		if err != nil || !slices.Equal(window, want) || whole != (len(want) < keysMax || tt.known <= fewEntries) {
			t.Errorf("%s: %d keys, whole %t, %v; want %d", tt.name, len(window), whole, err, len(want))
		}
		if kv.scans != tt.reads || len(e.list) != tt.hand {
			t.Errorf("%s: %d looks, %d entries at hand", tt.name, kv.scans, len(e.list))
		}
		if e.drop(desk); desk.used != 0 {
			t.Errorf("%s: %d bytes for nothing", tt.name, desk.used)
		}
	}
}

// change changes the stored entries of some keys.
func change(t *testing.T, kv store.KV, o weburl.OriginID, of []record.Queued, f func(*record.Entry)) {
	t.Helper()
	b := kv.NewBatch()
	for _, q := range of {
		key := record.EntryKey(q.ID(o))
		v, err := kv.Get(key)
		if err != nil {
			t.Fatal(err)
		}
		e, err := record.DecodeEntry(key, v)
		if err != nil {
			t.Fatal(err)
		}
		f(&e)
		b.Put(key, e.Encode(nil))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
}
