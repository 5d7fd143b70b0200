package engine

import (
	"context"
	"iter"
	"net/http"

	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/upkeep"
)

// indexes returns the indexes of the folder.
func (e *Engine) indexes() []upkeep.Index {
	return []upkeep.Index{{Dir: "index", Index: e.index}, {Dir: "anchors", Index: e.ranker.Anchors()}}
}

// IndexStats implements Service.
func (e *Engine) IndexStats(ctx context.Context) ([]upkeep.Stat, error) {
	var all []upkeep.Stat
	for _, x := range e.indexes() {
		st, err := upkeep.StatOf(ctx, x)
		if err != nil {
			return nil, err
		}
		all = append(all, st)
	}
	return all, nil
}

// Verify implements Service.
func (e *Engine) Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error] {
	return upkeep.Verify(ctx, e.indexes())
}

// Merge implements Service.
func (e *Engine) Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error) {
	return m.Do(ctx, e.indexes())
}

// IndexStats implements Service.
func (c *Client) IndexStats(ctx context.Context) ([]upkeep.Stat, error) {
	return call[[]upkeep.Stat](ctx, c, http.MethodGet, "index-stats", nil, nil)
}

// Verify implements Service.
func (c *Client) Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error] {
	return values[upkeep.Verified](ctx, c, http.MethodPost, "verify", nil, nil)
}

// Merge implements Service.
func (c *Client) Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error) {
	return call[upkeep.Merged](ctx, c, http.MethodPost, "merge", nil, m)
}

// Rerank implements Service.
func (c *Client) Rerank(ctx context.Context) (ranking.Ranked, error) {
	return call[ranking.Ranked](ctx, c, http.MethodPost, "rank/rebuild", nil, nil)
}

// IndexStats implements Service.
func (s *Session) IndexStats(ctx context.Context) ([]upkeep.Stat, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) ([]upkeep.Stat, error) { return x.IndexStats(ctx) })
}

// Verify implements Service.
func (s *Session) Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[upkeep.Verified, error] { return x.Verify(ctx) })
}

// Merge implements Service.
func (s *Session) Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (upkeep.Merged, error) { return x.Merge(ctx, m) })
}

// Rerank implements Service.
func (s *Session) Rerank(ctx context.Context) (ranking.Ranked, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (ranking.Ranked, error) { return x.Rerank(ctx) })
}
