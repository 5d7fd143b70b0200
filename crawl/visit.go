package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/crawl/robotsredirects"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/schedule"
)

// visited is the result of one visit; plan turns it into an Outcome.
type visited struct {
	lease     aranea.Lease
	ruling    ruling // zero for a robots visit
	advice    learn.Advice
	fetched   aranea.Fetched
	beyond    []aranea.Fetched // of a robots file: see robotsredirects.Read
	page      *aranea.Page     // nil if there was nothing to extract
	listed    *listing.List    // what a sitemap or feed lists; nil for others, and if there was no body
	challenge string           // names the shield that answered with a challenge, "" for none
	// conditional says that the request of a page carried validators.
	conditional bool
	rank        twins.Rank
	stopped     bool      // the crawl was stopped before the visit began
	login       string    // the site asked for a login although there is a secret for it: what was sent
	awaits      string    // the login that it has to wait for, so that no request was made
	next        time.Time // with awaits: when that is tried again, zero if unknown
	unlinked    bool      // nothing leads any more to a URL that is only checked
	refused     bool      // its site refuses all links that are checked, so that no request was made
	head        bool      // the request had the method HEAD
	again       bool      // the answer may be about HEAD only
	render      bool      // its scripts are to be run by a browser; the body is kept for that
	// rendered is the result, nil if it was not tried.
	rendered *rendering.Rendered
}

// A worker makes visits one after another and owns what they share.
type worker struct {
	c         *Crawler
	extractor *extract.Extractor
	buffer    *fetch.Buffer
	agents    []string
	stop      <-chan struct{} // closed when nothing more may begin
}

func (c *Crawler) newWorker() *worker {
	return &worker{c: c, extractor: c.extractor, buffer: new(fetch.Buffer), agents: c.opt.names()}
}

// newExtractor returns the extractor that all workers share: only a few pages are parsed at a
// time, however many fetchers there are.
func newExtractor(opt *Options, o extract.Outside) *extract.Extractor {
	x, _ := extract.New(opt.Extract).With(o).WithMedia(opt.Media) // Validate has checked the kinds
	return x.WithRules(opt.ZoneRules).WithForms(opt.Forms).WithParts(opt.Parts).WithLayout(opt.Layout).WithFacets(opt.Facets).WithItems(opt.Items)
}

// work makes the visits of one fetcher. After soft ends, waiting leases are returned unsent;
// after hard ends, so are exchanges under way.
func (c *Crawler) work(soft, hard, all context.Context, leases <-chan aranea.Lease, renders, done chan<- visited) error {
	w := c.newWorker()
	w.stop = soft.Done()
	for l := range leases {
		v := visited{lease: l}
		if soft.Err() != nil {
			v.stopped = true
		} else {
			var err error
			if v, err = w.visit(hard, l); err != nil {
				return err
			}
		}
		c.flow.fetched()
		next := done
		if v.render {
			next = renders
		}
		select {
		case next <- v:
		case <-all.Done():
			return context.Cause(all)
		}
	}
	return nil
}

// visit takes one lease through decide, fetch and extract, or the reading of a sitemap, and has
// the exchange recorded. It changes no state.
func (w *worker) visit(ctx context.Context, l aranea.Lease) (visited, error) {
	v, err := w.walk(ctx, l)
	if err == nil {
		err = w.record(&v)
	}
	v.render = err == nil && v.challenge == "" && l.Entry.Kind != aranea.KindLink && w.c.opt.Rendering.Wants(&v.fetched, v.page)
	switch {
	case v.render: // a page that waits for rendering must not keep its host from one that is being rendered
		v.fetched.Body = bytes.Clone(v.fetched.Body)
		err = w.arrived(ctx, &v)
	case l.Entry.Kind != aranea.KindRobots: // the body of a robots file was copied
		v.fetched.Body = nil // its memory is reused by others
	}
	w.buffer.Release()
	return v, err
}

