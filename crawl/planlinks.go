package crawl

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// planLinks turns the page's links into discoveries, each with its scope verdict. Links that
// ask not to be followed become known but are not queued.
func planLinks(opt Options, f facts, out *aranea.Outcome) {
	follow := f.page.Directives.Follow()
	if !follow.Allowed {
		note(out, f.now, aranea.DirectiveNoFollow, follow.Source)
	}
	listed := out.Entry.How == aranea.HowRobots || out.Entry.How != aranea.HowSitemap && listing.IsSiteMap(f.page)
	if listed {
		note(out, f.now, aranea.SitemapRead, "a site map as a page: its links are no further from a start page than it is")
	}
	opt.foundOn = out.Entry.URL.ID()
	out.Links = make([]aranea.Discovery, 0, len(f.page.Links))
	for i := range f.page.Links {
		l := &f.page.Links[i]
		closed := (l.NoFollow || !follow.Allowed) && l.How != aranea.HowCanonical
		if l.How == aranea.HowRefresh && l.URL == f.page.Refresh && !closed {
			out.Links = append(out.Links, lead(opt, f, out, l.URL, l.How))
			continue
		}
		d := discoverFrom(opt, f, l, &out.Entry, listed)
		if d.Reason == aranea.ScheduleQueued && closed {
			closeLink(opt, f.page, l, &d)
		}
		out.Links = append(out.Links, d)
	}
}

// closeLink leaves a link out that its page, or itself, asks not to follow. Lists of files ask so for the folders that
// programs wrote, with the evidence as the words of the link, which a pattern that names the folder outweighs.
func closeLink(opt Options, page *aranea.Page, l *aranea.Link, d *aranea.Discovery) {
	follow := page.Directives.Follow()
	why, detail := aranea.ScopeNoFollow, "rel="+l.Rel.String()
	switch {
	case !follow.Allowed:
		detail = follow.Source
	case opt.Scope.IsListOfFiles(page.URL) && opt.Scope.Names(l.URL):
		return
	case opt.Scope.IsListOfFiles(page.URL):
		why, detail = aranea.ScopeGenerated, string(page.Text[l.Start:l.End])
	}
	d.Reason, d.Detail, d.Kind = why, detail, aranea.KindPage
}

// discoverFrom asks scope about a link of a page. listed says that the page is a site map: its
// links to pages of its own site have its own depth. A page that a site map names is not
// treated as a site map itself, so that endless site maps cannot evade the depth limit.
func discoverFrom(opt Options, f facts, l *aranea.Link, from *aranea.Entry, listed bool) aranea.Discovery {
	switch {
	case l.How == aranea.HowFeed, l.How == aranea.HowSitemapLink, l.How == aranea.HowAnchor && listing.IsPacked(l.URL) && opt.Scope.Reaches(l.URL):
		return discoverSitemap(opt, l.URL, l.How, listedDepth, from)
	case l.How == aranea.HowScript: // what it names are links of the page
		d := discoverSitemap(opt, l.URL, l.How, from.Depth, from)
		if v := opt.Scope.Excludes(l.URL); !v.OK && d.Reason == aranea.ScheduleQueued {
			d.Reason, d.Detail = v.Reason, v.Rule
		}
		return d
	case listed && !opt.Scope.IsList() && l.How == aranea.HowAnchor && l.URL.Origin().Site() == f.page.URL.Origin().Site():
		return discover(opt, l.URL, aranea.HowSitemap, max(from.Depth, listedDepth), from)
	}
	return discover(opt, l.URL, l.How, from.Depth+1, from)
}

// Priorities in the queue of a host:
const (
	filePriority = -100 // of files whose headers are read
	latePriority = -110 // of pages in folders that may have no end, that repeat others, or that are hardly there
)

// discover asks scope about a URL that the entry named.
func discover(opt Options, u weburl.URL, how aranea.How, depth uint16, from *aranea.Entry) aranea.Discovery {
	u, said := instead(opt, u, how, depth, from)
	foundOn := opt.foundOn
	if foundOn.IsZero() {
		foundOn = from.URL.ID()
	}
	d := aranea.Discovery{URL: u, How: how, Depth: depth, FoundOn: foundOn, Reason: said.Reason, Detail: said.Detail, Priority: outlinks.Narrower(from, u, how)}
	switch a := opt.advice[u]; {
	case d.Reason != aranea.ScheduleQueued:
	case a.Leaves(u, how, from):
		d.Reason, d.Detail = aranea.ScopeTrap, a.Folder.Why
	case a.Late != "" && how.IsChosen():
		d.Priority, d.Detail = latePriority, "after others of its host: "+a.Late
	}
	if len(opt.Media) > 0 && extract.KindOf(u) != "" { // pages are visited first
		d.Priority = filePriority
	}
	if v := opt.Scope.Decide(u, int(depth), how); d.Reason != aranea.ScopeTrap && opt.Scope.Checks(u, int(depth), how, v) {
		d.Kind, d.Reason, d.Detail, d.Priority = aranea.KindLink, aranea.ScheduleQueued, v.Rule, 0
	} else if !v.OK {
		d.Reason, d.Detail = v.Reason, v.Rule
	} else if d.Detail == "" {
		d.Detail = v.Rule
	}
	return d
}
