// Package due says when the verb run crawls again.
//
// Floor: 7 (glue). Stability: engine.
package due

import (
	"context"
	"time"
)

// Spacing is the least time between two crawls that notices of sites start.
const Spacing = time.Minute

// Tell says that something is due. The channel holds one value.
func Tell(due chan<- struct{}) {
	select {
	case due <- struct{}{}:
	default: // it is known
	}
}

// Wait waits for the next crawl: until something is said to be due, but not sooner
// after the last crawl that this started than Spacing, or else for so long. It
// returns when something said to be due last started a crawl.
func Wait(ctx context.Context, every time.Duration, due <-chan struct{}, last time.Time) (time.Time, error) {
	over := time.NewTimer(every)
	defer over.Stop()
	select {
	case <-over.C:
		return last, nil
	case <-due:
	case <-ctx.Done():
		return last, context.Cause(ctx)
	}
	spaced := time.NewTimer(Spacing - time.Since(last))
	defer spaced.Stop()
	select {
	case <-over.C:
		return last, nil
	case <-spaced.C:
		return time.Now(), nil
	case <-ctx.Done():
		return last, context.Cause(ctx)
	}
}
