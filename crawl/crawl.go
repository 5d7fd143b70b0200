package crawl

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/checks"
	"github.com/aranea-search/aranea/crawl/longread"
	"github.com/aranea-search/aranea/crawl/readlimit"
	"github.com/aranea-search/aranea/crawl/rulebook"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/settle"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/extract"
)

// A Crawler runs the spine. It is used for one Run.
type Crawler struct {
	opt       Options
	frontier  Frontier
	fetcher   Fetcher
	indexer   Indexer
	graph     Graph
	rules     *rulebook.Book
	checks    *checks.Memory
	area      area
	flow      flow
	tally     tally.Tally
	paused    atomic.Bool
	decisions decisions
	settler   *settle.Settler    // nil if nothing is learned
	room      *verdict.RoomError // what is full, if that ended the run; nil otherwise
	turn      chan struct{}      // holds a token while a commit or Exclusive runs
	leasing   chan struct{}      // holds a token while leases are handed out, or Still runs
	large     chan struct{}      // holds a token for each large page that is being extracted
	extractor *extract.Extractor
	outside   *longread.Watcher
	readers   *readlimit.Readers
	reading   atomic.Int64 // documents being read outside of the process, or waiting for that
	watching  sync.Mutex   // held while Options.Watch is called
}

// New returns a Crawler over the given parts.
func New(f Frontier, x Fetcher, ix Indexer, g Graph, opt Options) (*Crawler, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	opt = opt.withDefaults()
	var s *settle.Settler
	if opt.Learner != nil {
		s = settle.New(f, opt.Learner, ix.Apply)
	}
	c := &Crawler{
		opt: opt, frontier: f, fetcher: x, indexer: ix, graph: g,
		rules: rulebook.New(f, opt.Dialect, opt.Agents), checks: checks.New(),
		area: area{base: opt.Scope, rules: opt.Scope},
		flow: newFlow(), decisions: decisions{}, settler: s,
		turn: make(chan struct{}, 1), leasing: make(chan struct{}, 1), large: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)),
		readers: readlimit.New(max(opt.Fetchers/2, 1)),
	}
	c.outside = longread.Over(opt.Outside, opt.Now, func() { c.watch(c.progress(opt.Now())) })
	c.extractor = newExtractor(&opt, c.outside.Of())
	c.area.follow(opt.Led...)
	if opt.Learner != nil {
		opt.Learner.Own(c.area.owns)
		opt.Learner.HoldLinks(opt.Layout)
	}
	return c, nil
}

// Run visits everything that is queued and everything that it leads to. It ends when nothing is
// queued, when every host is deferred beyond the patience of the options, or when ctx ends:
// then no new request leaves, exchanges under way get StopGrace to finish, and what is done is
// committed. The Report says how it ended. An error means that state could not be read or
// written.
func (c *Crawler) Run(ctx context.Context) (runreport.Report, error) {
	start := c.opt.Now()
	c.tally.Begin(start)
	if err := c.followSeeds(ctx); err != nil {
		r, _ := c.report(ctx, start, verdict.EndFailed, time.Time{}) // with EndFailed it reads no state, so it has no error
		return r, err
	}
	c.flow.undecided() // robots files that an earlier process did not finish
	// Three lifetimes: ctx for new requests; hard for exchanges under way, which outlive ctx by
	// the grace period; all for committing their results.
	g, all := errgroup.WithContext(context.WithoutCancel(ctx))
	hard, cancel := context.WithCancel(all)
	defer cancel()
	defer context.AfterFunc(ctx, func() { c.afterGrace(hard, cancel) })()

	leases := make(chan aranea.Lease, c.opt.Fetchers)
	done := make(chan visited, c.opt.Fetchers)
	var ending verdict.Ending
	var until time.Time
	g.Go(func() (err error) {
		defer close(leases)
		ending, until, err = c.dispatch(ctx, all, leases)
		return err
	})
	c.visitAll(ctx, hard, all, g, leases, done)
	g.Go(func() error {
		defer close(c.flow.redecide)
		return c.commitAll(all, done)
	})
	g.Go(func() error { return c.redecideAll(ctx, all) })
	err := g.Wait()
	c.room = roomOf(ctx)
	r, rerr := c.report(context.WithoutCancel(ctx), start, ending, until)
	if err == nil {
		err = rerr
	}
	return r, err
}

// afterGrace cancels exchanges under way after the grace period.
func (c *Crawler) afterGrace(hard context.Context, cancel context.CancelFunc) {
	t := time.NewTimer(c.opt.StopGrace)
	defer t.Stop()
	select {
	case <-t.C:
		cancel()
	case <-hard.Done():
	}
}

// visitAll starts the fetchers and the renderers they feed. It closes done when all have ended.
func (c *Crawler) visitAll(soft, hard, all context.Context, g *errgroup.Group, leases <-chan aranea.Lease, done chan<- visited) {
	renders := make(chan visited, c.opt.Rendering.Tabs())
	var fetching, rendering sync.WaitGroup
	fetching.Add(c.opt.Fetchers)
	for range c.opt.Fetchers {
		g.Go(func() error { // an error ends the others at once
			defer fetching.Done()
			return c.work(soft, hard, all, leases, renders, done)
		})
	}
	rendering.Add(c.opt.Rendering.Tabs())
	for range c.opt.Rendering.Tabs() {
		g.Go(func() error {
			defer rendering.Done()
			return c.renderAll(hard, all, renders, done)
		})
	}
	g.Go(func() error {
		fetching.Wait()
		close(renders)
		rendering.Wait()
		close(done)
		return nil
	})
}
