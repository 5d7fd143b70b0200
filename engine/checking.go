package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/audit"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// errNoURL is the error if the frontier beside an index did not fill it.
var errNoURL = errors.New("the frontier knows no URL: frontier/ was lost or replaced")

// reconcile compares the frontier with the index when the folder is opened. It refuses an index
// without a frontier: going on would lose the reasons for which its pages are indexed. It
// reports other differences; Check with repair queues missing pages again.
func (e *Engine) reconcile() error {
	if err := e.index.Flush(); err != nil { // includes what a crash left in the log
		return err
	}
	st, err := e.index.Stats()
	if err != nil {
		return err
	}
	counts, _ := e.frontier.Counts()
	_, known := e.frontier.HostTotals()
	docs := st.Docs + st.Hidden
	if known == 0 && docs > 0 {
		return &aranea.Error{Op: "compare index and frontier", Kind: aranea.Corrupt, Obj: e.dir, Err: fmt.Errorf("the index holds %d documents and %w", docs, errNoURL)}
	}
	if n := e.frontier.Stats().ClockFaults; n > 0 {
		e.opt.Logger.Warn("the clock was wrong: delays that lay too far ahead were taken back", "instants", n)
	}
	if indexed := counts[aranea.CountIndexed] + counts[aranea.CountHidden]; audit.IsLost(indexed, uint64(docs)) {
		e.lost = &aranea.Error{Op: "crawl", Kind: aranea.Corrupt, Obj: e.dir, Err: fmt.Errorf("the index holds %d documents, and the frontier knows of %d: part of the index was lost", docs, indexed)}
		e.noteDamage(service.Fault{File: "index", Text: e.lost.Err.Error()})
	}
	return nil
}

// whole returns the reason why no crawl may run: part of the index was lost and has not been
// repaired.
func (e *Engine) whole() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lost == nil {
		return nil
	}
	return e.lost
}

// Check reads every file of the folder and yields its faults. With repair it queues the pages
// again that the index lost, and removes documents from the index that the frontier does not
// know. Repaired files are no longer reported as damaged.
func (e *Engine) Check(ctx context.Context, repair bool) iter.Seq2[service.Fault, error] {
	return func(yield func(service.Fault, error) bool) {
		left := map[string]bool{} // files that remain damaged
		c := newChecker(ctx, e, repair, func(f service.Fault, err error) bool {
			if err == nil && !f.Repaired {
				left[f.File] = true
			}
			return yield(f, err)
		})
		for _, step := range []func(){c.files, c.entries, c.documents} {
			if !c.Done && !c.hurt {
				step()
			}
		}
		if c.repair && !c.Done {
			e.mu.Lock()
			e.lost = nil
			e.damage = slices.DeleteFunc(e.damage, func(f service.Fault) bool { return !left[f.File] })
			e.mu.Unlock()
		}
	}
}

// A checker reads the files of a folder until its caller stops or an error occurs.
type checker struct {
	*audit.Report
	e      *Engine
	ctx    context.Context
	repair bool
	hurt   bool // the frontier is damaged and is not compared with the index
}

func newChecker(ctx context.Context, e *Engine, repair bool, yield func(service.Fault, error) bool) *checker {
	return &checker{Report: &audit.Report{Yield: yield}, e: e, ctx: ctx, repair: repair}
}

// audit returns an audit that compares frontier and index.
func (c *checker) audit() *audit.Audit {
	return &audit.Audit{Report: c.Report, Frontier: c.e.frontier, Index: c.e.indexer, Repair: c.repair, Now: c.e.opt.Now, Still: c.e.atRest}
}

// entries checks that each indexed entry has its document.
func (c *checker) entries() { c.audit().Entries(c.ctx) }

// documents checks that the frontier knows each document.
func (c *checker) documents() {
	snap, err := c.e.flushed()
	if err != nil {
		c.Damage("index", err)
		return
	}
	defer snap.Close()
	c.audit().Documents(c.ctx, snap)
}

// store reads the tables of the frontier. If one is damaged, nothing can be repaired, because
// pages lost from the index are queued again in the frontier.
func (c *checker) store(kv *pebblestore.Store) {
	_, err := kv.Check(c.ctx)
	if c.Done || aranea.KindOf(err) != aranea.Corrupt {
		c.Damage("frontier", err)
		return
	}
	c.repair, c.hurt = false, true
	c.tables(kv.Damaged(c.ctx), err)
}

// tables reports the damaged tables of the frontier by name, or else the damage that was met.
func (c *checker) tables(all iter.Seq2[*store.FileDamage, error], met error) {
	named := false
	for f, ferr := range all {
		if ferr != nil {
			c.Fail(ferr)
			return
		}
		named = true
		if c.Fault(service.Fault{File: f.Name, Text: f.Text}); c.Done {
			return
		}
	}
	if !named {
		c.Damage("frontier", met)
	}
}

// files checks every file.
func (c *checker) files() {
	_, err := c.e.folder.ReadOptions()
	c.Damage("options.json", err)
	c.store(c.e.kv)
	for _, f := range c.e.repaired { // when the folder was opened
		fault := audit.OfIndex("index", f)
		fault.Repaired = true
		c.Fault(fault)
	}
	for _, f := range c.e.ranker.Faults() { // likewise
		c.Fault(service.Fault{File: f.File, Text: f.Text, Repaired: true})
	}
	c.indexFiles("index", c.e.index)
	c.ranks()
}

// ranks checks the data derived from links. With repair it rebuilds all of it if any is damaged.
func (c *checker) ranks() {
	damaged := c.indexFiles("anchors", c.e.ranker.Anchors())
	if err := c.e.ranker.Check(); aranea.KindOf(err) == aranea.Corrupt {
		damaged = true
		c.Fault(service.Fault{File: "rank", Text: err.Error(), Repaired: c.repair})
	} else if err != nil {
		c.Fail(err)
	}
	if !damaged || !c.repair || c.Done {
		return
	}
	if _, err := c.e.Rerank(c.ctx); err != nil {
		c.Fail(err)
	}
}

// indexFiles checks the files of one index and reports whether any is damaged.
func (c *checker) indexFiles(dir string, x *index.Index) (damaged bool) {
	for f, err := range x.Check(c.ctx, nil) {
		if c.Done {
			return damaged
		}
		if err != nil {
			c.Fail(err)
			return damaged
		}
		damaged = true
		fault := audit.OfIndex(dir, f)
		fault.Repaired = c.repair // damaged files are dropped below
		c.Fault(fault)
	}
	if c.repair && !c.Done {
		if err := x.Repair(c.ctx); err != nil {
			c.Fail(err)
		}
	}
	return damaged
}
