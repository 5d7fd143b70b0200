package index

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/mergepolicy"
)

// TestQuiet: when nothing is written any more, small segments become one; a change
// stops that, does not wait for it, and makes the next try come later.
func TestQuiet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const many = 8
		files := &stuck{Memory: disktest.New(), name: segmentName(many+1) + ".pst", free: make(chan struct{})}
		x := open(t, files, Options{Workers: 1, Quiet: time.Minute, FlushIdle: time.Second})
		segments := func() int {
			t.Helper()
			s, err := x.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if s.Docs() != many {
				t.Errorf("%d documents, want %d", s.Docs(), many)
			}
			return s.Segments()
		}
		for i := range many {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:word"))
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(50 * time.Second)
		if n := segments(); n != many {
			t.Errorf("%d segments while there may be changes", n)
		}
		time.Sleep(11 * time.Second) // the merge begins, and hangs
		apply(t, x, put(t, "http://a.test/0", "text:word"))
		close(files.free)
		time.Sleep(90 * time.Second)
		if n := segments(); n != many { // that of which only an old version was left is gone
			t.Errorf("%d segments after a change stopped the merge", n)
		}
		time.Sleep(31 * time.Second)
		if n := segments(); n != mergepolicy.Few {
			t.Errorf("%d segments when nothing is written any more, want %d", n, mergepolicy.Few)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = open(t, files, slow)
		if n := segments(); n != mergepolicy.Few {
			t.Errorf("%d segments after opening anew", n)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		found := 0
		checkFiles(t.Context(), files, func(f Fault, err error) bool {
			t.Errorf("%v, %v", f, err)
			found++
			return found < 5
		})
	})
}
