package engine

import (
	"context"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
)

// storeOrders makes what is ordered durable, unless it is. What holds in memory holds
// whether that succeeds or not; every later write of settings tries again.
func (e *Engine) storeOrders(ctx context.Context) error {
	leave, err := take(ctx, e.writing)
	if err != nil {
		return err
	}
	defer leave()
	if !e.halt.Unstored() {
		return nil
	}
	return e.rewrite(func(*stored) bool { return true })
}

// ordered is part of partner. What could not be stored is stored now, if it can be: who gave
// the order was told the error.
func (e *Engine) ordered(ctx context.Context) (halt.State, error) {
	_ = e.storeOrders(ctx)
	return e.halt.Now(), nil
}

// halted is the report of a crawl that was stopped before it began here.
func (e *Engine) halted() crawl.Report {
	r := crawl.Report{Ending: verdict.EndStopped}
	r.Counts, r.Hosts = e.frontier.Counts()
	_, r.Known = e.frontier.HostTotals()
	j := verdict.Of(verdict.Situation{Ending: r.Ending, Counts: r.Counts})
	r.Verdict, r.Cause, r.Why = j.Verdict, j.Cause, j.Sentence()
	return r
}
