package frontier

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
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
	return !isCounted(&before.Entry) && e.Kind == aranea.KindLink && e.Waits() && f.excludeLink(e, site)
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
// left out, and nothing of the checks is kept; nor of those of a site beyond a lower limit. Relink
// returns how many entries it changed; if it was interrupted, another call continues.
func (f *Frontier) Relink(ctx context.Context, now time.Time, most uint64, decide LinkRule) (int, error) {
	r := f.relinking(now, most, decide)
	return f.amend(ctx, now, Filter{}, edit{change: r.change, tell: r.tell})
}

// RelinkOver is Relink for the URLs over the limit, of those sites that have room again because other
// links were forgotten. It costs little if there are none.
func (f *Frontier) RelinkOver(ctx context.Context, now time.Time, most uint64, decide LinkRule) (int, error) {
	r, total := f.relinking(now, most, decide), 0
	for from := []byte{record.TableOrigin}; from != nil; {
		var part []weburl.Origin
		var err error
		if part, from, err = f.overLimit(from); err != nil {
			return total, err
		}
		for _, o := range part {
			n, err := f.amend(ctx, now, Filter{Origin: o, Reason: aranea.LinkLimit}, edit{change: r.change, tell: r.tell})
			if total += n; err != nil {
				return total, err
			}
		}
	}
	return total, nil
}

// overPart is the number of origins of a part of overLimit.
const overPart = 64

// overLimit returns the next origins, from a key on, with targets of links over the limit whose sites
// have room for more, and the key where to continue, nil if there are no others.
func (f *Frontier) overLimit(from []byte) (part []weburl.Origin, next []byte, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.counts[aranea.CountLinksOver] == 0 {
		return nil, nil, nil
	}
	all := f.counts[aranea.CountLinks] + f.counts[aranea.CountLinksWaiting]
	for p, err := range f.kv.Scan(from, []byte{record.TableOrigin + 1}) {
		if err != nil {
			return nil, nil, fmt.Errorf("look for links over the limit: %w", err)
		}
		h, err := record.DecodeOrigin(p.Key, p.Value)
		if err != nil {
			return nil, nil, err
		}
		if h.Counts[aranea.CountLinksOver] == 0 || f.book.Site(budget.KeyOf(h.Origin.Site())).FullOfLinks(all, f.opt.MaxSiteLinks) != "" {
			continue
		}
		if part = append(part, h.Origin); len(part) == overPart {
			return part, append(bytes.Clone(p.Key), 0), nil
		}
	}
	return part, nil, nil
}

// A LinkRule decides about an entry as Relink says.
type LinkRule func(*aranea.Entry) (aranea.EntryKind, aranea.Reason, string)

// A relinking is a change of what is checked.
type relinking struct {
	f      *Frontier
	now    time.Time
	decide LinkRule
	limit  string                // what is told of an entry beyond a lower limit
	over   map[budget.Key]uint64 // entries beyond it
}

// relinking sets the limit of a site.
func (f *Frontier) relinking(now time.Time, most uint64, decide LinkRule) *relinking {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opt.MaxSiteLinks = most
	limit := fmt.Sprintf("more URLs of the site were checked than the limit of %d", cmp.Or(most, budget.SiteLinks))
	return &relinking{f: f, now: now, decide: decide, limit: limit, over: f.book.OverLinks(most)}
}

// change is that of an edit.
func (r *relinking) change(e *record.Entry) ([]aranea.Event, bool) {
	left := e.Kind == aranea.KindPage && e.Revivable() && !e.Indexed
	if _, removed := r.f.Removed(e.URL); removed || !left && e.Kind != aranea.KindLink {
		return nil, false
	}
	kind, why, detail := r.decide(&e.Entry)
	switch {
	case kind == e.Kind && isCounted(&e.Entry) && r.over[siteOf(&e.Entry)] > 0:
		why, detail = aranea.LinkLimit, r.limit
	case kind == e.Kind && e.Reason != aranea.LinkLimit:
		return nil, false
	case kind == aranea.KindLink:
		detail = "the links to it are checked now"
	case why == aranea.ReasonNone:
		detail = "it lies inside the scope of the crawl now"
	}
	if e.Become(kind); why == aranea.ReasonNone {
		e.Requeue()
		return []aranea.Event{{At: r.now, Reason: aranea.ScheduleQueued, Detail: detail}}, true
	}
	e.Reason, e.Detail = why, detail
	return []aranea.Event{{At: r.now, Reason: why, Detail: detail}}, true
}

// tell notes that a site has one target of a link less.
func (r *relinking) tell(before, after *aranea.Entry) {
	if key := siteOf(before); isCounted(before) && !isCounted(after) && r.over[key] > 0 {
		r.over[key]--
	}
}

func siteOf(e *aranea.Entry) budget.Key { return budget.KeyOf(e.URL.Origin().Site()) }

// isCounted reports whether an entry counts as the target of a link that is checked.
func isCounted(e *aranea.Entry) bool {
	n := e.Tally()
	return n[aranea.CountLinks]+n[aranea.CountLinksWaiting] > 0
}
