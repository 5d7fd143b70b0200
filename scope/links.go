package scope

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Checks reports whether the links to a URL are checked that Decide leaves out with a verdict: if it
// is outside of the crawl or of a type that is not read, and was found by a link that a page shows.
// Without Options.Links only URLs that a folder answers for are checked, which costs nobody a
// request. Not asked for are URLs that are deeper than the limit, that have no end, that the operator
// excludes by a pattern, or whose sites belong to another partition. Where a start page leads to, with depth 0, is no link: the crawl
// tells it at its end.
func (r Rules) Checks(u weburl.URL, depth int, how aranea.How, v Verdict) bool {
	return r.asks(u) && !v.OK && depth > 0 && isBeyond(v) && !r.isTrap(u, v) && isFollowed(how) && !r.patterns.excludes(u) && r.Elsewhere(u.Origin()) == ""
}

// asks reports whether the settings let a URL be asked for only for the links to it.
func (r Rules) asks(u weburl.URL) bool {
	return r.links || r.inFolders && r.bases.answer(u)
}

// Unchecked returns a copy of the rules with which no links are checked.
func (r Rules) Unchecked() Rules {
	r.links, r.inFolders = false, false
	return r
}

// ChecksLinks reports whether Checks may report true.
func (r Rules) ChecksLinks() bool { return r.links || r.inFolders }

// isTrap reports whether a URL that was left out for its type or a pattern, on a site that the crawl
// visits, has the shape of one without end.
func (r Rules) isTrap(u weburl.URL, v Verdict) bool {
	own := v.Reason == aranea.ScopeType || v.Reason == aranea.ScopePattern
	return own && !r.anyShape[u.Origin()] && !Shape(u).OK
}

// isBeyond reports whether a URL was left out for where it is, or for its type. What is too deep is on
// a site that the crawl visits: the operator wants no more of it.
func isBeyond(v Verdict) bool {
	switch v.Reason {
	case aranea.ScopeHost, aranea.ScopeSite, aranea.ScopePrefix, aranea.ScopeList, aranea.ScopeType:
		return true
	case aranea.ScopePattern:
		return v.Rule == visiting.none()
	}
	return false
}

// isFollowed reports whether people get to a URL, or see it, by a reference of this kind.
func isFollowed(how aranea.How) bool {
	switch how {
	case aranea.HowAnchor, aranea.HowArea, aranea.HowFrame, aranea.HowRefresh, aranea.HowRedirect, aranea.HowNext,
		aranea.HowAlternate, aranea.HowPicture, aranea.HowRecording, aranea.HowEmbedded:
		return true
	}
	return false
}
