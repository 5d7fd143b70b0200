package crawl

import (
	"math"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/weburl"
)

// Discover returns what a crawl makes of the links of a page that another node of a cluster has
// visited, and of what it names without linking to it, as if it had visited the page itself: links
// that ask not to be followed become known but are not queued, and where a redirect leads is no
// further from a seed than the page. (A refresh may be a link that is shown for a while; so that no
// chain of them is endless, it counts as both.) Of options it uses Scope, Learner and Media, of the
// page its URL, Kind, Depth and Hops, and of what is named what aranea.EdgeChange says.
func Discover(opt Options, from *aranea.Entry, edges []aranea.Edge, named ...aranea.Discovery) ([]aranea.Discovery, error) {
	page := *from
	page.Depth, page.Hops = min(from.Depth, math.MaxUint16-1), min(from.Hops, MaxHops)
	opt.foundOn = from.URL.ID()
	opt.advice = map[weburl.URL]learn.Advice{}
	found := make([]aranea.Discovery, 0, len(edges)+len(named))
	advise := func(u weburl.URL, how aranea.How) (err error) {
		opt.advice[u], err = opt.Learner.AdviseNamed(&page, u, how)
		return err
	}
	for i := range edges {
		if err := advise(edges[i].Target, edges[i].How); err != nil {
			return nil, err
		}
		found = append(found, discoverEdge(opt, &page, &edges[i]))
	}
	for i := range named {
		if err := advise(named[i].URL, named[i].How); err != nil {
			return nil, err
		}
		found = append(found, discoverName(opt, &page, &named[i]))
	}
	return found, nil
}

// discoverName asks scope about what a page names without linking to it.
func discoverName(opt Options, from *aranea.Entry, n *aranea.Discovery) aranea.Discovery {
	switch {
	case n.How == aranea.HowRobots:
		return discoverNamed(opt, n.URL, from)
	case n.Kind == aranea.KindSitemap:
		return discoverSitemap(opt, n.URL, n.How, n.Depth, from)
	}
	d := discover(opt, n.URL, n.How, n.Depth, from)
	d.Priority, d.Every = n.Priority, n.Every // which only lists say
	return d
}

// discoverEdge asks scope about one link.
func discoverEdge(opt Options, from *aranea.Entry, e *aranea.Edge) aranea.Discovery {
	var d aranea.Discovery
	if e.How == aranea.HowRedirect {
		d = discover(opt, e.Target, e.How, from.Depth, from)
	} else {
		d = discoverFrom(opt, facts{}, &aranea.Link{URL: e.Target, How: e.How, Rel: e.Rel}, from, false)
	}
	if e.How == aranea.HowRedirect || e.How == aranea.HowRefresh {
		d.Hops = from.Hops + 1
	}
	if d.Reason == aranea.ScheduleQueued && e.NoFollow && e.How != aranea.HowCanonical {
		d.Reason, d.Detail, d.Kind = aranea.ScopeNoFollow, "its page asks for it", aranea.KindPage
		if rel := e.Rel.String(); rel != "" {
			d.Detail = "rel=" + rel
		}
	}
	return d
}
