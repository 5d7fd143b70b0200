package compactmap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTable: whatever is put, and however the limit changes, the table returns the last record
// of a key, that it has none, or that it does not know the key; and it stays within its limit.
func TestTable(t *testing.T) {
	t.Parallel()
	for _, room := range []int{0, 20} {
		rnd := rand.New(rand.NewPCG(5, uint64(room)))
		table, want, limit := New(1<<20, room), map[string]string{}, 1<<20
		for n := range 30_000 {
			key := fmt.Sprint("k", rnd.IntN(500))
			if rnd.IntN(100) == 0 {
				key += strings.Repeat("x", 240+rnd.IntN(20))
			}
			if rnd.IntN(300) == 0 {
				limit = rnd.IntN(40_000)
				before := table.Bytes()
				if lost := table.Limit(limit); lost != (before > limit) || table.Bytes() > limit {
					t.Fatalf("%d bytes of %d, %d before; lost some: %t", table.Bytes(), limit, before, lost)
				}
			}
			r := bytes.Repeat([]byte{byte(n)}, rnd.IntN(270))
			if table.Put([]byte(key), r) && len(key) > Longest {
				t.Fatalf("a key of %d bytes is there", len(key))
			}
			want[key] = string(r)
			asked := fmt.Sprint("k", rnd.IntN(600))
			got, known := table.Of([]byte(asked))
			if _, put := want[asked]; known && !put || len(got) > 0 && string(got) != want[asked] {
				t.Fatalf("%s: %x, known %t; put %x", asked, got, known, want[asked])
			}
			if table.Bytes() > limit+limit/8+1<<10 {
				t.Fatalf("%d bytes, limit %d", table.Bytes(), limit)
			}
		}
	}
}

// TestTableWithRoom: with room for all records, all are there, and they take little more than
// their bytes.
func TestTableWithRoom(t *testing.T) {
	t.Parallel()
	const n, keyLen, recordLen = 100_000, 8, 40
	table := New(1<<30, 0)
	key := func(i int) []byte { return fmt.Appendf(nil, "%08d", i) }
	for i := range n {
		if !table.Put(key(i), bytes.Repeat([]byte{byte(i)}, recordLen)) {
			t.Fatalf("no room for record %d", i)
		}
	}
	for i := range n {
		if r, known := table.Of(key(i)); !known || len(r) != recordLen || r[0] != byte(i) {
			t.Fatalf("record %d: %x, known %t", i, r, known)
		}
	}
	if r, known := table.Of(key(n)); known || r != nil {
		t.Errorf("one that was not put: %x, known %t", r, known)
	}
	if each := table.Bytes() / n; each > keyLen+recordLen+16 {
		t.Errorf("%d bytes for each", each)
	}
}
