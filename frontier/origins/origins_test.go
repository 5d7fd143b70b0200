package origins

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// counting counts the reads of origin records.
type counting struct {
	store.KV
	gets int
}

func (c *counting) Get(key []byte) ([]byte, error) {
	c.gets++
	return c.KV.Get(key)
}

// give stores the record of an origin and tells the table.
func give(t *testing.T, table *Table, o record.Origin) {
	t.Helper()
	b := table.kv.NewBatch()
	b.Put(record.OriginKey(o.Origin.ID()), o.Encode(nil))
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	table.Put(o.Origin.ID(), &o)
}

// load returns a table of what is stored, as Open does.
func load(t *testing.T, kv store.KV, limit int) *Table {
	t.Helper()
	table := New(kv, limit)
	for p, err := range kv.Scan([]byte{record.TableOrigin}, []byte{record.TableOrigin + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		table.Load(weburl.OriginID(p.Key[1:]), p.Value)
	}
	return table
}

// drawn returns a random record of any size that an origin may have.
func drawn(rnd *rand.Rand, name string) record.Origin {
	o := record.Origin{Origin: weburl.Origin("http://" + name), Since: record.Instant(rnd.Int64N(1 << 51))}
	for range rnd.IntN(len(o.Counts)) {
		o.Counts[rnd.IntN(len(o.Counts))] = rnd.Uint64() >> rnd.IntN(64)
	}
	o.First = record.Position{Order: 32, Seq: rnd.Uint64N(1 << 40)}
	if rnd.IntN(2) == 0 {
		o.Robots, o.Since = aranea.RobotsRef{Version: 1 + rnd.Uint32N(300), Expires: time.UnixMicro(rnd.Int64N(1 << 51)).UTC()}, 0
	}
	return o
}

// TestTableIsTheStore: whatever is written, with any limit, which may decrease, the table agrees
// with the store; a whole one without reading it.
func TestTableIsTheStore(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 100, 10_000, 30_000, 1 << 20} {
		rnd := rand.New(rand.NewPCG(3, uint64(limit)))
		kv := &counting{KV: memstore.New()}
		table := load(t, kv, limit)
		for range 3000 {
			name := fmt.Sprintf("%d.test", rnd.IntN(800))
			switch rnd.IntN(60) {
			case 0:
				name = strings.Repeat("x.", 100) + name
			case 1:
				table = load(t, kv, limit)
			case 2:
				table.Limit(limit - limit/4)
			case 3:
				table.Limit(limit)
			}
			id := weburl.Origin("http://" + name).ID()
			want, stored, err := Stored(kv, id)
			kv.gets = 0
			got, known, bad := table.Of(id)
			if !reflect.DeepEqual(got, want) || known != stored || err != nil || bad != nil {
				t.Fatalf("limit %d, %s: %+v, %t, %v; stored %+v, %t, %v", limit, name, got, known, bad, want, stored, err)
			}
			if table.whole && kv.gets > 0 && len(want.Encode(nil)) < 200 {
				t.Fatalf("limit %d: %s was read from the store", limit, name)
			}
			if rnd.IntN(2) == 0 {
				give(t, table, drawn(rnd, name))
			}
		}
		if table.whole != (limit == 1<<20) {
			t.Errorf("limit %d: whole %t with %d bytes", limit, table.whole, table.Bytes())
		}
	}
}

// TestOriginsWithOneKey: two origins whose IDs have the same end are distinguished.
func TestOriginsWithOneKey(t *testing.T) {
	t.Parallel()
	kv := &counting{KV: memstore.New()}
	table := load(t, kv, 1<<20)
	o := record.Origin{Origin: "http://a.test", Trails: 7}
	give(t, table, o)
	other := o.Origin.ID()
	other[0]++
	if r, known, err := table.Of(other); known || err != nil {
		t.Errorf("one that is not there: %+v, %v", r, err)
	}
	table.Put(other, &record.Origin{Origin: "http://b.test"}) // replaces the first
	if r, known, err := table.Of(o.Origin.ID()); !known || r.Trails != 7 || err != nil {
		t.Errorf("%+v, %t, %v", r, known, err)
	}
}

// TestDamageIsTold: a record that cannot be decoded is reported, whether it comes from memory or
// from the store.
func TestDamageIsTold(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 1 << 20} {
		table, id := New(memstore.New(), limit), weburl.Origin("http://a.test").ID()
		b := table.kv.NewBatch()
		b.Put(record.OriginKey(id), []byte{9})
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		table.Load(id, []byte{9})
		var told *aranea.Error
		if _, _, err := table.Of(id); !errors.As(err, &told) || told.Kind != aranea.Corrupt {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

// TestSize: the memory that most origins take.
func TestSize(t *testing.T) {
	t.Parallel()
	const n = 20_000
	table := New(memstore.New(), 1<<30)
	for i := range n {
		o := record.Origin{Origin: weburl.Origin(fmt.Sprintf("https://www.site%d.test", i)), Since: 1_790_000_000_000_000}
		o.Counts[aranea.CountQueued], o.First = 5, record.Position{Order: 32, Rank: 9, Seq: 9_000_000}
		table.Put(o.Origin.ID(), &o)
	}
	if each := table.Bytes() / n; each > 80 {
		t.Errorf("%d bytes for each origin", each)
	}
}

// FuzzPack: packing is reversible, and records that are mostly zeros become shorter.
func FuzzPack(f *testing.F) {
	f.Add([]byte{2, 0, 0, 0, 1, 0})
	f.Add(make([]byte, 700))
	f.Fuzz(func(t *testing.T, record []byte) {
		packed := pack(nil, record)
		if got := unpack(nil, packed); !slices.Equal(got, record) {
			t.Errorf("%x became %x", record, got)
		}
		if rest := bytes.ReplaceAll(record, []byte{0}, nil); len(packed) > len(rest)+2*(len(record)-len(rest)) {
			t.Errorf("%d bytes became %d", len(record), len(packed))
		}
	})
}
