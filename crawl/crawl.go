package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A Frontier hands out leases and stores outcomes. It is safe for concurrent
// use.
type Frontier interface {
	// Lease returns at most max leases of hosts that may be asked now; each
	// host's next allowed instant is durable when it returns. With no lease,
	// wake is the instant to ask again, or zero if nothing is queued.
	Lease(ctx context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error)
	// Commit stores outcomes in one durable batch, ends their leases and
	// returns how many of the discovered URLs were queued.
	Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (queued int, err error)
	// Robots returns the newest robots copy of an origin, false if there is none.
	Robots(origin weburl.Origin) (robotstxt.Copy, bool, error)
	Pages
	Overview
}

// An Overview says how the crawl stands. It is safe for concurrent use.
type Overview interface {
	// Counts returns the sums over all hosts and the number of hosts.
	Counts() (aranea.HostCounts, int)
	// Left returns the least time that the queue needs with the pauses in
	// force, 0 if that cannot be told.
	Left(now time.Time) time.Duration
	// Troubles returns the hosts whose entries are not visited now, of which at
	// most max are listed.
	Troubles(ctx context.Context, max int) (aranea.Troubles, error)
}

// Pages is what the frontier knows of pages besides the one that is visited.
type Pages interface {
	// Twin returns the page whose indexed text has the fingerprint.
	Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error)
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

// A Fetcher makes one exchange. It is safe for concurrent use.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) aranea.Fetched
}

// An Indexer makes index changes durable. Repeating a change is harmless.
type Indexer interface {
	Apply(ctx context.Context, changes []aranea.IndexChange) error
}

