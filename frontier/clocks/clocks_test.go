package clocks

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// counting counts the reads of host records.
type counting struct {
	store.KV
	gets int
}

func (c *counting) Get(key []byte) ([]byte, error) {
	c.gets++
	return c.KV.Get(key)
}

// idOf returns an ID, of a different site for each first letter.
func idOf(name string) weburl.OriginID {
	id := weburl.Origin("http://" + name).ID()
	id[0], id[1] = 0, name[0]
	return id
}

// give stores the record of a host and tells the table.
func give(t *testing.T, table *Table, name string, h record.Host) {
	t.Helper()
	b := table.kv.NewBatch()
	b.Put(record.HostKey(idOf(name), name), h.Encode(nil))
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	table.Put(name, &h)
}

// read returns a table of what is stored, reading some hosts as Open does.
func read(t *testing.T, kv store.KV, limit int, names ...string) *Table {
	t.Helper()
	table := New(kv, limit)
	r, err := table.Read()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, name := range names {
		got, err := r.Of(idOf(name), name)
		want, bad := Stored(kv, idOf(name), name)
		if !reflect.DeepEqual(got, want) || (err == nil) != (bad == nil) {
			t.Errorf("%s: read %+v, %v; stored %+v, %v", name, got, err, want, bad)
		}
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	return table
}

// drawn returns a random record of any size that a host may have.
func drawn(rnd *rand.Rand) record.Host {
	h := record.Host{Next: record.Instant(rnd.Int64N(1 << 51))}
	for range rnd.IntN(3) {
		h.Addresses = append(h.Addresses, netip.AddrFrom4([4]byte{192, 0, 2, byte(rnd.IntN(256))}))
	}
	if rnd.IntN(2) == 0 {
		h.LookUp, h.Backoff = record.Instant(rnd.Int64N(1<<51)), uint8(rnd.IntN(3))
	}
	for range rnd.IntN(12) - 8 {
		h.SetWish(record.Wish{Origin: weburl.OriginID{byte(rnd.IntN(256))}, Delay: time.Second, Reason: strings.Repeat("x", rnd.IntN(100))})
	}
	return h
}

// TestTableIsTheStore: whatever is written, for names and records of any length and with any
// memory, the table agrees with the store; a whole one without reading it.
func TestTableIsTheStore(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 100, 10_000, 30_000, 1 << 20} {
		rnd := rand.New(rand.NewPCG(3, uint64(limit)))
		kv := &counting{KV: memstore.New()}
		table := read(t, kv, limit)
		for range 2000 {
			name := fmt.Sprintf("%c%d.test", 'a'+rnd.IntN(20), rnd.IntN(40))
			switch rnd.IntN(40) {
			case 0:
				name += strings.Repeat(".x", 124+rnd.IntN(4))
			case 1:
				table = read(t, kv, limit, "a0.test", "a1.test", "c7.test", "s39.test")
			}
			want, err := Stored(kv, idOf(name), name)
			got, bad := table.Of(idOf(name), name)
			if !reflect.DeepEqual(got, want) || err != nil || bad != nil {
				t.Fatalf("limit %d, %s: %+v, %v; stored %+v, %v", limit, name, got, bad, want, err)
			}
			if rnd.IntN(2) == 0 {
				give(t, table, name, drawn(rnd))
			}
			if table.rows.Bytes() > limit+limit/8+1<<10 {
				t.Fatalf("%d bytes, limit %d", table.rows.Bytes(), limit)
			}
		}
		if table.whole != (limit == 1<<20) {
			t.Errorf("limit %d: whole %t with %d bytes", limit, table.whole, table.rows.Bytes())
		}
	}
}

// TestWholeTableReadsNothing: neither what is stored, nor what is not.
func TestWholeTableReadsNothing(t *testing.T) {
	t.Parallel()
	kv := &counting{KV: memstore.New()}
	before := New(kv, 0)
	const hosts = 3000
	for n := range hosts {
		give(t, before, fmt.Sprintf("%c%d.test", 'a'+n%20, n), record.Host{Next: 1e15, LookUp: 1e15, Addresses: []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, 1})}})
	}
	table := read(t, kv, 1<<20)
	table.Put("new.test", &record.Host{}) // was in use, and nothing is stored
	kv.gets = 0
	for n := range 2 * hosts {
		name := fmt.Sprintf("%c%d.test", 'a'+n%20, n)
		if h, err := table.Of(idOf(name), name); (h.Next == 1e15) != (n < hosts) || err != nil {
			t.Fatalf("%s: %+v, %v", name, h, err)
		}
	}
	if _, known := table.rows.Of([]byte("new.test")); known || kv.gets > 0 {
		t.Errorf("%d reads, a new name takes memory: %t", kv.gets, known)
	}
	if each := table.rows.Bytes() / hosts; each > 60 {
		t.Errorf("%d bytes for each host", each)
	}
}

// TestDamageIsTold: a record that cannot be decoded is reported when its host is read, and only
// then.
func TestDamageIsTold(t *testing.T) {
	t.Parallel()
	kv := &counting{KV: memstore.New()}
	b := kv.NewBatch()
	b.Put(record.HostKey(idOf("b.test"), "b.test"), []byte{9})
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	table := read(t, kv, 1<<20, "a.test", "b.test")
	var told *aranea.Error
	if _, err := table.Of(idOf("b.test"), "b.test"); !errors.As(err, &told) || told.Kind != aranea.Corrupt {
		t.Errorf("a damaged record: %v", err)
	}
	if h, err := table.Of(idOf("c.test"), "c.test"); !isZero(&h) || err != nil {
		t.Errorf("another host: %+v, %v", h, err)
	}
	give(t, table, "b.test", record.Host{Next: 7})
	if h, err := table.Of(idOf("b.test"), "b.test"); h.Next != 7 || err != nil {
		t.Errorf("written anew: %+v, %v", h, err)
	}
}
