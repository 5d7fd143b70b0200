package wal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/internal/prealloc"
)

// entries returns the entries of a log and the first damage in it.
func entries(t testing.TB, r *Reader) (all []string, damaged error) {
	t.Helper()
	for before := -1; ; before = r.at {
		b, err := r.Next()
		if err == nil && b == nil {
			return all, damaged
		}
		if err != nil && damaged == nil {
			damaged = err
		}
		if err == nil && r.at <= before {
			t.Fatalf("the reader stands still at %d", r.at)
		}
		for c := varint.NewReader(b); c.Len() > 0 && !c.Bad(); {
			all = append(all, c.Text())
		}
	}
}

// written returns a log of calls of one entry each, and where each record ends.
func written(t testing.TB, calls ...string) (log []byte, ends []int) {
	t.Helper()
	files := disktest.New()
	w, err := Create(files, 1, 0, 0)
	for _, c := range calls {
		if err == nil {
			w.Begin()
			w.Add([]byte(c))
			err = w.Commit()
			ends = append(ends, int(w.Size()))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	log, _, err = files.Map(Name(1))
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(log), ends
}

// TestZerosAhead: the file grows in steps, and not for each call; what is written is read.
func TestZerosAhead(t *testing.T) {
	t.Parallel()
	var calls []string
	for i := range 3000 {
		calls = append(calls, fmt.Sprintf("call %d %x", i, i*i*7919))
	}
	log, ends := written(t, calls...)
	got, err := entries(t, &Reader{file: Name(1), data: log})
	if err != nil || !slices.Equal(got, calls) {
		t.Fatalf("%d entries of %d, %v", len(got), len(calls), err)
	}
	size := ends[len(ends)-1]
	if ahead := len(log) - size; ahead <= 0 || ahead > prealloc.Most || !allZero(log[size:]) {
		t.Errorf("%d bytes behind %d", ahead, size)
	}
	small, at := written(t, "one")
	if ahead := len(small) - at[0]; ahead != prealloc.Least {
		t.Errorf("%d bytes ahead of a small log", ahead)
	}
	large, at := written(t, "one", string(bytes.Repeat([]byte("0123456789abcdef"), prealloc.Small)))
	if len(large) < at[1] || len(large) > at[1]+prealloc.Least {
		t.Errorf("%d bytes behind a large call", len(large)-at[1])
	}
}

// TestNoSectorOfZeros: what was written has no sector in a row that passes for one that was not,
// whatever an entry holds, and is read as it was.
func TestNoSectorOfZeros(t *testing.T) {
	t.Parallel()
	for n := 0; n < 3*sector; n += 7 {
		call := strings.Repeat("a", n%11) + string(make([]byte, n)) + "b"
		log, ends := written(t, call)
		if bytes.Contains(log[:ends[0]], make([]byte, sector)) {
			t.Fatalf("an entry with %d zeros has a sector of them in the log", n)
		}
		got, err := entries(t, &Reader{file: Name(1), data: log})
		if err != nil || !slices.Equal(got, []string{call}) {
			t.Fatalf("of an entry with %d zeros %d were read, %v", n, len(got), err)
		}
	}
}

// TestFlippedBits flips each bit of a log: it is damage wherever it is, and all other
// records are read but those of the same place.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	log, ends := written(t, "one entry", "another entry", "a third one")
	for at := range ends[2] {
		for bit := range 8 {
			bad := slices.Clone(log)
			bad[at] ^= 1 << bit
			got, err := entries(t, &Reader{file: Name(1), data: bad})
			if aranea.KindOf(err) != aranea.Corrupt || len(got) > 3 {
				t.Fatalf("byte %d, bit %d: %q, %v", at, bit, got, err)
			}
		}
	}
}

// TestCut: a log that ends anywhere, or in which zeros begin at a sector, holds the calls
// before that, and nothing is damage.
func TestCut(t *testing.T) {
	t.Parallel()
	log, ends := written(t, "one entry", "another entry", "a third one")
	for cut := range len(log) {
		want := 0
		for want < len(ends) && ends[want] <= cut {
			want++
		}
		r := &Reader{file: Name(1), data: log[:cut]}
		got, err := entries(t, r)
		if err != nil || len(got) != want {
			t.Fatalf("cut at %d: %q, %v", cut, got, err)
		}
		if torn := !slices.Contains(append(ends, 0), cut) && cut < ends[2]; want > 0 && r.Torn() != torn {
			t.Errorf("cut at %d: torn is %t", cut, r.Torn())
		}
	}
}

// TestEnded: a log ends where the one behind it says so and nowhere else, zeros or not.
func TestEnded(t *testing.T) {
	t.Parallel()
	log, ends := written(t, "one", "two")
	for name, tt := range map[string]struct {
		log  []byte
		end  int
		want bool
	}{
		"zeros behind":            {log, ends[1], true},
		"none":                    {log[:ends[1]], ends[1], true},
		"cut, known":              {log[:ends[1]-1], ends[0], true},
		"cut":                     {log[:ends[1]-1], ends[1], false},
		"without its last record": {log[:ends[0]], ends[1], false},
		"zeros in its place":      {append(slices.Clone(log[:ends[0]]), make([]byte, 900)...), ends[1], false},
	} {
		files := disktest.New()
		files.Put(Name(1), tt.log)
		if _, err := Create(files, 2, 1, uint64(tt.end)); err != nil {
			t.Fatal(err)
		}
		r, release, err := Open(files, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entries(t, r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := r.Ended(files, 2); (err == nil) != tt.want {
			t.Errorf("%s: %v", name, err)
		}
		release()
	}
}

func FuzzReader(f *testing.F) {
	log, ends := written(f, "one entry", "another entry")
	f.Add(log)
	f.Add(log[:ends[1]])
	f.Add(log[:ends[1]-2])
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = entries(t, &Reader{file: Name(1), data: b})
	})
}
