package crawl

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/defect"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// maxNamed is the number of sitemaps of one robots file that are visited at most.
const maxNamed = 100

// A page named by a sitemap has the depth of links on a start page, and so has a sitemap named
// by a robots file. A sitemap named by an index is one deeper; those of an index at
// maxIndexDepth are not visited: the protocol has no index of indexes, and an endless chain
// must end.
const (
	listedDepth   = 1
	maxIndexDepth = 3
)

// planNamed turns the Sitemap lines of a robots file into discoveries.
func planNamed(opt Options, f facts, out *aranea.Outcome, body []byte) {
	file := robotstxt.Parse(body)
	if file.IsHTML() {
		return
	}
	robots := aranea.Entry{URL: f.lease.Host.Origin.RobotsURL()}
	lines := file.Sitemaps()
	for _, line := range lines[:min(len(lines), maxNamed)] {
		u, err := robots.URL.Resolve(line)
		if v := scope.Unusable(err); !v.OK {
			note(out, f.now, v.Reason, "Sitemap: "+v.Rule)
			continue
		}
		out.Links = append(out.Links, discoverNamed(opt, u, &robots))
	}
	if over := len(lines) - maxNamed; over > 0 {
		note(out, f.now, aranea.BodyLimit, fmt.Sprintf("%d more sitemaps are not visited", over))
	}
}

// discoverNamed asks scope about a sitemap that a robots file names. The file vouches for the
// sitemap wherever it is (sitemaps.org, "Sitemaps & Cross Submits"). The file of a host out of
// scope, which is read only for a list that another file names, vouches for nothing, so no
// chain of robots files leads further; nor does one in a folder on disk for a host of the network.
func discoverNamed(opt Options, u weburl.URL, robots *aranea.Entry) aranea.Discovery {
	d := aranea.Discovery{URL: u, Kind: aranea.KindSitemap, How: aranea.HowRobots, Depth: listedDepth, FoundOn: robots.URL.ID(), Reason: aranea.ScheduleQueued}
	switch v, by := opt.Scope.Decide(u, listedDepth, aranea.HowSeed), opt.Scope.Elsewhere(u.Origin()); {
	case v.OK:
	case by != "" && v.Reason != aranea.ScopePort && v.Reason != aranea.ScopeFolder:
		d.Reason, d.Detail = aranea.ScopePartition, by
	case v.Reason == aranea.ScopePort || v.Reason == aranea.ScopeFolder || !opt.Scope.Covers(robots.URL.Origin()) || opt.Scope.Leaves(robots.URL, u):
		d.Reason, d.Detail = v.Reason, v.Rule
	case u.Origin() != robots.URL.Origin():
		d.Detail = robots.URL.String() + " vouches for it"
	}
	return d
}

// planSitemap handles a 2xx answer for a sitemap: its entries are discoveries.
func planSitemap(opt Options, f facts, out *aranea.Outcome) {
	answered(f, out)
	note(out, f.now, aranea.HTTPOK, evidence.Exchange(&f.fetched))
	if f.listed == nil {
		reason, detail := defect.OfList(&f.fetched, f.listed != nil)
		endNoted(f, out, aranea.StateDone, reason, detail)
		return
	}
	if planWebPage(opt, f, out) {
		return
	}
	l := f.listed
	planFound(f, out)
	out.Entry.Fingerprint = l.Print
	out.Links = make([]aranea.Discovery, 0, len(l.Pages)+len(l.Sitemaps)+len(l.Shown))
	how, depth := aranea.HowSitemap, uint16(listedDepth)
	if opt.Scope.IsList() && !isNamedList(&out.Entry) {
		how = aranea.HowAnchor
	}
	if l.IsScript {
		how, depth = aranea.HowAnchor, out.Entry.Depth+1
	}
	for _, p := range l.Pages {
		d := discover(opt, p.URL, how, depth, &out.Entry)
		d.Priority, d.Every = p.Priority, p.Every
		out.Links = append(out.Links, d)
	}
	for _, s := range l.Shown {
		out.Links = append(out.Links, discover(opt, s.URL, s.How, listedDepth, &out.Entry))
	}
	out.Hints, out.Listed = f.stale, f.priorities
	planIndexed(opt, f, out)
	planFlaws(f, out)
}

// isNamedList reports whether the operator named a list, or another list that leads to it.
func isNamedList(e *aranea.Entry) bool {
	switch e.How {
	case aranea.HowSeed, aranea.HowSitemap, aranea.HowRedirect, aranea.HowRefresh, aranea.HowMirror:
		return true
	}
	return false
}

// planWebPage handles a web page in place of a sitemap, such as a site map for people, and reports
// whether it did: the page is queued to be visited as one, if it is in scope as a page.
func planWebPage(opt Options, f facts, out *aranea.Outcome) bool {
	e, before := &out.Entry, &f.lease.Entry
	if !f.listed.IsWebPage(e.URL) {
		return false
	}
	if v := opt.Scope.Decide(e.URL, int(f.depth), e.How); !v.OK {
		note(out, f.now, v.Reason, "as a page: "+v.Rule)
		return false
	}
	e.Kind, e.Depth, e.Again = aranea.KindPage, f.depth, false
	e.Visits, e.VisitedAt, e.Captured, e.Validators = before.Visits, before.VisitedAt, before.Captured, aranea.Validators{}
	const said = "it is a web page, and is visited as one"
	end(out, aranea.StateQueued, aranea.ScheduleQueued, "named as a sitemap, "+said)
	note(out, f.now, aranea.SitemapBroken, said)
	return true
}

