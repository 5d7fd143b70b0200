package crawl

import (
	"cmp"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/defect"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
)

// planAnswer handles a 2xx answer. Its page, if there is one, determines what follows.
func planAnswer(opt Options, f facts, out *aranea.Outcome) {
	if planKept(opt, f, out) {
		return
	}
	planWhole(opt, f, out)
	planAnother(opt, f, out)
}

// planWhole handles a 2xx answer that takes the place of what was known of the page.
func planWhole(opt Options, f facts, out *aranea.Outcome) {
	answered(f, out)
	note(out, f.now, aranea.HTTPOK, evidence.Exchange(&f.fetched))
	planRendered(f, out)
	if f.page == nil {
		reason, detail := defect.OfPage(&f.fetched, f.page, f.rendered)
		endNoted(f, out, aranea.StateDone, reason, detail)
		heedUnread(opt, f, out)
		dropFromIndex(f, out)
		return
	}
	if f.soft != "" {
		endNoted(f, out, aranea.StateGone, aranea.HTTPSoftMissing, f.soft)
		leaveIndex(f, out)
		return
	}
	if !f.page.Refresh.IsZero() {
		planRefresh(opt, f, out)
		return
	}
	flaw, detail := defect.OfPage(&f.fetched, f.page, f.rendered)
	switch flaw {
	case aranea.ReasonNone:
	case aranea.RenderFailed: // already noted by planRendered
		end(out, aranea.StateDone, flaw, detail)
	default:
		endNoted(f, out, aranea.StateDone, flaw, detail)
	}
	for _, w := range f.page.Warnings {
		if w != flaw {
			note(out, f.now, w, "")
		}
	}
	planLinks(opt, f, out)
	if len(f.page.Elements) == 0 {
		heedUnread(opt, f, out)
		dropFromIndex(f, out)
		return
	}
	planIndex(opt, f, out, flaw)
}

// planIndex decides whether the page's document is indexed. flaw is what is wrong with its
// body, ReasonNone if nothing is.
func planIndex(opt Options, f facts, out *aranea.Outcome, flaw aranea.Reason) {
	reason, source := forbids(f.page.Directives, f.now)
	if reason == aranea.ReasonNone && f.ruling.noIndex != "" {
		reason, source = aranea.DirectiveNoIndex, f.ruling.noIndex
	}
	if v := f.page.Directives.ImageIndex(); f.page.Format == media.Image && !v.Allowed && reason == aranea.ReasonNone {
		reason, source = aranea.DirectiveNoIndex, v.Source
	}
	if reason == aranea.ReasonNone {
		if reason, source = opt.keepsOut(out.Entry.URL); reason != aranea.ReasonNone {
			out.Entry.Fingerprint = f.page.Fingerprint // tells whether the page changes
		}
	}
	if reason != aranea.ReasonNone {
		endNoted(f, out, aranea.StateDone, reason, source)
		dropFromIndex(f, out)
		return
	}
	if planCanonical(opt, f, out) {
		dropFromIndex(f, out)
		return
	}
	if f.removedBy != "" {
		endNoted(f, out, aranea.StateExcluded, aranea.OperatorRemoved, f.removedBy)
		dropFromIndex(f, out)
		return
	}
	if out.Entry.Fingerprint = f.page.Fingerprint; f.another(opt) {
		out.Entry.Fingerprint, f.twin = aranea.Fingerprint{}, twins.Twin{} // many pages have the same first part
	} else if flaw == aranea.IndexScript && f.twin.Exists(out.Entry.URL.ID()) {
		dropFromIndex(f, out) // but it is no copy: scripts may show something else of it
		return
	} else if f.twin.Stays(out.Entry.URL.ID()) {
		endNoted(f, out, aranea.StateDone, aranea.DupExact, f.twin.URL)
		out.Entry.Twin = f.twin.ID
		dropFromIndex(f, out)
		return
	}
	planAdded(f, out, flaw)
}

