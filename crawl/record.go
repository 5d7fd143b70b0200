package crawl

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
)

// A Recorder keeps exchanges for use outside of the crawl. It is safe for concurrent use.
type Recorder interface {
	// Record keeps one exchange, whose body is valid until it returns. An error
	// ends the crawl.
	Record(x *archive.Exchange) error
}

// record passes an exchange to the recorder, before anything of it is committed.
func (w *worker) record(v *visited) error {
	if w.c.opt.Recorder == nil {
		return nil
	}
	e := &v.lease.Entry
	x := &archive.Exchange{
		Fetched: &v.fetched, Kind: e.Kind, LookUp: v.lease.LookUp, How: e.How, Depth: e.Depth, Tries: e.Attempts, Head: v.head,
		NoCopy: v.page != nil && !v.page.Directives.Archive().Allowed,
	}
	if !x.Happened() {
		return nil
	}
	if !e.FoundOn.IsZero() {
		source, _, err := w.c.frontier.EntryByID(e.FoundOn)
		if err != nil {
			return fmt.Errorf("look for what named %s: %w", e.URL, err)
		}
		if source.State != aranea.StateUnknown {
			x.Via = source.URL.String()
		}
	}
	if err := w.c.opt.Recorder.Record(x); err != nil {
		return fmt.Errorf("keep the exchange for %s: %w", e.URL, err)
	}
	return nil
}
