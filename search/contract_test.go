package search_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/searchtest"
)

// embedded is the index with its search on a disk that loses what was not synced
// whenever it is opened again.
type embedded struct {
	files   *disktest.Memory
	rnd     *rand.Rand
	segment bool // every change goes into a segment at once
}

func (s *embedded) Open(t testing.TB) (searchtest.Indexer, searchtest.Searcher) {
	s.files = s.files.Crash(s.rnd)
	x, err := index.OpenOn(s.files, index.Options{FlushIdle: time.Hour, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() }) // a process that was killed has no more to say
	found := search.New(x, time.Now, search.Options{})
	if s.segment {
		return flushing{x}, found
	}
	return x, found
}

// flushing is an index that writes a segment for every call of Apply.
type flushing struct{ *index.Index }

func (f flushing) Apply(ctx context.Context, changes []aranea.IndexChange) error {
	if err := f.Index.Apply(ctx, changes); err != nil {
		return err
	}
	return f.Flush()
}

func TestContractInMemory(t *testing.T) {
	t.Parallel()
	searchtest.Run(t, func(testing.TB) searchtest.State {
		return &embedded{files: disktest.New(), rnd: rand.New(rand.NewPCG(1, 2))}
	})
}

func TestContractOnSegments(t *testing.T) {
	t.Parallel()
	searchtest.Run(t, func(testing.TB) searchtest.State {
		return &embedded{files: disktest.New(), rnd: rand.New(rand.NewPCG(3, 4)), segment: true}
	})
}
