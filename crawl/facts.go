package crawl

import (
	"fmt"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/displaylimits"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// facts is everything that plan may use.
type facts struct {
	*visited
	now time.Time
	// The indexed page that has the same text, if there is one.
	twin twins.Twin
	// The entry of the page's canonical URL; StateUnknown if that URL is unknown or there is
	// none.
	canonical aranea.Entry
	// kept is the sketch of the page at that URL, 0 if it is not in the index, or only with a secret.
	kept uint64
	// hidden says that the robots file closes the page's canonical URL.
	hidden bool
	// soft is the evidence that the page is missing although it was answered with 2xx, "" for
	// none.
	soft string
	// removedBy is the operator's removal that names the URL, "" if none does.
	removedBy string
	// stale are the visited pages that have changed since according to the sitemap, as far as
	// its dates are believed; priorities are those that it gives to queued ones.
	stale      []weburl.ID
	priorities map[weburl.ID]int8
	// depth is, for a web page in place of a sitemap, its depth as a page.
	depth uint16
	// access is, for a sitemap, the access rules of its host for the URLs that it names.
	access acquire.Access
	// undone says that the answer was "not modified" but the result of the last visit no longer
	// holds: its document, or the twin it found, has left the index meanwhile.
	undone bool
	// narrowed says that the answer was "not modified" but its fields permit less to be shown of the
	// page than the index shows.
	narrowed bool
	// The host's robots copy so far, for the visit of a robots file.
	robots acquire.Copy
}

// gather collects the facts of a visit for plan. It makes the only reads of state between the
// exchange and its outcome.
func (c *Crawler) gather(now time.Time, v *visited, batch *twins.Batch) (facts, error) {
	f := facts{visited: v, now: now}
	if e := &v.lease.Entry; e.Kind == aranea.KindPage && e.Visits > 0 && e.VisitedAt.Before(c.opt.Alike) {
		e.Reread = true
	}
	if v.lease.Entry.Kind == aranea.KindLink { // nothing that is known beside it matters
		return f, nil
	}
	var err error
	if v.advice, err = c.advise(&v.lease.Entry); err != nil {
		return f, err
	}
	if v.lease.Entry.Kind == aranea.KindRobots {
		if f.robots, _, err = c.frontier.Robots(v.lease.Host.Origin); err != nil {
			return f, fmt.Errorf("read robots copy of %s: %w", v.lease.Host.Origin, err)
		}
		return f, nil
	}
	f.removedBy, _ = c.frontier.Removed(v.lease.Entry.URL)
	if v.listed != nil {
		if f.depth, err = listing.DepthAsPage(v.lease.Entry, c.frontier.EntryByID); err != nil {
			return f, fmt.Errorf("look for what names %s: %w", v.lease.Entry.URL, err)
		}
		if f.access, err = c.rules.Of(&v.lease.Host); err != nil {
			return f, fmt.Errorf("decide on what %s names: %w", v.lease.Entry.URL, err)
		}
		f.stale, f.priorities, err = v.listed.Known(&v.lease.Host, now, c.frontier.EntryByID)
		return f, err
	}
	if v.conditional && v.fetched.Status == http.StatusNotModified {
		stands, err := recovery.Stands(&v.lease.Entry, c.indexer, batch, c.opt.Learner)
		f.undone = !stands || batch.Has(v.lease.Entry.URL.ID()) // it gave way to a copy in this batch
		f.narrowed = !f.undone && v.lease.Entry.Indexed && displaylimits.Narrows(displaylimits.Fields(v.fetched.Header, c.opt.PageDialect, c.opt.names()), v.lease.Entry.URL, c.indexer)
		return f, err
	}
	if v.page == nil {
		return f, nil
	}
	if f.soft, err = c.opt.Learner.Missing(&v.lease.Entry, v.page); err != nil {
		return f, err
	}
	if f.twin, err = batch.Of(v.page, v.lease.Entry.URL); err != nil {
		return f, fmt.Errorf("look for twins of %s: %w", v.lease.Entry.URL, err)
	}
	if f.soft != "" && v.lease.Entry.How != aranea.HowProbe && f.copiesHome() {
		f.soft = ""
	}
	if u := v.page.Canonical(); !u.IsZero() {
		if f.canonical, _, err = batch.EntryByID(u.ID()); err != nil {
			return f, fmt.Errorf("look for %s, the canonical URL of %s: %w", u, v.page.URL, err)
		}
		f.kept = batch.Sketch(u.ID(), c.indexer)
		if f.hidden, err = c.hides(v.lease.Host, u, now); err != nil {
			return f, err
		}
	}
	return f, nil
}

// copiesHome reports whether the page has the text of the home page of its origin, which is in
// the index. Then it is a copy of that, such as /index.html, even on a host that answers for
// missing pages with its home page.
func (f *facts) copiesHome() bool {
	twin, err := weburl.Parse(f.twin.URL)
	return err == nil && twin.Target() == "/" && twin.Origin() == f.lease.Entry.URL.Origin()
}

// hides reports whether the robots file of the host closes a URL. URLs on other hosts count as
// open.
func (c *Crawler) hides(h aranea.Host, u weburl.URL, now time.Time) (bool, error) {
	if u.Origin() != h.Origin {
		return false, nil
	}
	r, err := c.decide(h, u, now)
	return r.Verdict == robotstxt.Deny, err
}
