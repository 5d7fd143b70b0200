package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/ended"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph"
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
	// Recovers is for a caller that goes on beside a disk that is full: its Session
	// looks into the folder meanwhile, until Recover has got it to write. It matters
	// with Create; without, a folder on a full disk is looked into once.
	Recovers bool
	// Repair lets an index whose manifest or log is damaged be repaired when the
	// folder is opened; else that is an error of kind Corrupt. Check tells what
	// was wrong.
	Repair bool
	// Searching lets a Session search the index of a folder of which the frontier is
	// damaged, and refuse all else; else that is an error of kind Corrupt.
	Searching bool
	// Outside reads documents of risky formats; nil reads none. The engine does
	// not close it.
	Outside extract.Outside
	// Memory is what the owner may take, in bytes; it is divided among known URLs,
	// caches, pages to be written and bodies under way. Default memory.Default.
	Memory int64
	// Logger receives what happens to the owner; default: nothing is logged.
	Logger *slog.Logger
	// Now is the clock; default the time of day at the start and the time since.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	o.Memory = cmp.Or(o.Memory, memory.Default)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = processClock()
	}
	return o
}

// processClock returns a clock that starts at the time of day and is not set
// after that: politeness is measured, and compared with what the network did, on
// one clock.
func processClock() func() time.Time {
	start := time.Now()
	return func() time.Time { return start.Add(time.Since(start)) }
}

// An Engine owns a data folder. It is safe for concurrent use.
type Engine struct {
	Searching // answers queries

	opt      Options
	dir      string
	started  time.Time
	folder   *store.Folder
	view     bool // the folder is only looked into: see looker
	kv       *pebblestore.Store
	frontier *frontier.Frontier
	graph    *linkgraph.Graph
	learner  *learn.Learner
	index    *index.Index    // its files: they are written, checked, copied, merged and listed
	indexer  crawl.Indexer   // the same, as what pages are put into
	ranker   *ranking.Ranker // what follows from links
	repaired []index.Fault   // what was wrong with the index when it was opened

	entering chan struct{} // holds a token while a caller enters a crawl, and once the engine closes
	writing  chan struct{} // holds a token while settings are written
	crawls   sync.WaitGroup
	gate     *fetch.Gate // of all requests of this process
	halt     halt.Keeper // of what the operator has ordered

	mu      sync.Mutex
	job     *job           // the crawl under way, nil if there is none
	spent   rendering.Cost // by browsers, in the crawls that have ended
	last    *ended.Crawl   // how the last crawl ended, nil if there was none
	closing bool           // no new crawl begins
	deaf    bool           // no new call begins
	damage  []Fault
	proofs  credentials.Proofs
	notices indexnow.Gate // of sites, that their URLs changed
	lost    *aranea.Error // why no crawl may go on, nil if nothing is lost

	first       bool // no owner before left anything
	stopTending context.CancelFunc
	tended      chan struct{} // closed when what tend does is done, or it was stopped

	server *http.Server    // of the control socket
	served chan struct{}   // closed when the server has ended
	calls  sync.WaitGroup  // under way, at the socket and in this process
	cut    context.Context // ends when calls in this process are cut off
	cutOff context.CancelFunc
	// patience is closePatience, but in tests.
	patience time.Duration
	// free is store.Free, but in tests.
	free func(dir string) (uint64, error)
}

// Guard lines: the parts fit the spine, and the owner is a Service.
var (
	_ crawl.Frontier = (*frontier.Frontier)(nil)
	_ crawl.Fetcher  = (*fetch.Client)(nil)
	_ crawl.Indexer  = (*index.Index)(nil)
	_ Searching      = (*search.Searcher)(nil)
	_ crawl.Graph    = (*linkgraph.Graph)(nil)
	_ Service        = (*Engine)(nil)
)

// faults returns what was found damaged so far, and what of the index is left out
// since a search met its damage.
func (e *Engine) faults(left []index.Fault) []Fault {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := slices.Clone(e.damage)
	for _, l := range left {
		fault := indexFault("index", l)
		if !slices.ContainsFunc(e.damage, func(f Fault) bool { return f.File == fault.File }) {
			all = append(all, fault)
		}
	}
	return all
}

// notOpen is the error of a call that comes when the folder is being given up.
func notOpen(op string) error {
	return &aranea.Error{Op: op, Kind: aranea.Transient, Err: errClosing}
}

var errClosing = errors.New("the process that owned the folder is ending")

// maxDamage bounds the faults that an owner remembers.
const maxDamage = 100

// DamageRecord is the message of a log record that names a damaged file, with its
// attributes file, offset and text.
const DamageRecord = "damage"

// noteDamage remembers a fault and reports whether there is room for more.
func (e *Engine) noteDamage(f Fault) bool {
	e.opt.Logger.Error(DamageRecord, "file", f.File, "offset", f.Offset, "text", f.Text)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.damage = append(e.damage, f)
	return len(e.damage) < maxDamage
}

func indexFault(dir string, f index.Fault) Fault {
	return Fault{File: path.Join(dir, f.File), Offset: f.Offset, Text: f.Text}
}
