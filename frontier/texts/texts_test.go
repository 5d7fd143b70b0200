package texts

import (
	"encoding/binary"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// asked counts the reads of a store, and writes in the middle of one.
type asked struct {
	store.KV
	gets   int
	behind func() // called once, behind the next read
}

func (a *asked) Get(key []byte) ([]byte, error) {
	a.gets++
	v, err := a.KV.Get(key)
	if f := a.behind; f != nil {
		a.behind = nil
		f()
	}
	return v, err
}

// give stores the page of a text and says so.
func give(t *testing.T, kv store.KV, table *Table, fp aranea.Fingerprint, id weburl.ID) {
	t.Helper()
	b := kv.NewBatch()
	b.Put(record.TextKey(fp), id[:])
	if err := b.Commit(false); err != nil {
		t.Fatal(err)
	}
	table.Changed(map[aranea.Fingerprint]weburl.ID{fp: id})
}

func TestHolder(t *testing.T) {
	t.Parallel()
	kv := &asked{KV: memstore.New()}
	table, fp, page := New(kv), aranea.Fingerprint{1}, weburl.ID{7}
	want := func(what string, id weburl.ID, gets int) {
		t.Helper()
		kv.gets = 0
		if got, err := table.Holder(fp); err != nil || got != id || kv.gets != gets {
			t.Errorf("%s: %x, %v after %d reads; want %x after %d", what, got, err, kv.gets, id, gets)
		}
	}
	want("nobody's", weburl.ID{}, 1)
	want("asked again", weburl.ID{}, 0)
	give(t, kv, table, fp, page)
	want("given", page, 1)

	fp = aranea.Fingerprint{2}
	kv.behind = func() { give(t, kv, table, fp, page) }
	want("given while it is asked", weburl.ID{}, 1)
	want("and asked again", page, 1)
}

// TestRoom: no more is remembered than may be.
func TestRoom(t *testing.T) {
	t.Parallel()
	kv := &asked{KV: memstore.New()}
	table := New(kv)
	for i := range 2*maxFree + 1 {
		var fp aranea.Fingerprint
		binary.BigEndian.PutUint64(fp[:], uint64(i+1))
		if _, err := table.Holder(fp); err != nil || len(table.free) > maxFree {
			t.Fatalf("%d texts are remembered, %v", len(table.free), err)
		}
	}
}

func TestDamagedHolder(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	b := kv.NewBatch()
	b.Put(record.TextKey(aranea.Fingerprint{1}), []byte("short"))
	if err := b.Commit(false); err != nil {
		t.Fatal(err)
	}
	if _, err := New(kv).Holder(aranea.Fingerprint{1}); aranea.KindOf(err) != aranea.Corrupt {
		t.Error(err)
	}
}
