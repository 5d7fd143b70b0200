package engine

import (
	"context"
	"errors"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// Open makes this process the owner of the data folder dir and listens at its
// control socket. It is an error of kind Denied if another process owns it.
func Open(ctx context.Context, dir string, opt Options) (*Engine, error) {
	e := newEngine(dir, opt)
	if err := e.open(ctx); err != nil {
		_ = e.close() // the first error counts
		return nil, err
	}
	if err := e.listen(ctx); err != nil {
		_ = e.close()
		return nil, err
	}
	e.opt.Logger.Info("folder opened", "folder", dir)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	e.stopTending, e.tended = stop, make(chan struct{})
	_, hosts := e.frontier.HostTotals()
	e.first = hosts == 0
	go e.tend(background)
	return e, nil
}

// tendAfter is how long an owner works before it begins to do in the background what
// the last one may have left, and to read the files: short questions end before that.
const tendAfter = 10 * time.Second

// tend catches up when the owner has worked for a while.
func (e *Engine) tend(ctx context.Context) {
	defer close(e.tended)
	t := time.NewTimer(tendAfter)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
		return
	}
	e.catchUp(ctx)
}

// catchUp ranks the links once, which an owner before that was killed had no time for,
// and reads the files for damage.
func (e *Engine) catchUp(ctx context.Context) {
	if !e.first {
		_ = e.rankLogged(ctx) // damage is met again when the files are read
	}
	e.verify(ctx)
}

// newEngine returns an engine that has nothing open.
func newEngine(dir string, opt Options) *Engine {
	e := &Engine{opt: opt.withDefaults(), dir: dir, entering: make(chan struct{}, 1), writing: make(chan struct{}, 1), patience: closePatience, free: store.Free, gate: fetch.NewGate()}
	e.started = e.opt.Now()
	e.cut, e.cutOff = context.WithCancel(context.Background()) //nolint:gosec // endCalls calls it
	return e
}

// open opens the parts, lowest first.
func (e *Engine) open(ctx context.Context) (err error) {
	if !e.opt.Create {
		if _, err := store.OpenFolderReadOnly(e.dir); err != nil {
			return err
		}
	}
	if err := memory.Check(e.opt.Memory); err != nil {
		return err
	}
	who := store.Holder{Command: e.opt.Command, Version: e.opt.Version}
	if e.folder, err = store.OpenFolder(e.dir, who); err != nil {
		return err
	}
	if err := e.examine(ctx); err != nil {
		return err
	}
	if err := e.begin(); err != nil {
		return err
	}
	return e.openParts(ctx)
}

// examine reads what an opening reads of the frontier, and writes nothing: one that is
// damaged stays as it lies there. The store writes its bookkeeping when it opens, and
// damage at rest says nothing of how the last owner ended, so every owner pays for it:
// all origins and hosts are read twice.
func (e *Engine) examine(ctx context.Context) error {
	part, dir := memory.Of(e.opt.Memory), e.folder.FrontierDir()
	part.Store.View = true
	kv, err := pebblestore.Open(dir, part.Store)
	switch {
	case aranea.KindOf(err) == aranea.NotFound:
		return e.folder.CheckNew() // it is made below
	case err != nil:
		return err
	}
	_, err = frontier.Open(ctx, kv, e.pacing(part.Seen))
	return errors.Join(err, kv.Close())
}

// openParts opens what is in the folder, or of a folder that is only looked into
// a view of it.
func (e *Engine) openParts(ctx context.Context) error {
	part := memory.Of(e.opt.Memory)
	part.Store.View = e.view
	kv, err := pebblestore.Open(e.folder.FrontierDir(), part.Store)
	if err != nil {
		return err
	}
	e.kv = kv
	if e.frontier, err = frontier.Open(ctx, e.kv, e.pacing(part.Seen)); err != nil {
		return err
	}
	e.graph = linkgraph.New(e.kv, e.linksCount)
	if e.learner, err = learn.New(learned.New(e.kv)); err != nil {
		return err
	}
	e.learner.Within(part.Learned)
	e.learner.Reads(append(extract.FormatsOf(e.opt.Outside).PluginEndings(), extract.MediaEndings()...))
	if err := e.openIndex(ctx); err != nil {
		return err
	}
	if err := e.openRanking(ctx); err != nil {
		return err
	}
	e.indexer = e.index
	e.Searching = search.New(e.index, e.opt.Now, search.Options{Anchors: e.ranker.Anchors(), Ranks: e.ranker.Ranks, Listed: e.isListed, Linking: e.linksTo})
	return e.reconcile()
}

// pacing returns what holds for hosts while no crawl is under way: what the last
// crawl was told, or the defaults, with so many bytes for what is known. Settings that cannot be read are told by those
// who need them.
func (e *Engine) pacing(known int) frontier.Options {
	opt := frontier.Options{Delay: schedule.DefaultDelay, Memory: known, Addresses: true}
	if o, err := e.recall(); err == nil && o != nil {
		opt.Addresses = o.Proxy == "" // which looks names up itself
		opt.Delay, opt.MaxHostPages, opt.MaxSitePages = o.Delay, o.MaxHostPages, o.MaxSitePages
	}
	return opt
}

// openIndex opens the index, and repairs it before if it must and may.
func (e *Engine) openIndex(ctx context.Context) (err error) {
	opt := index.Options{BufferBytes: memory.Of(e.opt.Memory).Written}
	if e.view {
		files, err := disk.At(e.folder.IndexDir())
		if err != nil {
			return err
		}
		e.index, err = index.OpenOn(disk.NewView(files), opt)
		return err
	}
	opt.Quiet = index.DefaultQuiet
	e.index, err = index.Open(e.folder.IndexDir(), opt)
	if aranea.KindOf(err) != aranea.Corrupt || !e.opt.Repair {
		return err
	}
	e.opt.Logger.Warn("the index is repaired", "error", err)
	if e.repaired, err = index.Repair(ctx, e.folder.IndexDir(), opt); err != nil {
		return err
	}
	e.index, err = index.Open(e.folder.IndexDir(), opt)
	return err
}

// Close stops the crawl under way, answers what is being asked, and gives the
// folder up. Callers who still wait after that are told to go elsewhere. Who calls
// an Engine without a Session ends his calls himself.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closing = true
	j := e.job
	e.mu.Unlock()
	if j != nil {
		j.giveUp()
	}
	e.crawls.Wait() // also for one that has left and still ends
	e.stopTending()
	<-e.tended
	err := e.shutDown()
	err = errors.Join(err, e.storeOrders(context.Background())) // those that could not be stored before
	e.entering <- struct{}{}                                    // who was entering has seen that it closes
	return errors.Join(err, e.close())
}

// close closes what is open, in order.
func (e *Engine) close() error {
	var errs []error
	if e.ranker != nil {
		errs = append(errs, e.ranker.Close())
	}
	if e.index != nil {
		errs = append(errs, e.index.Close())
	}
	switch {
	case e.frontier != nil: // with its store
		errs = append(errs, e.frontier.Close())
	case e.kv != nil:
		errs = append(errs, e.kv.Close())
	}
	if e.folder != nil {
		errs = append(errs, e.folder.Close())
	}
	return errors.Join(errs...)
}
