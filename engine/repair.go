package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// CheckBroken checks a folder that Open refuses as damaged, part by part, and yields each fault.
// With repair it makes the folder usable as far as possible: lost settings are rebuilt from the
// seeds in the frontier; a broken index is moved aside, never deleted, and its pages are queued
// again. A broken frontier cannot be rebuilt.
func CheckBroken(ctx context.Context, dir string, opt Options, repair bool) iter.Seq2[service.Fault, error] {
	return func(yield func(service.Fault, error) bool) {
		e := newEngine(dir, opt)
		c := newChecker(ctx, e, repair, yield)
		defer func() {
			if err := e.close(); err != nil {
				c.Fail(err)
			}
		}()
		folder, err := store.OpenFolder(dir, store.Holder{Command: opt.Command, Version: opt.Version})
		if err != nil {
			c.Fail(err)
			return
		}
		e.folder = folder
		c.brokenFrontier()
		c.brokenSettings()
		c.brokenIndex()
	}
}

// brokenFrontier opens the frontier if it is intact.
func (c *checker) brokenFrontier() {
	err := c.lookAtFrontier()
	if err == nil && !c.hurt && !c.Done {
		err = c.openFrontier()
	}
	if err == nil {
		return
	}
	c.hurt, c.repair = true, false
	switch aranea.KindOf(err) {
	case aranea.NotFound:
		c.Fault(service.Fault{File: "frontier", Text: "it is missing"})
	case aranea.Corrupt:
		c.tables(pebblestore.DamagedIn(c.ctx, c.e.folder.FrontierDir()), err)
	default:
		c.Damage("frontier", err)
	}
}

// lookAtFrontier checks the frontier without writing: nothing is written into a damaged store.
func (c *checker) lookAtFrontier() error {
	kv, err := pebblestore.Open(c.e.folder.FrontierDir(), pebblestore.Options{View: true})
	if err != nil {
		return err
	}
	c.store(kv)
	return kv.Close()
}

func (c *checker) openFrontier() error {
	kv, err := pebblestore.Open(c.e.folder.FrontierDir(), pebblestore.Options{})
	if err != nil {
		return err
	}
	c.e.kv = kv
	c.e.frontier, err = frontier.Open(c.ctx, kv, frontier.Options{})
	return err
}

// brokenSettings rebuilds lost settings: the defaults, and the seeds.
func (c *checker) brokenSettings() {
	_, err := c.e.readStored()
	if err == nil || c.Done {
		return
	}
	if aranea.KindOf(err) != aranea.Corrupt || c.e.frontier == nil || !c.repair {
		c.Damage("options.json", err)
		return
	}
	set := service.DefaultSettings()
	known, serr := seeds.Known(c.ctx, c.e.frontier, nil, 1, nil) // all
	if serr != nil {
		c.Fail(serr)
		return
	}
	set.Seeds = known
	if werr := c.e.remember(&set, c.e.byReaders()); werr != nil {
		c.Fail(werr)
		return
	}
	c.Fault(service.Fault{File: "options.json", Text: fmt.Sprintf("%v; it was made anew from %d seeds, with the default settings: give yours again, and aranea stop or pause if it was ordered", err, len(set.Seeds)), Repaired: true})
}

// brokenIndex moves an index aside that does not open. An index without a frontier stays,
// because nothing else knows its pages.
func (c *checker) brokenIndex() {
	if c.Done {
		return
	}
	x, err := index.Open(c.e.folder.IndexDir(), index.Options{})
	if err == nil {
		c.e.admit(x)
		err = c.e.reconcileIfOpen()
	}
	switch {
	case c.Done:
		return
	case err == nil:
		c.openedIndex()
		return
	case errors.Is(err, errNoURL):
		c.hurt, c.repair = true, false
		c.Damage("frontier", err)
		c.openedIndex()
		return
	case aranea.KindOf(err) != aranea.Corrupt:
		c.Fail(err)
		return
	case !c.repair || c.e.frontier == nil:
		c.Fault(service.Fault{File: "index", Text: err.Error()})
		return
	}
	aside, perr := c.putAside()
	if perr == nil {
		perr = c.audit().QueueIndexed(c.ctx)
	}
	if perr != nil {
		c.Fail(perr)
		return
	}
	c.Fault(service.Fault{File: "index", Text: fmt.Sprintf("%v; it was put aside as %s, and its pages are queued again", err, aside), Repaired: true})
}

// openedIndex checks the files of an index that opens, and queues the pages again that a repair
// removes from it.
func (c *checker) openedIndex() {
	if c.indexFiles("index", c.e.index) && c.repair && !c.Done {
		c.entries()
	}
}

// reconcileIfOpen compares index and frontier if both are open.
func (e *Engine) reconcileIfOpen() error {
	if e.frontier == nil {
		return nil
	}
	return e.reconcile()
}

// maxAside limits the broken indexes that are kept in a folder.
const maxAside = 100

// putAside renames the index and returns its new name.
func (c *checker) putAside() (string, error) {
	if c.e.index != nil {
		if err := c.e.index.Close(); err != nil {
			return "", err
		}
		c.e.index = nil
	}
	for i := range maxAside {
		aside := fmt.Sprintf("%s.broken-%d", c.e.folder.IndexDir(), i+1)
		if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return aside, os.Rename(c.e.folder.IndexDir(), aside)
	}
	return "", &aranea.Error{Op: "repair", Kind: aranea.Limit, Obj: c.e.dir, Err: fmt.Errorf("it holds %d broken indexes already; remove those that you do not need", maxAside)}
}
