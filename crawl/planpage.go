package crawl

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/internal/show"
)

// planAnswer handles a 2xx answer. Its page, if there is one, determines what follows.
func planAnswer(opt Options, f facts, out *aranea.Outcome) {
	answered(f, out)
	note(out, f.now, aranea.HTTPOK, fetchDetail(&f.fetched))
	planRendered(f, out)
	if f.page == nil {
		reason, detail := bodyVerdict(f)
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
	flaw, detail := bodyVerdict(f)
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

// bodyVerdict returns what is wrong with the body, ReasonNone if nothing is.
func bodyVerdict(f facts) (aranea.Reason, string) {
	switch {
	case f.fetched.Failure != aranea.ReasonNone && f.page == nil:
		return f.fetched.Failure, f.fetched.Detail
	case f.fetched.Failure == aranea.BodyBroken:
		return aranea.BodyBroken, f.fetched.Detail
	case f.fetched.Failure != aranea.ReasonNone:
		// The first part arrived before the transfer became too slow or broke off.
		return aranea.BodyBroken, fmt.Sprintf("cut after %d bytes, %s: %s", f.fetched.WireBytes, f.fetched.Failure, f.fetched.Detail)
	case f.page == nil:
		return aranea.HTTPEmpty, ""
	case f.fetched.Truncated:
		return aranea.BodyTooLarge, cmp.Or(f.fetched.Detail, fmt.Sprintf("cut at %d bytes", f.fetched.WireBytes))
	}
	for _, w := range f.page.Warnings {
		switch w {
		case aranea.BodyType:
			return w, cmp.Or(f.page.Trouble, extract.MediaType(f.fetched.Header.Get("Content-Type")))
		case aranea.BodyDamaged, aranea.BodyKilled, aranea.BodySkipped:
			return w, f.page.Trouble
		}
	}
	switch {
	case f.page.NeedsScript, f.page.FromData:
		return needsScript(f)
	case len(f.page.Elements) == 0:
		return aranea.IndexNoText, noText(f.page)
	case f.page.Password && len(f.page.Text) <= maxLoginText && len(f.page.Links) <= maxLoginLinks:
		return aranea.IndexLogin, ""
	}
	return aranea.ReasonNone, ""
}

// noText says why a document may contain no text.
func noText(p *aranea.Page) string {
	if p.Format == "pdf" {
		return "its pages may be pictures of text, as scans are, which are not read"
	}
	return ""
}

// A page with a password field and at most this much text, in bytes, and this many links is a
// login form and little else.
const (
	maxLoginText  = 600
	maxLoginLinks = 20
)

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
	out.Entry.Fingerprint = f.page.Fingerprint
	if f.twin.Stays(out.Entry.URL.ID()) {
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
	if rules := ruleLines(f.page); rules != "" {
		added += ", zones by " + rules
	}
	switch flaw {
	case aranea.ReasonNone:
		out.Entry.Reason, out.Entry.Detail = aranea.IndexAdded, added
	case aranea.BodyTooLarge, aranea.BodyBroken, aranea.BodyDamaged, aranea.BodyKilled:
		added = "the first part only, " + added
	}
	out.Index = aranea.IndexChange{
		Action: aranea.IndexPut, URL: out.Entry.URL, Version: out.Entry.Visits,
		FetchedAt: f.fetched.Ended, Depth: out.Entry.Depth, Page: f.page, Access: f.fetched.Access,
	}
	planShown(f, out)
	note(out, f.now, aranea.IndexAdded, added)
}

// maxRuleLines is the number of rules that the trail of a page names at most.
const maxRuleLines = 5

// ruleLines names the operator's rules that set zones of a page, "" if none did.
func ruleLines(p *aranea.Page) string {
	var lines []int
	for i := range p.Containers {
		if line := p.Containers[i].Rule; line != 0 && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	slices.Sort(lines)
	text := "rule"
	for i, line := range lines[:min(len(lines), maxRuleLines)] {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %d", line)
	}
	if more := len(lines) - maxRuleLines; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func fetchDetail(f *aranea.Fetched) string {
	s := fmt.Sprintf("status %d, %d bytes", f.Status, f.WireBytes)
	if t := extract.MediaType(f.Header.Get("Content-Type")); t != "" {
		s += ", " + t
	}
	if f.Access != "" {
		s += ", with the secret " + f.Access
	}
	if f.TTFB > 0 {
		s += fmt.Sprintf(", first byte after %d ms", f.TTFB.Milliseconds())
	}
	return s
}
