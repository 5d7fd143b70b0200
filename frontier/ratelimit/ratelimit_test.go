package ratelimit

import (
	"net/netip"
	"testing"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

// reading counts the reads of a store.
type reading struct {
	store.KV
	gets int
}

func (r *reading) Get(key []byte) ([]byte, error) {
	r.gets++
	return r.KV.Get(key)
}

const late, ahead, unknown = 5, 1000, 10

// filled returns a table of a store that has some paces.
func filled(t *testing.T, stored map[string]record.Pace) (*Table, *reading) {
	t.Helper()
	kv := &reading{KV: memstore.New()}
	b := kv.NewBatch()
	for name, p := range stored {
		b.Put(record.PaceKey(name), p.Encode(nil))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	table := New(kv, late, ahead)
	table.Unknown = unknown
	return table, kv
}

// TestTable: hosts at one address share its pace, which is read once, written if it changed, kept
// while one of them is in memory, and deleted when all have moved and it is over.
func TestTable(t *testing.T) {
	t.Parallel()
	name := OfAddress(netip.MustParseAddr("192.0.2.1"))
	table, kv := filled(t, map[string]record.Pace{name: {Next: 700, Space: 20}})
	table.Begin(600)
	one, err := table.Of(name)
	two, err2 := table.Of(name)
	if err != nil || err2 != nil || one != two || kv.gets != 1 || one.Next != 700 {
		t.Fatalf("%+v and %+v after %d reads, %v, %v", one, two, kv.gets, err, err2)
	}
	b := kv.NewBatch()
	if one.Put(b) {
		t.Error("what did not change is written")
	}
	x := Spacing{Pace: one, Space: 30}
	x.Reserve(table, 610)
	if one.Next != 730 || table.Next(one.Key) != 730 {
		t.Errorf("taken until %d, and told as %d, want 730", one.Next, table.Next(one.Key))
	}
	if x.Return(); one.Next != 700 {
		t.Errorf("taken until %d after it was returned, want 700", one.Next)
	}
	x.Reserve(table, 610)
	next := Spacing{Pace: one, Space: 30}
	next.Reserve(table, 611)
	if x.Return(); one.Next != 760 {
		t.Errorf("taken until %d, want 760: another request has used it since", one.Next)
	}
	if !one.Put(b) || b.Commit(true) != nil {
		t.Fatal("the change is not written")
	}
	table.Release(one)
	if table.Leave(two); table.Len() != 0 {
		t.Fatalf("%d paces are left in memory", table.Len())
	}
	for _, step := range []struct {
		now  record.Instant
		next record.Instant // that is stored
	}{{764, 760}, {765, 0}} {
		b := kv.NewBatch()
		if table.Drop(b, step.now); b.Commit(true) != nil {
			t.Fatal("not written")
		}
		if p, err := table.read(name); err != nil || p.Next != step.next {
			t.Errorf("at %d the stored pace is %+v, %v, want %d", step.now, p, err, step.next)
		}
	}
}

// TestBound: a request of an earlier process may leave late, and then keeps others away for its
// space, or for the operator's delay if that is not stored; a pace of a wrong clock is over.
func TestBound(t *testing.T) {
	t.Parallel()
	table, _ := filled(t, map[string]record.Pace{"address a": {Next: 598, Space: 20}, "address b": {Next: 598}, "address c": {Next: 9000}, "address d": {Next: 590, Space: 20}})
	want := map[string]record.Instant{"address a": 620, "address b": 610, "address c": 610, "address d": 590}
	first := table.Unread("address a")
	if err := table.Load(); err != nil {
		t.Fatal(err)
	}
	table.Begin(600)
	if first.Next != want["address a"] {
		t.Errorf("the pace that was loaded waits until %d, want %d", first.Next, want["address a"])
	}
	for name, at := range want {
		if k, err := table.Of(name); err != nil || k.Next != at {
			t.Errorf("%s waits until %d, %v, want %d", name, k.Next, err, at)
		}
	}
	if table.Corrected() != 1 {
		t.Errorf("%d corrected, want that of the wrong clock", table.Corrected())
	}
}
