package engine

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
)

// queueUp waits until no other caller is entering a crawl, and keeps others out until leave is
// called.
func (e *Engine) queueUp(ctx context.Context) (leave func(), err error) { return take(ctx, e.entering) }

// take sends a token into a channel with room for one. If it need not wait, it succeeds even if
// ctx has ended.
func take(ctx context.Context, tokens chan struct{}) (leave func(), err error) {
	leave = func() { <-tokens }
	select {
	case tokens <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case tokens <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, gaveUp(ctx)
	}
}

// atRest calls f while index and frontier do not change: between two commits of the current
// crawl, if there is one, and while no crawl can begin.
func (e *Engine) atRest(ctx context.Context, f func() error) error {
	return e.aside(ctx, (*crawl.Crawler).Exclusive, f)
}

// aside calls f exclusively, by the given method of the crawler of the current crawl, and while
// no crawl can begin.
func (e *Engine) aside(ctx context.Context, alone func(*crawl.Crawler, func() error) error, f func() error) error {
	leave, err := e.queueUp(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return e.exclusively(alone, f)
}

// exclusively is aside for a caller who keeps others out already.
func (e *Engine) exclusively(alone func(*crawl.Crawler, func() error) error, f func() error) error {
	for {
		j := e.current()
		if j == nil {
			return f()
		}
		spine, still := j.spine(), false
		err := alone(spine, func() error {
			if still = j.spine() == spine; !still {
				return nil // replaced by a crawler for late seeds
			}
			return f()
		})
		if still {
			return err
		}
	}
}

// gaveUp returns the error for a caller who stopped waiting for others.
func gaveUp(ctx context.Context) error {
	return &aranea.Error{Op: "wait for the crawl", Kind: aranea.Canceled, Err: context.Cause(ctx)}
}
