package pebblestore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// beginning returns one of the prefixes of keys; some end in bytes without a successor of the
// same length.
func beginning(n int) []byte {
	p := bytes.Repeat([]byte{byte(n*83 + 1)}, prefixLen)
	p[0] = 'q'
	if n%3 == 0 {
		p[prefixLen-1], p[prefixLen-2] = 0xff, 0xff
	}
	return p
}

// TestScanWithinABeginning checks that, during flushes, merges and removals of keys and ranges,
// a scan that skips tables yields the same as a map.
func TestScanWithinABeginning(t *testing.T) {
	t.Parallel()
	const beginnings = 24
	fs, rnd := vfs.NewMem(), rand.New(rand.NewPCG(1, 5))
	open := func() *Store {
		s, err := Open("db", Options{FS: fs, MemTableBytes: MinMemTableBytes})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s, want := open(), map[string]string{}
	for round := range 40 {
		b := s.NewBatch()
		at := rnd.IntN(beginnings)
		if round%10 == 9 {
			b.DeleteRange(beginning(at), append(beginning(at), 50))
			for n := range byte(50) {
				delete(want, string(append(beginning(at), n)))
			}
		}
		for i := range 200 { // keys with few prefixes, as written by a frontier
			key := append(beginning((at+i%3)%beginnings), byte(rnd.IntN(100)))
			if rnd.IntN(4) == 0 {
				b.Delete(key)
				delete(want, string(key))
				continue
			}
			value := fmt.Sprintf("%d %0200d", round, i)
			b.Put(key, []byte(value))
			want[string(key)] = value
		}
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if round%20 == 19 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open()
		}
		for range 5 {
			n := rnd.IntN(beginnings)
			lo := append(beginning(n), byte(rnd.IntN(60)))
			for _, hi := range [][]byte{append(beginning(n), 80), behind(beginning(n)), behind(beginning(n + 1))} {
				checkScan(t, s, want, lo, hi)
				checkScan(t, s, want, beginning(n), hi)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// behind returns the first key after all with a prefix.
func behind(p []byte) []byte {
	p = bytes.TrimRight(p, "\xff")
	p[len(p)-1]++
	return p
}

func checkScan(t *testing.T, s *Store, want map[string]string, lo, hi []byte) {
	t.Helper()
	var got, expect []string
	for p, err := range s.Scan(lo, hi) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(p.Key)+"="+string(p.Value))
	}
	for k, v := range want {
		if k >= string(lo) && k < string(hi) {
			expect = append(expect, k+"="+v)
		}
	}
	slices.Sort(expect)
	if !slices.Equal(got, expect) {
		t.Fatalf("from %x to %x: %d pairs, want %d", lo, hi, len(got), len(expect))
	}
}

// TestTablesArePassedOver checks that a scan within a prefix skips tables without it, and that a
// scan beyond it reads all.
func TestTablesArePassedOver(t *testing.T) {
	t.Parallel()
	c := newPrefixCollector()
	for n := range 100 {
		for range 3 {
			if err := c.AddPointKey(pebble.MakeInternalKey(append(beginning(2*n), 7), 1, pebble.InternalKeyKindSet), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	property, err := c.FinishTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	for n := range 200 {
		o := iterOptions(append(beginning(n), 3), append(beginning(n), 5))
		may, err := o.PointKeyFilters[0].Intersects(property)
		if err != nil || !may && n%2 == 0 {
			t.Fatalf("beginning %d: %v, %v", n, may, err)
		}
		if !may {
			passed++
		}
	}
	if passed < 90 {
		t.Errorf("the table was passed over for %d of 100 others", passed)
	}
	for _, r := range [][2]string{{"q", "r"}, {"", ""}, {"q0123456789abcdef", "q0123456789abcdh"}} {
		if o := iterOptions([]byte(r[0]), []byte(r[1])); o.PointKeyFilters != nil {
			t.Errorf("tables are passed over between %q and %q", r[0], r[1])
		}
	}
}
