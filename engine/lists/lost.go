package lists

import (
	"log/slog"
	"slices"
	"sync/atomic"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/weburl"
)

// mostLost is how many pinned pages that are not in the index a log record names.
const mostLost = 10

// An Index has the pages that can be found.
type Index interface {
	Snapshot() (*index.Snapshot, error)
}

// Guard line: an index is one.
var _ Index = (*index.Index)(nil)

// Telling returns how the pinned pages are asked for, nil if they are not: like pins, but with the first
// search after a list was read, the log tells which of its pages cannot be found.
func Telling(pins func() *pin.Set, x Index, logger *slog.Logger) func() *pin.Set {
	if pins == nil {
		return nil
	}
	var told atomic.Pointer[pin.Set]
	return func() *pin.Set {
		set := pins()
		if told.Swap(set) != set {
			tellLost(set, x, logger)
		}
		return set
	}
}

// tellLost logs which pinned pages are not in the index, or hidden there.
func tellLost(set *pin.Set, x Index, logger *slog.Logger) {
	snap, err := x.Snapshot()
	if err != nil {
		return // searches tell that it cannot be read
	}
	defer snap.Close()
	lost := slices.DeleteFunc(set.Pages(), func(u weburl.URL) bool {
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
