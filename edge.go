package aranea

import (
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// An EdgeChange replaces the known links of a page. Without edges the page has none any more.
// Repeating a change is harmless.
type EdgeChange struct {
	Source weburl.URL
	Edges  []Edge
}

// An Edge is a link from the page of an EdgeChange to a URL.
type Edge struct {
	Target   weburl.URL
	How      How
	Rel      robotsmeta.Rel // what the link says about itself
	NoFollow bool           // the link or its page asks not to be followed
	Anchor   string         // the words of the link
	Zone     Zone           // of the block that contains the words; valid if HasZone
	HasZone  bool           // false for a link without words, or if no page was read
}
