package linkcheck

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
)

// unread notes the hosts of sitemaps of which it is not known what they list: nobody knows whether they
// list the other pages there. Sitemaps of other hosts are not looked for.
func (x *sitemapChecking) unread(ctx context.Context) error {
	if len(x.hosts) == 0 {
		return nil
	}
	for e, err := range x.c.entries.Select(ctx, frontier.Filter{Host: x.host}) {
		if err != nil {
			return err
		}
		if cut, lists := x.hosts[e.URL.Host()]; cut || !lists || e.Kind != aranea.KindSitemap || !mayList(&e) {
			continue
		}
		has, err := x.c.graph.HasList(e.URL)
		if err != nil {
			return err
		}
		x.hosts[e.URL.Host()] = !has
	}
	return nil
}

// mayList reports whether a sitemap of which nothing is stored may list pages: it was not visited yet, fails
// for now, or was read by an earlier version. What is missing, closed or no list has none.
func mayList(e *aranea.Entry) bool {
	if e.Reason == aranea.SitemapRead {
		return true
	}
	switch v, _ := judge(e); v {
	case unchecked:
		return isNamed(e) && e.State != aranea.StateExcluded
	case broken:
		reason, _, _ := lastFailure(e)
		return isNamed(e) && reason != aranea.HTTPNotFound && reason != aranea.HTTPSoftMissing
	}
	return false
}

// isNamed reports whether somebody named a list as a sitemap; what a page names may be a feed.
func isNamed(e *aranea.Entry) bool {
	switch e.How {
	case aranea.HowRobots, aranea.HowSitemap, aranea.HowSeed, aranea.HowRedirect:
		return true
	}
	return false
}

// sitemap checks whether a list that somebody named as a sitemap was read.
func (x *sitemapChecking) sitemap(e *aranea.Entry) error {
	if _, now := x.isNow(e.URL); !now {
		return nil
	}
	if e.Reason == aranea.SitemapRead {
		has, err := x.c.graph.HasList(e.URL)
		if err == nil && !has {
			x.counts.Older = true
		}
		return err
	}
	if !isNamed(e) {
		return nil
	}
	if v, t := judge(e); v == broken || e.Reason == aranea.SitemapBroken {
		f := Fault{Fault: UnreadSitemap, URL: e.URL, Status: t.Status, Reason: t.Reason, Detail: t.Detail}
		if err := x.namedBy(e, &f); err != nil {
			return err
		}
		x.add(f)
	}
	return nil
}

// namedBy sets who named a sitemap, if that is known: a robots file of its origin has no entry.
func (x *sitemapChecking) namedBy(e *aranea.Entry, f *Fault) error {
	if robots := e.URL.Origin().RobotsURL(); robots.ID() == e.FoundOn {
		f.By = robots.String()
		return nil
	}
	from, known, err := x.c.entries.EntryByID(e.FoundOn)
	if known {
		f.By = from.URL.String()
	}
	return err
}
