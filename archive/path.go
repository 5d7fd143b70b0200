package archive

import (
	"strings"

	"github.com/aranea-search/aranea"
)

// maxPath is the maximum number of letters in a path.
const maxPath = 50

// Path returns how a crawl came to the URL, as one letter for each step, with the letters of
// Heritrix: L for a link, R for a redirect, E for an embedded resource, I for an inferred URL, M
// for an entry of a sitemap, P for a prerequisite. Of the steps before the last one only the
// number is known, so they are given as links.
func Path(x *Exchange) string {
	switch steps := strings.Repeat("L", min(int(x.Depth), maxPath-1)); {
	case x.LookUp || x.Kind == aranea.KindRobots || x.Role == Needed:
		return steps + "P"
	case x.Role == Embedded:
		return steps + "E"
	}
	last := ""
	links := int(x.Depth)
	switch x.How {
	case aranea.HowSeed:
		return ""
	case aranea.HowRedirect, aranea.HowRefresh: // it has the depth of its source
		last = "R"
	case aranea.HowSitemap:
		last, links = "M", links-1
	case aranea.HowFrame, aranea.HowPicture, aranea.HowRecording, aranea.HowEmbedded:
		last, links = "E", links-1
	case aranea.HowRobots, aranea.HowCleanParam, aranea.HowMirror, aranea.HowCanonical, aranea.HowNotice:
		last, links = "I", links-1
	}
	return strings.Repeat("L", min(max(links, 0), maxPath-1)) + last
}
