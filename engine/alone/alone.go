// Package alone searches the index of a data folder without owning the folder: one
// that this process may only read, or of which other parts are damaged.
//
// Floor: 5 (owner). Stability: engine. It knows nothing of links: what is found by
// their words, and by link:, takes the owner.
package alone

import (
	"context"
	"iter"
	"time"

	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
)

// A Reader searches a folder. It is safe for concurrent use.
type Reader struct {
	*search.Searcher
	src   search.Source
	close func() error
}

// Open opens the index of a folder that others may write to. What is only in its log
// is not found.
func Open(dir string) (*Reader, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return nil, err
	}
	r, err := index.OpenReader(folder.IndexDir())
	if err != nil {
		return nil, err
	}
	closed := func() error { r.Close(); return nil }
	return &Reader{search.New(r, time.Now, search.Options{}), r, closed}, nil
}

// OpenStill opens the index of a folder to which nobody writes, with what is only in
// its log: the log is read into memory, and the folder stays as it is.
func OpenStill(dir string, opt index.Options) (*Reader, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return nil, err
	}
	files, err := disk.At(folder.IndexDir())
	if err != nil {
		return nil, err
	}
	x, err := index.OpenOn(disk.NewView(files), opt)
	if err != nil {
		return nil, err
	}
	return &Reader{search.New(x, time.Now, search.Options{}), x, x.Close}, nil
}

// Documents yields what the index keeps of its pages. It ends with the first error.
func (r *Reader) Documents(ctx context.Context) iter.Seq2[imports.Document, error] {
	return func(yield func(imports.Document, error) bool) {
		snap, err := r.src.Fresh(ctx)
		if err != nil {
			yield(imports.Document{}, err)
			return
		}
		defer snap.Close()
		imports.All(ctx, snap)(yield)
	}
}

// Close lets go of the index.
func (r *Reader) Close() error { return r.close() }
