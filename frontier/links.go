package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// A URL that is only checked for the links to it may be found as a page later, by a shorter path or
// because a seed moved; then it is visited as if it had just been found.

// limitLink excludes an entry that is to be checked for the links to it, and did not count as one
// before, if its site or the crawl has enough of them, and reports whether it did.
func (f *Frontier) limitLink(before, e *record.Entry, site budget.Key) bool {
	n := before.Tally()
	counted := n[aranea.CountLinks]+n[aranea.CountLinksWaiting] > 0
	return !counted && e.Kind == aranea.KindLink && e.Waits() && f.excludeLink(e, site)
}

// excludeLink excludes the target of a link that was not checked before if its site or the crawl has
// enough of them, and reports whether it did.
func (f *Frontier) excludeLink(e *record.Entry, site budget.Key) bool {
	all := f.counts[aranea.CountLinks] + f.counts[aranea.CountLinksWaiting]
	why := f.book.Site(site).FullOfLinks(all, f.opt.MaxSiteLinks)
	if why != "" {
		e.Exclude(aranea.LinkLimit, why)
	}
	return why != ""
}

// isPageOf reports whether a discovery is that of a page or a sitemap to visit.
func isPageOf(d *aranea.Discovery) bool {
	return d.Reason == aranea.ScheduleQueued && d.Kind != aranea.KindLink
}

// makePage makes an entry that was only checked the page, or the sitemap, that a discovery names.
func makePage(e *record.Entry, d *aranea.Discovery, now time.Time) []aranea.Event {
	e.Become(d.Kind)
	e.Find(d)
	e.Requeue()
	return []aranea.Event{{At: now, Reason: aranea.ScheduleQueued, Detail: "it lies inside the scope of the crawl"}}
}

// visitLink makes a page of a known candidate that was only checked. It stays what it is while it is
// leased: see tellLeased.
func (f *Frontier) visitLink(c *change, x *candidate) error {
	if f.leasedNow()[x.id] || c.changed[x.id] {
		return nil
	}
	_, err := f.amendOne(c, x.id, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		if _, removed := f.Removed(e.URL); removed || e.Kind != aranea.KindLink {
			return nil, false
		}
		return makePage(e, x.found, c.now.Time()), true
	}})
	return err
}

// tellLeased notes discoveries of URLs as pages that are being checked now: their outcomes make
// them pages.
func (f *Frontier) tellLeased(outcomes []aranea.Outcome, found []aranea.Discovery) {
	checked := map[weburl.URL]*leased{}
	for _, l := range f.leases {
		if l.entry.Kind == aranea.KindLink {
			checked[l.entry.URL] = l
		}
	}
	if len(checked) == 0 {
		return
	}
	tell := func(all []aranea.Discovery) {
		for i := range all {
			if l := checked[all[i].URL]; l != nil && l.found == nil && isPageOf(&all[i]) {
				d := all[i]
				l.found = &d
			}
		}
	}
	for i := range outcomes {
		tell(outcomes[i].Links)
	}
	tell(found)
}

// Relink decides anew which of the known URLs that are not visited are checked for the links to
// them, at most most of a site, 0 for budget.SiteLinks. It follows Rescope. decide returns for an
// entry whether the crawl visits it, or else whether it is checked, or else why it is left out, with
// a short detail. It must not decide about what was visited as a page. What is checked no longer is
// left out, and nothing of the checks is kept. Relink returns how many entries it changed; if it was
// interrupted, another call continues.
func (f *Frontier) Relink(ctx context.Context, now time.Time, most uint64, decide func(*aranea.Entry) (aranea.EntryKind, aranea.Reason, string)) (int, error) {
	f.mu.Lock()
	f.opt.MaxSiteLinks = most
	f.mu.Unlock()
	return f.amend(ctx, now, Filter{}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		left := e.Kind == aranea.KindPage && e.Revivable() && !e.Indexed
		if _, removed := f.Removed(e.URL); removed || !left && e.Kind != aranea.KindLink {
			return nil, false
		}
		kind, why, detail := decide(&e.Entry)
		switch {
		case kind == e.Kind && e.Reason != aranea.LinkLimit:
			return nil, false
		case kind == aranea.KindLink:
			detail = "the links to it are checked now"
		case why == aranea.ReasonNone:
			detail = "it lies inside the scope of the crawl now"
		}
		if e.Become(kind); why == aranea.ReasonNone {
			e.Requeue()
			return []aranea.Event{{At: now, Reason: aranea.ScheduleQueued, Detail: detail}}, true
		}
		e.Reason, e.Detail = why, detail
		return []aranea.Event{{At: now, Reason: why, Detail: detail}}, true
	}})
}
