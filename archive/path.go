package archive

import (
	"strings"

	"github.com/aranea-search/aranea"
)

// maxPath bounds the letters of a path.
const maxPath = 50

// Path returns how a crawl came to the URL as one letter for each step, in the
// letters of Heritrix: L for a link, R for a redirect, E for what is embedded, I for
// what was inferred, M for an entry of a sitemap, P for what a URL needs. Of the
// steps before the last only their number is known: they are links.
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
	case aranea.HowRedirect, aranea.HowRefresh: // it keeps its source's depth
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
