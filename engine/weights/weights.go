// Package weights tells an operator which patterns of a list of weights fit no page.
//
// Floor: 5 (owner), inside engine. Stability: engine. The list itself is that of package search/pageweight.
package weights

import (
	"context"
	"log/slog"
	"sync"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is told of a list: the pages of an index in which patterns are looked for, and the patterns that a
// log record names. A search waits for it.
const (
	mostPages = 100_000
	mostTold  = 10
)

// An Index has the pages that can be found.
type Index interface {
	Snapshot() (*index.Snapshot, error)
}

// Guard line: an index is one.
var _ Index = (*index.Index)(nil)

// Telling returns how the list is asked for, nil if it is not: like read, but with the first search after a list was
// read, the log tells which of its patterns fit no page; of an index of more pages than are looked at nothing is
// told. It is safe for concurrent use if read is, and read never returns a list again after a newer one.
func Telling(read pageweight.Source, x Index, logger *slog.Logger) pageweight.Source {
	if read == nil {
		return nil
	}
	var mu sync.Mutex
	var told *pageweight.Set
	return func() *pageweight.Set {
		mu.Lock()
		set := read()
		fresh := set != told
		told = set
		mu.Unlock()
		if fresh && set.Len() > 0 {
			tellUnfit(set, x, logger)
		}
		return set
	}
}

// tellUnfit logs which patterns fit no page. In an empty index nothing is missing: its first crawl comes still.
func tellUnfit(set *pageweight.Set, x Index, logger *slog.Logger) {
	snap, err := x.Snapshot()
	if err != nil {
		return // searches tell that it cannot be read
	}
	defer snap.Close()
	if snap.Docs() == 0 || snap.Stored() > mostPages {
		return
	}
	unfit := set.Unfit(func(yield func(weburl.URL) bool) {
		for seg := range snap.Segments() {
			for page, err := range snap.Titles(context.Background(), seg) {
				if err != nil {
					return
				}
				if u, err := weburl.Parse(page.URL); err == nil && !yield(u) {
					return
				}
			}
		}
	})
	if len(unfit) > 0 {
		logger.Warn("patterns of the list of weights fit no page", "patterns", len(unfit), "first", unfit[:min(len(unfit), mostTold)])
	}
}
