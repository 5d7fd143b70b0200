package engine

import (
	"context"
	"iter"

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
