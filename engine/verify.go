package engine

import (
	"context"
	"time"
)

// verifyAfter is how long an owner works before it begins to read its files for
// damage: short questions end before that.
const verifyAfter = 10 * time.Second

// verify reads every file once in the background and remembers what is damaged.
func (e *Engine) verify(ctx context.Context) {
	defer close(e.verified)
	t := time.NewTimer(verifyAfter)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
		return
	}
	newChecker(ctx, e, false, func(f Fault, err error) bool {
		if err != nil {
			if ctx.Err() == nil {
				e.opt.Logger.Error("files could not be verified", "error", err)
			}
			return false
		}
		return e.noteDamage(f)
	}).files()
	if ctx.Err() == nil {
		e.opt.Logger.Info("files verified", "faults", len(e.faults()))
	}
}
