package crawl

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/dedupe/version"
)

// planCanonical notes the canonical URL that a page names, and reports whether the page leaves
// the index in favour of it. It does so for a URL that differs only in the query, unless that
// URL is closed or known not to be a page; for the same path on another host of the site, if the
// page there is indexed; and for another path, if the page there is indexed and has most of the
// text. Other canonical links remain hints: by mistake, many point to a page with other text, such
// as the front page, or the first page of a list.
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
	if f.hidden || from.Origin().Site() != to.Origin().Site() {
		return false
	}
	known := f.canonical.State != aranea.StateUnknown
	switch {
	case from.Path() != to.Path():
		return f.canonical.Found() && from.Origin() == to.Origin() && f.isForm()
	case known && f.canonical.Found():
		return true
	case from.Origin() != to.Origin():
		return false
	case known:
		return f.canonical.State == aranea.StateQueued
	}
	return opt.Scope.Decide(to, int(out.Entry.Depth)+1, aranea.HowCanonical).OK
}

// isForm reports whether the page is a form of the one at its canonical URL, such as a thread that
// begins at one of its posts: by their texts, if neither is the page in another version, and nothing is
// read from the page that results are narrowed by.
func (f *facts) isForm() bool {
	_, _, versions := version.SamePage(f.lease.Entry.URL, f.page.Canonical())
	return !versions && len(f.page.Facets) == 0 && dedupe.BearsOut(f.page.Sketch, f.kept)
}
