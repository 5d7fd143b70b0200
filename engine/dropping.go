package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/reconfigure"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// nameAgain forgets that seeds were dropped which settings name again, and returns them, and removes
// from the settings those that were dropped after the settings named them.
func (e *Engine) nameAgain(s *service.Settings) (again seeds.DroppedList) {
	var count []weburl.URL
	e.dropped.Change(func(was seeds.DroppedList) (now seeds.DroppedList) {
		now, count = was.Named(s.Seeds, s.NamedAt)
		again = was.Without(now)
		return now
	})
	if len(count) < len(s.Seeds) {
		e.opt.Logger.Info("seeds that were dropped meanwhile do not count", "seeds", len(s.Seeds)-len(count))
		s.KeepSeeds(func(u weburl.URL) bool { return slices.Contains(count, u) })
	}
	return again
}

// stillDropped reverts nameAgain if the crawl that names the seeds did not come about because of an
// error, and returns that.
func (e *Engine) stillDropped(again seeds.DroppedList, err error) error {
	if err != nil && len(again) > 0 {
		e.dropped.Change(func(now seeds.DroppedList) seeds.DroppedList { return slices.Concat(now, again.Without(now)) })
	}
	return err
}

// dropSeed makes a seed an ordinary URL, durably, and takes out of the crawl and of the index what
// it alone brought in. It survives a crash: what is left is done when the next crawl begins, or by
// the same call.
func (e *Engine) dropSeed(ctx context.Context, r service.Removal) (service.Removed, error) {
	u, err := weburl.Parse(r.Target)
	if err == nil && r.Undo {
		err = errors.New("a seed that was dropped comes back when a crawl names it again")
	}
	if err != nil {
		return service.Removed{}, &aranea.Error{Op: seeds.OpDrop, Kind: aranea.Invalid, Obj: r.Target, Err: err}
	}
	d := e.dropping()
	done, err := e.dropNow(ctx, u, d)
	if err == nil {
		err = e.ranker.Drop(ctx, d.Gone(ctx))
	}
	if err == nil {
		err = d.Inherit(ctx)
	}
	if err != nil {
		return done, err
	}
	e.dropped.Change(func(all seeds.DroppedList) seeds.DroppedList { return all.Carried(u) })
	if j := e.current(); j != nil {
		j.spine().Wake()
	}
	e.opt.Logger.Info("seed dropped", "seed", u, "seeds", done.SeedsLeft, "urls", done.URLs, "documents", done.Documents)
	return done, cmp.Or(e.keepSums(), e.index.Flush())
}

func (e *Engine) dropping() *seeds.Dropping {
	return &seeds.Dropping{Frontier: e.frontier, Graph: e.graph, Now: e.opt.Now}
}

// dropNow is dropSeed without what is derived from links and copies.
func (e *Engine) dropNow(ctx context.Context, u weburl.URL, d *seeds.Dropping) (done service.Removed, err error) {
	leave, err := e.queueUp(ctx)
	if err != nil {
		return done, err
	}
	defer leave()
	s, read, err := e.latest(ctx)
	if err != nil {
		return done, err
	}
	if before, was := e.dropped.Now().Of(u); !was || !before.Pending { // otherwise an interrupted call goes on
		if err := e.forget(ctx, u, s, read); err != nil {
			return done, err
		}
	}
	if d.Rules, err = e.rules(s); err == nil {
		err = d.Follow(ctx)
	}
	if err != nil {
		return done, err
	}
	if j := e.current(); j != nil && e.extend(j, *s) {
		j.spine().Narrow(d.Rules)
	}
	done.SeedsLeft = len(s.Seeds)
	err = e.exclusively((*crawl.Crawler).Exclusive, func() error {
		done.URLs, err = d.LeaveOut(ctx, func(ctx context.Context, changes []aranea.IndexChange) error {
			done.Documents += uint64(len(changes))
			return e.indexer.Apply(ctx, changes)
		})
		return err
	})
	return done, err
}

// latest returns the settings of the current crawl, or else of the last one, with all seeds, and
// how documents are read. The caller keeps others from entering a crawl.
func (e *Engine) latest(ctx context.Context) (*service.Settings, extraction.State, error) {
	if j := e.current(); j != nil {
		s := j.settings
		return &s, j.way.State(), nil
	}
	earlier, err := e.recall()
	if err == nil && earlier == nil {
		err = &aranea.Error{Op: seeds.OpDrop, Kind: aranea.NotFound, Err: errors.New("no crawl was made in this folder yet, so it has no seeds")}
	}
	if err != nil {
		return nil, extraction.State{}, err
	}
	s := earlier.Settings
	s.Seeds, err = seeds.Known(ctx, e.frontier, earlier.Seeds, earlier.SeedCount, e.dropped.Now())
	return &s, earlier.Reading, err
}

// forget removes a seed from settings and stores that it was dropped.
func (e *Engine) forget(ctx context.Context, u weburl.URL, s *service.Settings, read extraction.State) error {
	dropped := e.dropped.Now()
	if err := seeds.Check(u, s.Seeds, dropped); err != nil {
		return err
	}
	only := *s
	only.KeepSeeds(func(v weburl.URL) bool { return v == u })
	rules, err := e.rules(&only)
	if err != nil {
		return err
	}
	led, err := seedreport.Led(ctx, e.frontier, rules, "")
	if err != nil {
		return err
	}
	s.KeepSeeds(func(v weburl.URL) bool { return v != u })
	e.dropped.Change(func(all seeds.DroppedList) seeds.DroppedList {
		return all.With(seeds.Dropped{URL: u, At: e.opt.Now(), Led: led, Pending: true})
	})
	if err = e.remember(s, read); err != nil {
		e.dropped.Change(func(seeds.DroppedList) seeds.DroppedList { return dropped })
	}
	return err
}

// carryDrops finishes what an interrupted dropSeed has left, before a crawl begins.
func (e *Engine) carryDrops(ctx context.Context, rules scope.Rules) error {
	if !e.dropped.Now().Pending() {
		return nil
	}
	d := e.dropping()
	d.Rules = rules
	n, err := d.LeaveOut(ctx, e.adjusting().TakeOut)
	if err == nil {
		err = d.Inherit(ctx)
	}
	if err != nil {
		return err
	}
	e.opt.Logger.Info("finished what dropping a seed had begun", "urls", n)
	e.dropped.Change(func(all seeds.DroppedList) seeds.DroppedList { return all.Carried(all.URLs()...) })
	return nil
}

// extend gives the current crawl its new settings, and reports whether it is still current.
func (e *Engine) extend(j *job, widened service.Settings) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.job != j {
		return false
	}
	j.settings, j.joined = widened, true
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seeds = len(widened.Seeds)
	return true
}

func (e *Engine) adjusting() *reconfigure.Work {
	return &reconfigure.Work{Frontier: e.frontier, Index: e.indexer, Graph: e.graph, Now: e.opt.Now, Logger: e.opt.Logger}
}
