package rotate_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/internal/rotate"
)

// TestFile checks that no file grows beyond its limit, that the given number is kept, and that
// each record is complete in one of them.
func TestFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "log")
	if err := os.WriteFile(name, []byte("from before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := rotate.Open(name, 100, 2)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 25 {
				if _, err := fmt.Fprintf(f, "record %d %2d\n", g, i); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("late\n")); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after its end: %v", err)
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 3 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, n := range names {
		data, err := os.ReadFile(filepath.Join(dir, n.Name()))
		if err != nil || len(data) > 100 || len(data) == 0 {
			t.Errorf("%s: %d bytes, %v", n.Name(), len(data), err)
		}
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "record ") || len(line) != len("record 0 00\n") {
				t.Errorf("%s: %q", n.Name(), line)
			}
		}
	}
}

// TestMoved checks that a file that somebody moves or removes is begun anew.
func TestMoved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testMoved)
}

func testMoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	f, err := rotate.Open(name, 1<<20, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, away := range []func() error{func() error { return nil }, func() error { return os.Rename(name, name+".old") }, func() error { return os.Remove(name) }} {
		if err := away(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rotate.LooksEvery) // the next write looks again
		line := fmt.Sprintf("line %d\n", i)
		if _, err := f.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != line {
			t.Errorf("step %d: %q, %v", i, text, err)
		}
	}
}
