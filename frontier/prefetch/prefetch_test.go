package prefetch

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

// asked counts the scans of a store.
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
		b.Put(record.EntryKey(id), e.Encode(nil, id.Origin()))
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

// TestEntries: the entries in memory are those in the store, once each.
func TestEntries(t *testing.T) {
	t.Parallel()
	kv, o, all := fill(t, 20)
	desk := &shelf{limit: 1 << 20}
	var e entries
	if _, err := e.all(kv, desk, o, all[:3]); err != nil {
		t.Fatal(err)
	}
	for i, q := range all {
		want, err := kv.Get(record.EntryKey(q.ID(o)))
		if err != nil {
			t.Fatal(err)
		}
		got := e.take(desk, q)
		if wanted := i >= 3; wanted != (got != nil) || wanted && !slices.Equal(got, want) {
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

// TestEntriesAreBounded: no entry is kept without room, and dropping entries makes room.
func TestEntriesAreBounded(t *testing.T) {
	t.Parallel()
	kv, o, all := fill(t, 10)
	desk := &shelf{limit: 1 << 20}
	var e, other entries
	read := func(what string, x *entries, want int) {
		t.Helper()
		window, err := x.all(kv, desk, o, nil)
		if err != nil || !slices.Equal(window, all) {
			t.Fatal(window, err)
		}
		if x.n() != want {
			t.Errorf("%s: %d entries at hand", what, x.n())
		}
	}
	read("room for all", &e, len(all))
	desk.limit = desk.used * 3 / 2 / len(all)
	e.drop(desk)
	read("room", &e, 1)
	read("no room", &other, 0)
	e.drop(desk)
	read("room again", &other, 1)
	read("anew", &other, 1)
	other.drop(desk)
	if desk.used != 0 {
		t.Errorf("%d bytes for nothing", desk.used)
	}
}

// TestDamage: damaged keys and values are reported, and nothing of them is kept.
func TestDamage(t *testing.T) {
	t.Parallel()
	kv, o, all := fill(t, 10)
	b := kv.NewBatch()
	b.Put(record.QueueKey(o, all[4].Position), []byte("short"))
	last := slices.MaxFunc(all, func(a, b record.Queued) int { return slices.Compare(a.Hash[:], b.Hash[:]) })
	b.Put(append(record.EntryKey(last.ID(o)), 1), nil)
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := keys(kv, o, record.Position{}, nil); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a short value in the queue: %v", err)
	}
	desk := &shelf{limit: 1 << 20}
	var e entries
	if _, err := e.all(kv, desk, o, nil); aranea.KindOf(err) != aranea.Corrupt || desk.used != 0 {
		t.Errorf("a long key of an entry: %v, and %d bytes", err, desk.used)
	}
	if err := WriteKeys(kv, kv.NewBatch(), o, nil); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a long key of an entry whose queue is to have keys: %v", err)
	}
}

// mixed returns a store of an origin with entries of all kinds, most of which are not in the
// queue, and its queue, whose first entry waited for an instant that has passed.
func mixed(t *testing.T) (kv *asked, o weburl.OriginID, queue []record.Queued) {
	t.Helper()
	kv, o, all := fill(t, 20)
	change(t, kv, o, all[:5], func(e *record.Entry) { e.State = aranea.StateDone })
	change(t, kv, o, all[3:5], func(e *record.Entry) { e.Again, e.Visits = true, 1 })
	change(t, kv, o, all[10:14], func(e *record.Entry) { e.Due = time.Unix(7, 0) })
	b := kv.NewBatch()
	for _, q := range all[11:14] {
		b.Put(record.WaitKey(record.InstantOf(time.Unix(7, 0)), q.ID(o)), nil)
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	again := slices.Clone(all[3:5]) // before new ones
	for i := range again {
		again[i].Order = 32
	}
	return kv, o, slices.Concat(again, all[5:11], all[14:])
}

// TestQueueOfEntries: the queue of an origin without keys is derived from its entries, except
// for what is out, in one scan.
func TestQueueOfEntries(t *testing.T) {
	t.Parallel()
	kv, o, queue := mixed(t)
	for out := range 3 {
		a := NewWindows(1 << 20)
		w := Window{}
		kv.scans = 0
		if err := a.Refill(kv, &w, o, false, queue[:out]); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(w.keys, queue[out:]) || !w.whole || kv.scans != 1 || w.entries.n() != len(w.keys) {
			t.Errorf("%d out: %v, whole %t, in %d looks with %d entries, want %v", out, w.keys, w.whole, kv.scans, w.entries.n(), queue[out:])
		}
	}
}

// TestWriteKeys: the keys of a queue are those of its entries, except for entries that the batch
// changes, whatever was there before.
func TestWriteKeys(t *testing.T) {
	t.Parallel()
	kv, o, queue := mixed(t)
	b := kv.NewBatch()
	if err := WriteKeys(kv, b, o, map[weburl.ID]bool{queue[2].ID(o): true}); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	got, whole, err := keys(kv, o, record.Position{}, nil)
	if want := slices.Delete(slices.Clone(queue), 2, 3); err != nil || !whole || !slices.Equal(got, want) {
		t.Errorf("%v, whole %t, %v; want %v", got, whole, err, want)
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
		b.Put(key, e.Encode(nil, o))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
}

// n returns the number of entries.
func (e *entries) n() (n int) {
	for at := 0; at < len(e.packed); n++ {
		_, size := unpack(e.packed[at:])
		at += size
	}
	return n
}