// planFound handles a list that was requested as a page, and a feed: its first visit plans the
// next one.
func planFound(f facts, out *aranea.Outcome) {
	e := &out.Entry
	if e.Kind == aranea.KindPage {
		dropFromIndex(f, out) // it was a page before
		e.Kind, e.Depth, e.Language = aranea.KindSitemap, min(e.Depth, listedDepth), ""
	}
	if f.listed.IsFeed && e.Every == 0 {
		e.Every = schedule.RevisitFeed
	}
	e.MediaType = extract.MediaType(f.fetched.Header.Get("Content-Type"))
}

// planIndexed turns the sitemaps named by an index into discoveries.
func planIndexed(opt Options, f facts, out *aranea.Outcome) {
	if n := len(f.listed.Sitemaps); n > 0 && out.Entry.Depth >= maxIndexDepth {
		note(out, f.now, aranea.ScopeDepth, fmt.Sprintf("%d sitemaps of an index inside of others are not visited", n))
		return
	}
	for _, u := range f.listed.Sitemaps {
		out.Links = append(out.Links, discoverSitemap(opt, u, aranea.HowSitemap, out.Entry.Depth+1, &out.Entry))
	}
}

// planFlaws notes the result of reading a sitemap, including its faults.
func planFlaws(f facts, out *aranea.Outcome) {
	l := f.listed
	if l.Faults.Count() > 0 {
		note(out, f.now, aranea.ScopeInvalid, "entries with a fault: "+l.Faults.String())
	}
	read := l.About()
	if n := len(l.Shown); n > 0 {
		read += " with " + show.Count(n, "file")
	}
	if left := unvisited(f, out.Links); left != "" {
		read += "; " + left
	}
	if l.Cut {
		left := fmt.Sprintf("versions in other languages beyond %d are left out", listing.MaxAlternates)
		note(out, f.now, aranea.BodyLimit, left)
		read += "; " + left
	}
	flaw, detail := defect.OfList(&f.fetched, f.listed != nil)
	switch {
	case flaw != aranea.ReasonNone && len(out.Links) > 0:
		note(out, f.now, flaw, detail)
		read += "; not read to its end: " + detail
	case flaw != aranea.ReasonNone:
		endNoted(f, out, aranea.StateDone, flaw, detail)
		return
	case errors.Is(l.Ended, sitemap.ErrLimit):
		note(out, f.now, aranea.BodyLimit, l.Ended.Error())
		read += "; not read to its end: " + l.Ended.Error()
	case l.Ended != nil:
		endNoted(f, out, aranea.StateDone, aranea.SitemapBroken, read+"; "+l.Ended.Error())
		return
	}
	endNoted(f, out, aranea.StateDone, aranea.SitemapRead, read)
}

// unvisited says how many of the URLs that a list names are not visited, "" if all are.
func unvisited(f facts, links []aranea.Discovery) string {
	var left listing.Unvisited
	rules, cost := f.access.Matcher().Len(), 0
	for i := range links {
		switch d := &links[i]; {
		case d.How != aranea.HowSitemap: // a file that is shown and found by its words
		case d.Reason != aranea.ScheduleQueued:
			left.Add(d.URL, d.Reason)
		case d.URL.Origin() != f.lease.Host.Origin:
		case cost >= maxDecided:
			left.More = true
		default:
			target := d.URL.Target()
			cost += rules * len(target)
			if f.access.Decide(target).Verdict == robotstxt.Deny {
				left.Add(d.URL, aranea.RobotsDenied)
			}
		}
	}
	return left.String()
}

// discoverSitemap asks scope about a sitemap that the entry named: one of the same origin is
// always in scope, others are if a page there would be. Like a seed it may have any name, even
// that of an archive.
func discoverSitemap(opt Options, u weburl.URL, how aranea.How, depth uint16, from *aranea.Entry) aranea.Discovery {
	d := aranea.Discovery{URL: u, Kind: aranea.KindSitemap, How: how, Depth: depth, FoundOn: from.URL.ID(), Reason: aranea.ScheduleQueued}
	if a := opt.advice[u]; how == aranea.HowFeed && a.Reason == aranea.ScopeTrap {
		d.Reason, d.Detail = a.Reason, a.Detail
		return d
	}
	asked := aranea.HowSeed
	switch {
	case opt.Scope.IsList() && from.Kind == aranea.KindSitemap:
		asked = aranea.HowSitemap
	case opt.Scope.IsList():
	case u.Origin() == from.URL.Origin():
		return d
	}
	if v := opt.Scope.Decide(u, int(depth), asked); !v.OK {
		d.Reason, d.Detail = v.Reason, v.Rule
	}
	return d
}

// discoverInstead asks scope about a URL that replaces the entry and is visited for the same
// purpose.
func discoverInstead(opt Options, u weburl.URL, how aranea.How, e *aranea.Entry) aranea.Discovery {
	if e.Kind == aranea.KindSitemap {
		return discoverSitemap(opt, u, how, e.Depth, e)
	}
	return discover(opt, u, how, e.Depth, e)
}
