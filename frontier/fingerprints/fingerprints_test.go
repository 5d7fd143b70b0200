package fingerprints

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// asked counts the reads of a store, and can write during one.
type asked struct {
	store.KV
	gets   int
	behind func() // called once, after the next read
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

// give stores the page of texts and tells the table.
func give(t *testing.T, kv store.KV, table *Table, id weburl.ID, texts ...aranea.Fingerprint) {
	t.Helper()
	b, now := kv.NewBatch(), map[aranea.Fingerprint]weburl.ID{}
	for _, fp := range texts {
		if now[fp] = id; id.IsZero() {
			b.Delete(record.TextKey(fp))
		} else {
			b.Put(record.TextKey(fp), id[:])
		}
	}
	if err := b.Commit(false); err != nil {
		t.Fatal(err)
	}
	table.Changed(now)
}

// Scan calls behind when the first pair is read: what is written then is not in the scan.
func (a *asked) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	return func(yield func(store.Pair, error) bool) {
		for p, err := range a.KV.Scan(lo, hi) {
			if f := a.behind; f != nil {
				a.behind = nil
				f()
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// prepare makes the filter of a table.
func prepare(t *testing.T, table *Table) {
	t.Helper()
	if err := table.Prepare(); err != nil {
		t.Fatal(err)
	}
}

// TestChangedWhileRead: while the texts are read, others are looked up and changed, and none of
// that is missed.
func TestChangedWhileRead(t *testing.T) {
	t.Parallel()
	kv, all, page := &asked{KV: memstore.New()}, texts(3), weburl.ID{7}
	table := New(kv, 0, 1<<20)
	give(t, kv, table, page, all[0])
	during := weburl.ID{}
	kv.behind = func() {
		give(t, kv, table, page, all[1])
		prepare(t, table) // a concurrent call
		during, _ = table.Holder(all[1])
	}
	prepare(t, table)
	if during != page {
		t.Errorf("while the texts are read, a new one is %x's", during)
	}
	for i, want := range []weburl.ID{page, page, {}} {
		kv.gets = 0
		if got, err := table.Holder(all[i]); err != nil || got != want || (kv.gets == 0) != want.IsZero() {
			t.Errorf("text %d: %x after %d reads, %v; want %x", i, got, kv.gets, err, want)
		}
	}
}

// texts returns n random texts, which are the bytes of hashes.
func texts(n int) []aranea.Fingerprint {
	rnd := rand.New(rand.NewPCG(1, 7))
	all := make([]aranea.Fingerprint, n)
	for i := range all {
		for j := range all[i] {
			all[i][j] = byte(rnd.Uint32())
		}
	}
	return all
}

func TestHolder(t *testing.T) {
	t.Parallel()
	kv := &asked{KV: memstore.New()}
	all, page := texts(3), weburl.ID{7}
	give(t, kv, New(kv, 0, 0), page, all[2])
	table := New(kv, 0, 1<<20)
	prepare(t, table)
	want := func(what string, fp aranea.Fingerprint, id weburl.ID, gets int) {
		t.Helper()
		kv.gets = 0
		if got, err := table.Holder(fp); err != nil || got != id || kv.gets != gets {
			t.Errorf("%s: %x, %v after %d reads; want %x after %d", what, got, err, kv.gets, id, gets)
		}
	}
	want("of an earlier process", all[2], page, 1)
	want("nobody's", all[0], weburl.ID{}, 0)
	give(t, kv, table, page, all[0])
	want("given", all[0], page, 1)
	give(t, kv, table, weburl.ID{}, all[0])
	want("nobody's again", all[0], weburl.ID{}, 1)
	kv.behind = func() { give(t, kv, table, page, all[0]) }
	want("given while it is asked", all[0], weburl.ID{}, 1)
	want("and asked again", all[0], page, 1)
	want("another", all[1], weburl.ID{}, 0)
}

// TestFilter: a growing table finds every text reported to it, and reads the store for few
// of the others; if its filter has no room left, it reads more of them, without errors.
func TestFilter(t *testing.T) {
	t.Parallel()
	const n, step = 12 << 10, 512
	all := texts(2 * n)
	for limit, vain := range map[int]int{1 << 20: n / 50, 4 << 10: n} {
		kv := &asked{KV: memstore.New()}
		table, page := New(kv, 0, limit), weburl.ID{7}
		for i := 0; i < n; i += step {
			give(t, kv, table, page, all[i:i+step]...)
			prepare(t, table)
			for _, fp := range all[:i+1] {
				if got, err := table.Holder(fp); got != page || err != nil {
					t.Fatalf("of %d texts, %x: %x, %v", i, fp, got, err)
				}
			}
			if size := table.filter.Bytes(); size > limit {
				t.Fatalf("%d bytes, the limit is %d", size, limit)
			}
		}
		kv.gets = 0
		for _, fp := range all[n:] {
			if got, err := table.Holder(fp); !got.IsZero() || err != nil {
				t.Fatalf("a text that is nobody's: %x, %v", got, err)
			}
		}
		if kv.gets > vain {
			t.Errorf("with %d bytes the store was asked for %d of %d texts in vain", limit, kv.gets, n)
		}
	}
}

func TestDamagedHolder(t *testing.T) {
	t.Parallel()
	for what, key := range map[string][]byte{"value": record.TextKey(aranea.Fingerprint{1}), "key": {record.TableText, 1}} {
		kv := memstore.New()
		b := kv.NewBatch()
		b.Put(key, []byte("short"))
		if err := b.Commit(false); err != nil {
			t.Fatal(err)
		}
		table := New(kv, 0, 1<<20)
		err := table.Prepare()
		if err == nil {
			_, err = table.Holder(aranea.Fingerprint{1})
		}
		if aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("%s: %v", what, err)
		}
	}
}
