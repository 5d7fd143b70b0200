// Package readonly searches the index of a data folder without owning the folder, because this
// process may only read it, or because other parts of it are damaged.
//
// Floor: 5 (owner). Stability: engine. It has no links: searching by the words of links, and
// link:, require the owner.
package readonly

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

// Open opens the index of a folder to which other processes may write. It does not find pages
// that are only in the log of the index.
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

// OpenStill opens the index of a folder to which nobody writes, including its log, which is read
// into memory without changing the folder.
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

// Documents yields what the index stores about its pages, of those that were read with a secret only the
// ones with a label of access. It ends with the first error.
func (r *Reader) Documents(ctx context.Context, access []string) iter.Seq2[imports.Document, error] {
	return func(yield func(imports.Document, error) bool) {
		snap, err := r.src.Fresh(ctx)
		if err != nil {
			yield(imports.Document{}, err)
			return
		}
		defer snap.Close()
		imports.All(ctx, snap, access)(yield)
	}
}

// Close closes the index.
func (r *Reader) Close() error { return r.close() }
