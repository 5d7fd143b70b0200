package marks

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRoundTrip: marks of any number of postings come back, whatever follows them.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(6, 1))
	for n := 1; n <= Most; n++ {
		for _, share := range []float64{0, 0.02, 0.5, 0.97, 1} {
			var docs, marked []uint32
			for i := range n {
				docs = append(docs, uint32(3*i))
				if rnd.Float64() < share {
					marked = append(marked, uint32(3*i))
				}
			}
			later := []uint32{uint32(3 * n), uint32(3*n + 9)}
			m, rest := Of(docs, append(slices.Clone(marked), later...))
			if !slices.Equal(rest, later) {
				t.Fatalf("%d postings: %v are later, want %v", n, rest, later)
			}
			for i, doc := range docs {
				if want := slices.Contains(marked, doc); m.Has(i) != want || m.Bit(i) == 1 != want {
					t.Fatalf("%d postings: document %d is marked: %t, want %t", n, doc, m.Has(i), want)
				}
			}
			b := Append(nil, m, n)
			if got, ok := Read(append(b, 0xff, 3), n); !ok || got != m || m.None() != (len(marked) == 0) {
				t.Errorf("%d postings, %d marked: % x is read as %x, %t; want %x", n, len(marked), b, got, ok, m)
			}
			if most := 1 + (n+7)/8; len(b) > most {
				t.Errorf("%d postings take %d bytes, more than %d", n, len(b), most)
			}
		}
	}
}

// TestForms: what marks of ten postings look like.
func TestForms(t *testing.T) {
	t.Parallel()
	docs := []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, tt := range []struct {
		name   string
		marked []uint32
		want   string
	}{
		{"none", nil, "00"}, {"all", docs, "0a"}, {"one", []uint32{7}, "01 07"}, {"all but one", slices.Delete(slices.Clone(docs), 3, 4), "09 03"},
		{"two", []uint32{0, 9}, "02 01 02"}, {"half", []uint32{1, 3, 5, 7, 9}, "05 aa 02"},
	} {
		m, _ := Of(docs, tt.marked)
		if got := fmt.Sprintf("% x", Append(nil, m, len(docs))); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestInvalid: marks that Append does not write are refused.
func TestInvalid(t *testing.T) {
	t.Parallel()
	for name, b := range map[string][]byte{
		"nothing": nil, "more than there are": {11}, "cut": {1}, "cut bits": {5, 0xaa}, "a place beyond": {1, 10}, "other bits than counted": {5, 0xab, 2}, "bits beyond": {5, 0xaa, 4},
	} {
		if m, ok := Read(b, 10); ok {
			t.Errorf("%s: % x is read as %x", name, b, m)
		}
	}
	for name, b := range map[string][]byte{"nothing": nil, "more than there are": {11}, "cut": {1}, "cut bits": {5, 0xaa}} {
		if n, ok := Size(b, 10); ok {
			t.Errorf("%s: % x takes %d bytes", name, b, n)
		}
	}
	if _, ok := Read([]byte{2, 5, 5}, 100); ok {
		t.Error("a place twice is read")
	}
}

// FuzzRead: marks may be any bytes. What is read is written as it was.
func FuzzRead(f *testing.F) {
	f.Add([]byte{0}, 1)
	f.Add([]byte{5, 0xaa, 2}, 10)
	f.Add([]byte{2, 7, 90}, 128)
	f.Add([]byte{126, 7, 90}, 128)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		if n < 1 || n > Most {
			return
		}
		if m, ok := Read(b, n); ok {
			if again := Append(nil, m, n); !bytes.HasPrefix(b, again) {
				t.Errorf("% x of %d was read and is written as % x", b, n, again)
			} else if size, ok := Size(b, n); !ok || size != len(again) {
				t.Errorf("% x of %d takes %d bytes, %t; want %d", b, n, size, ok, len(again))
			}
		}
	})
}
