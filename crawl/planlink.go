package crawl

import (
	"context"
	"fmt"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/checks"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/weburl"
)

// planLink handles a URL that is only checked for the links to it. Its first request has the method
// HEAD, and further ones GET, because some servers answer HEAD with an error whatever the URL is.
// Nothing of it is indexed, and no links are taken from it.
func planLink(opt Options, f facts, out *aranea.Outcome) {
	f.ruling.clean = weburl.URL{} // the links lead here, and not to the shorter URL
	switch {
	case f.unlinked:
		planUnlinked(opt, f, out)
	case planRuling(opt, f, out):
	case f.refused:
		out.Entry.Status, out.Entry.Attempts = 0, 0
		endNoted(f, out, aranea.StateGone, aranea.LinkRefused, fmt.Sprintf("its host refused %d links in a row; no request was made", refusal.InRow))
	case !out.Sent:
		planUnsent(opt, f, out)
	default:
		planChecked(opt, f, out)
	}
	planInside(opt, f, out)
}

// planInside makes a page of a URL that came into the scope of the crawl while it was checked, or
// while its check waited: the scope is applied to known URLs except for those that are leased.
func planInside(opt Options, f facts, out *aranea.Outcome) {
	e := f.lease.Entry
	if !opt.Scope.Decide(e.URL, int(e.Depth), e.How).OK {
		return
	}
	forget(f, out)
	out.Links = nil // its visit finds them
	endNoted(f, out, aranea.StateQueued, aranea.ScheduleQueued, "it lies inside the scope of the crawl")
}

// forget makes a page of an entry that was checked, as if it had never been asked for.
func forget(f facts, out *aranea.Outcome) {
	e := f.lease.Entry
	out.Entry = aranea.Entry{URL: e.URL, Depth: e.Depth, How: e.How, FoundOn: e.FoundOn, FoundAt: e.FoundAt, Hops: e.Hops, Priority: e.Priority}
}

// check asks for a URL that is only checked for the links to it, without its body. The beginning of a
// refusal tells challenges for browsers.
func (w *worker) check(ctx context.Context, l aranea.Lease) (v visited, err error) {
	v.lease = l
	if v.unlinked, err = w.c.isUnlinked(ctx, &l.Entry); err != nil || v.unlinked {
		return v, err
	}
	if v.ruling, err = w.c.decide(l.Host, l.Entry.URL, w.c.opt.Now()); err != nil || !v.ruling.admits() {
		return v, err
	}
	if v.refused = w.c.checks.Refuses(&l.Host); v.refused {
		return v, nil
	}
	v.head = w.c.checks.Head(&l.Entry)
	v.fetched = w.ask(ctx, l, fetch.Request{
		URL: l.Entry.URL, SendBefore: l.SendBefore, Head: v.head, Buffer: w.buffer, Refusals: true,
		Accept: extract.Accept(), Connect: schedule.ConnectLimit(&l.Host), Patience: schedule.Patience(&l.Host),
	})
	v.challenge = response.Shield(&v.fetched, w.c.opt.Scope)
	v.again = w.c.checks.Note(l.Host.Origin, checks.AnswerTo(&l, &v.fetched, v.challenge, v.head))
	return v, nil
}

// isUnlinked reports whether nothing leads any more to a URL that was checked before: no page has a
// link to it, and if it was found by a redirect of another link, that leads elsewhere now.
func (c *Crawler) isUnlinked(ctx context.Context, e *aranea.Entry) (bool, error) {
	if e.Visits == 0 {
		return false, nil
	}
	linked, err := c.graph.IsLinked(ctx, e.URL)
	if err != nil || linked || e.How != aranea.HowRedirect {
		return !linked, err
	}
	from, _, err := c.frontier.EntryByID(e.FoundOn)
	return from.Kind != aranea.KindLink || from.Target != e.URL.String(), err
}

// planUnlinked forgets a check to which nothing leads any more: its site was not asked.
func planUnlinked(opt Options, f facts, out *aranea.Outcome) {
	v := opt.Scope.Decide(out.Entry.URL, int(out.Entry.Depth), out.Entry.How)
	if v.OK {
		return // see planInside
	}
	forget(f, out)
	endNoted(f, out, aranea.StateExcluded, v.Reason, "no page links to it any more; "+v.Rule)
}

// planChecked handles a request that left.
func planChecked(opt Options, f facts, out *aranea.Outcome) {
	out.Host = hostAfter(f, out.Host)
	note(out, f.now, aranea.RobotsAllowed, evidence.Allowed(f.ruling.Decision.Decision))
	status := f.fetched.Status
	reason, passing := response.RefusalOfLink(status)
	detail := fmt.Sprintf("status %d", status)
	switch {
	case status == 0:
		planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
	case f.challenge != "":
		endLink(f, out, aranea.StateGone, aranea.LinkRefused, "a challenge of "+f.challenge+", "+detail)
	case status >= 200 && status < 300:
		endLink(f, out, aranea.StateDone, aranea.LinkAvailable, detail)
	case status >= 300 && status < 400 && status != http.StatusNotModified:
		planLinkMoved(opt, f, out)
	case passing:
		planFailure(opt, f, out, reason, detail)
	case f.again:
		end(out, aranea.StateQueued, aranea.ScheduleRetry, reason.String()+" "+detail+" to HEAD")
		note(out, f.now, aranea.ScheduleRetry, detail+" to HEAD; GET is tried as well")
		out.Entry.Status = uint16(status)
		out.Entry.Attempts, out.Entry.Due = 1, f.now.Add(max(out.Host.NextAllowed.Sub(f.now), 0))
	default:
		endLink(f, out, aranea.StateGone, reason, detail)
	}
}

// endLink ends the check of a link. Validators are not kept: the next check does not depend on them.
func endLink(f facts, out *aranea.Outcome, state aranea.EntryState, reason aranea.Reason, detail string) {
	answered(f, out)
	out.Entry.Validators = aranea.Validators{}
	endNoted(f, out, state, reason, detail)
}

// planLinkMoved handles a redirect of a link that is checked: its target is checked likewise, or
// visited if it is in scope.
func planLinkMoved(opt Options, f facts, out *aranea.Outcome) {
	target, unusable := response.Target(&f.fetched)
	if target.IsZero() || out.Entry.Hops >= MaxHops {
		if !unusable.OK {
			note(out, f.now, unusable.Reason, unusable.Rule)
		}
		endLink(f, out, aranea.StateGone, aranea.HTTPBadRedirect, fmt.Sprintf("status %d, location %q", f.fetched.Status, f.fetched.Header.Get("Location")))
		return
	}
	endLink(f, out, aranea.StateDone, aranea.HTTPRedirect, fmt.Sprintf("status %d, to %s", f.fetched.Status, target))
	out.Entry.Target = target.String()
	d := discoverInstead(opt, target, aranea.HowRedirect, &out.Entry)
	d.Hops = out.Entry.Hops + 1
	out.Links = append(out.Links, d)
}
