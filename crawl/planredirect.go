package crawl

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/weburl"
)

// MaxHops is the number of redirects in a row that are followed to a page. The next one ends
// the chain with HTTP.BAD-REDIRECT. A loop ends earlier, because its URLs are known.
const MaxHops = seedreport.MaxHops

// planRedirect handles a redirect, which is a link to a new address (seed 000).
// The target is queued like any other link and is never followed inside the
// exchange.
func planRedirect(opt Options, f facts, out *aranea.Outcome) {
	answered(f, out)
	target, unusable := response.Target(&f.fetched)
	if target.IsZero() || out.Entry.Hops >= MaxHops {
		detail := fmt.Sprintf("status %d, location %q", f.fetched.Status, f.fetched.Header.Get("Location"))
		if !unusable.OK {
			note(out, f.now, unusable.Reason, unusable.Rule)
		}
		endNoted(f, out, aranea.StateGone, aranea.HTTPBadRedirect, detail)
		fault(f, out, aranea.HTTPBadRedirect, detail)
		dropFromIndex(f, out)
		return
	}
	end(out, aranea.StateDone, aranea.HTTPRedirect, fmt.Sprintf("status %d", f.fetched.Status))
	out.Entry.Target = target.String()
	note(out, f.now, aranea.HTTPRedirect, "to "+out.Entry.Target)
	out.Links = append(out.Links, lead(opt, f, out, target, aranea.HowRedirect))
	dropFromIndex(f, out)
}

// lead returns the discovery of the URL that the entry leads to, which takes its place in the
// queue. If a seed leads to another origin of its site, the scope follows it.
func lead(opt Options, f facts, out *aranea.Outcome, target weburl.URL, how aranea.How) aranea.Discovery {
	d := discoverInstead(opt, target, how, &out.Entry)
	d.Hops = out.Entry.Hops + 1
	if out.Entry.Depth > 0 || target.Origin() == out.Entry.URL.Origin() || opt.Scope.Dropped(&out.Entry) {
		return d
	}
	if d.Reason != aranea.ScheduleQueued && d.Reason != aranea.ScopePattern && opt.Scope.Leads(out.Entry.URL, target) {
		d.Reason, d.Detail = aranea.ScheduleQueued, ""
	}
	if d.Reason == aranea.ScheduleQueued {
		out.Moved = target
		note(out, f.now, aranea.ScopeMoved, "to "+target.String())
	}
	return d
}

// planRefresh handles a page that sends its visitors elsewhere at once. That is a redirect in
// the body of an answer, so the target takes the page's place in the queue.
func planRefresh(opt Options, f facts, out *aranea.Outcome) {
	planLinks(opt, f, out)
	said := "the page"
	if r := f.page.Directives.Refresh(); r != nil {
		said = r.Place.String()
	}
	detail := "to " + f.page.Refresh.String() + " in " + said
	if out.Entry.Hops >= MaxHops {
		endNoted(f, out, aranea.StateGone, aranea.HTTPBadRedirect, detail)
		fault(f, out, aranea.HTTPBadRedirect, detail)
		out.Links = withoutRefresh(f, out.Links)
		dropFromIndex(f, out)
		return
	}
	end(out, aranea.StateDone, aranea.DirectiveRefresh, said)
	out.Entry.Target = f.page.Refresh.String()
	note(out, f.now, aranea.DirectiveRefresh, detail)
	dropFromIndex(f, out)
}

// withoutRefresh drops the discovery of the page that a refresh leads to.
func withoutRefresh(f facts, links []aranea.Discovery) []aranea.Discovery {
	kept := links[:0]
	for _, d := range links {
		if d.How != aranea.HowRefresh || d.URL != f.page.Refresh {
			kept = append(kept, d)
		}
	}
	return kept
}
