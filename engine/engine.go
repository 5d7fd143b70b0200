package engine

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/audit"
	"github.com/aranea-search/aranea/engine/cooldown"
	"github.com/aranea-search/aranea/engine/documents"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/inflight"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/revisit"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// Options configure how a folder is opened. The zero value of each field means its default.
type Options struct {
	// Version is the program's version; it is sent in the User-Agent and returned by Status.
	Version string
	// Command is what this process runs, such as "aranea crawl". Other processes are told it if
	// they find the folder in use.
	Command string
	// Create creates the folder if it does not exist; otherwise that is an error of kind
	// NotFound.
	Create bool
	// Recovers is for callers that keep running when the disk is full: their Session serves the
	// folder read-only until Recover can write again. It matters only with Create; without it, a
	// folder on a full disk is opened read-only once.
	Recovers bool
	// Repair repairs an index with a damaged manifest or log when the folder is opened;
	// otherwise that is an error of kind Corrupt. Check reports what was wrong.
	Repair bool
	// Searching lets a Session search the index of a folder with a damaged frontier, and refuse
	// everything else; otherwise that is an error of kind Corrupt.
	Searching bool
	// Outside reads documents of risky formats; nil means that none are read. The engine does
	// not close it.
	Outside extract.Outside
	// Lists are what the operator lists for searches.
	Lists lists.Sources
	// Memory is the memory budget of the owner in bytes. It is divided among known URLs, caches,
	// pages to be written and response bodies. The default is memory.Default.
	Memory int64
	// Logger receives the events of the owner; by default nothing is logged.
	Logger *slog.Logger
	// Sharing asks the nodes of a cluster for turns at addresses that they have in common; nil for none.
	Sharing *addressturns.Asker
	// Referral asks the nodes of a cluster for robots files of their sites; nil for none.
	Referral *remoterobots.Asker
	// Now is the clock. By default it starts at the time of day and advances monotonically.
	Now func() time.Time
}

// WithDefaults returns the options with the defaults in place of zero values.
func (o Options) WithDefaults() Options {
	o.Memory = cmp.Or(o.Memory, memory.Default)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = processClock()
	}
	return o
}

// processClock returns a clock that starts at the time of day and is never adjusted after that,
// so that politeness and network times are measured on one clock.
func processClock() func() time.Time {
	start := time.Now()
	return func() time.Time { return start.Add(time.Since(start)) }
}

// An Engine owns a data folder. It is safe for concurrent use.
type Engine struct {
	service.Searching // answers queries

	opt      Options
	dir      string
	started  time.Time
	folder   *store.Folder
	view     bool // the folder is opened read-only; see looker
	kv       *pebblestore.Store
	frontier *frontier.Frontier
	graph    *linkgraph.Graph
	learner  *learn.Learner
	index    *index.Index       // the files of the index: they are written, checked, copied, merged and listed
	indexer  *documents.Indexer // the same index, as the destination of pages
	unsent   handover.Faults    // why nothing reaches other nodes
	ranker   *ranking.Ranker    // the data derived from links
	kept     linkcheck.Kept     // lists of links and orphan pages
	repaired []index.Fault      // what was wrong with the index at opening

	entering chan struct{} // holds a token while a caller enters a crawl, and after the engine is closed
	writing  chan struct{} // holds a token while settings are written
	crawls   sync.WaitGroup
	gate     *fetch.Gate // for all requests of this process
	rest     cooldown.Rest
	halt     halt.Keeper // the orders of the operator
	again    revisit.Keeper
	dropped  seeds.Keeper

	authorities authority.Keeper // that sign the certificates of sites
	archives    *replay.Keeper   // that answer in place of the network
	newer       seeds.Newer      // guarded by entering

	mu        sync.Mutex
	job       *job               // the current crawl, nil if there is none
	vault     *credentials.Vault // of the last crawl, for the next one; guarded by entering
	spent     rendering.Cost     // the cost of browsers in the crawls that have ended
	trusted   string             // identifies the authorities with which the last crawl began
	last      *lastcrawl.Crawl   // how the last crawl ended, nil if there was none
	closing   bool               // no new crawl begins
	damage    []service.Fault
	proofs    credentials.Proofs
	notices   indexnow.Gate     // limits notices of sites about changed URLs
	referrals remoterobots.Desk // answers other nodes
	lost      *aranea.Error     // why no crawl may run, nil if nothing is lost

	first       bool // the folder is new
	stopTending context.CancelFunc
	listening   sync.WaitGroup // of the ranker, for what other nodes tell it
	tended      chan struct{}  // closed when tend has finished or was stopped

	socket *api.Socket // nil if it was not opened
	calls  *inflight.Calls
	// patience is closePatience except in tests.
	patience time.Duration
	// free is store.Free except in tests.
	free func(dir string) (uint64, error)
}

// Compile-time checks: the parts implement the interfaces of crawl, and the owner is a Service.
var (
	_ crawl.Frontier    = cooldown.Frontier{}
	_ crawl.Fetcher     = (*fetch.Client)(nil)
	_ crawl.Indexer     = (*index.Index)(nil)
	_ service.Searching = (*search.Searcher)(nil)
	_ crawl.Graph       = (*linkgraph.Graph)(nil)
	_ service.Service   = (*Engine)(nil)
)

// faults returns the damage found so far, including those parts of the index that searches have
// left out as damaged.
func (e *Engine) faults(left []index.Fault) []service.Fault {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := slices.Clone(e.damage)
	for _, l := range left {
		fault := audit.OfIndex("index", l)
		if !slices.ContainsFunc(e.damage, func(f service.Fault) bool { return f.File == fault.File }) {
			all = append(all, fault)
		}
	}
	return all
}

// Failed returns the write error after which the owner writes no more, or nil if there was none.
// It does not block.
func (e *Engine) Failed() error { return cmp.Or(e.index.Failed(), e.frontier.Failed()) }

// notOpen returns the error of a call that arrives while the folder is being closed.
func notOpen(op string) error {
	return &aranea.Error{Op: op, Kind: aranea.Transient, Err: wire.ErrClosing}
}

// maxDamage limits the faults that an owner keeps.
const maxDamage = 100

// noteDamage records a fault and reports whether there is room for more.
func (e *Engine) noteDamage(f service.Fault) bool {
	e.opt.Logger.Error(service.DamageRecord, "file", f.File, "offset", f.Offset, "text", f.Text)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.damage = append(e.damage, f)
	return len(e.damage) < maxDamage
}
