package engine

import (
	"context"
	"fmt"
	"iter"
	"path"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

// reconcile compares what the frontier and the index say of each other when the
// folder is opened. An index without a frontier is refused: to go on would be to
// forget why its pages are in. Other differences are told, and Check with repair
// queues again what is missing.
func (e *Engine) reconcile() error {
	if err := e.index.Flush(); err != nil { // what a crash left in the log counts
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
		return &aranea.Error{Op: "open data folder", Kind: aranea.Corrupt, Obj: e.dir, Err: fmt.Errorf("the index holds %d documents and the frontier knows no URL: frontier/ was lost or replaced", docs)}
	}
	if n := e.frontier.Stats().ClockFaults; n > 0 {
		e.opt.Logger.Warn("the clock was wrong: delays that lay too far ahead were taken back", "instants", n)
	}
	if indexed := counts[aranea.CountIndexed] + counts[aranea.CountHidden]; indexed > uint64(docs)+inFlight {
		e.lost = &aranea.Error{Op: "crawl", Kind: aranea.Corrupt, Obj: e.dir, Err: fmt.Errorf("the index holds %d documents, and the frontier knows of %d: part of the index was lost", docs, indexed)}
		e.noteDamage(Fault{File: "index", Text: e.lost.Err.Error()})
	}
	return nil
}

// inFlight is by how many documents index and frontier may differ after a crash:
// one commit of visits, or one part of a removal. Those visits are repeated.
const inFlight = 512

// whole returns why no crawl may go on here: part of the index was lost, and was
// not repaired yet.
func (e *Engine) whole() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lost == nil {
		return nil
	}
	return e.lost
}

// Check reads every file of the folder and yields what is wrong with it. With
// repair it queues again what the index has lost, and takes out of the index
// what the frontier does not know.
func (e *Engine) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		c := &checker{e: e, ctx: ctx, repair: repair, yield: yield}
		for _, step := range []func(){c.files, c.entries, c.documents} {
			if !c.done && !c.hurt {
				step()
			}
		}
		if c.repair && !c.done {
			e.mu.Lock()
			e.lost = nil
			e.mu.Unlock()
		}
	}
}

// A checker yields faults until its caller has enough or an error comes.
type checker struct {
	e      *Engine
	ctx    context.Context
	repair bool
	hurt   bool // the frontier is damaged: what it says is not compared with the index
	yield  func(Fault, error) bool
	done   bool
}

func (c *checker) fault(f Fault) { c.done = c.done || !c.yield(f, nil) }

func (c *checker) fail(err error) {
	if !c.done {
		c.done = true
		c.yield(Fault{}, err)
	}
}

// damage yields a fault for damage and an error for everything else.
func (c *checker) damage(file string, err error) {
	switch {
	case err == nil || c.done:
	case aranea.KindOf(err) == aranea.Corrupt:
		c.fault(Fault{File: file, Text: err.Error()})
	default:
		c.fail(err)
	}
}

// store reads the tables of the frontier. While one is damaged nothing can be
// repaired: what an index loses is queued again in the frontier.
func (c *checker) store(kv *pebblestore.Store) {
	_, err := kv.Check(c.ctx)
	if c.done || aranea.KindOf(err) != aranea.Corrupt {
		c.damage("frontier", err)
		return
	}
	c.repair, c.hurt = false, true
	c.tables(kv.Damaged(c.ctx), err)
}

// tables names the damaged tables of the frontier, or else the damage that was met.
func (c *checker) tables(all iter.Seq2[*store.FileDamage, error], met error) {
	named := false
	for f, ferr := range all {
		if ferr != nil {
			c.fail(ferr)
			return
		}
		named = true
		if c.fault(Fault{File: f.Name, Text: f.Text}); c.done {
			return
		}
	}
	if !named {
		c.damage("frontier", met)
	}
}

// files reads every file.
func (c *checker) files() {
	_, err := c.e.folder.ReadOptions()
	c.damage("options.json", err)
	c.store(c.e.kv)
	for _, f := range c.e.repaired { // when the folder was opened
		fault := indexFault("index", f)
		fault.Repaired = true
		c.fault(fault)
	}
	for _, f := range c.e.ranker.Faults() { // likewise
		c.fault(Fault{File: f.File, Text: f.Text, Repaired: true})
	}
	c.indexFiles("index", c.e.index)
	c.ranks()
}

// ranks reads what was made of links. With repair it is made anew if any of it is
// damaged.
func (c *checker) ranks() {
	damaged := c.indexFiles("anchors", c.e.ranker.Anchors())
	if err := c.e.ranker.Check(); aranea.KindOf(err) == aranea.Corrupt {
		damaged = true
		c.fault(Fault{File: "rank", Text: err.Error(), Repaired: c.repair})
	} else if err != nil {
		c.fail(err)
	}
	if !damaged || !c.repair || c.done {
		return
	}
	if _, err := c.e.Rerank(c.ctx); err != nil {
		c.fail(err)
	}
}

