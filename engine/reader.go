package engine

import (
	"context"
	"errors"
	"time"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Reader searches a folder that this process may read and not own: one on a
// read-only file system, or of another user. It is safe for concurrent use.
type Reader struct {
	index    *index.Reader
	searcher *search.Searcher
}

var _ Searching = (*Reader)(nil)

// OpenReader opens the index of a folder for searching alone.
func OpenReader(dir string) (*Reader, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return nil, err
	}
	r, err := index.OpenReader(folder.IndexDir())
	if err != nil {
		return nil, err
	}
	return &Reader{r, search.New(r, time.Now, search.Options{})}, nil
}

// Unwritable reports whether a folder cannot be opened only because this user may
// not write it: a Reader may still search it.
func Unwritable(err error) bool {
	var f *store.FolderError
	return errors.As(err, &f) && f.Fault == store.FolderForbidden
}

// Close lets go of the index.
func (r *Reader) Close() { r.index.Close() }

// Search is part of Searching.
func (r *Reader) Search(ctx context.Context, q search.Request) (search.Response, error) {
	return r.searcher.Search(ctx, q)
}

// Complete is part of Searching.
func (r *Reader) Complete(ctx context.Context, q search.Request) (search.Completions, error) {
	return r.searcher.Complete(ctx, q)
}

// Why is part of Searching.
func (r *Reader) Why(ctx context.Context, q search.Request, u weburl.URL) (search.Explanation, error) {
	return r.searcher.Explain(ctx, q, u)
}

// Docs is part of Searching.
func (r *Reader) Docs(context.Context) (int, error) { return r.searcher.Docs() }