// walk is visit without the final steps: the body is still there.
func (w *worker) walk(ctx context.Context, l aranea.Lease) (visited, error) {
	v := visited{lease: l}
	l.SendBefore = w.onClock(l.SendBefore)
	switch {
	case l.LookUp:
		v.fetched = w.c.fetcher.Do(ctx, fetch.Request{URL: l.Entry.URL, LookUp: true, SendBefore: l.SendBefore, Connect: schedule.ConnectLimit(&l.Host)})
		return v, nil
	case l.Entry.Kind == aranea.KindRobots:
		v.fetched = w.ask(ctx, l, w.robotsRequest(l))
		v.fetched.Body = bytes.Clone(v.fetched.Body)
		v.beyond = robotsredirects.Read(ctx, w.c.opt.Beyond, w.c.opt.Scope, &v.fetched, int(l.Entry.Hops))
		return v, nil
	case l.Entry.URL.IsRobots():
		return v, nil // see planNoPage
	case l.Entry.Kind == aranea.KindLink:
		return w.check(ctx, l)
	}
	var err error
	if v.ruling, err = w.c.decide(l.Host, l.Entry.URL, w.c.opt.Now()); err != nil || !v.ruling.welcome() {
		return v, err
	}
	if v.advice, err = w.c.advise(&l.Entry); err != nil || v.advice.Reason != aranea.ReasonNone {
		return v, err
	}
	if w.c.opt.LoginAwaited != nil {
		if v.awaits, v.next = w.c.opt.LoginAwaited(l.Entry.URL); v.awaits != "" {
			return v, nil
		}
	}
	var r fetch.Request
	if l.Entry.Kind == aranea.KindSitemap {
		r, err = w.sitemapRequest(l)
	} else {
		r = w.pageRequest(l)
		r.Validators, err = recovery.Conditions(&l.Entry, w.c.indexer, w.c.frontier, w.c.opt.Learner)
		v.conditional = r.Validators != aranea.Validators{}
	}
	if err != nil {
		return v, err
	}
	v.fetched = w.ask(ctx, l, r)
	if v.challenge, err = w.c.opt.Learner.Challenge(l.Entry.URL.Origin(), response.Shield(&v.fetched, w.c.opt.Scope)); err != nil {
		return v, err
	}
	if (isPage(&v.fetched) || w.isNamed(&v.fetched)) && v.challenge == "" {
		if err := w.read(ctx, &v); err != nil {
			return v, err
		}
	}
	if w.c.opt.LoginLost != nil && v.fetched.Access != "" {
		v.login = w.c.opt.LoginLost(&v.fetched, v.page != nil && v.page.Password)
	}
	return v, nil
}

// read reads the body of an answer. Its host is free meanwhile.
func (w *worker) read(ctx context.Context, v *visited) error {
	end, err := w.beginReading(ctx, v)
	if err != nil {
		return err
	}
	defer end()
	if e := &v.lease.Entry; e.How == aranea.HowScript {
		var page aranea.Entry
		if page, _, err = w.c.frontier.EntryByID(e.FoundOn); err != nil {
			return fmt.Errorf("look for the page with the script %s: %w", e.URL, err)
		}
		v.listed = listing.ReadScript(&v.fetched, page.URL)
	} else if e.Kind == aranea.KindSitemap {
		v.listed = listing.Read(&v.fetched)
	} else if w.file(&v.fetched) == "" {
		v.listed = listing.Find(&v.fetched)
	}
	if v.lease.Entry.Kind != aranea.KindSitemap && v.listed == nil {
		v.page, err = w.extract(ctx, &v.fetched, false)
	}
	if v.listed != nil && len(v.listed.Shown) > 0 {
		v.listed.Heed(saidBy(w.c.opt, &v.fetched))
	}
	return err
}

// onClock adds this process's monotonic clock reading to an instant of the frontier, because it
// is compared with that clock later.
func (w *worker) onClock(t time.Time) time.Time {
	now := w.c.opt.Now()
	return now.Add(t.Sub(now))
}

// ask makes the exchange of a lease over its route.
func (w *worker) ask(ctx context.Context, l aranea.Lease, r fetch.Request) aranea.Fetched {
	if l.Route.Failure != aranea.ReasonNone {
		return aranea.Fetched{URL: r.URL, Ended: w.c.opt.Now(), Failure: l.Route.Failure, Detail: l.Route.Detail}
	}
	r.Address, r.Spacing = l.Route.Address, l.Spacing
	return w.c.fetcher.Do(ctx, r)
}

func (w *worker) pageRequest(l aranea.Lease) fetch.Request {
	r := fetch.Request{
		URL: l.Entry.URL, Validators: l.Entry.Validators, SendBefore: l.SendBefore,
		MaxBody: w.c.opt.MaxBody, Buffer: w.buffer, Refusals: true, Limit: w.extractor.Limit, Accept: extract.Accept(),
		Connect: schedule.ConnectLimit(&l.Host), Patience: schedule.Patience(&l.Host),
	}
	if r.Range = w.extractor.Part(l.Entry.URL); r.Range != "" {
		r.Limit = w.extractor.PartLimit
	} else if w.c.opt.Scope.FileName(l.Entry.URL) != "" {
		r.Limit = w.extractor.LimitOf(l.Entry.URL)
	} else if strings.HasSuffix(l.Entry.URL.Path(), ".gz") { // it may be a sitemap
		r.Limit = nil
	}
	return r
}

