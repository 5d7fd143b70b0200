package engine

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// rankEvery is how often what follows from links is brought up to date while a
// crawl goes on. It is done at the end of each crawl as well.
const rankEvery = 30 * time.Minute

// anchorWorkers is how many buffers the index of anchors fills: its documents are
// few words each.
const anchorWorkers = 1

// Ranked says what an update of all that follows from links did.
type Ranked struct {
	Anchors linkgraph.Updated `json:"anchors"`
}

// openAnchors opens the index of the words of links. All that is in it can be made
// anew from the link graph, so one that is damaged is repaired at once. If it is
// empty, or was damaged, what the graph remembers of it is forgotten.
func (e *Engine) openAnchors(ctx context.Context) error {
	dir := e.folder.AnchorsDir()
	opt := index.Options{BufferBytes: shares(e.opt.Memory).anchors, Workers: anchorWorkers}
	if e.view {
		files, err := disk.At(dir)
		if err == nil {
			e.anchors, err = index.OpenOn(disk.NewView(files), opt)
		}
		return err
	}
	x, err := index.Open(dir, opt)
	damaged := aranea.KindOf(err) == aranea.Corrupt
	if damaged {
		e.opt.Logger.Warn("the index of anchors is repaired", "error", err)
		e.anchorsRepaired = []index.Fault{{Text: err.Error()}}
		if _, err = index.Repair(ctx, dir, opt); err == nil {
			x, err = index.Open(dir, opt)
		}
	}
	if err != nil {
		return err
	}
	e.anchors = x
	if st, err := x.Stats(); err != nil || st.Docs > 0 && !damaged {
		return err
	}
	return e.graph.ForgetAnchors()
}

// Rank brings up to date what follows from links: by which words of links URLs are
// found.
func (e *Engine) Rank(ctx context.Context) (Ranked, error) {
	select {
	case e.ranking <- struct{}{}:
	case <-ctx.Done():
		return Ranked{}, context.Cause(ctx)
	}
	defer func() { <-e.ranking }()
	var r Ranked
	var err error
	if r.Anchors, err = e.graph.UpdateAnchors(ctx, linkgraph.Uses{Standing: e.standing, Kind: extract.KindOf, Apply: e.anchors.Apply}); err != nil {
		return r, err
	}
	return r, e.anchors.Flush()
}

// whileRanking ranks now and then in the background; the caller ends it.
func (e *Engine) whileRanking(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.rankMeanwhile(ctx)
	}()
	return func() { cancel(); <-done }
}

// rankMeanwhile ranks now and then until ctx ends.
func (e *Engine) rankMeanwhile(ctx context.Context) {
	tick := time.NewTicker(rankEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		e.rankLogged(ctx)
	}
}

// rankLogged ranks; what goes wrong is told in the log: the crawl does not depend
// on it.
func (e *Engine) rankLogged(ctx context.Context) {
	r, err := e.Rank(ctx)
	switch {
	case err == nil:
		e.opt.Logger.Info("links ranked", "targets", r.Anchors.Targets, "changed", r.Anchors.Changed)
	case ctx.Err() == nil:
		e.opt.Logger.Error("links could not be ranked", "error", err)
	}
}

// standing says whether the words of links make a URL found: one that is in the
// index, or one that was never read because the robots file closes it or its name
// says a type that is not read.
func (e *Engine) standing(u weburl.URL) (linkgraph.Standing, error) {
	entry, known, err := e.frontier.EntryByID(u.ID())
	switch {
	case err != nil || !known:
		return linkgraph.Unlisted, err
	case e.isRemoved(u): // what was left out before has kept its own reason
	case entry.State == aranea.StateExcluded && (entry.Reason == aranea.RobotsDenied || entry.Reason == aranea.ScopeType):
		return linkgraph.Unread, nil
	case entry.Indexed && entry.State != aranea.StateExcluded:
		return linkgraph.Read, nil
	}
	return linkgraph.Unlisted, nil
}

func (e *Engine) isRemoved(u weburl.URL) bool {
	_, removed := e.frontier.Removed(u)
	return removed
}

// isListed reports whether a URL that was never read may be shown by the words of
// links, at this moment.
func (e *Engine) isListed(u weburl.URL) (bool, error) {
	s, err := e.standing(u)
	return s == linkgraph.Unread, err
}
