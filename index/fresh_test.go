package index

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestFoundAtOnce: what was applied is found when Apply returns, with no file made for
// it before five minutes.
func TestFoundAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := disktest.New()
		x := open(t, f, Options{Workers: 1})
		for i := range 3 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:a"))
			s, err := x.Fresh(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if s.Docs() != i+1 || s.Segments() != 1 {
				t.Errorf("%d documents in %d segments after %d pages", s.Docs(), s.Segments(), i+1)
			}
			s.Close()
		}
		if st, err := x.Stats(); err != nil || st.Docs != 3 || st.Waiting != 3 || st.WaitingBytes == 0 {
			t.Errorf("%+v, %v", st, err)
		}
		time.Sleep(299 * time.Second)
		if segments, _ := files(t, f); segments != 0 {
			t.Errorf("%d files without need", segments)
		}
		time.Sleep(2 * time.Second)
		if segments, _ := files(t, f); segments == 0 {
			t.Error("nothing is on the disk after five minutes")
		}
		if st, err := x.Stats(); err != nil || st.Docs != 3 || st.Waiting != 0 || st.WaitingBytes != 0 {
			t.Errorf("%+v, %v", st, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := x.Fresh(ctx); err == nil {
			t.Error("a search that was called off is answered")
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestNobodyWaitsForTheDisk: while a flush hangs, snapshots are taken and
// changes applied.
func TestNobodyWaitsForTheDisk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		files := &stuck{Memory: disktest.New(), name: "seg-00000002.pst", free: make(chan struct{})}
		x := open(t, files, single)
		apply(t, x, put(t, "http://a.test/1", "text:a"))
		snapshot(t, x)
		apply(t, x, put(t, "http://a.test/2", "text:a"))
		flushed := make(chan error)
		go func() { flushed <- x.Flush() }()
		synctest.Wait()
		s, err := x.Snapshot()
		if err != nil || s.Docs() != 2 {
			t.Errorf("a snapshot during the flush: %v, %v", s, err)
		}
		s.Close()
		if !x.Has(parse(t, "http://a.test/2").ID()) {
			t.Error("the page that is being flushed is not known")
		}
		apply(t, x, put(t, "http://a.test/3", "text:a"), del(t, "http://a.test/1"))
		if got := now(t, x, "a"); got != "a.test/2@[0] a.test/3@[0]" {
			t.Errorf("during the flush %s is found", got)
		}
		close(files.free)
		if err := <-flushed; err != nil {
			t.Fatal(err)
		}
		if s := snapshot(t, x); s.Docs() != 2 {
			t.Errorf("%d documents in the end", s.Docs())
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// A stuck folder does not get on with one file until it is freed.
type stuck struct {
	*disktest.Memory
	name string
	free chan struct{}
}

// Create is part of disk.Folder.
func (s *stuck) Create(name string) (disk.File, error) {
	if name == s.name {
		<-s.free
	}
	return s.Memory.Create(name)
}

// CreateNew is part of disk.Folder.
func (s *stuck) CreateNew(name string) (disk.File, error) {
	if name == s.name {
		<-s.free
	}
	return s.Memory.CreateNew(name)
}
