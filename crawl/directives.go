package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt"
)

// readerFor returns a reader of what pages say to the robot.
func readerFor(opt Options) *robotsmeta.Reader {
	return robotsmeta.NewReaderFor(opt.PageDialect, agentNames(opt.Agents)...)
}

func agentNames(agents []robotstxt.AgentToken) []string {
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

// planExcluded: the page asks not to be indexed.
func planExcluded(f facts, out aranea.Outcome, reason aranea.Reason, source string) aranea.Outcome {
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, reason, clip(source)
	out.Events = append(out.Events, event(f.now, reason, source))
	return dropFromIndex(f.now, out)
}

// showing says in the change what results may show of the page and until when, and
// returns the events that tell so.
func showing(d robotsmeta.Directives, now time.Time, c *aranea.IndexChange) []aranea.Event {
	var events []aranea.Event
	note := func(r aranea.Reason, source string) { events = append(events, event(now, r, source)) }
	snippet, archive := d.Snippet(), d.Archive()
	c.Snippet, c.NoCopy = snippet.Allowed, !archive.Allowed
	if !snippet.Allowed {
		note(aranea.DirectiveNoSnippet, snippet.Source)
	}
	if !archive.Allowed {
		note(aranea.DirectiveNoArchive, archive.Source)
	}
	if letters, source := d.MaxSnippet(); letters > 0 {
		c.MaxSnippet = uint32(min(letters, 1<<30))
		note(aranea.DirectiveMaxSnippet, source)
	}
	if at, source := d.Expires(); !at.IsZero() {
		c.Expires = at
		note(aranea.DirectiveExpires, at.UTC().Format(time.RFC3339)+" by "+source)
	}
	return events
}

// closedParts returns the event that tells of parts of the page that are closed,
// none if there are none.
func closedParts(p *aranea.Page, now time.Time) []aranea.Event {
	if p.Closed == 0 {
		return nil
	}
	return []aranea.Event{event(now, aranea.DirectiveParts, p.Closed.String()+" in parts of "+p.ClosedAt.String()+" on")}
}

// planRefresh: the page sends its visitors on at once. That is a redirect in the
// body of an answer, so the target takes the page's place in the queue.
func planRefresh(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	out.Links, out.Events = planLinks(opt, f, &out.Entry, out.Events)
	said := "the page"
	if r := f.page.Directives.Refresh(); r != nil {
		said = r.Place.String()
	}
	detail := "to " + f.page.Refresh.String() + " in " + said
	if out.Entry.Hops >= MaxHops {
		out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateGone, aranea.HTTPBadRedirect, clip(detail)
		out.Events = append(out.Events, event(f.now, aranea.HTTPBadRedirect, detail))
		out.Links = withoutRefresh(f, out.Links)
		return dropFromIndex(f.now, out)
	}
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, aranea.DirectiveRefresh, clip(said)
	out.Entry.Target = f.page.Refresh.String()
	out.Events = append(out.Events, event(f.now, aranea.DirectiveRefresh, detail))
	return dropFromIndex(f.now, out)
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

// planCanonical notes which other URL the page wants to be known by, and reports
// whether the page leaves the index to that one. It does so for a URL that
// differs in the query only, unless that one is closed or known to be no page; for
// the same path on another host of the site, if the page there is in the index. Other
// canonical links stay a hint: many point to a page with other words, such as the
// front page, by mistake.
func planCanonical(opt Options, f facts, out *aranea.Outcome) bool {
	to := f.page.Canonical()
	if to.IsZero() {
		return false
	}
	said := "the page"
	if links := f.page.Directives.Canonicals(); len(links) > 0 {
		said = links[0].Place.String()
	}
	detail := to.String() + " in " + said
	if !yields(opt, f, out) {
		out.Events = append(out.Events, event(f.now, aranea.DirectiveCanonical, detail))
		return false
	}
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, aranea.DupCanonical, clip(said)
	out.Entry.Target = to.String()
	out.Events = append(out.Events, event(f.now, aranea.DupCanonical, detail))
	return true
}

// yields reports whether the page gives way to its canonical URL.
func yields(opt Options, f facts, out *aranea.Outcome) bool {
	from, to := out.Entry.URL, f.page.Canonical()
	if f.hidden || from.Path() != to.Path() || from.Origin().Site() != to.Origin().Site() {
		return false
	}
	known := f.canonical.State != aranea.StateUnknown
	switch {
	case known && f.canonical.Indexed:
		return true
	case from.Origin() != to.Origin():
		return false
	case known:
		return f.canonical.State == aranea.StateQueued
	}
	return opt.Scope.Decide(to, int(out.Entry.Depth)+1, aranea.HowCanonical).OK
}

// planUnchanged: the validators still hold, so everything stays as it is, unless
// the fields of the answer now say that the page must not be indexed. It is then
// asked for in whole the next time.
func planUnchanged(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	answered(f, &out)
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, aranea.HTTPNotModified, ""
	out.Events = append(out.Events, event(f.now, aranea.HTTPNotModified, ""))
	r := readerFor(opt)
	extract.Fields(r, f.fetched.Header)
	if reason, source := forbids(r.Directives(), f.now); reason != aranea.ReasonNone && out.Entry.Indexed {
		out.Entry.Validators = aranea.Validators{}
		return planExcluded(f, out, reason, source)
	}
	return out
}
