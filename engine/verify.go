package engine

import (
	"context"

	"github.com/aranea-search/aranea/engine/service"
)

// verify checks every file once and records damage.
func (e *Engine) verify(ctx context.Context) {
	newChecker(ctx, e, false, func(f service.Fault, err error) bool {
		if err != nil {
			if ctx.Err() == nil {
				e.opt.Logger.Error("files could not be verified", "error", err)
			}
			return false
		}
		return e.noteDamage(f)
	}).files()
	if ctx.Err() == nil {
		e.opt.Logger.Info("files verified", "faults", len(e.faults(nil)))
	}
}
