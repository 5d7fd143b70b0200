package engine

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/store"
)

// Halted reads what the operator has ordered for all crawls of a folder, nothing if there
// is none. It does not need the folder to be free.
func Halted(dir string) (halt.State, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if aranea.KindOf(err) == aranea.NotFound {
		return halt.State{}, nil
	}
	if err != nil {
		return halt.State{}, err
	}
	o, _, err := readStored(dir, folder)
	return o.Halt, err
}

// order changes what is ordered, for crawls that begin at once, and durably when it
// returns.
func (e *Engine) order(change func(halt.State) halt.State) (was, now halt.State, err error) {
	if was, now = e.halt.Change(change); now != was {
		e.writing <- struct{}{}
		defer func() { <-e.writing }()
		err = e.rewrite(func(o *stored) bool {
			o.Halt = e.halt.Now()
			return true
		})
	}
	return was, now, err
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
