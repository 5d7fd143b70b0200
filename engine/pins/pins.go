// Package pins tells an operator which pages of a list of pins cannot be found.
//
// Floor: 5 (owner), inside engine. Stability: engine. The list itself is that of package search/pin.
package pins

import (
	"log/slog"
	"slices"
	"sync"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is told of a list: the pages that are looked up, in no order, and those that a log
// record names. A search waits for it.
const (
	mostAsked = 1000
	mostLost  = 10
)

// An Index has the pages that can be found.
type Index interface {
	Snapshot() (*index.Snapshot, error)
}

// Guard line: an index is one.
var _ Index = (*index.Index)(nil)

// Telling returns how the pinned pages are asked for, nil if they are not: like read, but with the
// first search after a list was read, the log tells which of its pages cannot be found. It is safe for
// concurrent use if read is, and read never returns a list again after a newer one.
func Telling(read func() *pin.Set, x Index, logger *slog.Logger) func() *pin.Set {
	if read == nil {
		return nil
	}
	var mu sync.Mutex
	var told *pin.Set
	return func() *pin.Set {
		mu.Lock()
		set := read()
		fresh := set != told
		told = set
		mu.Unlock()
		if fresh {
			tellLost(set, x, logger)
		}
		return set
	}
}

// tellLost logs which pinned pages are not in the index, or hidden there. In an empty index nothing is
// missing: its first crawl comes still.
func tellLost(set *pin.Set, x Index, logger *slog.Logger) {
	snap, err := x.Snapshot()
	if err != nil {
		return // searches tell that it cannot be read
	}
	defer snap.Close()
	if snap.Docs() == 0 {
		return
	}
	pages := set.Pages()
	lost := slices.DeleteFunc(pages[:min(len(pages), mostAsked)], func(u weburl.URL) bool {
		seg, doc, ok := snap.Lookup(u.ID())
		return ok && snap.Findable(seg, doc)
	})
	if len(lost) == 0 {
		return
	}
	var names []string
	for _, u := range lost {
		names = append(names, u.String())
	}
	slices.Sort(names)
	logger.Warn("pinned pages are not in the index", "pages", len(lost), "urls", names[:min(len(names), mostLost)])
}
