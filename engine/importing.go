package engine

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// Import implements Service. The documents are durable before the frontier marks their URLs as
// indexed; after a crash between the two steps, repeating the import completes it.
func (e *Engine) Import(ctx context.Context, b imports.Batch) (done imports.Imported, err error) {
	chosen := b.Choose(e.opt.Now(), extract.FormatsOf(e.opt.Outside))
	err = e.aside(ctx, (*crawl.Crawler).Still, func() error { // an imported URL must not be visited before it is imported
		if err := chosen.Ask(e.frontier); err != nil {
			return err
		}
		left, err := e.bring(ctx, chosen.Changes, chosen.Entries)
		if err == nil {
			err = e.letGo(ctx, chosen.Gone)
		}
		done = chosen.Left(e.frontier, left)
		return err
	})
	return done, err
}

// bring puts documents into the index and records that in the frontier. It returns the URLs that
// were removed in the meantime, of which it keeps nothing.
func (e *Engine) bring(ctx context.Context, changes []aranea.IndexChange, entries []aranea.Entry) ([]weburl.URL, error) {
	if len(changes) == 0 {
		return nil, nil
	}
	if err := e.indexer.Apply(ctx, changes); err != nil {
		return nil, err
	}
	left, err := e.frontier.Import(ctx, e.opt.Now(), entries)
	if err != nil {
		return left, err
	}
	strays := make([]aranea.IndexChange, len(left))
	for i, u := range left {
		strays[i] = aranea.IndexChange{Action: aranea.IndexDelete, URL: u}
	}
	return left, e.indexer.Apply(ctx, strays)
}

// letGo takes pages that were imported out of the index.
func (e *Engine) letGo(ctx context.Context, gone []weburl.URL) error {
	if len(gone) == 0 {
		return nil
	}
	changes, ids := make([]aranea.IndexChange, len(gone)), make([]weburl.ID, len(gone))
	for i, u := range gone {
		changes[i], ids[i] = aranea.IndexChange{Action: aranea.IndexDelete, URL: u}, u.ID()
	}
	if err := e.indexer.Apply(ctx, changes); err != nil {
		return err
	}
	_, err := e.frontier.Requeue(ctx, e.opt.Now(), ids, "an import says that it has left", true)
	return err
}
