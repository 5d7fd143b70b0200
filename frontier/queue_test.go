package frontier

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// read decodes a table of a store.
func read[T any](t *testing.T, kv store.KV, table byte, decode func(key, value []byte) (T, error), each func(key []byte, x T)) {
	t.Helper()
	for p, err := range kv.Scan([]byte{table}, []byte{table + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		x, err := decode(p.Key, p.Value)
		if err != nil {
			t.Fatal(err)
		}
		each(p.Key, x)
	}
}

// queues compares the keys of queues with the entries: an origin has either all of them or, as
// long as it has few entries, none; and none comes before the first position in its record. It
// returns how many records have a first position.
func queues(t *testing.T, kv store.KV) (told int) {
	t.Helper()
	stand := map[weburl.OriginID][]record.Queued{} // by the entries
	read(t, kv, record.TableEntry, record.DecodeEntry, func(key []byte, e record.Entry) {
		id := weburl.ID(key[1:])
		_, err := kv.Get(record.WaitKey(record.InstantOf(e.Due), id))
		if e.Waits() && errors.Is(err, store.ErrNotFound) {
			stand[id.Origin()] = append(stand[id.Origin()], e.Queued(id))
		}
	})
	keys := map[weburl.OriginID][]record.Queued{}
	read(t, kv, 'q', record.ParseQueued, func(key []byte, q record.Queued) {
		id := weburl.OriginID(key[1:])
		keys[id] = append(keys[id], q)
	})
	read(t, kv, record.TableOrigin, record.DecodeOrigin, func(key []byte, r record.Origin) {
		id := weburl.OriginID(key[1:])
		q := stand[id]
		slices.SortFunc(q, func(a, b record.Queued) int { return a.Compare(b.Position) })
		if keyed := r.Keyed(); keyed && !slices.Equal(q, keys[id]) || !keyed && len(keys[id]) > 0 {
			t.Fatalf("%s: %d entries, by which the queue is %v; its keys are %v", r.Origin, record.Entries(&r.Counts), q, keys[id])
		}
		if r.First == (record.Position{}) {
			return
		}
		told++
		if len(q) > 0 && q[0].Compare(r.First) < 0 {
			t.Fatalf("%s says that %v is first, in its queue is %v", r.Origin, r.First, q[0])
		}
	})
	return told
}

// page returns page n of a host, at a depth.
func page(t *testing.T, n int, depth uint16) aranea.Discovery {
	t.Helper()
	return aranea.Discovery{URL: parse(t, fmt.Sprintf("http://a.test/%d", n)), Depth: depth, Reason: aranea.ScheduleQueued}
}

// grown returns a store whose host has exceeded the number of entries without keys by one
// outcome with many links, while one of its pages waits for an instant, one is leased, and one
// was visited; and the pages to be leased then, in order.
func grown(t *testing.T, kv store.KV, opt Options, before func(*Frontier) *Frontier) (want []weburl.URL) {
	t.Helper()
	f := open(t, kv, opt)
	byDepth := map[uint16][]weburl.URL{}
	var found []aranea.Discovery
	add := func(n int, depth uint16) {
		d := page(t, n, depth)
		found = append(found, d)
		byDepth[depth] = append(byDepth[depth], d.URL)
	}
	for n := range 60 {
		add(n, uint16(1+n%3))
	}
	if _, err := f.Add(context.Background(), t0, found); err != nil {
		t.Fatal(err)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	ls, _ := lease(t, f, t0, 3)
	again := aranea.Outcome{Lease: ls[1].ID, Entry: ls[1].Entry, Host: ls[1].Host, Sent: true, Requests: 1}
	again.Entry.Reason, again.Entry.Attempts, again.Entry.Due = aranea.ScheduleRetry, 1, t0.Add(time.Hour)
	commit(t, f, t0, again)
	if before != nil {
		f = before(f)
		ls, _ = lease(t, f, t0, 2) // the same two, if they are not out
	}
	found = nil
	for n := 60; n < 90; n++ {
		add(n, uint16(n%4))
	}
	commit(t, f, t0, done(ls[0], t0, found...))
	queues(t, kv)
	for depth := range uint16(4) {
		for _, u := range byDepth[depth] {
			if u != ls[0].Entry.URL && u != again.Entry.URL {
				want = append(want, u)
			}
		}
	}
	return append(want, again.Entry.URL)
}

// drain leases and visits what is left, and compares the order.
func drain(t *testing.T, f *Frontier, want []weburl.URL) {
	t.Helper()
	for now := t0.Add(time.Minute); len(want) > 0; {
		ls, wake := lease(t, f, now, 1)
		if len(ls) == 0 && !wake.IsZero() {
			now = wake
			continue
		}
		if len(ls) == 0 || ls[0].Entry.URL != want[0] {
			t.Fatalf("leased %+v, want %s", ls, want[0])
		}
		want = want[1:]
		commit(t, f, now, done(ls[0], now))
	}
	if ls, _ := lease(t, f, t0.Add(2*time.Hour), 1); len(ls) > 0 {
		t.Errorf("%s is leased once more", ls[0].Entry.URL)
	}
}

// TestQueueComesToHaveKeys: the outcome by which a host grows too large to go without keys adds
// all of them, and its order stays.
func TestQueueComesToHaveKeys(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{PerHost: 8}
	want := grown(t, kv, opt, nil)
	f := open(t, kv, opt) // after a crash
	drain(t, f, want)
	queues(t, kv)
}

// TestQueuesOfFormat6: a store in which all queues have keys is read; the queues of small hosts
// are read from their entries, and their keys are deleted when they have grown.
func TestQueuesOfFormat6(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{PerHost: 8}
	want := grown(t, kv, opt, func(*Frontier) *Frontier {
		b := kv.NewBatch()
		read(t, kv, record.TableEntry, record.DecodeEntry, func(key []byte, e record.Entry) {
			id := weburl.ID(key[1:])
			q := e.Queued(id)
			b.Put(record.QueueKey(id.Origin(), q.Position), q.Hash[:]) // also of the one that waits, which was leased
		})
		b.Put([]byte(record.KeyFormat), binary.BigEndian.AppendUint64(nil, record.OldestVersion))
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		f := open(t, kv, opt)
		if n, err := f.number(record.KeyFormat); n != record.FormatVersion || err != nil {
			t.Fatalf("format %d, %v", n, err)
		}
		return f
	})
	drain(t, open(t, kv, opt), want)
	queues(t, kv)
}

// TestHintsOfOneBatch: a page that has changed according to two sitemaps at once is counted
// once.
func TestHintsOfOneBatch(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f, ls := pages(t, kv, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	id := ls[0].Entry.URL.ID()
	commit(t, f, t0, done(ls[0], t0))
	second, third := done(ls[1], t0), done(ls[2], t0)
	second.Hints, third.Hints = []weburl.ID{id}, []weburl.ID{id}
	commit(t, f, t0, second, third)
	if n, _ := f.Counts(); n[aranea.CountDue] != 1 {
		t.Errorf("%d visits are due, want 1", n[aranea.CountDue])
	}
}

// TestListedLater: queued URLs that links led to take their turn by what a sitemap then says of
// them, also in the next process; what was visited, or is named, does not change.
func TestListedLater(t *testing.T) {
	t.Parallel()
	for _, reopened := range []bool{false, true} {
		kv := memstore.New()
		f, ls := pages(t, kv, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4", "http://a.test/5")
		ids := map[string]weburl.ID{}
		for _, l := range ls {
			ids[l.Entry.URL.Path()] = l.Entry.URL.ID()
		}
		commit(t, f, t0, done(ls[0], t0))
		f = open(t, kv, Options{}) // the others wait again
		if _, err := f.Requeue(t.Context(), t0, []weburl.ID{ids["/5"]}, "asked for", false); err != nil {
			t.Fatal(err)
		}
		now := t0.Add(time.Hour)
		o := done(one(t, f, now, "http://a.test/5"), now)
		if _, err := f.Requeue(t.Context(), now, []weburl.ID{ids["/3"]}, "asked for", false); err != nil {
			t.Fatal(err)
		}
		o.Listed = map[weburl.ID]int8{ids["/1"]: 20, ids["/2"]: -16, ids["/3"]: 20, ids["/4"]: 20, ids["/5"]: 20, {1}: 20}
		commit(t, f, now, o)
		for path, want := range map[string]int8{"/1": 0, "/2": -16, "/3": aranea.PriorityNamed, "/4": 20, "/5": 0} {
			if e, known, err := f.EntryByID(ids[path]); err != nil || !known || e.Priority != want {
				t.Errorf("%s: %+v, %t, %v; want priority %d", path, e, known, err, want)
			}
		}
		if reopened {
			f = open(t, kv, Options{})
		}
		for _, path := range []string{"/3", "/4", "/2"} {
			now = now.Add(time.Hour)
			commit(t, f, now, done(one(t, f, now, "http://a.test"+path), now))
		}
	}
}

// TestRoomOfLongLists: the memory that a list of seeds took is released, and that of pages is
// kept.
func TestRoomOfLongLists(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	for n, kept := range map[int]bool{100: true, roomKept + 1: false} {
		var found []aranea.Discovery
		for i := range n {
			found = append(found, page(t, n*roomKept+i, 1))
		}
		if added, err := f.Add(context.Background(), t0, found); added != n || err != nil {
			t.Fatalf("%d added of %d, %v", added, n, err)
		}
		if has := cap(f.scratch) > 0; has != kept || cap(f.moves) > 0 != kept || cap(f.ids) > 0 != kept || len(f.index) > 0 {
			t.Errorf("%d: room for %d, %d and %d, %d candidates", n, cap(f.scratch), cap(f.moves), cap(f.ids), len(f.index))
		}
	}
}
