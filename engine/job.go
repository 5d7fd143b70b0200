package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive/recorder"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/attempts"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/cooldown"
	"github.com/aranea-search/aranea/engine/diskspace"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/settingscheck"
	"github.com/aranea-search/aranea/engine/sitelog"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/rate"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A job is a crawl in progress. Callers join and leave it; it is stopped when the last one
// leaves.
type job struct {
	client   *fetch.Client
	records  *recorder.Set      // records of the exchanges, nil for none
	vault    *credentials.Vault // nil if there are no secrets
	way      extraction.Way     // how documents are read
	lost     chan struct{}      // receives when a session has ended; buffered for one
	started  time.Time
	cancel   context.CancelCauseFunc
	done     chan struct{}    // closed when report and err are valid
	renderer *render.Renderer // nil if no pages are rendered
	room     *rendering.Room  // the limits for renderer

	patternsOut uint64 // pages that left the index at its beginning

	report runreport.Report
	ends   []verdict.SeedEnd // of what callers named
	err    error

	// settings and joined are guarded by Engine.mu. joined is set if seeds were added since the
	// crawler began: it may have checked the queue for the last time before that.
	settings service.Settings
	joined   bool

	mu      sync.Mutex
	crawler *crawl.Crawler // replaced if seeds came too late for it
	callers int
	seeds   int
	watch   []*watcher
	last    runreport.Progress
	rate    rate.Rate
	resumed chan struct{} // closed at the end of a pause, nil if there is none
	ending  bool          // it was stopped; nobody can join it any more
	givenUp bool          // it was stopped because its process ends, and goes on in another one
}

// A watcher is a caller that receives progress.
type watcher struct{ tell func(runreport.Progress) }

// Crawl starts a crawl or joins the one under way.
func (e *Engine) Crawl(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (runreport.Report, error) {
	if err := s.Validate(); err != nil {
		return runreport.Report{}, err
	}
	if err := e.whole(); err != nil {
		return runreport.Report{}, err
	}
	if s.Wish == "" {
		s.Wish = e.halt.Now().Wish()
	}
	j, w, err := e.enter(ctx, s, watch)
	switch {
	case errors.Is(err, errHalted):
		return e.halted(), nil
	case err != nil:
		return runreport.Report{}, err
	}
	select {
	case <-j.done:
	case <-ctx.Done():
		if others := j.leave(w); others > 0 {
			return runreport.Report{}, &aranea.Error{Op: "crawl", Kind: aranea.Canceled, Err: fmt.Errorf("the crawl goes on for %d other callers: %w", others, context.Cause(ctx))}
		}
		<-j.done
		return j.reportTo(s.Named), j.err
	}
	j.leave(w)
	if _, givenUp := j.halted(); givenUp && ctx.Err() == nil {
		return runreport.Report{}, notOpen("crawl") // not what the caller asked for
	}
	return j.reportTo(s.Named), j.err
}

// reportTo returns the report for a caller who named some URLs. The job has ended.
func (j *job) reportTo(named []weburl.URL) runreport.Report {
	return j.report.Named(seedreport.Of(j.ends, named))
}

func (e *Engine) isClosing() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.closing
}

// newCrawler returns a crawler with a scope, of which led is known as in crawl.Options.
func (e *Engine) newCrawler(j *job, rules scope.Rules, led []weburl.URL) (*crawl.Crawler, error) {
	s := &j.settings
	dialect, _ := dialect.ByName(s.Dialect) // checked by Validate
	pages, _ := extraction.PageDialect(s.PageDialect, s.Dialect)
	news := sitelog.Log{Logger: e.opt.Logger}
	opt := crawl.Options{
		Agents: s.Agents(), Dialect: dialect, PageDialect: pages, Scope: rules, Led: led, Fetchers: s.Fetchers, Outside: attempts.Over(e.opt.Outside, learned.New(e.kv)), Media: s.Media, ZoneRules: j.way.Rules,
		KeepHidden: s.KeepHidden, RevisitWithin: s.RevisitWithin, Rendering: j.room,
		Watch: j.progressOf(s.MaxPages), Changed: news.RobotsChanged, Endless: news.Endless, Refuses: news.Refuses, LoginLost: j.loginLost, LoginAwaited: j.vault.Awaited, LoginsFailing: j.vault.Failing, Learner: e.learner, Now: e.opt.Now,
	}
	opt.Forms, opt.Facets, opt.Parts, opt.Alike = j.way.Forms, j.way.Facets, j.way.Parts, j.way.Alike
	opt.Layout, opt.Items = j.way.Lines, j.way.LineItems()
	if j.records != nil {
		opt.Recorder = j.records
	}
	if e.opt.Referral != nil {
		opt.Beyond = e.opt.Referral
	}
	return crawl.New(cooldown.Frontier{Frontier: e.frontier, Rest: &e.rest}, j.client, e.indexer, e.graph, opt)
}

