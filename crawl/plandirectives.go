package crawl

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// saidBy returns what the fields of an answer say to the robot.
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

// forbids returns why a page must not be in the index and what says so,
// ReasonNone if it may be.
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

// heedUnread keeps a document of a type that is not read from being found by the words
// of links, where the fields of its answer, or its robots file, say that it must not be.
// It is asked for in whole the next time.
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
	if reason != aranea.ReasonNone {
		out.Entry.Validators = aranea.Validators{}
		endNoted(f, out, aranea.StateDone, reason, source)
	}
}

// planShown says in the index change what results may show of the page and until
// when, and notes what limits it.
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

// planUnchanged handles validators that still hold: everything stays as it is,
// with the reason that the last whole answer had, unless the fields of the answer
// now say that the page must not be indexed. It is then asked for in whole the
// next time. If what the last visit made of the page went while it was asked for, it
// is asked for in whole at once.
func planUnchanged(opt Options, f facts, out *aranea.Outcome) {
	if f.undone {
		note(out, f.now, aranea.HTTPNotModified, "")
		endNoted(f, out, aranea.StateQueued, aranea.ScheduleQueued, "what the last visit found changed meanwhile: it is asked for in whole")
		return
	}
	answered(f, out)
	note(out, f.now, aranea.HTTPNotModified, "")
	if out.Entry.State = aranea.StateDone; waits(out.Entry.Reason) {
		end(out, aranea.StateDone, aranea.HTTPNotModified, "") // what was before is not known any more
	}
	if reason, source := forbids(saidBy(opt, &f.fetched), f.now); reason != aranea.ReasonNone && out.Entry.Indexed {
		out.Entry.Validators = aranea.Validators{}
		endNoted(f, out, aranea.StateDone, reason, source)
		dropFromIndex(f, out)
	}
	heedUnread(opt, f, out)
}

// waits reports whether a reason says only what a queued entry waits for, and not
// what an answer came to.
func waits(r aranea.Reason) bool {
	return r == aranea.ReasonNone || r >= aranea.ScheduleQueued && r < aranea.NetDNS || r == aranea.RobotsUnreachable || r == aranea.RobotsHours
}
