package engine

import (
	"cmp"
	"context"
	"errors"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive/recorder"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/revisit"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// enter adds the caller to the current crawl, or to a new one. It does not join a stopped crawl,
// but waits for its end.
func (e *Engine) enter(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (*job, *watcher, error) {
	for {
		j, w, err := e.tryEnter(ctx, s, watch)
		if w != nil || err != nil {
			return j, w, err
		}
		select {
		case <-j.done:
		case <-ctx.Done():
			return nil, nil, gaveUp(ctx)
		}
	}
}

// errHalted is the error if the crawls were stopped after the crawl was requested.
var errHalted = errors.New("the operator has stopped the crawls of this folder")

// tryEnter begins a crawl or joins the current one. Only one caller runs it at a time. The
// watcher is nil if the current crawl is ending.
func (e *Engine) tryEnter(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (*job, *watcher, error) {
	leave, err := e.queueUp(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer leave()
	if err := seeds.NameArchived(ctx, e.archives, &s, e.dropped.Now(), e.opt.Logger); err != nil {
		return nil, nil, err
	}
	j, ordered := e.current(), e.halt.Now()
	switch {
	case ordered.Ends(s.Wish):
		return nil, nil, errHalted
	case j == nil:
		again := e.nameAgain(&s)
		j, w, err := e.start(ctx, s, watch)
		return j, w, e.stillDropped(again, err)
	case ordered.Ends(j.settings.Wish): // it is about to be stopped
		return j, nil, nil
	}
	if names := j.settings.Differs(&s); len(names) > 0 {
		return nil, nil, service.OtherCrawl(names)
	}
	w, joined := j.join(watch)
	if !joined {
		return j, nil, nil
	}
	again := e.nameAgain(&s)
	under, err := e.widen(ctx, j, &s)
	if e.stillDropped(again, err) != nil {
		j.leave(w)
		return nil, nil, err
	}
	if stopped, givenUp := j.halted(); !under && (!stopped || givenUp) { // callers whose crawl was stopped do not begin a new one
		j.leave(w)
		return j, nil, nil
	}
	return j, w, nil
}

// widen adds seeds to the current crawl, and what else settings want to be visited again, and
// reports whether it is still current.
func (e *Engine) widen(ctx context.Context, j *job, s *service.Settings) (under bool, err error) {
	named := seeds.Of(s, s.Seeds)
	widened := j.settings // only enter and drop change them
	widened.Seeds, widened.Named = seeds.Union(j.settings.Seeds, named.URLs), seeds.Union(j.settings.Named, s.Named)
	rules, err := e.rules(&widened)
	if err != nil {
		return true, err
	}
	err = errors.Join(seeds.TryAnew(ctx, e.frontier, e.opt.Now(), named.URLs, false), seeds.Add(ctx, e.frontier, e.opt.Now(), named))
	if err != nil {
		return true, err
	}
	if len(widened.Seeds) > len(j.settings.Seeds) {
		j.spine().Widen(rules) // URLs found from now on need not be decided again
		led, err := seedreport.Led(ctx, e.frontier, rules, "")
		if err == nil {
			_, err = e.adjusting().Scope(ctx, rules.With(led...), s.MaxSiteLinks, false) // the patterns are the same
		}
		if err != nil {
			return true, err
		}
	}
	if which, _ := schedule.ParseRefreshing(s.Refresh); which != schedule.RefreshNone { // checked by Validate
		err := e.exclusively((*crawl.Crawler).Exclusive, func() error { return e.refresh(ctx, s, s.Seeds, true) }) // it may take documents out of the index
		if err != nil {
			return true, err
		}
	}
	if !e.extend(j, widened) {
		return false, nil
	}
	j.spine().Widen(rules)
	return true, e.remember(&widened, j.way.State())
}

// start begins a crawl. Seeds of earlier crawls in the folder count for its scope.
func (e *Engine) start(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (*job, *watcher, error) {
	if e.isClosing() {
		return nil, nil, notOpen("crawl")
	}
	earlier, err := e.recall()
	if err != nil {
		return nil, nil, err
	}
	fresh := s.Seeds
	if earlier != nil {
		if err := earlier.Precedes(e.dir, &s); err != nil {
			return nil, nil, err
		}
		known, err := seeds.Known(ctx, e.frontier, earlier.Seeds, earlier.SeedCount, e.dropped.Now())
		if err != nil {
			return nil, nil, err
		}
		s.Seeds = seeds.Union(known, s.Seeds)
	}
	rules, err := e.rules(&s)
	if err != nil {
		return nil, nil, err
	}
	led, err := seedreport.Led(ctx, e.frontier, rules, "")
	if err != nil {
		return nil, nil, err
	}
	whole := rules.With(led...)
	j := &job{settings: s, seeds: len(s.Seeds), started: e.opt.Now(), done: make(chan struct{}), lost: make(chan struct{}, 1)}
	if j.vault, err = s.Vault(); err != nil {
		return nil, nil, err
	}
	j.vault.Inherit(e.vault, e.opt.Now())
	e.vault = j.vault
	j.way = extraction.Way{Outside: e.opt.Outside, Browser: s.Render, Hosts: s.RenderHosts, Media: s.Media, InScope: func(x *aranea.Entry) bool {
		v, err := whole.Known(x, e.frontier.Stored)
		return err == nil && v.OK // an error of the store is told by the next write
	}}
	j.way.Forms, _ = extract.ParseForms(s.Forms) // Validate has checked it
	j.way.Vault, j.way.Facets, j.way.Items, j.way.Parts, j.way.Lines = j.vault, s.Facets, s.Items, s.CheckFragments, s.Documents != ""
	if earlier != nil {
		j.way.Prints = earlier.Reading.Secrets
		j.way.Alike = earlier.Reading.AlikeFrom(e.opt.Now(), s.SameBrowser(&earlier.Settings))
	}
	j.way.Prints = j.vault.Prints(j.way.Prints)
	if j.way.Rules, err = extraction.ReadRules(s.ZoneRules); err != nil {
		return nil, nil, err
	}
	if err = e.equip(ctx, j, rules, led); err == nil {
		err = e.prepare(ctx, &s, j, fresh, earlier, whole)
	}
	if err == nil {
		e.halt.Change(func(h halt.State) halt.State { return h.Begin(s.Wish) })
		err = e.storeOrders(ctx)
	}
	if err != nil {
		return nil, nil, errors.Join(err, j.close(), e.writeAsRemembered())
	}
	return e.launch(ctx, j, watch)
}

// equip opens what a job needs. The caller must close the job even after an error.
func (e *Engine) equip(ctx context.Context, j *job, rules scope.Rules, led []weburl.URL) (err error) {
	s := &j.settings
	e.graph.Divide(s.Partition)
	if j.client, err = e.client(s, memory.Of(e.opt.Memory).Bodies, j.vault); err != nil {
		return err
	}
	e.trusts(e.authorities.Sum())
	j.records, err = recorder.Open(recorder.Options{
		WARC: s.WARC, WARCSize: s.WARCSize, Log: s.CrawlLog, Software: "Aranea/" + e.opt.Version, UserAgent: fetch.UserAgent(s.Network(e.opt.Version)),
		Contact: s.Contact, Logger: e.opt.Logger, Now: e.opt.Now,
	})
	if err != nil {
		return err
	}
	if err := cmp.Or(e.indexer.WriteTo(s.Documents), e.indexer.Open()); err != nil {
		return err
	}
	if err := e.openRenderer(ctx, j); err != nil {
		return err
	}
	j.crawler, err = e.newCrawler(j, rules, led)
	return err
}

// launch starts a prepared crawl unless the folder is being closed.
func (e *Engine) launch(ctx context.Context, j *job, watch func(runreport.Progress)) (*job, *watcher, error) {
	run, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	j.cancel = cancel
	w, _ := j.join(watch) // nobody else knows the job, so nobody has stopped it
	e.opt.Logger.Info("crawl begins", "seeds", len(j.settings.Seeds), "scope", j.settings.Scope, "delay", j.settings.Delay)
	e.mu.Lock()
	defer e.mu.Unlock()
	var refused error
	switch {
	case e.closing:
		refused = notOpen("crawl")
	case e.halt.Now().Ends(j.settings.Wish):
		refused = errHalted
	}
	if refused != nil {
		cancel(nil)
		return nil, nil, errors.Join(refused, j.close())
	}
	if e.job = j; !e.halt.Now().Paused.IsZero() {
		j.heed(e.halt.Now)
		j.progressOf(j.settings.MaxPages)(runreport.Progress{At: j.started, Paused: true}) // logins may wait before there is any other progress
	}
	e.crawls.Go(func() { e.run(run, j) })
	return j, w, nil
}

// prepare brings the folder into the state in which a crawl with these settings begins. The
// earlier settings, nil in a new folder, are replaced last, so that an interrupted change of the
// scope is repeated.
func (e *Engine) prepare(ctx context.Context, s *service.Settings, j *job, fresh []weburl.URL, earlier *optionsfile.Recalled, rules scope.Rules) error {
	if err := e.adjust(ctx, s, j, earlier, rules); err != nil {
		return err
	}
	if err := e.remember(s, j.way.State()); err != nil {
		return err
	}
	if err := e.rest.Begin(e.asCopy(s), e.opt.Now()); err != nil {
		return err
	}
	order, _ := s.ParsedOrder() // checked by Validate
	polite := s.Politeness()
	e.frontier.Configure(frontier.Pace{
		Delay: polite.Delay, HostDelays: polite.HostDelays, PerHost: cmp.Or(s.PerHost, service.DefaultPerHost), MaxPages: s.MaxPages, MaxHostPages: s.MaxHostPages,
		MaxSitePages: s.MaxSitePages, MaxSiteLinks: s.MaxSiteLinks, Addresses: s.Proxy == "", OnDisk: polite.OnDisk, Order: order, Nodes: s.Partition.Of, Shared: e.shared(),
	})
	if earlier != nil && cmp.Or(earlier.Order, schedule.BreadthFirst.String()) != order.String() {
		if _, err := e.frontier.Reorder(ctx, e.opt.Now()); err != nil {
			return err
		}
	}
	if err := e.tryAnew(ctx, s, fresh, earlier); err != nil { // before they get a rank in the queue
		return err
	}
	if err := seeds.Add(ctx, e.frontier, e.opt.Now(), seeds.Of(s, fresh)); err != nil {
		return err
	}
	if a := j.client.Archive(); a != nil {
		if err := e.newer.Queue(ctx, e.frontier, a, s, e.opt.Now()); err != nil {
			return err
		}
	}
	return e.refresh(ctx, s, fresh, false)
}

// adjust brings known URLs in line with settings that differ from the earlier ones.
func (e *Engine) adjust(ctx context.Context, s *service.Settings, j *job, earlier *optionsfile.Recalled, rules scope.Rules) error {
	if err := e.carryDrops(ctx, rules); err != nil || earlier == nil {
		return err
	}
	// Before the settings are remembered, so that a crawl that is killed in between does not leave the
	// rules of a folder in force for a site of the network.
	if err := e.frontier.ExpireRobots(ctx, e.opt.Now(), s.Folders.Moved(earlier.Folders)); err != nil {
		return err
	}
	w := e.adjusting()
	if s.Partition != earlier.Partition {
		if err := w.Divide(ctx, earlier.Partition, s.Partition); err != nil {
			return err
		}
	}
	if !earlier.SameScope(s) || len(s.Seeds) > earlier.SeedCount {
		gone, err := w.Scope(ctx, rules, s.MaxSiteLinks, true)
		if j.patternsOut += gone; err != nil {
			return err
		}
	} else if !earlier.SameLinks(s) {
		if err := w.Links(ctx, rules, s.MaxSiteLinks); err != nil {
			return err
		}
	}
	if err := w.MoreLinks(ctx, rules, s.MaxSiteLinks); err != nil {
		return err
	}
	if !s.CheckFragments {
		if err := e.graph.ForgetParts(); err != nil {
			return err
		}
	}
	before := extraction.Before{State: earlier.Reading, Media: earlier.Media, Facets: earlier.Facets, Items: earlier.Items, Parts: earlier.CheckFragments, Lines: earlier.Documents != ""}
	before.Forms, _ = extract.ParseForms(earlier.Forms)
	before.Rendered = s.SameBrowser(&earlier.Settings)
	if err := w.Reading(ctx, j.way.Since(before)); err != nil {
		return err
	}
	if !earlier.Indexes(&s.Patterns) {
		gone, err := w.Indexing(ctx, rules)
		if j.patternsOut += gone; err != nil {
			return err
		}
	}
	if earlier.RevisitWithin == s.RevisitWithin {
		return nil
	}
	_, err := e.frontier.Replan(ctx, e.opt.Now(), s.RevisitWithin)
	return err
}

// refresh queues what settings want to be visited again of what was visited before. The caller
// gave the seeds named, and may join a crawl under way.
func (e *Engine) refresh(ctx context.Context, s *service.Settings, named []weburl.URL, underWay bool) error {
	r := frontier.Renewal{Since: s.Asked}
	r.Which, _ = schedule.ParseRefreshing(s.Refresh) // checked by Validate
	if s.RefreshSeeds {
		of := *s
		of.Seeds = named
		rules, err := e.rules(&of)
		if err != nil {
			return err
		}
		mode, _ := scope.ParseMode(s.Scope) // likewise
		if r.Hosts, r.Sites, err = revisit.Reach(ctx, e.frontier, mode, rules); err != nil {
			return err
		}
	}
	w := revisit.Work{Orders: &e.again, Store: e.keepSums, Now: e.opt.Now, Logger: e.opt.Logger, Graph: e.graph, Refresh: func(ctx context.Context, r frontier.Renewal) (int, error) {
		return e.frontier.Refresh(ctx, e.opt.Now(), r, e.indexer.Apply)
	}}
	if w.Listed = s.Folders.Listed(); len(w.Listed) > 0 {
		rules, err := e.rules(s)
		if err != nil {
			return err
		}
		w.IsList = rules.IsListOfFiles
	}
	return w.Do(ctx, r, underWay)
}
