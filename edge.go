package aranea

import (
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// An EdgeChange replaces the known links of a page, by none without edges; repeating it is harmless.
type EdgeChange struct {
	Source          weburl.URL
	Edges           []Edge
	Parts           *PartEdges     // what is kept of the parts of the page, nil for nothing
	Alternates      []hreflang.Set // those that it names, of itself or as a sitemap
	IsList, Partial bool           // it is no page but a list, which may be partial
	Listed          []weburl.URL   // nil if the list does not tell all pages there are, as a feed
	Named           []Discovery    // URLs of other partitions that no Edge leads to, for their nodes
	Canonicals      []weburl.URL   // those that a page names, unless it names only itself
	OtherSchemes    []string       // canonical links that are neither http nor https (file:, about:), as written, each once
	KeepParts       bool           // all from Parts on stays as known, parts without links
}

// PartEdges are the parts of a page that fragments of URLs lead to, and its links with fragments.
type PartEdges struct {
	IDs     fragment.Set
	Unknown bool // the page may have parts that are not in IDs: nothing can be said of links to them
	Edges   []PartEdge
}

// A PartEdge is a link from a page to a part of a page, which may be the same one.
type PartEdge struct {
	Edge
	Fragment string // as it stands in a URL
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
