package crawl

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/displaylimits"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// saidBy returns the directives for the robot in the fields of an answer.
func saidBy(opt Options, f *aranea.Fetched) robotsmeta.Directives {
	return displaylimits.Fields(f.Header, opt.PageDialect, opt.names())
}

// forbids returns why a page must not be in the index and what says so, ReasonNone if it may
// be.
func forbids(d robotsmeta.Directives, now time.Time) (aranea.Reason, string) {
	v := d.Index(now)
	if v.Allowed {
		return aranea.ReasonNone, ""
	}
	if at, _ := d.Expires(); !at.IsZero() && !now.Before(at) && d.NoIndex().Allowed {
		return aranea.DirectiveExpired, v.Source
	}
	return aranea.DirectiveNoIndex, v.Source
}

// keepsOut returns why the operator does not want a page in the index, and which pattern says so,
// ReasonNone if it may be.
func (o Options) keepsOut(u weburl.URL) (aranea.Reason, string) {
	v := o.Scope.Indexes(u)
	return v.Reason, v.Rule
}

// heedUnread keeps a document of an unread type from being found by the words of links, if the
// fields of its answer, its robots file or the operator forbid indexing. The next request for it is
// unconditional.
func heedUnread(opt Options, f facts, out *aranea.Outcome) {
	if out.Entry.Reason != aranea.BodyType {
		return
	}
	d := saidBy(opt, &f.fetched)
	reason, source := forbids(d, f.now)
	if v := d.ImageIndex(); reason == aranea.ReasonNone && !v.Allowed && strings.HasPrefix(extract.MediaType(f.fetched.Header.Get("Content-Type")), "image/") {
		reason, source = aranea.DirectiveNoIndex, v.Source
	}
	if reason == aranea.ReasonNone && f.ruling.noIndex != "" {
		reason, source = aranea.DirectiveNoIndex, f.ruling.noIndex
	}
	if reason == aranea.ReasonNone {
		reason, source = opt.keepsOut(out.Entry.URL)
	}
	if reason != aranea.ReasonNone {
		out.Entry.Validators = aranea.Validators{}
		endNoted(f, out, aranea.StateDone, reason, source)
	}
}

// planShown sets in the index change what results may show of the page and until when, and
// notes the limits.
func planShown(f facts, out *aranea.Outcome) {
	for _, l := range displaylimits.Limit(&out.Index, f.page.Directives) {
		note(out, f.now, l.Reason, l.Source)
	}
	if f.page.Closed != 0 {
		note(out, f.now, aranea.DirectiveParts, f.page.Closed.String()+" in parts of "+f.page.ClosedAt.String()+" on")
	}
}

// planUnchanged handles validators that still hold: everything stays the same, including the
// reason of the last full answer, unless the fields of this answer forbid indexing; then the
// next request is unconditional. If the result of the last visit was undone during the request,
// or the fields of this answer limit what may be shown of the page, it is requested in full at once.
func planUnchanged(opt Options, f facts, out *aranea.Outcome) {
	if f.undone {
		note(out, f.now, aranea.HTTPNotModified, "")
		endNoted(f, out, aranea.StateQueued, aranea.ScheduleQueued, "what the last visit found changed meanwhile: it is asked for in whole")
		return
	}
	answered(f, out)
	note(out, f.now, aranea.HTTPNotModified, "")
	if out.Entry.State = aranea.StateDone; waits(out.Entry.Reason) || !out.Entry.Since.IsZero() {
		end(out, aranea.StateDone, aranea.HTTPNotModified, "") // what held before is unknown, or it was given up
	}
	if reason, source := forbids(saidBy(opt, &f.fetched), f.now); reason != aranea.ReasonNone && out.Entry.Indexed {
		out.Entry.Validators = aranea.Validators{}
		endNoted(f, out, aranea.StateDone, reason, source)
		dropFromIndex(f, out)
	} else if f.narrowed {
		out.Entry.Validators, out.Entry.Again = aranea.Validators{}, true
		note(out, f.now, aranea.ScheduleQueued, "the fields of this answer limit what may be shown of it: it is asked for in whole")
	}
	heedUnread(opt, f, out)
}

// waits reports whether a reason only says what a queued entry waits for, rather than how an
// answer ended.
func waits(r aranea.Reason) bool {
	return r == aranea.ReasonNone || r >= aranea.ScheduleQueued && r < aranea.NetDNS || r == aranea.RobotsUnreachable || r == aranea.RobotsHours
}
