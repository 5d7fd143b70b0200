package engine

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// How often the ranking is updated during a crawl: after rankFirst, then at intervals that double,
// but at least every rankEvery. It is also updated at the end of each crawl; a stopped crawl waits
// at most rankAtStop for it.
const (
	rankFirst  = time.Minute
	rankEvery  = 30 * time.Minute
	rankAtStop = 10 * time.Second
)

// openRanking opens the data derived from links.
func (e *Engine) openRanking(ctx context.Context) (err error) {
	e.ranker, err = ranking.Open(ctx, ranking.Options{
		AnchorsDir: e.folder.AnchorsDir(), RankDir: e.folder.RankDir(), View: e.view,
		BufferBytes: memory.Of(e.opt.Memory).Anchors, Graph: e.graph, Pages: e.index,
		Known: e.known, Elsewhere: e.ofOthers, Standing: e.standing, Mirrors: e.learner.Mirrors, Still: e.atRest, Logger: e.opt.Logger,
	})
	return err
}

// Rank updates the data derived from links: the words of links by which URLs are found, and how
// much links recommend pages.
func (e *Engine) Rank(ctx context.Context) (ranking.Ranked, error) {
	if err := e.index.Flush(); err != nil { // pages of the last second have a rank too
		return ranking.Ranked{}, err
	}
	return e.ranker.Update(ctx)
}

// Rerank implements Service.
func (e *Engine) Rerank(ctx context.Context) (ranking.Ranked, error) {
	if err := e.ranker.Forget(ctx); err != nil {
		return ranking.Ranked{}, err
	}
	return e.Rank(ctx)
}

// whileRanking updates the ranking in the background from time to time, and stores the cost of
// browsers, until end is called.
func (e *Engine) whileRanking(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for delay := rankFirst; ; delay = min(2*delay, rankEvery) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(delay):
			}
			_ = e.rankLogged(ctx) // the end of the crawl meets damage again
			e.keepLogged()
		}
	}()
	return func() { cancel(); <-done }
}

// rankAtEnd updates the ranking at the end of a crawl, even of a stopped one, so that the next
// search uses its links. It does nothing after a crawl that failed for another reason, such as a
// full disk.
func (e *Engine) rankAtEnd(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(context.WithoutCancel(ctx), rankAtStop)
		defer end()
	}
	return e.rankLogged(ctx)
}

// rankLogged updates the ranking and logs errors. It returns only damage and a full disk, after
// which nothing is ranked until the folder is opened again; a crawl does not depend on anything
// else of the ranking.
func (e *Engine) rankLogged(ctx context.Context) error {
	r, err := e.Rank(ctx)
	switch {
	case err == nil:
		e.opt.Logger.Info("links ranked", "targets", r.Anchors.Targets, "changed", r.Anchors.Changed, "pages", r.Pages.Pages, "links", r.Pages.Links)
	case ctx.Err() == nil:
		e.opt.Logger.Error("links could not be ranked", "error", err)
	case errors.Is(err, context.DeadlineExceeded):
		e.opt.Logger.Warn("the crawl was stopped and ranking its links took too long; they are ranked when the folder is opened for longer, or by aranea index rank", "limit", rankAtStop)
	}
	if aranea.KindOf(err) == aranea.Corrupt || store.DiskFull(err) {
		return err
	}
	return nil
}

// known yields the standing of all known URLs in the order of their IDs.
func (e *Engine) known(ctx context.Context) iter.Seq2[linkgraph.Known, error] {
	return func(yield func(linkgraph.Known, error) bool) {
		var origin weburl.Origin
		var id weburl.OriginID // the hash of origin; most entries have the same origin as the one before
		own, foreign := e.graph.Partition(), false
		for entry, err := range e.frontier.Select(ctx, frontier.Filter{}) {
			var k linkgraph.Known
			if err == nil {
				if o := entry.URL.Origin(); o != origin {
					origin, id, foreign = o, o.ID(), !own.Holds(o)
				}
				k = linkgraph.Known{URL: entry.URL, ID: entry.URL.IDIn(id), Counts: linksOf(&entry), Standing: e.standingOf(&entry)}
				if foreign {
					k.Counts, k.Standing = !e.isRemoved(entry.URL), linkgraph.Unlisted
				}
			}
			if !yield(k, err) || err != nil {
				return
			}
		}
	}
}

// ofOthers yields the known URLs in scope that other nodes of the cluster visit.
func (e *Engine) ofOthers(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for entry, err := range e.frontier.Select(ctx, frontier.Filter{}) {
			if err != nil {
				yield("", err)
				return
			}
			if entry.Reason == aranea.ScopePartition && !yield(entry.URL.String(), nil) {
				return
			}
		}
	}
}

// standing returns how a URL may be found.
func (e *Engine) standing(u weburl.URL) (linkgraph.Standing, error) {
	if !e.graph.Partition().Holds(u.Origin()) {
		return linkgraph.Unlisted, nil // its own node finds it
	}
	entry, known, err := e.frontier.EntryByID(u.ID())
	if err != nil || !known {
		return linkgraph.Unlisted, err
	}
	return e.standingOf(&entry), nil
}

// standingOf is standing for an entry. One that was excluded before a removal keeps its own reason.
func (e *Engine) standingOf(entry *aranea.Entry) linkgraph.Standing {
	s := ranking.StandingOf(entry)
	if s != linkgraph.Unlisted && e.isRemoved(entry.URL) {
		return linkgraph.Unlisted
	}
	return s
}

func (e *Engine) isRemoved(u weburl.URL) bool {
	_, removed := e.frontier.Removed(u)
	return removed
}

// isListed reports whether a URL that was never read may currently be shown by the words of
// links.
func (e *Engine) isListed(u weburl.URL) (bool, error) {
	s, err := e.standing(u)
	return s == linkgraph.Unread, err
}
