package crawl

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// saidBy returns the directives for the robot in the fields of an answer.
func saidBy(opt Options, f *aranea.Fetched) robotsmeta.Directives {
	r := robotsmeta.NewReaderFor(opt.PageDialect, agentNames(opt.Agents)...)
	extract.Fields(r, f.Header)
	return r.Directives()
}

func agentNames(agents []dialect.AgentToken) []string {
	out := make([]string, 0, len(agents))
	for _, a := range agents {
		out = append(out, string(a))
	}
	return out
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
	d, c := f.page.Directives, &out.Index
	snippet, archive := d.Snippet(), d.Archive()
	c.Snippet, c.NoCopy = snippet.Allowed, !archive.Allowed
	if !snippet.Allowed {
		note(out, f.now, aranea.DirectiveNoSnippet, snippet.Source)
	}
	if !archive.Allowed {
		note(out, f.now, aranea.DirectiveNoArchive, archive.Source)
	}
	if letters, source := d.MaxSnippet(); letters > 0 {
		c.MaxSnippet = uint32(min(letters, 1<<30))
		note(out, f.now, aranea.DirectiveMaxSnippet, source)
	}
	if at, source := d.Expires(); !at.IsZero() {
		c.Expires = at
		note(out, f.now, aranea.DirectiveExpires, at.UTC().Format(time.RFC3339)+" by "+source)
	}
	if f.page.Closed != 0 {
		note(out, f.now, aranea.DirectiveParts, f.page.Closed.String()+" in parts of "+f.page.ClosedAt.String()+" on")
	}
}

// planUnchanged handles validators that still hold: everything stays the same, including the
// reason of the last full answer, unless the fields of this answer forbid indexing; then the
// next request is unconditional. If the result of the last visit was undone during the request,
// the page is requested in full at once.
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
	}
	heedUnread(opt, f, out)
}

// waits reports whether a reason only says what a queued entry waits for, rather than how an
// answer ended.
func waits(r aranea.Reason) bool {
	return r == aranea.ReasonNone || r >= aranea.ScheduleQueued && r < aranea.NetDNS || r == aranea.RobotsUnreachable || r == aranea.RobotsHours
}
