package static

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// manyFiles makes a folder of files that was last changed some time ago.
func manyFiles(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%06d", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	age(t, dir, time.Minute)
	return dir
}

// age sets how long ago a folder was changed.
func age(t testing.TB, dir string, by time.Duration) {
	t.Helper()
	at := time.Now().Add(-by)
	if err := os.Chtimes(dir, at, at); err != nil {
		t.Fatal(err)
	}
}

// walk follows the lists of a folder and returns how many names they have and how many entries of the
// folder were read for that.
func walk(t testing.TB, s *shelf, dir string) (found, read int) {
	t.Helper()
	for after, more := "", true; more; {
		f, err := os.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		n, err := s.of(nil, f, dir, after, func(fs.DirEntry) bool { read++; return true })
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
		var all []listed
		all, more = n.list(after)
		found, after = found+len(all), all[len(all)-1].name
	}
	return found, read
}

// TestFolderIsReadOnce: for all lists of a folder it is read once, again when it has changed, and a part at
// a time when its names are more than are held.
func TestFolderIsReadOnce(t *testing.T) {
	t.Parallel()
	const files = 6000
	dir := manyFiles(t, files)
	s := newShelf()
	if found, read := walk(t, s, dir); found != files || read != files {
		t.Errorf("%d names found, %d read, want %d", found, read, files)
	}
	if found, read := walk(t, s, dir); found != files || read != 0 {
		t.Errorf("again: %d names found, %d read, want %d and none", found, read, files)
	}
	age(t, dir, -time.Hour)
	if found, read := walk(t, s, dir); found != files || read < 2*files {
		t.Errorf("while it changes: %d names found, %d read, want %d, for each list", found, read, files)
	}
	age(t, dir, time.Hour)
	s.most = files / 3 * (6 + nameCost)
	if found, read := walk(t, s, dir); found != files || read < files || read > 4*files {
		t.Errorf("with a bound: %d names found, %d read, want %d in some three parts", found, read, files)
	}
	if size := s.kept[0].size; len(s.kept) != 1 || size > s.most {
		t.Errorf("%d lists of names kept, the first with %d bytes of %d", len(s.kept), size, s.most)
	}
}

// TestShelfIsBounded: of the names of several folders those used last are kept.
func TestShelfIsBounded(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.most = 250 * (6 + nameCost)
	dirs := []string{manyFiles(t, 100), manyFiles(t, 100), manyFiles(t, 100)}
	for _, i := range []int{0, 1, 0, 2} {
		walk(t, s, dirs[i])
	}
	for i, want := range []int{0, 100} {
		if _, read := walk(t, s, dirs[i]); read != want {
			t.Errorf("folder %d: %d entries read, want %d", i, read, want)
		}
	}
}

func BenchmarkLists(b *testing.B) {
	for _, files := range []int{10_000, 40_000} {
		b.Run(fmt.Sprint(files), func(b *testing.B) {
			dir := manyFiles(b, files)
			b.ReportAllocs()
			for b.Loop() {
				walk(b, newShelf(), dir)
			}
		})
	}
}
