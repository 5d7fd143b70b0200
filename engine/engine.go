package engine

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// Options say how to own a folder. The zero value of a field means its default.
type Options struct {
	// Version is the program's version; it is sent in the User-Agent and told
	// by Status.
	Version string
	// Command is what this process does, such as "aranea crawl"; others are told
	// who has the folder.
	Command string
	// Create makes the folder if there is none; else its absence is an error of
	// kind NotFound.
	Create bool
	// Logger receives what happens to the owner; default: nothing is logged.
	Logger *slog.Logger
	// Now is the clock; default time.Now.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// An Engine owns a data folder. It is safe for concurrent use.
type Engine struct {
	opt      Options
	dir      string
	started  time.Time
	folder   *store.Folder
	kv       *pebblestore.Store
	frontier *frontier.Frontier
	index    *index.Index
	searcher *search.Searcher

	mu      sync.Mutex
	job     *job // the crawl under way, nil if there is none
	closing bool // no new crawl begins
	damage  []Fault

	server *http.Server  // of the control socket
	served chan struct{} // closed when the server has ended
}

// Guard lines: the parts fit the spine, and the owner is a Service.
var (
	_ crawl.Frontier = (*frontier.Frontier)(nil)
	_ crawl.Fetcher  = (*fetch.Client)(nil)
	_ crawl.Indexer  = (*index.Index)(nil)
	_ Service        = (*Engine)(nil)
)

// Open makes this process the owner of the data folder dir and listens at its
// control socket. It is an error of kind Denied if another process owns it.
func Open(ctx context.Context, dir string, opt Options) (*Engine, error) {
	e := &Engine{opt: opt.withDefaults(), dir: dir}
	e.started = e.opt.Now()
	if err := e.open(ctx); err != nil {
		_ = e.close() // the first error counts
		return nil, err
	}
	if err := e.listen(ctx); err != nil {
		_ = e.close()
		return nil, err
	}
	e.opt.Logger.Info("folder opened", "folder", dir)
	return e, nil
}

// open opens the parts, lowest first.
func (e *Engine) open(ctx context.Context) (err error) {
	if !e.opt.Create {
		if _, err := store.OpenFolderReadOnly(e.dir); err != nil {
			return err
		}
	}
	who := store.Holder{Command: e.opt.Command, Version: e.opt.Version}
	if e.folder, err = store.OpenFolder(e.dir, who); err != nil {
		return err
	}
	if err := e.begin(); err != nil {
		return err
	}
	kv, err := pebblestore.Open(e.folder.FrontierDir(), pebblestore.Options{})
	if err != nil {
		return err
	}
	e.kv = kv
	if e.frontier, err = frontier.Open(ctx, e.kv, frontier.Options{}); err != nil {
		return err
	}
	if e.index, err = index.Open(e.folder.IndexDir(), index.Options{}); err != nil {
		return err
	}
	e.searcher = search.New(e.index, e.opt.Now, search.Options{})
	return e.reconcile()
}

// Close stops the crawl under way, answers what is being asked, and gives the
// folder up. Callers at the socket that still wait are told to go elsewhere.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closing = true
	j := e.job
	e.mu.Unlock()
	if j != nil {
		j.stop()
		<-j.done
	}
	return e.close()
}

// close closes what is open, in order.
func (e *Engine) close() error {
	var errs []error
	if e.server != nil {
		errs = append(errs, e.shutDown())
	}
	if e.index != nil {
		errs = append(errs, e.index.Close())
	}
	if e.kv != nil {
		errs = append(errs, e.kv.Close())
	}
	if e.folder != nil {
		errs = append(errs, e.folder.Close())
	}
	return errors.Join(errs...)
}

// faults returns what was found damaged so far.
func (e *Engine) faults() []Fault {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.damage)
}

// notOpen is the error of a call that comes when the folder is being given up.
func notOpen(op string) error {
	return &aranea.Error{Op: op, Kind: aranea.Transient, Err: errClosing}
}

var errClosing = errors.New("the process that owned the folder is ending")
