package index

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestFresh: a search finds what is older than a second, however long nobody
// searched before; without searches memory is flushed after five minutes.
func TestFresh(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := open(t, disktest.New(), Options{Workers: 1})
		docs := func(ask func() (*Snapshot, error)) int {
			t.Helper()
			s, err := ask()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			return s.Docs()
		}
		fresh := func() (*Snapshot, error) { return x.Fresh(t.Context()) }
		apply(t, x, put(t, "http://a.test/1", "text:a"))
		time.Sleep(299 * time.Second)
		if n := docs(x.Snapshot); n != 0 {
			t.Errorf("flushed without need: %d documents", n)
		}
		time.Sleep(2 * time.Second)
		if n := docs(x.Snapshot); n != 1 {
			t.Errorf("after five minutes there are %d documents", n)
		}
		apply(t, x, put(t, "http://a.test/2", "text:a"))
		time.Sleep(time.Second)
		if n := docs(fresh); n != 2 {
			t.Errorf("a search after a second finds %d documents", n)
		}
		apply(t, x, put(t, "http://a.test/3", "text:a"))
		if n := docs(fresh); n != 2 {
			t.Errorf("a search at once finds %d documents", n)
		}
		time.Sleep(time.Second)
		if n := docs(x.Snapshot); n != 3 {
			t.Errorf("while people search, %d documents are there after a second", n)
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
		if err != nil || s.Docs() != 1 {
			t.Errorf("a snapshot during the flush: %v, %v", s, err)
		}
		s.Close()
		if !x.Has(parse(t, "http://a.test/2").ID()) {
			t.Error("the page that is being flushed is not known")
		}
		apply(t, x, put(t, "http://a.test/3", "text:a"), del(t, "http://a.test/1"))
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