// planAdded indexes the page's document. If the body has a flaw, that stays the reason.
func planAdded(f facts, out *aranea.Outcome, flaw aranea.Reason) {
	out.Entry.State, out.Entry.Indexed = aranea.StateDone, true
	added := show.Count(len(f.page.Elements), "element") + ", " + show.Count(len(f.page.Links), "link")
	if f.page.Routes > 0 {
		added += ", " + show.Count(f.page.Routes, "link") + " that only its scripts interpret (#/)"
	}
	if f.page.Reader != "" {
		added += ", read by " + f.page.Reader
	}
	if f.twin.Why != "" {
		added += ", instead of " + f.twin.URL
		out.Displaced = f.twin.Displaced(&out.Entry, f.fetched.Access != "", f.now)
	}
	if f.rendered != nil && f.rendered.Failure == "" {
		added += ", rendered by " + f.rendered.Browser
	}
	if d := f.page.Published.String(); d != "" {
		added += ", published " + d
	}
	if d := f.page.Modified.String(); d != "" {
		added += ", modified " + d
	}
	if rules := evidence.ZoneRules(f.page); rules != "" {
		added += ", zones by " + rules
	}
	if follow := f.page.Directives.Follow(); !follow.Allowed && slices.ContainsFunc(out.Links, isUnfollowed) {
		added += verdict.Unfollowed + follow.Source
	}
	switch flaw {
	case aranea.ReasonNone:
		added += evidence.Textless(f.page)
		out.Entry.Reason, out.Entry.Detail = aranea.IndexAdded, added
	case aranea.BodyTooLarge, aranea.BodyBroken, aranea.BodyDamaged, aranea.BodyKilled:
		added = "the first part only, " + added
	}
	out.Index = aranea.IndexChange{
		Action: aranea.IndexPut, URL: out.Entry.URL, Version: out.Entry.Visits,
		FetchedAt: cmp.Or(f.fetched.Captured, f.fetched.Ended), Depth: out.Entry.Depth, Page: f.page, Access: f.fetched.Access,
	}
	planShown(f, out)
	note(out, f.now, aranea.IndexAdded, added)
}

// isUnfollowed reports whether a link would be followed if its page, or itself, did not ask otherwise.
func isUnfollowed(d aranea.Discovery) bool { return d.Reason == aranea.ScopeNoFollow }

// brokeOff reports whether the body of a 2xx answer ended early, came too slowly or does not
// decode. A body that the robot's own limits cut, or of a type that it does not read, did not break off.
func (f *facts) brokeOff() bool {
	failure := f.fetched.Failure
	return failure != aranea.ReasonNone && failure != aranea.BodyBomb && failure != aranea.BodyType
}

// planKept handles a 2xx answer whose body is empty or broke off, if the document of the page is
// in the index, and reports whether it did. The document is worth more than what came: it stays,
// and the page is requested again as after a server error. What the owner asks for in such an
// answer counts at once. The answer replaces the document if that is itself the first part of one
// that broke off, or if this has lasted for too long. A body that unfolds without end, or is of a type
// that is not read, is an answer like others.
func planKept(opt Options, f facts, out *aranea.Outcome) bool {
	e := &f.lease.Entry
	if !e.Indexed || f.page != nil && (!f.brokeOff() || f.isPart()) || f.fetched.Failure == aranea.BodyBomb || f.fetched.Failure == aranea.BodyType {
		return false
	}
	if since := e.Since; !since.IsZero() && !since.Add(schedule.UnreachableFor).After(f.now) {
		return false
	}
	said := saidBy(opt, &f.fetched)
	if f.page != nil {
		said = f.page.Directives
	}
	if reason, _ := forbids(said, f.now); reason != aranea.ReasonNone || f.ruling.noIndex != "" || f.removedBy != "" {
		return false
	}
	note(out, f.now, aranea.HTTPOK, evidence.Exchange(&f.fetched))
	reason, detail := defect.OfPage(&f.fetched, f.page, f.rendered)
	planFailure(opt, f, out, reason, detail)
	return true
}

// isPart reports whether the last visit of the page left the first part of an answer that broke
// off.
func (f *facts) isPart() bool {
	e := &f.lease.Entry
	return e.Since.IsZero() && (e.Reason == aranea.BodyBroken || e.Reason == f.fetched.Failure)
}

// another reports whether a page whose answer broke off is requested again soon. One that broke
// off at the end of an earlier visit as well waits for its next visit: so it is answered.
func (f *facts) another(opt Options) bool {
	e := &f.lease.Entry
	return f.brokeOff() && f.mayChange() && (e.Attempts > 0 || !f.isPart()) && e.Attempts+1 < schedule.MaxAttempts
}

// planAnother plans another try for a page whose answer broke off. What came counts until then.
func planAnother(opt Options, f facts, out *aranea.Outcome) {
	if !f.another(opt) || out.Entry.State != aranea.StateDone || out.Entry.Reason != aranea.BodyBroken && out.Entry.Reason != f.fetched.Failure {
		return
	}
	out.Entry.Again = true
	retry(opt, f, out)
	note(out, f.now, aranea.ScheduleRetry, "at "+out.Entry.Due.UTC().Format(time.RFC3339))
}
