package index

import (
	"context"

	"github.com/aranea-search/aranea/index/mergepolicy"
	"github.com/aranea-search/aranea/index/segment"
)

// Merge flushes memory and merges segments, the smallest first, until at most most are left. Then it
// rewrites those that have documents which were deleted before, so that nothing of these is in a file
// any more, but for damaged segments, which stay as they are. Everything else goes on meanwhile. More
// segments are left if the size limit of a segment (mergepolicy.MaxDocs) keeps them apart, or if new ones are
// written meanwhile.
func (x *Index) Merge(ctx context.Context, most int) error {
	if err := x.Flush(); err != nil {
		return err
	}
	if err := x.mergeWhile(ctx, func(free []live) []live { return chosen(free, mergepolicy.Down(tiers(free), most)) }); err != nil {
		return err
	}
	rewritten := map[*segment.Segment]bool{} // or merged into another one
	for _, l := range x.withLost() {
		rewritten[l] = false
	}
	return x.mergeWhile(ctx, func(free []live) []live {
		for _, l := range free {
			if done, begun := rewritten[l.Segment]; begun && !done && l.lost() > 0 {
				rewritten[l.Segment] = true
				return []live{l}
			}
		}
		return nil
	})
}

// withLost returns the segments that have documents which nobody needs any more.
func (x *Index) withLost() (out []*segment.Segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range x.live {
		if l.lost() > 0 {
			out = append(out, l.Segment)
		}
	}
	return out
}

// mergeWhile merges what next chooses of the segments that may be merged, until that is nothing.
func (x *Index) mergeWhile(ctx context.Context, next func(free []live) []live) error {
	for {
		stop := make(chan struct{})
		m, own, err := x.mergeNext(next, stop)
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

// mergeNext begins a merge of what next chooses, which closing stop ends. It returns that merge (own
// is true), or one already under way that has to be waited for; nil if there is nothing to merge.
func (x *Index) mergeNext(next func(free []live) []live, stop <-chan struct{}) (m *merging, own bool, err error) {
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
	if set := next(x.free()); len(set) > 0 {
		return x.beginMerge(set, stop), true, nil
	}
	return nil, false, nil
}
