package texts

import (
	"math/rand/v2"
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

// give stores the page of texts and says so.
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

// texts returns so many texts as they are: bytes of a hash.
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

// TestFilter: a table that grows tells of every text that it was told of, and asks the
// store for few of the others; one that has no more room for its filter asks for more
// of them, and errs no more.
func TestFilter(t *testing.T) {
	t.Parallel()
	const n = 3 * leastRoom
	all := texts(2 * n)
	for limit, vain := range map[int]int{1 << 20: n / 50, 4 << 10: n} {
		kv := &asked{KV: memstore.New()}
		table, page := New(kv, 0, limit), weburl.ID{7}
		for i := 0; i < n; i += leastRoom / 8 {
			give(t, kv, table, page, all[i:i+leastRoom/8]...)
			for _, fp := range all[:i+1] {
				if got, err := table.Holder(fp); got != page || err != nil {
					t.Fatalf("of %d texts, %x: %x, %v", i, fp, got, err)
				}
			}
			if size := len(table.filter.lines) * 8 * lineWords; size > limit {
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
		if _, err := New(kv, 0, 1<<20).Holder(aranea.Fingerprint{1}); aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("%s: %v", what, err)
		}
	}
}
