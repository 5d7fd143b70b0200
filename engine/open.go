package engine

import (
	"context"
	"errors"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/cooldown"
	"github.com/aranea-search/aranea/engine/documents"
	"github.com/aranea-search/aranea/engine/inflight"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/pins"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/weights"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// Open makes this process the owner of the data folder dir and listens on its control socket. It
// returns an error of kind Denied if another process owns the folder.
func Open(ctx context.Context, dir string, opt Options) (*Engine, error) {
	e := newEngine(dir, opt)
	if err := e.open(ctx); err != nil {
		_ = e.close() // the first error is returned
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
	ranker := e.ranker
	e.listening.Go(func() { ranker.Follow(background) })
	return e, nil
}

// tendAfter is how long an owner runs before it catches up in the background on what the last
// one may have left, and checks the files. Short commands end before that.
const tendAfter = 10 * time.Second

// tend catches up once the owner has run for a while.
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

// catchUp ranks the links once, in case the previous owner was killed before it did, and checks
// the files for damage.
func (e *Engine) catchUp(ctx context.Context) {
	if !e.first {
		_ = e.rankLogged(ctx) // the check of the files meets damage again
	}
	e.verify(ctx)
}

// newEngine returns an engine with nothing open.
func newEngine(dir string, opt Options) *Engine {
	e := &Engine{opt: opt.WithDefaults(), dir: dir, entering: make(chan struct{}, 1), writing: make(chan struct{}, 1), calls: inflight.New(notOpen("ask owner")), patience: closePatience, free: store.Free, gate: newGate(opt.Sharing), archives: replay.NewKeeper(dir, store.Free)}
	e.started = e.opt.Now()
	return e
}

// newGate returns the gate of all requests; a may be nil.
func newGate(a *addressturns.Asker) *fetch.Gate {
	if a == nil {
		return fetch.NewGate(nil)
	}
	return fetch.NewGate(a)
}

// shared returns what is known of addresses that other nodes request as well, nil if nothing is asked.
func (e *Engine) shared() ratelimit.Shared {
	if e.opt.Sharing == nil {
		return nil
	}
	return e.opt.Sharing
}

// open opens the parts, from the lowest up.
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
	if err := e.openParts(ctx); err != nil {
		return err
	}
	return e.restAsRemembered()
}

// restAsRemembered lets no request leave for a folder that is a copy, before the delays are over that
// the original may have begun by the settings that the folder remembers.
func (e *Engine) restAsRemembered() error {
	s := service.DefaultSettings()
	if o, err := e.recall(); err == nil && o != nil { // as in pacing
		s = o.Settings
	}
	return e.rest.Open(e.asCopy(&s), e.opt.Now())
}

// asCopy returns the folder as one that may be a copy, with the settings of a crawl.
func (e *Engine) asCopy(s *service.Settings) cooldown.Folder {
	polite := s.Politeness()
	longest := polite.HostDelays.Longest(schedule.Delay(polite.Delay))
	return cooldown.Folder{Dir: e.dir, Longest: longest, Hosts: e.frontier.Hosts(""), Logger: e.opt.Logger}
}

// examine reads everything in the frontier that opening reads, and writes nothing, so that a
// damaged frontier does not change. The store writes when it opens, and damage on disk does not
// depend on how the last owner ended, so every owner pays the cost of reading all origins and
// hosts twice.
func (e *Engine) examine(ctx context.Context) error {
	part, dir := memory.Of(e.opt.Memory), e.folder.FrontierDir()
	part.Store.View = true
	kv, err := pebblestore.Open(dir, part.Store)
	switch {
	case aranea.KindOf(err) == aranea.NotFound:
		return e.folder.CheckNew() // it will be created below
	case err != nil:
		return err
	}
	_, err = frontier.Open(ctx, kv, e.pacing(part.Seen))
	return errors.Join(err, kv.Close())
}

// openParts opens the parts of the folder, read-only if the folder is.
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
	if o, err := e.recall(); err == nil && o != nil { // as in pacing
		e.graph.Divide(o.Partition)
	}
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
	e.admit(e.index)
	e.Searching = search.New(e.index, e.opt.Now, search.Options{Anchors: e.ranker.Anchors(), Signals: e.ranker.Signals, Names: e.ranker.Names, Listed: e.isListed, Linking: e.linksTo, Synonyms: e.opt.Lists.Synonyms, Pins: pins.Telling(e.opt.Lists.Pins, e.index, e.opt.Logger), Weights: weights.Telling(e.opt.Lists.Weights, e.index, e.opt.Logger)}) //nolint:contextcheck // searches ask for the list, long after the folder was opened
	return e.reconcile()
}

// pacing returns the options for the rates of hosts while no crawl is running: those of the last
// crawl or the defaults, with the given bytes of memory for known URLs. Operations that need the
// settings report errors in reading them.
func (e *Engine) pacing(known int) frontier.Options {
	opt := frontier.Options{Delay: schedule.DefaultDelay, Memory: known, Addresses: true}
	if o, err := e.recall(); err == nil && o != nil {
		opt.Addresses = o.Proxy == "" // the proxy resolves names itself
		polite := o.Politeness()
		opt.OnDisk = polite.OnDisk
		opt.Delay, opt.HostDelays, opt.MaxHostPages, opt.MaxSitePages = polite.Delay, polite.HostDelays, o.MaxHostPages, o.MaxSitePages
		opt.Nodes, opt.Shared = o.Partition.Of, e.shared()
	}
	return opt
}

// openIndex opens the index. If necessary and permitted, it repairs it first.
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

// admit makes an index the destination of pages, which are written to the folder that the settings
// name.
func (e *Engine) admit(x *index.Index) {
	e.index = x
	e.indexer = documents.Over(x, documents.Options{Stored: e.public, Logger: e.opt.Logger, Now: e.opt.Now})
	_ = e.writeAsRemembered() // no file is open yet
}

// writeAsRemembered makes other programs get what enters and leaves the index where the settings of the
// folder say, or nowhere if they cannot be read or if the folder is a copy of one that writes there.
func (e *Engine) writeAsRemembered() error {
	o, err := e.recall()
	if err != nil || o == nil { // as in pacing
		return e.indexer.WriteTo("")
	}
	return e.indexer.WriteTo(o.LinesIn(e.dir))
}

// Close stops the current crawl, waits for calls in progress, and closes the folder. Callers who
// still wait after that get an error that tells them to try elsewhere. Code that uses an Engine
// without a Session must end its calls itself.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closing = true
	j := e.job
	e.mu.Unlock()
	if j != nil {
		j.giveUp()
	}
	e.crawls.Wait() // includes a crawl without callers that is still ending
	e.stopTending()
	<-e.tended
	e.listening.Wait()
	err := e.shutDown()
	err = errors.Join(err, e.storeOrders(context.Background())) // orders that could not be stored before
	e.entering <- struct{}{}                                    // callers that were entering have seen that it closes
	return errors.Join(err, e.close())
}

// close closes the open parts, in order.
func (e *Engine) close() error {
	var errs []error
	if e.ranker != nil {
		errs = append(errs, e.ranker.Close())
	}
	if e.indexer != nil {
		errs = append(errs, e.indexer.Close())
	}
	if e.index != nil {
		errs = append(errs, e.index.Close())
	}
	switch {
	case e.frontier != nil: // closes its store as well
		errs = append(errs, e.frontier.Close())
	case e.kv != nil:
		errs = append(errs, e.kv.Close())
	}
	if e.folder != nil {
		errs = append(errs, e.folder.Close())
	}
	return errors.Join(errs...)
}
