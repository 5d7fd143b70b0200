package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/schedule"
)

// planNext notes what an answer tells of a page besides its text, and plans when
// the page, or the sitemap, is visited again.
func planNext(f facts, out *aranea.Outcome) {
	if out.Entry.Kind == aranea.KindRobots {
		return
	}
	if f.page != nil {
		out.Entry.MediaType, out.Entry.Language = extract.MediaType(f.fetched.Header.Get("Content-Type")), f.page.Lang
		if out.Entry.How != aranea.HowSitemap { // else it is the sitemap's word, or its silence
			out.Entry.Every = f.page.Directives.Revisit()
		}
	}
	switch {
	case out.Entry.State == aranea.StateDone:
		out.Entry.Since = time.Time{}
	case out.Entry.State == aranea.StateGone && out.Entry.Since.IsZero():
		out.Entry.Since = f.now
	}
	if out.Entry.How == aranea.HowProbe && out.Entry.Reason == aranea.HTTPNotFound {
		out.Entry.Due = time.Time{} // the answer is right, and stays so
		return
	}
	out.Entry.Change, out.Entry.Due = schedule.Visited(&f.lease.Entry, &out.Entry, &out.Host, f.now)
}
