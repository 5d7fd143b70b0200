package engine

import (
	"context"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/weburl"
)

// Import is part of Service. The documents are durable before the frontier calls their
// URLs indexed; what a crash leaves between the two, the same import puts right.
func (e *Engine) Import(ctx context.Context, b imports.Batch) (done imports.Imported, err error) {
	chosen := b.Choose(e.opt.Now())
	err = e.aside(ctx, (*crawl.Crawler).Still, func() error { // what may enter is not visited before it has
		if err := chosen.Ask(e.frontier); err != nil {
			return err
		}
		left, err := e.bring(ctx, chosen.Changes, chosen.Entries)
		done = chosen.Left(e.frontier, left)
		return err
	})
	return done, err
}

// bring puts documents into the index and notes that in the frontier. It returns those
// that were taken out meanwhile, of which nothing stays.
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

// Import is part of Service.
func (c *Client) Import(ctx context.Context, b imports.Batch) (imports.Imported, error) {
	return call[imports.Imported](ctx, c, http.MethodPost, "import", nil, b)
}

// Import is part of Service.
func (s *Session) Import(ctx context.Context, b imports.Batch) (imports.Imported, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (imports.Imported, error) { return x.Import(ctx, b) })
}