// Options say how to crawl. The zero value of a field means its default.
type Options struct {
	// Agents is the chain of product tokens by which the robot finds its group
	// in a robots file; the first that has a group counts.
	Agents []robotstxt.AgentToken
	// Dialect is the reading of robots files; default RFC 9309 with the
	// tolerated mistakes.
	Dialect robotstxt.Dialect
	// PageDialect is the reading of what pages say to robots; default
	// robotsmeta.Strictest.
	PageDialect robotsmeta.Dialect
	// Scope says which discovered URLs are ours.
	Scope scope.Rules
	// Politeness holds delays, back-off and retries.
	Politeness schedule.Policy
	// Extract holds the limits of extraction.
	Extract extract.Limits
	// Fetchers is the number of exchanges under way at once; default 64.
	Fetchers int
	// MaxBody is the size in bytes at which a page's body is cut; default 16 MiB.
	MaxBody int64
	// BatchPages and BatchWait bound a commit: it happens when so many visits
	// are done or the oldest has waited so long; defaults 100 and 50 ms.
	BatchPages int
	BatchWait  time.Duration
	// Patience is how long a run waits when every host is put off: if the
	// next instant lies further ahead, the run ends with what it has and says
	// so; default 5 minutes.
	Patience time.Duration
	// StopGrace is how long exchanges under way may go on after the context
	// ends; default 10 seconds.
	StopGrace time.Duration
	// Watch receives progress after each commit and when a wait begins; it is
	// called by one goroutine at a time and must return at once. May be nil.
	Watch func(Progress)
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// Defaults of Options.
const (
	DefaultFetchers   = 64
	DefaultMaxBody    = 16 << 20
	DefaultBatchPages = 100
	DefaultBatchWait  = 50 * time.Millisecond
	DefaultPatience   = 5 * time.Minute
	DefaultStopGrace  = 10 * time.Second
)

// MaxFetchers bounds Options.Fetchers, and with it memory: each fetcher may
// hold one body and one page.
const MaxFetchers = 4096

// Validate reports all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	if len(o.Agents) == 0 {
		faults = append(faults, errors.New("no agent token: the robot must know its own name"))
	}
	if o.Fetchers < 0 || o.Fetchers > MaxFetchers {
		faults = append(faults, fmt.Errorf("fetchers is %d; it must lie between 1 and %d", o.Fetchers, MaxFetchers))
	}
	if o.MaxBody < 0 || o.BatchPages < 0 || o.BatchWait < 0 || o.Patience < 0 || o.StopGrace < 0 {
		faults = append(faults, errors.New("sizes and durations must not be negative"))
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "crawl options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

func (o Options) withDefaults() Options {
	o.Fetchers = cmp.Or(o.Fetchers, DefaultFetchers)
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	o.BatchPages = cmp.Or(o.BatchPages, DefaultBatchPages)
	o.BatchWait = cmp.Or(o.BatchWait, DefaultBatchWait)
	o.Patience = cmp.Or(o.Patience, DefaultPatience)
	o.StopGrace = cmp.Or(o.StopGrace, DefaultStopGrace)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Dialect == (robotstxt.Dialect{}) {
		o.Dialect = robotstxt.RFC9309()
	}
	o.PageDialect = cmp.Or(o.PageDialect, robotsmeta.Strictest())
	return o
}

// A Crawler runs the spine. It is used for one Run.
type Crawler struct {
	opt      Options
	frontier Frontier
	fetcher  Fetcher
	indexer  Indexer
	rules    *ruleCache

	outstanding atomic.Int64  // leases handed out and not yet committed
	working     atomic.Int64  // leases that a fetcher holds or that wait for one
	committed   chan struct{} // one token after each commit
	freed       chan struct{} // one token when a fetcher becomes free
	tally       tally
	watching    sync.Mutex // held while Options.Watch is called
}

// New returns a Crawler over the given parts.
func New(f Frontier, x Fetcher, ix Indexer, opt Options) (*Crawler, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	opt = opt.withDefaults()
	return &Crawler{
		opt: opt, frontier: f, fetcher: x, indexer: ix,
		rules:     newRuleCache(f, opt.Dialect, opt.Agents),
		committed: make(chan struct{}, 1),
		freed:     make(chan struct{}, 1),
	}, nil
}

// Run visits everything that is queued and everything that it leads to. It ends
// when nothing is queued, when every host is put off beyond the patience of the
// options, or when ctx ends: then no new request leaves, exchanges under way
// get StopGrace to finish, and what is done is committed. The Report says how
// it ended; an error means that state could not be read or written.
func (c *Crawler) Run(ctx context.Context) (Report, error) {
	start := c.opt.Now()
	// Three lives: ctx for new requests, hard for exchanges under way, which
	// outlive it by the grace period, and all for committing what they brought.
	g, all := errgroup.WithContext(context.WithoutCancel(ctx))
	hard, cancel := context.WithCancel(all)
	defer cancel()
	defer context.AfterFunc(ctx, func() { c.afterGrace(hard, cancel) })()

	leases := make(chan aranea.Lease, c.opt.Fetchers)
	done := make(chan visited, c.opt.Fetchers)
	var ending Ending
	var until time.Time
	g.Go(func() (err error) {
		defer close(leases)
		ending, until, err = c.dispatch(ctx, all, leases)
		return err
	})
	workers, _ := errgroup.WithContext(all)
	for range c.opt.Fetchers {
		workers.Go(func() error { return c.work(ctx, hard, all, leases, done) })
	}
	g.Go(func() error {
		defer close(done)
		return workers.Wait()
	})
	g.Go(func() error { return c.commitAll(all, done) })
	err := g.Wait()
	r, rerr := c.report(context.WithoutCancel(ctx), start, ending, until)
	if err == nil {
		err = rerr
	}
	return r, err
}

// afterGrace cancels exchanges under way when the grace period is over.
func (c *Crawler) afterGrace(hard context.Context, cancel context.CancelFunc) {
	t := time.NewTimer(c.opt.StopGrace)
	defer t.Stop()
	select {
	case <-t.C:
		cancel()
	case <-hard.Done():
	}
}

// dispatch leases entries for free fetchers until there is no more to do. It
// returns why it ended and, if hosts are put off, until when.
func (c *Crawler) dispatch(soft, all context.Context, leases chan<- aranea.Lease) (Ending, time.Time, error) {
	for {
		if isDone(soft) {
			return EndStopped, time.Time{}, nil
		}
		if all.Err() != nil {
			return EndFailed, time.Time{}, context.Cause(all)
		}
		free := c.opt.Fetchers - int(c.working.Load())
		if free <= 0 {
			c.wait(soft, all, c.freed, time.Time{})
			continue
		}
		// Read before leasing: a commit between the two may queue entries.
		outstanding := c.outstanding.Load()
		batch, wake, err := c.frontier.Lease(all, c.opt.Now(), free)
		if err != nil {
			return EndFailed, time.Time{}, fmt.Errorf("lease entries: %w", err)
		}
		c.outstanding.Add(int64(len(batch)))
		c.working.Add(int64(len(batch)))
		for _, l := range batch {
			leases <- l // never blocks: there is room for every fetcher
		}
		if len(batch) > 0 {
			continue
		}
		if outstanding == 0 {
			if wake.IsZero() {
				return EndFinished, time.Time{}, nil
			}
			if wake.Sub(c.opt.Now()) > c.opt.Patience {
				return EndPutOff, wake, nil
			}
			if err := c.watchWaiting(all, wake); err != nil {
				return EndFailed, time.Time{}, err
			}
		}
		c.wait(soft, all, c.committed, wake)
	}
}

// wait returns at the next token, at instant wake if it is not zero, or when a
// context ends.
func (c *Crawler) wait(soft, all context.Context, token <-chan struct{}, wake time.Time) {
	var timer <-chan time.Time
	if !wake.IsZero() {
		t := time.NewTimer(max(wake.Sub(c.opt.Now()), time.Millisecond))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-token:
	case <-timer:
	case <-soft.Done():
	case <-all.Done():
	}
}

// isDone reports whether a context has ended.
func isDone(ctx context.Context) bool { return ctx.Err() != nil }

// signal puts a token into ch unless one is there.
func signal(ch chan<- struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}
