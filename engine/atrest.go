package engine

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
)

// queueUp waits until no other caller enters a crawl, and keeps others from it
// until leave is called.
func (e *Engine) queueUp(ctx context.Context) (leave func(), err error) { return take(ctx, e.entering) }

// take puts a token into a channel that holds one. Who need not wait gets it also if ctx has
// ended.
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

// atRest runs f while index and frontier stand still: between two commits of the
// crawl under way, if there is one, and while no crawl can begin.
func (e *Engine) atRest(ctx context.Context, f func() error) error {
	return e.aside(ctx, (*crawl.Crawler).Exclusive, f)
}

// aside runs f alone, in the way that a crawl under way has for that, and while no crawl
// can begin.
func (e *Engine) aside(ctx context.Context, alone func(*crawl.Crawler, func() error) error, f func() error) error {
	leave, err := e.queueUp(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for {
		j := e.current()
		if j == nil {
			return f()
		}
		spine, still := j.spine(), false
		err := alone(spine, func() error {
			if still = j.spine() == spine; !still {
				return nil // a crawler for late seeds has taken its place
			}
			return f()
		})
		if still {
			return err
		}
	}
}

// gaveUp is the error of a caller who did not wait until others were done.
func gaveUp(ctx context.Context) error {
	return &aranea.Error{Op: "wait for the crawl", Kind: aranea.Canceled, Err: context.Cause(ctx)}
}