// indexFiles reads the files of one of the indexes and reports whether any is
// damaged.
func (c *checker) indexFiles(dir string, x *index.Index) (damaged bool) {
	for f, err := range x.Check(c.ctx, nil) {
		if c.done {
			return damaged
		}
		if err != nil {
			c.fail(err)
			return damaged
		}
		damaged = true
		fault := indexFault(dir, f)
		fault.Repaired = c.repair // what is damaged is given up below
		c.fault(fault)
	}
	if c.repair && !c.done {
		if err := x.Repair(c.ctx); err != nil {
			c.fail(err)
		}
	}
	return damaged
}

func indexFault(dir string, f index.Fault) Fault {
	return Fault{File: path.Join(dir, f.File), Offset: f.Offset, Text: f.Text}
}

// repairBatch is how many entries are queued again at once.
const repairBatch = 256

// entries looks whether each indexed entry has its document.
func (c *checker) entries() {
	var missing []weburl.ID
	for entry, err := range c.e.frontier.Select(c.ctx, frontier.Filter{Indexed: true}) {
		if err != nil {
			c.damage("frontier", err)
			return
		}
		id := entry.URL.ID()
		if c.e.index.Has(id) {
			c.veil(&entry)
			continue
		}
		if !c.isSure(func() (bool, error) { return c.isMissing(id) }) {
			continue
		}
		c.fault(Fault{File: "index", Text: entry.URL.String() + " is marked as indexed, and the index does not have it", URL: entry.URL.String(), Repaired: c.repair})
		if missing = append(missing, id); len(missing) == repairBatch {
			c.requeue(missing)
			missing = missing[:0]
		}
		if c.done {
			return
		}
	}
	c.requeue(missing)
}

// veil looks whether a document is hidden that should be, and found that should be.
func (c *checker) veil(entry *aranea.Entry) {
	id := entry.URL.ID()
	differs := func() (bool, error) {
		now, known, err := c.e.frontier.EntryByID(id)
		return known && now.Indexed && now.Hidden() != c.e.index.Hidden(id), err
	}
	if c.e.index.Hidden(id) == entry.Hidden() || !c.isSure(differs) {
		return
	}
	action, text := aranea.IndexShow, " is hidden, and nobody has closed it"
	if entry.Hidden() {
		action, text = aranea.IndexHide, " is closed, and the index does not hide it"
	}
	if c.repair {
		if err := c.e.index.Apply(c.ctx, []aranea.IndexChange{{Action: action, URL: entry.URL}}); err != nil {
			c.fail(err)
			return
		}
	}
	c.fault(Fault{File: "index", Text: entry.URL.String() + text, URL: entry.URL.String(), Repaired: c.repair})
}

// isMissing reports whether an entry is marked as indexed and has no document. One
// that is queued is visited again in any case.
func (c *checker) isMissing(id weburl.ID) (bool, error) {
	entry, known, err := c.e.frontier.EntryByID(id)
	return known && entry.Indexed && entry.State != aranea.StateQueued && !c.e.index.Has(id), err
}

func (c *checker) requeue(ids []weburl.ID) {
	if !c.repair || c.done || len(ids) == 0 {
		return
	}
	if _, err := c.e.frontier.Requeue(c.ctx, c.e.opt.Now(), ids, "asked for by the operator", true); err != nil {
		c.fail(err)
	}
}

// isSure asks a question between two commits of the crawl under way: within one,
// index and frontier may differ for a moment.
func (c *checker) isSure(question func() (bool, error)) bool {
	sure := false
	err := c.e.settled(c.ctx, func() (err error) {
		sure, err = question()
		return err
	})
	if err != nil {
		c.fail(err)
	}
	return sure && err == nil
}

// documents looks whether the frontier knows each document.
func (c *checker) documents() {
	snap, err := c.e.flushed()
	if err != nil {
		c.damage("index", err)
		return
	}
	defer snap.Close()
	for d, err := range snap.Documents(c.ctx) {
		if err != nil {
			c.damage("index", err)
			return
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			c.fault(Fault{File: "index", Text: fmt.Sprintf("a document has the URL %.200q", d.URL)})
		} else if !c.isKnown(u.ID()) && c.isSure(func() (bool, error) { return !c.isKnown(u.ID()) && c.e.index.Has(u.ID()), nil }) {
			c.stray(u)
		}
		if c.done {
			return
		}
	}
}

// isKnown reports whether the frontier knows a document, or will: a crash leaves
// documents whose visit was not stored any more and is repeated.
func (c *checker) isKnown(id weburl.ID) bool {
	entry, known, err := c.e.frontier.EntryByID(id)
	c.damage("frontier", err)
	return known && (entry.Indexed || entry.State == aranea.StateQueued)
}

// stray tells of a document that the frontier does not know, and with repair
// takes it out.
func (c *checker) stray(u weburl.URL) {
	if c.done {
		return
	}
	if c.repair {
		if err := c.e.index.Apply(c.ctx, []aranea.IndexChange{{Action: aranea.IndexDelete, URL: u}}); err != nil {
			c.fail(err)
			return
		}
	}
	c.fault(Fault{File: "frontier", Text: u.String() + " is in the index, and the frontier does not know it as indexed", URL: u.String(), Repaired: c.repair})
}
