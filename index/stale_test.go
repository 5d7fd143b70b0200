package index

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestStale: pages that come again and again do not pile up: a segment of which nothing is needed
// any more is dropped, and one that is half deleted is written anew; nothing of either is done
// before something is written, and no page is lost.
func TestStale(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const pages = 40
		files := disktest.New()
		x := open(t, files, slow)
		visit := func(n int) {
			t.Helper()
			for i := range n {
				apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:word"))
			}
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		look := func(when string, segments, stored int) {
			t.Helper()
			s, err := x.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if s.Docs() != pages || s.Segments() != segments || s.Stored() != stored {
				t.Errorf("%s: %d documents, %d with deleted ones, in %d segments; want %d, %d, %d", when, s.Docs(), s.Stored(), s.Segments(), pages, stored, segments)
			}
		}
		visit(pages)
		for range 3 {
			visit(pages)
		}
		look("all came again", 1, pages)
		visit(pages/2 - 1)
		look("less than half came again", 2, pages+pages/2-1)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = open(t, files, slow)
		synctest.Wait()
		look("opened anew", 2, pages+pages/2-1)
		visit(pages / 2)
		look("half came again", 2, pages)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		checkFiles(t.Context(), files, func(f Fault, err error) bool {
			t.Errorf("%v, %v", f, err)
			return true
		})
	})
}
