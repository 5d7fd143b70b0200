package webtest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A robot is the whole robot on a simulated web: the content of its disk between its lives, and
// the memory of a checker.
type robot struct {
	t        *testing.T
	web      *webtest.Web
	rnd      *rand.Rand
	disks    uint64 // determines how long writes take
	noWait   bool   // writes are durable at once, and each visit is committed separately
	seeds    []weburl.URL
	delay    time.Duration // the promised delay
	pace     time.Duration // the delay that is kept; the same except in tests of the checker
	atOnce   int           // concurrent requests to a host without a delay
	agent    dialect.AgentToken
	scope    scope.Mode
	depth    int
	order    schedule.Order // the order of the next life
	was      schedule.Order // the order of the current queue
	reorders bool           // each life has another order
	clock

	lives int
	disk  keep
	files *disktest.Memory
	logins
	witness
}

func newRobot(t *testing.T, web *webtest.Web, rnd *rand.Rand) *robot {
	r := &robot{t: t, web: web, rnd: rnd, disks: rnd.Uint64(), delay: time.Second, pace: time.Second, atOnce: 1, agent: "Aranea", disk: &inMemory{memstore.New(), nil}, files: disktest.New()}
	for _, s := range web.Seeds() {
		r.seeds = append(r.seeds, parse(t, s))
	}
	r.witness = newWitness(web)
	r.findLogins()
	return r
}

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A process is one life of the robot.
type process struct {
	fuse     fuse
	uplink   *webtest.Uplink
	kv       store.KV
	files    *shelf
	frontier *frontier.Frontier
	index    *index.Index
	client   *fetch.Client
}

// live runs the robot once: it opens the content of its disk, crawls what is new and due for at
// most the given time, and ends, or is killed at a write. It reports whether it was killed.
func (r *robot) live(limit time.Duration, killAt int) (killed bool) {
	r.lives++
	ctx, cancel := context.WithTimeout(r.t.Context(), limit)
	defer cancel()
	files := r.files
	p := &process{uplink: r.web.Plug(r.lives)}
	p.files = &shelf{files, &p.fuse}
	p.fuse.left = killAt
	p.fuse.fire = func() {
		r.mu.Lock() // another write may be drawing its duration
		r.disk.crash(r.rnd)
		r.files = files.Crash(r.rnd)
		r.mu.Unlock()
		p.uplink.Cut()
		cancel()
	}
	r.note("life %d begins, to be killed at write %d", r.lives, killAt)
	report, err := r.run(ctx, p)
	r.end(p)
	if p.fuse.dead() {
		r.note("life %d was killed: %v", r.lives, err)
		r.killed(r.lives)
		return true
	}
	if err != nil {
		r.fault("life %d ended in an error: %v", r.lives, err)
	}
	r.note("life %d ended: %s, %s (%s), %v", r.lives, report.Verdict, report.Ending, report.Why, report.Run)
	if report.Ending == verdict.EndStopped && limit > 0 && !r.endless {
		r.fault("life %d did not come to its end in %s", r.lives, limit)
	}
	return false
}

// end closes what a process has open. For a killed process it ends the goroutines, whose writes
// do not count.
func (r *robot) end(p *process) {
	var errs []error
	if p.client != nil {
		p.client.Close()
	}
	p.uplink.Cut()
	p.uplink.Wait()
	if p.index != nil {
		errs = append(errs, p.index.Close())
	}
	if p.frontier != nil {
		errs = append(errs, p.frontier.Close())
	}
	if err := errors.Join(errs...); err != nil && !p.fuse.dead() {
		r.fault("life %d: close: %v", r.lives, err)
	}
}

// run does what the engine does for one crawl.
func (r *robot) run(ctx context.Context, p *process) (runreport.Report, error) {
	var none runreport.Report
	kv, err := r.disk.open(&p.fuse, r.wait)
	if err != nil {
		return none, err
	}
	if p.index, err = index.OpenOn(p.files, index.Options{BufferBytes: 64 << 10, Workers: 1}); err != nil {
		return none, err
	}
	if p.frontier, err = frontier.Open(ctx, kv, frontier.Options{Delay: schedule.Exactly(r.pace), Addresses: true}); err != nil {
		return none, errors.Join(err, kv.Close())
	}
	p.kv = kv
	r.opened(ctx, p)
	d, err := r.openDoor()
	if err != nil {
		return none, err
	}
	if p.client, err = fetch.New(fetch.Options{Contact: "me@example.org", Lookup: p.uplink.Lookup, DialContext: p.uplink.DialContext, Secrets: d.vault}); err != nil {
		return none, err
	}
	rules, err := scope.New(scope.Options{Mode: r.scope, Seeds: r.seeds, Depth: r.depth})
	if err != nil {
		return none, err
	}
	p.frontier.Configure(frontier.Pace{Delay: schedule.Exactly(r.pace), PerHost: r.atOnce, Addresses: true, Order: r.order})
	if r.order != r.was {
		if _, err := p.frontier.Reorder(ctx, r.now()); err != nil {
			return none, err
		}
		r.was = r.order
	}
	var found []aranea.Discovery
	for _, u := range r.seeds {
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	if _, err := p.frontier.Add(ctx, r.now(), found); err != nil {
		return none, err
	}
	if _, err := p.frontier.Refresh(ctx, r.now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 1_000_000}, p.index.Apply); err != nil {
		return none, err
	}
	learner, err := learn.New(learned.New(kv))
	if err != nil {
		return none, err
	}
	c, err := crawl.New(&witnessed{p.frontier, r, p}, &setFetcher{p.client, &r.clock}, p.index, linkgraph.New(kv, nil), crawl.Options{
		Agents: []dialect.AgentToken{r.agent}, Dialect: dialect.RFC9309(), Scope: rules, Fetchers: 16, BatchPages: r.batch(),
		MaxBody: 256 << 10, Now: r.now, Learner: learner, LoginLost: d.noticeLost, LoginAwaited: d.vault.Awaited, Recorder: d,
	})
	if err != nil {
		return none, err
	}
	stopLogins := d.keep(ctx, p)
	stopMail := r.startMail(ctx, p, c, rules)
	report, err := c.Run(ctx)
	stopMail()
	stopLogins()
	if err == nil {
		err = p.index.Flush()
	}
	if err == nil {
		err = r.compare(ctx, p, report.Ending != verdict.EndDeferred && !p.fuse.dead())
	}
	return report, err
}

// key returns the key of a URL in the record of the web.
func key(u weburl.URL) string { return authority(u.Origin()) + u.Target() }

func authority(o weburl.Origin) string { return strings.TrimPrefix(string(o), "http://") }

func (r *robot) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trace = append(r.trace, fmt.Sprintf("%s %s", stamp(time.Now()), fmt.Sprintf(format, args...)))
}
