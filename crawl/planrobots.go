package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/crawl/renewal"
	"github.com/aranea-search/aranea/crawl/robotsredirects"
	"github.com/aranea-search/aranea/crawl/rulebook"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// planRobots turns the exchange for a robots file into the host's new copy, or
// into the next hop of its redirect.
func planRobots(opt Options, f facts, out *aranea.Outcome) {
	if !out.Sent {
		switch {
		case isBarred(&f.fetched) && out.Entry.Hops == 0:
			planBarred(f, out)
			return
		case returned(f.fetched.Failure):
			planReturned(f, out, f.fetched.Failure)
			return
		}
	}
	x := robotsredirects.Next(opt.Dialect, opt.Scope, robotsredirects.Answers{Host: &f.lease.Host, Before: &f.robots, First: &f.fetched, Done: int(f.lease.Entry.Hops), Beyond: f.beyond}, f.now)
	for _, by := range x.Beyond {
		note(out, f.now, aranea.HTTPRedirect, by)
	}
	if x.Stopped || x.Step == acquire.StepFollow {
		out.Host = hostAfter(f, out.Host)
		if !x.Stopped { // otherwise it begins anew
			out.Entry.URL, out.Entry.Hops = x.To, uint8(x.Done)+1
			note(out, f.now, aranea.HTTPRedirect, "robots file, to "+x.To.String())
		}
		return
	}
	next := x.Copy
	out.Robots, out.Redecide = &next, renewal.OtherRules(&f.robots, &next)
	out.Entry.State = aranea.StateDone
	rules := func(c *acquire.Copy) *robotstxt.Matcher {
		return c.RulesFor(opt.Dialect, string(f.lease.Host.Origin), opt.Agents...)
	}
	m := rules(&next)
	reason, sequel := renewal.Reason(opt.Dialect, &next, m)
	sequel += renewal.Recheck(&f.lease.Host, &f.robots, &next, rules)
	if next.Class == acquire.ClassUnreachable {
		why, detail := robotsredirects.Fault(&x.Last)
		fault(f, out, why, detail)
		note(out, f.now, why, detail)
	}
	if reason == aranea.RobotsParsed {
		planNamed(opt, f, out, next.Body)
	}
	note(out, f.now, reason, show.Clip(evidence.Robots(&x.Last), aranea.MaxDetail-len(sequel))+sequel)
	var delay time.Duration
	if m != nil {
		delay = rulebook.Delay(m, f.now)
	}
	wish(out, delay)
	out.Host = hostAfter(f, out.Host)
	planMoved(opt, f, out, x.Unread)
}

// planMoved makes the start page of a site of another partition known there, if the robots file
// redirects to that and was not read: none of the pages that may redirect there is asked for, so a
// domain that has moved as a whole would not be found. The link graph has it as a redirect of the robots file, a
// row that no page has, until another answer comes; it is handed over as any link is.
func planMoved(opt Options, f facts, out *aranea.Outcome, to weburl.URL) {
	if status := f.fetched.Status; !opt.Scope.IsDivided() || status < 200 || status >= 500 {
		return
	}
	out.Edges = &aranea.EdgeChange{Source: f.lease.Host.Origin.RobotsURL(), Named: outlinks.Elsewhere(out.Links, nil, nil)}
	if !to.IsZero() {
		out.Edges.Edges = []aranea.Edge{{Target: to.Origin().Root(), How: aranea.HowRedirect}}
	}
}

// planNoPage leaves out the URL of a robots file, which earlier versions visited as a page if one
// linked to it: nothing was sent, because the file is read by a lease of its own kind.
func planNoPage(f facts, out *aranea.Outcome) {
	endNoted(f, out, aranea.StateExcluded, aranea.DiscoverRobots, "")
	dropFromIndex(f, out)
}