// run runs the crawl and ends the job.
func (e *Engine) run(ctx context.Context, j *job) {
	defer close(j.done)
	e.visit(ctx, j)
	if err := errors.Join(j.close(), e.indexer.EndFile()); j.err == nil {
		j.err = err
	}
	told := j.report.Named(j.ends)
	lastcrawl.LogNamed(e.opt.Logger, &told)
	e.opt.Logger.Info("crawl ends", "verdict", told.Verdict, "why", told.Why, "error", j.err)
}

// visit runs the crawlers of a job, one after another. When it returns, everything that ran
// beside them has ended, because logins are recorded as well.
func (e *Engine) visit(ctx context.Context, j *job) {
	defer e.startLogins(ctx, j)()
	defer e.whileRanking(ctx)()
	defer e.keepRoom(ctx, j)()
	e.tell(lastcrawl.Begun(j.started))
	e.keepLogged()
	for again := true; again; {
		report, err := j.spine().Run(ctx)
		if err == nil {
			err = e.index.Flush()
		}
		if err == nil {
			err = e.rankAtEnd(ctx)
		}
		if err == nil && report.Ending == verdict.EndFinished {
			report.Until, err = e.frontier.NextVisit()
			settingscheck.Add(&report, e.settingsOf(j), settingscheck.Known{URLs: e.frontier.Select(ctx, frontier.Filter{}), Hosts: e.frontier.Hosts(""), Index: e.index}, e.opt.Logger)
		}
		if err == nil {
			e.mu.Lock()
			named, joined := j.settings.Named, j.joined
			e.mu.Unlock()
			if !joined {
				e.again.End(report.Ending)
			}
			j.ends, err = seedreport.Ends(e.frontier, e.learner, named)
		}
		j.report, j.err = report.After(j.report), err
		j.report.PatternsOut = j.patternsOut
		_, last := e.summed()
		settingscheck.AddItems(&j.report, j.way.LineItems(), last, e.opt.Logger)
		lastcrawl.LackFiles(&j.report, j.client.Archive().LeftOut())
		told := j.report.Named(j.ends)
		e.tell(lastcrawl.Begun(j.started).At(e.opt.Now(), &told, j.err))
		e.keepLogged()
		again = e.goOn(ctx, j)
	}
}

// keepRoom ends the crawl, as if stopped, when the folder has reached its quota or the disk is
// nearly full. The caller must call stop.
func (e *Engine) keepRoom(ctx context.Context, j *job) (stop func()) {
	e.mu.Lock()
	quota := j.settings.Disk
	e.mu.Unlock()
	return diskspace.Watch{Dir: e.dir, Quota: quota, Free: e.free, End: j.noRoom, Logger: e.opt.Logger}.Start(ctx)
}

// close closes what the job has opened.
func (j *job) close() error {
	if j.renderer != nil {
		j.renderer.Close()
	}
	if j.client != nil {
		j.client.Close()
	}
	return j.records.Close()
}

// goOn creates a new crawler if seeds came too late for the one that has just ended, and
// otherwise ends the job. Exclusive calls of the old crawler end before that.
func (e *Engine) goOn(ctx context.Context, j *job) (again bool) {
	_ = j.spine().Exclusive(func() error { // the function returns no error
		again = e.follow(ctx, j)
		return nil
	})
	return again
}

func (e *Engine) follow(ctx context.Context, j *job) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if j.err == nil && ctx.Err() == nil && j.joined {
		j.joined = false
		rules, err := e.rules(&j.settings)
		if err == nil {
			var c *crawl.Crawler
			if c, err = e.newCrawler(j, rules, nil); err == nil {
				j.follow(c)
				return true
			}
		}
		j.err = err
	}
	e.spent = e.spent.Add(j.room.Cost())
	e.job = nil
	return false
}

