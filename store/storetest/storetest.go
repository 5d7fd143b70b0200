// Package storetest is the contract of store.KV, as tests that every driver passes.
//
// Floor: 3 (state and input/output). Stability: engine. It is imported only by tests.
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/store"
)

// Run runs the contract against stores returned by open.
func Run(t *testing.T, open func(t *testing.T) store.KV) {
	tests := []struct {
		name string
		run  func(*testing.T, store.KV)
	}{
		{"get what was put", testGet},
		{"the last change of a key counts", testLastChange},
		{"a batch does not show before its commit", testInvisible},
		{"a started batch shows at once", testStart},
		{"the caller may reuse keys and values", testReuse},
		{"the caller owns what get returned", testOwned},
		{"scan in order within bounds", testScan},
		{"scan sees the store as it was", testScanSnapshot},
		{"a range is removed with its lower and without its upper bound", testDeleteRange},
		{"random changes agree with a map", testModel},
		{"safe for concurrent use", testConcurrent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, open(t)) })
	}
}

func testGet(t *testing.T, kv store.KV) {
	put(t, kv, "a", "1", "b", "", "c", "3")
	for k, want := range map[string]string{"a": "1", "b": "", "c": "3"} {
		v, err := kv.Get([]byte(k))
		if err != nil || string(v) != want || v == nil {
			t.Errorf("Get(%s) = %q, %v", k, v, err)
		}
	}
	for _, k := range []string{"d", "", "aa"} {
		if _, err := kv.Get([]byte(k)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Get(%q), a missing key: %v", k, err)
		}
	}
}

func testLastChange(t *testing.T, kv store.KV) {
	b := kv.NewBatch()
	b.Put([]byte("a"), []byte("1"))
	b.Delete([]byte("a"))
	b.Put([]byte("a"), []byte("2"))
	b.Put([]byte("b"), []byte("1"))
	b.Delete([]byte("b"))
	b.Put([]byte("c"), []byte("1"))
	b.DeleteRange([]byte("c"), []byte("d"))
	b.DeleteRange([]byte("e"), []byte("f"))
	b.Put([]byte("e"), []byte("5"))
	b.Delete([]byte("never"))
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, kv); got != "a=2 e=5 " {
		t.Errorf("the store holds %s", got)
	}
}

func testInvisible(t *testing.T, kv store.KV) {
	b := kv.NewBatch()
	b.Put([]byte("a"), []byte("1"))
	if _, err := kv.Get([]byte("a")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Get before Commit: %v", err)
	}
	if err := b.Commit(false); err != nil {
		t.Fatal(err)
	}
	if v, err := kv.Get([]byte("a")); err != nil || string(v) != "1" {
		t.Errorf("Get after Commit = %q, %v", v, err)
	}
}

func testStart(t *testing.T, kv store.KV) {
	var waits []func() error
	for i := range 10 {
		b := kv.NewBatch()
		b.Put([]byte("a"), fmt.Append(nil, i))
		wait, err := b.Start()
		if err != nil {
			t.Fatal(err)
		}
		waits = append(waits, wait)
		if v, err := kv.Get([]byte("a")); err != nil || string(v) != fmt.Sprint(i) {
			t.Errorf("Get after Start %d = %q, %v", i, v, err)
		}
	}
	for _, wait := range slices.Backward(waits) {
		if err := wait(); err != nil {
			t.Error(err)
		}
	}
}

func testReuse(t *testing.T, kv store.KV) {
	k, v := []byte("key"), []byte("value")
	b := kv.NewBatch()
	b.Put(k, v)
	copy(k, "xxx")
	copy(v, "yyyyy")
	b.Put(k, v)
	b.Delete(k)
	copy(k, "key")
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, kv); got != "key=value " {
		t.Errorf("the store holds %s", got)
	}
}

func testOwned(t *testing.T, kv store.KV) {
	put(t, kv, "a", "one")
	v, err := kv.Get([]byte("a"))
	if err != nil {
		t.Fatal(err)
	}
	copy(v, "two")
	if got := dump(t, kv); got != "a=one " {
		t.Errorf("the store holds %s", got)
	}
}

