package rank

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
)

// tableOf returns a table of n pages with evenly distributed keys.
func tableOf(n int) *Table {
	t := &Table{sum: 7}
	for i := range n {
		t.keys = append(t.keys, hashKey(fmt.Sprint(i)))
	}
	slices.Sort(t.keys)
	for i := range n {
		t.levels = append(t.levels, Levels{uint8(i), uint8(i >> 8), 1})
	}
	return t
}

func put(t *testing.T, files Folder, data []byte) {
	t.Helper()
	if err := writeFile(files, fileName, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		t.Fatal(err)
	}
}

func TestTableWrittenAndRead(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 100, blockPages, blockPages + 1, 3*blockPages - 1} {
		files, want := newMemory(), tableOf(n)
		if err := want.Write(files); err != nil {
			t.Fatal(err)
		}
		got, err := Open(files)
		if err != nil || !slices.Equal(got.keys, want.keys) || !slices.Equal(got.levels, want.levels) || got.sum != want.sum {
			t.Fatalf("%d pages: other ones came back, %v", n, err)
		}
		for i, k := range got.keys {
			if l := got.Levels(k); l != got.levels[i] {
				t.Fatalf("%d pages: page %d has %v, want %v", n, i, l, got.levels[i])
			}
			if l := got.Levels(k + 1); l != (Levels{}) && (i+1 == n || got.keys[i+1] != k+1) {
				t.Fatalf("%d pages: a page that is not there has %v", n, l)
			}
		}
	}
	if table, err := Open(newMemory()); table != nil || err != nil {
		t.Errorf("an empty folder: %v, %v", table, err)
	}
	if l := (*Table)(nil).Levels(1); l != (Levels{}) {
		t.Errorf("no table: %v", l)
	}
}

// A flipped bit, or a file that ends early, is always reported.
func TestDamageIsTold(t *testing.T) {
	t.Parallel()
	files := newMemory()
	if err := tableOf(50).Write(files); err != nil {
		t.Fatal(err)
	}
	whole, release, err := files.Map(fileName)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for i := range whole {
		bad := slices.Clone(whole)
		bad[i] ^= 1 << (i % 8)
		put(t, files, bad)
		if _, err := Open(files); aranea.KindOf(err) != aranea.Corrupt {
			t.Fatalf("byte %d flipped: %v", i, err)
		}
		put(t, files, whole[:i])
		if _, err := Open(files); aranea.KindOf(err) != aranea.Corrupt {
			t.Fatalf("cut at %d: %v", i, err)
		}
	}
	if err := Forget(files); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Forget(files), Forget(files)); err != nil {
		t.Errorf("forgotten twice: %v", err)
	}
	if table, err := Open(files); table != nil || err != nil {
		t.Errorf("forgotten: %v, %v", table, err)
	}
}

func FuzzDecode(f *testing.F) {
	files := newMemory()
	if err := tableOf(3).Write(files); err != nil {
		f.Fatal(err)
	}
	data, release, err := files.Map(fileName)
	if err != nil {
		f.Fatal(err)
	}
	defer release()
	f.Add(data)
	f.Add(data[:headSize])
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := decode(data)
		if err == nil && (!slices.IsSorted(table.keys) || len(table.keys) != len(table.levels)) {
			t.Errorf("a table that is none was read")
		}
	})
}

func TestPairs(t *testing.T) {
	t.Parallel()
	files := newMemory()
	s := newPairs(files, "test")
	s.most = 8
	want := map[pair]bool{}
	for i := range uint32(500) {
		p := pairOf(i*i%37, i%5)
		want[p] = true
		if err := s.add(p); err != nil {
			t.Fatal(err)
		}
	}
	if s.runs < 5 {
		t.Fatalf("%d runs: nothing went to files", s.runs)
	}
	var got []pair
	if err := s.sorted(func(p pair) error { got = append(got, p); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(got) || len(got) != len(want) {
		t.Errorf("%d pairs, sorted %v, want %d", len(got), slices.IsSorted(got), len(want))
	}
	for _, p := range got {
		if !want[p] {
			t.Errorf("%d %d was never added", p.to(), p.from())
		}
	}
}

func TestLevels(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 3, 10, 100} {
		if got := SitesOf(SitesLevel(n)); got < n-n/20 || got > n+n/20 {
			t.Errorf("%d sites are told as %d", n, got)
		}
	}
	ranks := []float32{1, 1, 1, 8, 2, 1, 1, 1}
	s := newScale(ranks, func(int) bool { return true }).sum()
	for i, want := range map[int]uint8{0: 0, 3: 255, 4: 170} { // ln(8/2)/ln 8 = 2/3
		if got := s.level(ranks[i]); got != want {
			t.Errorf("rank %v has level %d, want %d", ranks[i], got, want)
		}
	}
	many := newScale(nil, nil)
	for range 3 { // nodes of a cluster, each with as many pages as one may have
		many.add([]byte{7, 0, 0, 0, 0, 0, 0, 0x80})
	}
	if many.sum(); many.all != 3*MaxPages {
		t.Errorf("%v ranks, want %v", many.all, float64(3*MaxPages))
	}
	if one := newScale([]float32{3}, func(int) bool { return true }); one.level(3) != 0 {
		t.Errorf("a single page has level %d", one.level(3))
	}
}
