package engine

import (
	"cmp"

	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/revisit"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
)

func (e *Engine) recall() (*optionsfile.Recalled, error) {
	return optionsfile.RecallFrom(e.dir, e.folder)
}

// begin writes settings into a new folder before anything else, so that their loss is noticed.
func (e *Engine) begin() error {
	known, err := e.readStored()
	if err != nil || known {
		return err
	}
	s := service.DefaultSettings()
	return e.remember(&s, e.byReaders())
}

// readStored reads the cost of browsers so far and the orders of the operator, and reports
// whether there are settings.
func (e *Engine) readStored() (known bool, err error) {
	o, known, err := optionsfile.Read(e.dir, e.folder)
	if err != nil || !known {
		return false, err
	}
	e.halt.Change(func(halt.State) halt.State { return o.Halt })
	e.again.Change(func(revisit.Orders) revisit.Orders { return o.Again })
	e.dropped.Change(func(seeds.DroppedList) seeds.DroppedList { return o.Dropped })
	_ = e.halt.Store(func(halt.State) error { return nil }) // it is stored already
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spent, e.last, e.trusted = o.Rendered, o.Last, o.Authorities
	return true, nil
}

// byReaders returns how documents are read without rules of the operator.
func (e *Engine) byReaders() extraction.State {
	way := extraction.Way{Outside: e.opt.Outside}
	return way.State()
}

// remember stores the settings and how documents are read. What was stored before may be
// damaged.
func (e *Engine) remember(s *service.Settings, read extraction.State) error {
	e.writing <- struct{}{}
	defer func() { <-e.writing }()
	o := optionsfile.New(e.opt.Version, s, read)
	o.Rendered, o.Last = e.summed()
	o.Again, o.Dropped, o.Authorities = e.again.Now(), e.dropped.Now(), e.trusts("")
	return e.write(&o)
}

// write stores o with the current orders. The caller holds the token of writing.
func (e *Engine) write(o *optionsfile.File) error {
	return e.halt.Store(func(now halt.State) error {
		o.Halt = now
		return o.Write(e.folder)
	})
}

// rewrite changes the stored data unless change returns false. The caller holds the token of
// writing.
func (e *Engine) rewrite(change func(*optionsfile.File) bool) error {
	o, _, err := optionsfile.Read(e.dir, e.folder)
	if err != nil || !change(&o) {
		return err
	}
	return e.write(&o)
}

// rendered returns the cost of browsers in the crawls that have ended and in the current one.
func (e *Engine) rendered() rendering.Cost {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.job == nil {
		return e.spent
	}
	return e.spent.Add(e.job.room.Cost())
}

// summed returns what is stored about crawls: the cost of browsers, and how the last crawl
// ended.
func (e *Engine) summed() (rendering.Cost, *lastcrawl.Crawl) {
	cost := e.rendered()
	e.mu.Lock()
	defer e.mu.Unlock()
	return cost, e.last
}

// trusts returns what identifies the authorities with which the last crawl began, and with a sum that
// is not "", sets it before.
func (e *Engine) trusts(sum string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.trusted = cmp.Or(sum, e.trusted)
	return e.trusted
}

// tell records the current state of the last crawl, or how it ended.
func (e *Engine) tell(c lastcrawl.Crawl) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = c.After(e.last)
}

// keepSums stores the cost of browsers, the state of the last crawl, the orders to visit again and the
// dropped seeds. It runs before the crawl ends, so that the folder is not closed earlier.
func (e *Engine) keepSums() error {
	e.writing <- struct{}{}
	defer func() { <-e.writing }()
	return e.rewrite(func(o *optionsfile.File) bool {
		cost, last := e.summed()
		again, dropped := e.again.Now(), e.dropped.Now()
		changed := cost != o.Rendered || !last.Same(o.Last) || !again.Equal(o.Again) || !dropped.Equal(o.Dropped)
		o.Rendered, o.Last, o.Again, o.Dropped = cost, last, again, dropped
		return changed
	})
}

// keepLogged is keepSums for callers that go on without it. Faults of the settings are reported
// by the next operation that needs them.
func (e *Engine) keepLogged() {
	if err := e.keepSums(); err != nil {
		e.opt.Logger.Error("how the last crawl ended and what browsers cost could not be stored", "error", err)
	}
}