func (w *worker) sitemapRequest(l aranea.Lease) (fetch.Request, error) {
	r := w.pageRequest(l)
	if l.Entry.How == aranea.HowScript {
		r.Limit, r.Range, r.Accept = nil, "", "*/*"
	} else {
		r.Limit, r.Range, r.Accept, r.MaxBody = nil, "", listing.Accept, listing.MaxBytes
	}
	known, err := w.c.graph.Kept(l.Entry.URL)
	if l.Entry.Reason == aranea.SitemapBroken || !known {
		r.Validators = aranea.Validators{} // it is read anew, in case this version makes more of it
	}
	return r, err
}

func (w *worker) robotsRequest(l aranea.Lease) fetch.Request {
	return fetch.Request{
		URL: l.Entry.URL, SendBefore: l.SendBefore, Robots: true,
		MaxBody: robotstxt.MaxBody, Buffer: w.buffer,
		Connect: schedule.ConnectLimit(&l.Host), Patience: schedule.Patience(&l.Host),
	}
}

// isPage reports whether the exchange brought a body to extract. A broken or cut body is
// extracted as far as it goes.
func isPage(f *aranea.Fetched) bool {
	return f.Status >= 200 && f.Status < 300 && len(f.Body) > 0
}

// file returns the name of the file in a folder of files that was fetched, "" if it is none.
func (w *worker) file(f *aranea.Fetched) string { return w.c.opt.Scope.FileName(f.URL) }

// isNamed reports whether the exchange brought such a file without anything to read; it is found by its name.
func (w *worker) isNamed(f *aranea.Fetched) bool {
	return IsUnread(f) && w.file(f) != ""
}

// IsUnread reports whether an exchange brought nothing to read of what is there: its type is not read, or it is
// empty.
func IsUnread(f *aranea.Fetched) bool {
	return f.Status == http.StatusOK && (f.Failure == aranea.BodyType || f.Failure == aranea.ReasonNone && f.Size == 0)
}

// extract reads a page. When the crawl is stopped, documents that wait for a reader are not
// begun; one that is being read may finish within the grace period. scripted says that its
// scripts have run. An error means that state could not be read or written.
func (w *worker) extract(ctx context.Context, f *aranea.Fetched, scripted bool) (*aranea.Page, error) {
	usual, err := w.c.opt.Learner.Charset(f.URL.Origin())
	if err != nil {
		return nil, fmt.Errorf("look up the charset of %s: %w", f.URL.Origin(), err)
	}
	doc := extract.Document{
		URL: f.URL, Header: f.Header, Body: f.Body, Truncated: f.Truncated, Scripted: scripted, Usual: usual,
		File: w.file(f), Agents: w.agents, Dialect: w.c.opt.PageDialect, Stop: w.stop,
	}
	page, err := w.await(ctx, &doc)
	if errors.Is(err, extract.ErrState) {
		return nil, err
	}
	if err != nil {
		f.Failure, f.Detail = aranea.ScheduleStopped, "the crawl was stopped while it was read"
		if errors.Is(err, extract.ErrStopped) {
			f.Detail = "the crawl was stopped before it was read"
		}
		return nil, nil //nolint:nilerr,nilnil // being stopped is a fact of the visit, and there is no page
	}
	switch media := extract.IsHeader(&page); {
	case media && doc.File == "": // only its header was requested
		page.Fingerprint, f.Truncated = dedupe.OfBytes(f.Body, f.Access), false
		return &page, nil
	case media || f.Failure == aranea.BodyType: // of a file, this is no failure: it has a name
		f.Truncated, f.Failure, f.Detail = false, aranea.ReasonNone, ""
	}
	page.Fingerprint, page.Sketch = dedupe.Of(&page, f.Access), dedupe.Sketch(&page)
	return &page, nil
}

// await extracts a page when its turn comes; if stopped before that, it returns
// extract.ErrStopped.
func (w *worker) await(ctx context.Context, doc *extract.Document) (aranea.Page, error) {
	switch {
	case !w.extractor.Inside(doc):
		w.c.reading.Add(1)
		defer w.c.reading.Add(-1)
	case len(doc.Body) > schedule.FreeBytes: // large pages leave processors and memory to the others
		select {
		case w.c.large <- struct{}{}:
			defer func() { <-w.c.large }()
		case <-w.stop:
			return aranea.Page{}, extract.ErrStopped
		}
	}
	return w.extractor.Extract(ctx, *doc)
}
