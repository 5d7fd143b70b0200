package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/schedule"
)

// planNext records what an answer says of a page besides its text, and plans the next visit of
// the page or sitemap.
func planNext(opt Options, f facts, out *aranea.Outcome) {
	if out.Entry.Kind == aranea.KindRobots {
		return
	}
	if f.page != nil && out.Entry.Visits > f.lease.Entry.Visits {
		out.Entry.MediaType, out.Entry.Language = extract.MediaType(f.fetched.Header.Get("Content-Type")), f.page.Lang
		if out.Entry.How != aranea.HowSitemap { // otherwise the sitemap decides, even if it says nothing
			out.Entry.Every = f.page.Directives.Revisit()
		}
	}
	switch {
	case out.Entry.State == aranea.StateDone:
		out.Entry.Since = time.Time{}
	case out.Entry.State == aranea.StateGone && out.Entry.Since.IsZero():
		out.Entry.Since = f.now
	}
	if out.Entry.How == aranea.HowProbe && out.Entry.State == aranea.StateGone {
		// Nobody asked for it, so it is neither a missing page nor one that did not come.
		out.Entry.State, out.Entry.Due = aranea.StateExcluded, time.Time{}
		return
	}
	change, due := schedule.Visited(&f.lease.Entry, &out.Entry, &out.Host, f.now)
	if out.Entry.Visits > f.lease.Entry.Visits && wasRead(&out.Entry) {
		out.Entry.Reread = false
	}
	if out.Entry.Change = change; !out.Entry.Again { // otherwise it has another try before
		out.Entry.Due = due
		out.Entry.Due = schedule.Within(opt.RevisitWithin, &out.Entry, &out.Host)
	}
}

// wasRead reports whether the answered visit that left an entry like this leaves nothing of it that
// was read in another way.
func wasRead(e *aranea.Entry) bool {
	return e.State == aranea.StateDone && e.Reason != aranea.BodyBroken || e.State == aranea.StateGone && !e.Indexed
}
