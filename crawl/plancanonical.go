package crawl

import "github.com/aranea-search/aranea"

// planCanonical notes the canonical URL that a page names, and reports whether the page leaves
// the index in favour of it. It does so for a URL that differs only in the query, unless that
// URL is closed or known not to be a page; and for the same path on another host of the site,
// if the page there is indexed. Other canonical links remain hints: by mistake, many point to a
// page with other text, such as the front page.
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
	out.Entry.Target = to.String()
	if !yields(opt, f, out) {
		note(out, f.now, aranea.DirectiveCanonical, detail)
		return false
	}
	end(out, aranea.StateDone, aranea.DupCanonical, said)
	note(out, f.now, aranea.DupCanonical, detail)
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
	case known && f.canonical.Found():
		return true
	case from.Origin() != to.Origin():
		return false
	case known:
		return f.canonical.State == aranea.StateQueued
	}
	return opt.Scope.Decide(to, int(out.Entry.Depth)+1, aranea.HowCanonical).OK
}
