package index

import (
	"context"

	"github.com/aranea-search/aranea/index/tier"
)

// Merge flushes memory and merges segments, the smallest first, until at most most are left.
// Everything else goes on meanwhile. More are left if the size limit of a segment
// (tier.MaxDocs) keeps them apart, or if new ones are written meanwhile.
func (x *Index) Merge(ctx context.Context, most int) error {
	if err := x.Flush(); err != nil {
		return err
	}
	for {
		stop := make(chan struct{})
		m, own, err := x.mergeDown(most, stop)
		if m == nil || err != nil {
			return err
		}
		select {
		case <-m.ended:
			continue
		case <-ctx.Done():
			err = context.Cause(ctx)
		case <-x.quit:
			err = errClosed
		}
		if own {
			close(stop)
			<-m.ended
		}
		return err
	}
}

// mergeDown begins a merge towards at most most segments, which closing stop ends. It returns
// that merge (own is true), or one already under way that has to be waited for; nil if there is
// nothing to do.
func (x *Index) mergeDown(most int, stop <-chan struct{}) (m *merging, own bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case <-x.quit:
		return nil, false, errClosed
	default:
	}
	if x.err != nil {
		return nil, false, x.err
	}
	for m := range x.merges {
		return m, false, nil
	}
	free := x.free()
	if set := chosen(free, tier.Down(tiers(free), most)); len(set) > 0 {
		return x.beginMerge(set, stop), true, nil
	}
	return nil, false, nil
}
