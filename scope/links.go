package scope

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Checks reports whether the links to a URL are checked that Decide leaves out with a verdict: with
// Options.Links, if the URL is outside of the crawl or of a type that is not read, and was found by
// a link that a page shows. What the operator excludes by a pattern is not asked for. Where a start
// page leads to, with depth 0, is no link: the crawl tells it at its end.
func (r Rules) Checks(u weburl.URL, depth int, how aranea.How, v Verdict) bool {
	return r.links && !v.OK && depth > 0 && isBeyond(v) && isFollowed(how) && !r.patterns.excludes(u)
}

// Unchecked returns a copy of the rules with which no links are checked.
func (r Rules) Unchecked() Rules {
	r.links = false
	return r
}

// ChecksLinks reports whether Checks may report true.
func (r Rules) ChecksLinks() bool { return r.links }

// isBeyond reports whether a URL was left out for where it is, how deep, or for its type.
func isBeyond(v Verdict) bool {
	switch v.Reason {
	case aranea.ScopeHost, aranea.ScopeSite, aranea.ScopePrefix, aranea.ScopeList, aranea.ScopeDepth, aranea.ScopeType:
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
