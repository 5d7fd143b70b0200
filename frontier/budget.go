package frontier

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// Budgets of hosts and sites count pages that were fetched by their first visit, over all runs,
// and new pages under way. Repeated visits and robots files do not count; the page limit of the
// crawl counts a page that was gone and exists again.

// exhausted reports whether the page limit of the crawl has been reached.
func (f *Frontier) exhausted() bool {
	return f.opt.MaxPages > 0 && f.counts[aranea.CountNew]+f.pages >= f.opt.MaxPages
}

// spent reports whether no new page of a host may be requested: the page limit of the crawl, the
// host or its site has been reached.
func (f *Frontier) spent(h *hostState) bool {
	return f.exhausted() || f.book.Spent(h.siteKey, h.key, f.opt.MaxSitePages, f.opt.MaxHostPages)
}

// isLimited reports whether page limits leave nothing to request from an origin.
func (f *Frontier) isLimited(s *originState) bool {
	return s.hop == nil && !s.recheck && s.Counts[aranea.CountDue]+s.Counts[aranea.CountLinksWaiting] == 0 && f.spent(s.host)
}

// unlimit readmits origins that a page limit had removed from the queue, after a page that
// counted was not fetched.
func (f *Frontier) unlimit() {
	if len(f.unspent) == 0 || f.exhausted() {
		return
	}
	f.readmitAll(func(id weburl.OriginID) bool { return f.opt.MaxPages > 0 || f.unspent[siteID(id[:])] })
	clear(f.unspent)
}

// A siteID is the part of an ID that stands for the registrable domain.
type siteID [record.SiteLen]byte

// spend records that a new page of a host is leased.
func (f *Frontier) spend(h *hostState) {
	f.pages++
	f.book.Lend(h.siteKey, h.key)
}

// unspend records that the lease of a new page of an origin has ended; spent says that the page
// was fetched.
func (f *Frontier) unspend(s *originState, spent bool) {
	h := s.host
	f.pages--
	f.book.Return(h.siteKey, h.key)
	if !spent {
		f.unspent[siteID(h.origin[:])] = true
		return
	}
	s.Pages++
	f.book.AddPages(h.siteKey, h.key, 1)
}

// budgetDetail says which budget prevents new pages of an origin from being requested, "" if
// none does.
func (f *Frontier) budgetDetail(o weburl.Origin) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n, m := f.book.HostPages(budget.KeyOf(o.Host())), f.opt.MaxHostPages; m > 0 && n >= m {
		return fmt.Sprintf("%d pages of the host were fetched, limit %d", n, m)
	}
	if n, m := uint64(f.book.Site(budget.KeyOf(o.Site())).Pages), f.opt.MaxSitePages; m > 0 && n >= m {
		return fmt.Sprintf("%d pages of %s were fetched, limit %d", n, o.Site(), m)
	}
	return ""
}

// Full returns why a URL that is not known would not be stored, "" if it would.
func (f *Frontier) Full(u weburl.URL) (string, error) {
	_, known, err := f.storedOrigin(u.Origin().ID())
	if err != nil {
		return "", err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.book.Site(budget.KeyOf(u.Origin().Site())).Full(!known), nil
}