func testScan(t *testing.T, kv store.KV) {
	var pairs []string
	for i := range 100 {
		pairs = append(pairs, fmt.Sprintf("k%03d", (i*37)%100), fmt.Sprint(i))
	}
	put(t, kv, pairs...)
	tests := []struct {
		lo, hi      string
		n           int
		first, last string
	}{
		{"k010", "k020", 10, "k010", "k019"},
		{"k0105", "k0195", 9, "k011", "k019"},
		{"k095", "", 5, "k095", "k099"},
		{"", "k003", 3, "k000", "k002"},
		{"", "", 100, "k000", "k099"},
		{"k020", "k010", 0, "", ""},
		{"x", "", 0, "", ""},
	}
	for _, tt := range tests {
		var keys []string
		for p, err := range kv.Scan(bound(tt.lo), bound(tt.hi)) {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, string(p.Key))
		}
		if len(keys) != tt.n || !slices.IsSorted(keys) || tt.n > 0 && (keys[0] != tt.first || keys[tt.n-1] != tt.last) {
			t.Errorf("from %q to %q: %q", tt.lo, tt.hi, keys)
		}
	}
	n := 0
	for _, err := range kv.Scan(nil, nil) { // the caller may stop early
		if n++; err != nil || n == 2 {
			break
		}
	}
}

// bound returns nil for an open end.
func bound(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}

func testScanSnapshot(t *testing.T, kv store.KV) {
	put(t, kv, "a", "1", "c", "3", "e", "5")
	var seen []string
	for p, err := range kv.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) == 0 {
			b := kv.NewBatch()
			b.Put([]byte("b"), []byte("new"))
			b.Put([]byte("c"), []byte("changed"))
			b.Delete([]byte("e"))
			if err := b.Commit(true); err != nil {
				t.Fatal(err)
			}
		}
		seen = append(seen, string(p.Key)+"="+string(p.Value))
	}
	if got := fmt.Sprint(seen); got != "[a=1 c=3 e=5]" {
		t.Errorf("the scan saw %s", got)
	}
	if got := dump(t, kv); got != "a=1 b=new c=changed " {
		t.Errorf("the store holds %s", got)
	}
}

func testDeleteRange(t *testing.T, kv store.KV) {
	put(t, kv, "a", "1", "b", "2", "b1", "2", "c", "3", "d", "4")
	b := kv.NewBatch()
	b.DeleteRange([]byte("b"), []byte("c"))
	b.DeleteRange([]byte("d"), []byte("a")) // empty
	b.DeleteRange([]byte("x"), []byte("y"))
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, kv); got != "a=1 c=3 d=4 " {
		t.Errorf("the store holds %s", got)
	}
}

// testModel applies random changes in random batches.
func testModel(t *testing.T, kv store.KV) {
	rnd := rand.New(rand.NewPCG(1, 2))
	model := map[string]string{}
	key := func() string { return fmt.Sprintf("%03d", rnd.IntN(300)) }
	for round := range 60 {
		b := kv.NewBatch()
		for range rnd.IntN(40) {
			k := key()
			switch rnd.IntN(8) {
			case 0, 1:
				b.Delete([]byte(k))
				delete(model, k)
			case 2:
				hi := key()
				b.DeleteRange([]byte(k), []byte(hi))
				maps.DeleteFunc(model, func(m, _ string) bool { return m >= k && m < hi })
			default:
				v := fmt.Sprint(round, rnd.IntN(100))
				b.Put([]byte(k), []byte(v))
				model[k] = v
			}
		}
		if err := b.Commit(rnd.IntN(2) == 0); err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, k := range slices.Sorted(maps.Keys(model)) {
			want += k + "=" + model[k] + " "
		}
		if got := dump(t, kv); got != want {
			t.Fatalf("round %d: the store holds\n%s\nand not\n%s", round, got, want)
		}
	}
}

func testConcurrent(t *testing.T, kv store.KV) {
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 25 {
				b := kv.NewBatch()
				b.Put(fmt.Appendf(nil, "%d-%02d", w, i), []byte("x"))
				if err := b.Commit(i%5 == 0); err != nil {
					t.Error(err)
				}
				for _, err := range kv.Scan(nil, nil) {
					if err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	n := 0
	for _, err := range kv.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 100 {
		t.Errorf("%d pairs, want 100", n)
	}
}

func put(t *testing.T, kv store.KV, pairs ...string) {
	t.Helper()
	b := kv.NewBatch()
	for pair := range slices.Chunk(pairs, 2) {
		b.Put([]byte(pair[0]), []byte(pair[1]))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
}

// dump returns all pairs in order.
func dump(t *testing.T, kv store.KV) string {
	t.Helper()
	var b bytes.Buffer
	for p, err := range kv.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s=%s ", p.Key, p.Value)
	}
	return b.String()
}
