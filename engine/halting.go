package engine

import (
	"context"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/optionsfile"
)

// storeOrders stores orders that are not durable yet. Orders take effect in memory whether or
// not that succeeds; every later write of settings tries again.
func (e *Engine) storeOrders(ctx context.Context) error {
	leave, err := take(ctx, e.writing)
	if err != nil {
		return err
	}
	defer leave()
	if !e.halt.Unstored() {
		return nil
	}
	return e.rewrite(func(*optionsfile.File) bool { return true })
}

// Ordered implements Service. It tries to store orders that could not be stored before, and
// ignores errors: whoever gave the order got the error.
func (e *Engine) Ordered(ctx context.Context) (halt.State, error) {
	_ = e.storeOrders(ctx)
	return e.halt.Now(), nil
}

// halted returns the report of a crawl that was stopped before it began.
func (e *Engine) halted() runreport.Report {
	r := runreport.Report{Ending: verdict.EndStopped}
	r.Counts, r.Hosts = e.frontier.Counts()
	_, r.Known = e.frontier.HostTotals()
	j := verdict.Of(verdict.Situation{Ending: r.Ending, Counts: r.Counts})
	r.Verdict, r.Cause, r.Why = j.Verdict, j.Cause, j.Sentence()
	return r
}
