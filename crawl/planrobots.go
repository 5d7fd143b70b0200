package crawl

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/answer"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/renewal"
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
	target, _ := answer.Target(&f.fetched)
	asked, moved := f, weburl.URL{}
	next, step := nextCopy(opt, f, !target.IsZero())
	if step == acquire.StepFollow {
		if by := opt.Scope.Elsewhere(target.Origin()); by != "" { // who may not be asked is taken for out of reach
			barred := *f.visited
			f.visited = &barred
			f.fetched = aranea.Fetched{URL: target, Failure: aranea.ScopePartition, Detail: "the file redirects to " + target.String() + "; " + by}
			moved = target.Origin().Root()
			next, step = nextCopy(opt, f, false)
		}
	}
	if step == acquire.StepFollow {
		out.Host = hostAfter(f, out.Host)
		out.Entry.URL, out.Entry.Hops = target, out.Entry.Hops+1
		note(out, f.now, aranea.HTTPRedirect, "robots file, to "+target.String())
		return
	}
	out.Robots, out.Redecide = &next, renewal.OtherRules(&f.robots, &next)
	out.Entry.State = aranea.StateDone
	rules := func(c *acquire.Copy) *robotstxt.Matcher {
		return c.RulesFor(opt.Dialect, string(f.lease.Host.Origin), opt.Agents...)
	}
	m := rules(&next)
	reason, sequel := renewal.Reason(opt.Dialect, &next, m)
	sequel += renewal.Recheck(&f.lease.Host, &f.robots, &next, rules)
	if next.Class == acquire.ClassUnreachable {
		why, detail := robotsFault(&f.fetched)
		fault(f, out, why, detail)
		note(out, f.now, why, detail)
	}
	if reason == aranea.RobotsParsed {
		planNamed(opt, f, out, next.Body)
	}
	note(out, f.now, reason, show.Clip(evidence.Robots(&f.fetched), aranea.MaxDetail-len(sequel))+sequel)
	var delay time.Duration
	if m != nil {
		delay = delayFrom(m, f.now)
	}
	wish(out, delay)
	out.Host = hostAfter(asked, out.Host)
	planMoved(opt, asked, out, moved)
}

// planMoved makes the start page of a site of another partition known there, if the robots file
// redirects to that: none of the pages that may redirect there is asked for, so a domain that has
// moved as a whole would never be found. The link graph has it as a redirect of the robots file, a
// row that no page has, until another answer comes; it is handed over as any link is.
func planMoved(opt Options, asked facts, out *aranea.Outcome, to weburl.URL) {
	if status := asked.fetched.Status; !opt.Scope.IsDivided() || status < 200 || status >= 500 {
		return
	}
	out.Edges = &aranea.EdgeChange{Source: asked.lease.Host.Origin.RobotsURL()}
	if !to.IsZero() {
		out.Edges.Edges = []aranea.Edge{{Target: to, How: aranea.HowRedirect}}
	}
}

// planNoPage leaves out the URL of a robots file, which earlier versions visited as a page if one
// linked to it: nothing was sent, because the file is read by a lease of its own kind.
func planNoPage(f facts, out *aranea.Outcome) {
	endNoted(f, out, aranea.StateExcluded, aranea.DiscoverRobots, "")
	dropFromIndex(f, out)
}

// nextCopy lets the robots library derive the host's next copy from the exchange. What another partition
// has stays unread for however long, so its rules are never taken for none.
func nextCopy(opt Options, f facts, redirects bool) (acquire.Copy, acquire.Step) {
	got := acquire.FetchOfBytes(f.fetched.Status, f.fetched.Header, f.fetched.Body)
	got.Truncated = got.Truncated || f.fetched.Truncated
	got.Broken = f.fetched.Status != 0 && f.fetched.Failure != aranea.ReasonNone
	got.Location, got.Hops = redirects, int(f.lease.Entry.Hops)
	got.SiteDown, got.Detail = pagesFail(f.lease.Host, &f.robots) || f.fetched.Failure == aranea.ScopePartition, evidence.Robots(&f.fetched)
	return acquire.Next(opt.Dialect, f.robots, got, f.now)
}

// pagesFail reports whether more exchanges in a row failed with the host than for its robots
// file: then its pages are unavailable too.
func pagesFail(h aranea.Host, c *acquire.Copy) bool { return h.Failures > c.Failures }

// robotsFault returns why an exchange brought no valid robots file.
func robotsFault(f *aranea.Fetched) (aranea.Reason, string) {
	if f.Failure != aranea.ReasonNone {
		return f.Failure, f.Detail
	}
	reason, _ := answer.Refusal(f.Status)
	return reason, fmt.Sprintf("status %d", f.Status)
}
