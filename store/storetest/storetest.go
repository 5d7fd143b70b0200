// Package storetest is the contract of store.KV as tests that every driver
// passes.
//
// Floor: 3 (state and input/output). Stability: engine. It is imported by tests
// only.
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/store"
)

// Run runs the contract against stores that open returns.
func Run(t *testing.T, open func(t *testing.T) store.KV) {
	t.Run("get what was put", func(t *testing.T) {
		kv := open(t)
		put(t, kv, "a", "1", "b", "", "c", "3")
		for k, want := range map[string]string{"a": "1", "b": "", "c": "3"} {
			v, err := kv.Get([]byte(k))
			if err != nil || string(v) != want || v == nil {
				t.Errorf("Get(%s) = %q, %v", k, v, err)
			}
		}
		if _, err := kv.Get([]byte("d")); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Get of a missing key: %v", err)
		}
	})
	t.Run("the last write counts", func(t *testing.T) {
		kv := open(t)
		b := kv.NewBatch()
		b.Put([]byte("a"), []byte("1"))
		b.Delete([]byte("a"))
		b.Put([]byte("a"), []byte("2"))
		b.Delete([]byte("never"))
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if v, err := kv.Get([]byte("a")); err != nil || string(v) != "2" {
			t.Errorf("Get = %q, %v", v, err)
		}
	})
	t.Run("a batch does not show before its commit", func(t *testing.T) {
		kv := open(t)
		b := kv.NewBatch()
		b.Put([]byte("a"), []byte("1"))
		if _, err := kv.Get([]byte("a")); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Get before Commit: %v", err)
		}
		if err := b.Commit(false); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("the caller may reuse keys and values", func(t *testing.T) {
		kv := open(t)
		k, v := []byte("key"), []byte("value")
		b := kv.NewBatch()
		b.Put(k, v)
		copy(k, "xxx")
		copy(v, "yyyyy")
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if got, err := kv.Get([]byte("key")); err != nil || string(got) != "value" {
			t.Errorf("Get = %q, %v", got, err)
		}
	})
	t.Run("scan in order within bounds", func(t *testing.T) {
		kv := open(t)
		var pairs []string
		for i := range 100 {
			pairs = append(pairs, fmt.Sprintf("k%03d", (i*37)%100), fmt.Sprint(i))
		}
		put(t, kv, pairs...)
		var last []byte
		n := 0
		for p, err := range kv.Scan([]byte("k010"), []byte("k020")) {
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Compare(p.Key, last) <= 0 {
				t.Errorf("%s after %s", p.Key, last)
			}
			last = bytes.Clone(p.Key)
			n++
		}
		if n != 10 || string(last) != "k019" {
			t.Errorf("%d pairs, the last %s", n, last)
		}
		n = 0
		for range kv.Scan([]byte("k095"), nil) {
			n++
		}
		if n != 5 {
			t.Errorf("%d pairs to the end", n)
		}
		for range kv.Scan(nil, nil) {
			break
		}
	})
}

func put(t *testing.T, kv store.KV, pairs ...string) {
	t.Helper()
	b := kv.NewBatch()
	for i := 0; i < len(pairs); i += 2 {
		b.Put([]byte(pairs[i]), []byte(pairs[i+1]))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
}