// spine returns the current crawler.
func (j *job) spine() *crawl.Crawler {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.crawler
}

// follow replaces a crawler that has ended by c.
func (j *job) follow(c *crawl.Crawler) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.crawler = c
	if j.resumed != nil {
		c.Pause()
	}
}

// current returns the current crawl, or nil if there is none.
func (e *Engine) current() *job {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.job
}

// settingsOf returns the settings of a crawl as they are now.
func (e *Engine) settingsOf(j *job) service.Settings {
	e.mu.Lock()
	defer e.mu.Unlock()
	return j.settings
}

// join adds a caller, unless the crawl was stopped.
func (j *job) join(tell func(runreport.Progress)) (w *watcher, joined bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ending {
		return nil, false
	}
	j.callers++
	w = &watcher{tell: tell}
	if tell != nil {
		j.watch = append(j.watch, w)
	}
	return w, true
}

// leave removes a caller and returns how many remain; the last one stops the crawl.
func (j *job) leave(w *watcher) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.callers--
	j.watch = slices.DeleteFunc(j.watch, func(o *watcher) bool { return o == w })
	if j.callers == 0 {
		j.end()
	}
	return j.callers
}

// stop ends the crawl for all callers.
func (j *job) stop() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.end()
}

// giveUp ends the crawl in this process, so that another one can go on with it, unless it was
// stopped already.
func (j *job) giveUp() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.givenUp = !j.ending
	j.end()
}

// halted reports whether the crawl was stopped, and whether another process goes on with it.
func (j *job) halted() (stopped, givenUp bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ending, j.givenUp
}

// heed pauses or resumes the crawl as ordered. It reads the orders under the lock, so that the
// later of two concurrent orders takes effect.
func (j *job) heed(ordered func() halt.State) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch on := !ordered().Paused.IsZero(); {
	case on == (j.resumed != nil):
	case on:
		j.resumed = make(chan struct{})
		j.crawler.Pause()
	default:
		close(j.resumed)
		j.resumed = nil
		j.crawler.Resume()
	}
}

// awaitResume blocks while the crawl is paused.
func (j *job) awaitResume(ctx context.Context) error {
	j.mu.Lock()
	resumed := j.resumed
	j.mu.Unlock()
	if resumed == nil {
		return nil
	}
	select {
	case <-resumed:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// end stops the crawl. The caller holds mu.
func (j *job) end() {
	j.ending = true
	j.cancel(nil)
}

// noRoom ends the crawl for all callers because the folder or the disk is full.
func (j *job) noRoom(full *verdict.RoomError) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ending = true
	j.cancel(full)
}

// progressOf returns a function that passes progress on to all callers of a crawl with a page
// limit.
func (j *job) progressOf(maxPages uint64) func(runreport.Progress) {
	return func(p runreport.Progress) {
		p.MaxPages = maxPages
		j.mu.Lock()
		defer j.mu.Unlock()
		j.last = p
		j.rate.Add(p.At, p.Run[aranea.CountRequests])
		for _, w := range j.watch {
			w.tell(p)
		}
	}
}

// status returns the status of the job.
func (j *job) status(now time.Time) *service.CrawlStatus {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.rate.Add(now, j.last.Run[aranea.CountRequests])
	return &service.CrawlStatus{
		Since: j.started, Paused: j.resumed != nil, Callers: j.callers, Seeds: j.seeds,
		Rate: j.rate.Value(), Progress: j.last,
	}
}

// rules returns the scope for settings, including which formats are read in this folder and which
// seeds were dropped.
func (e *Engine) rules(s *service.Settings) (scope.Rules, error) {
	o := scope.Options{Depth: s.Depth, Seeds: s.Seeds, Domains: s.Domains, Patterns: s.Patterns, AnyShape: e.learner.AnyShape(), Folders: s.Folders.Bases(), Listed: s.Folders.Listed(), Links: s.CheckLinks, Partition: s.Partition}
	rules, err := extraction.Scope(s.Scope, o, e.opt.Outside, s.Media)
	dropped := e.dropped.Now()
	if err != nil || len(dropped) == 0 {
		return rules, err
	}
	return rules.Without(dropped.URLs(), dropped.Led()), nil
}
