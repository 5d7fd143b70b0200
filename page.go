package aranea

import (
	"fmt"

	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/internal/htmltable"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/preformat"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// A Page is the result of extracting a fetched body.
//
// Text holds the text of all block elements in order, in UTF-8, each followed by one line feed;
// runs of whitespace inside an element are one space. Elements address it by byte offsets.
// Package analyze derives words and their positions from this text: the words of an element are
// numbered in order, and a gap separates one block element from the next.
type Page struct {
	URL     weburl.URL
	Base    weburl.URL // what relative links were resolved against
	Type    string     // media type that was read, for example "text/html"
	Format  string     // the name of its format, for example "html"; "" if it was not read
	Charset string     // the charset it was read in, by its WHATWG name
	Lang    string     // the language it declares (BCP 47), or ""; after planning, the usual one of its site if nothing else tells
	Told    string     // the code of its language, or "" until somebody has determined it
	// Published and Modified are what it says about itself, zero for nothing; if it gives
	// neither, Modified is what its server says.
	Published, Modified Date
	Text                []byte
	Elements            []Element
	Containers          []Container // of a web page; a container precedes those inside it
	Links               []Link
	HeadingIDs          []HeadingID       // of those headings, and definitions of description lists, that have one, in the order of the text
	Breaks              []preformat.Break // of a web page, if the layout is kept, in the order of the text
	Cells               []htmltable.Cell  // likewise: where the cells of its tables begin and end
	Parts               *Parts            // of a web page, if fragments are checked
	Routes              int               // links of the page to itself that only its scripts interpret: "#/guide"
	Forms               []Form            // if forms are read
	Facets              []Facet           // what the operator wants results to be narrowed by
	Items               pageitem.List     // the records that the operator wants of it
	Directives          robotsmeta.Directives
	Canonicals          []weburl.URL // targets of canonical links, including the page itself, as often as given
	Alternates          hreflang.Set // those that its head and Link fields name
	Refresh             weburl.URL   // where a refresh without delay leads; zero if nowhere or to the page itself
	Fingerprint         Fingerprint
	Sketch              uint64 // near copies differ in few bits; 0 for none. See package dedupe
	// Closed says what parts of the page are excluded from; ClosedAt is where the first of them begins.
	Closed   robotsmeta.Region
	ClosedAt robotsmeta.Place
	// NeedsScript says that the page has scripts but no text, link, image, frame or field of its own,
	// or none between its head, menu and foot: scripts make what a browser shows.
	NeedsScript bool
	// FromData says that most of its text comes from the data that it carries for its scripts.
	FromData bool
	// Password says that the page has a field for a password.
	Password bool
	// Reader is what read it, with its version, if that was a document reader in a process of
	// its own. Trouble is what the reader said about an incomplete document.
	Reader, Trouble string
	Warnings        []Reason // limits reached and repairs made, each only once
}

// Parts are the parts of a page that fragments of URLs lead to, and its links with fragments.
type Parts struct {
	IDs     fragment.Set // of its elements
	Unknown bool         // there may be parts that are not in IDs
	Links   []PartLink   // to other pages, and those to parts that the page itself does not have
}

// A PartLink is a link with a fragment.
type PartLink struct {
	URL        weburl.URL
	How        How
	Fragment   string // as it stands in a URL
	Start, End uint32 // of its words in the text, empty if there are none
}

// A Facet is a property of a page by which results can be narrowed, such as the version that a
// manual is about: a name in lower case, and a value as the page writes it.
type Facet struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Title returns the text of the first title element, or "".
func (p *Page) Title() string {
	for _, e := range p.Elements {
		if e.Kind == ElementTitle {
			return string(p.Text[e.Start:e.End])
		}
	}
	return ""
}

// Canonical returns the other URL that the page wants to be known by, the zero
// URL if it names none, itself, or several.
func (p *Page) Canonical() weburl.URL {
	if len(p.Canonicals) == 0 || p.Canonicals[0] == p.URL {
		return weburl.URL{}
	}
	for _, u := range p.Canonicals {
		if u != p.Canonicals[0] {
			return weburl.URL{}
		}
	}
	return p.Canonicals[0]
}

// An ElementKind says what part of a page an element is.
type ElementKind uint8

// The element kinds. Kinds up to ElementFallback are blocks, whose spans do not overlap. The
// kinds from ElementBold on are spans inside blocks. The zero kind is plain text. The numbers
// are part of the index format.
const (
	ElementText        ElementKind = 0  // running text
	ElementTitle       ElementKind = 1  // the document title
	ElementHeading1    ElementKind = 2  // h1
	ElementHeading2    ElementKind = 3  // h2
	ElementHeading3    ElementKind = 4  // h3
	ElementHeading4    ElementKind = 5  // h4
	ElementHeading5    ElementKind = 6  // h5
	ElementHeading6    ElementKind = 7  // h6
	ElementListItem    ElementKind = 8  // li, dt, dd
	ElementCell        ElementKind = 9  // td, th
	ElementCaption     ElementKind = 10 // caption, figcaption, legend
	ElementAlt         ElementKind = 11 // alternative text and title of images, areas, frames
	ElementDescription ElementKind = 12 // meta description
	ElementKeywords    ElementKind = 13 // meta keywords
	ElementFallback    ElementKind = 14 // content of noframes, noscript, video, audio, and of objects that browsers show
	ElementBold        ElementKind = 15 // b, strong
	ElementAnchor      ElementKind = 16 // the text of a link
	ElementUnshown     ElementKind = 17 // text that its owner excludes from snippets, or hides inside of other text
	ElementLarge       ElementKind = 18 // big, a large font
	ElementSmall       ElementKind = 19 // small, a small font
)

// elementKinds is the number of element kinds.
const elementKinds = 20

var elementNames = [elementKinds]string{
	"text", "title", "h1", "h2", "h3", "h4", "h5", "h6", "list-item", "cell",
	"caption", "alt", "description", "keywords", "fallback", "bold", "anchor", "unshown",
	"large", "small",
}

// String returns the kind's name, for example "h1" or "list-item".
func (k ElementKind) String() string {
	if int(k) < len(elementNames) {
		return elementNames[k]
	}
	return fmt.Sprintf("element(%d)", uint8(k))
}

// IsBlock reports whether elements of kind k are blocks.
func (k ElementKind) IsBlock() bool { return k <= ElementFallback }

// IsHeading reports whether k is one of the six heading levels.
func (k ElementKind) IsHeading() bool { return k >= ElementHeading1 && k <= ElementHeading6 }

// An Element is one part of a page: the bytes Text[Start:End].
type Element struct {
	Kind       ElementKind
	Excluded   bool   // inside a fragment that its owner excludes from the index
	Zone       Zone   // of a block
	Container  uint16 // for a block, the index of the innermost container in Page.Containers, if there are any
	Start, End uint32 // byte offsets into Page.Text
}

// A HeadingID is the identifier of a heading, or of a definition of a description list (a list item): the
// fragment of a URL that leads to it.
type HeadingID struct {
	Start uint32 // where that begins in Page.Text
	ID    string // not escaped
}

// How says by what kind of reference a URL was found.
type How uint8

// The kinds of references. The zero value is an ordinary link.
const (
	HowAnchor    How = 0  // a href
	HowArea      How = 1  // area href
	HowFrame     How = 2  // frame or iframe src
	HowRefresh   How = 3  // meta refresh or Refresh field
	HowCanonical How = 4  // rel=canonical, as element or Link field
	HowNext      How = 5  // rel=next, rel=prev
	HowAlternate How = 6  // rel=alternate with hreflang
	HowRedirect  How = 7  // Location field
	HowSeed      How = 8  // named by the operator
	HowRobots    How = 10 // the robots file of a host, or a sitemap that it names
	// HowCleanParam is a URL without the parameters that a Clean-param line of the robots file
	// names.
	HowCleanParam  How = 11
	HowSitemap     How = 12 // an entry of a sitemap
	HowMirror      How = 13 // the same path on another mirror of a site
	HowPicture     How = 14 // a picture that a page shows, with the words that it has there
	HowFeed        How = 15 // rel=alternate with the media type of a feed
	HowProbe       How = 16 // made up, to test how the host answers for missing pages
	HowNotice      How = 17 // announced by its site with the IndexNow protocol
	HowImport      How = 18 // the operator brought its document
	HowRecording   How = 19 // sound or video that a page plays, with the words that it has there
	HowSitemapLink How = 20 // rel=sitemap
	HowEmbedded    How = 21 // a document that object or embed shows in the page
	HowForm        How = 22 // what a form leads to that was filled in, or an option of a menu
	HowScript      How = 23 // a script that may hold the menu of the page, or name the description that it shows
)

var howNames = [...]string{
	"link", "area", "frame", "refresh", "canonical", "next", "alternate",
	"redirect", "seed", "", "robots", "clean-param", "sitemap", "mirror", "picture", "feed", "probe", "notice", "import", "recording", "sitemap link", "embedded document", "form", "script",
}

// String returns the name of h, for example "frame".
func (h How) String() string {
	if int(h) < len(howNames) && howNames[h] != "" {
		return howNames[h]
	}
	return fmt.Sprintf("how(%d)", uint8(h))
}

// IsShown reports whether the target of the reference is shown as a part of the page.
func (h How) IsShown() bool { return h == HowPicture || h == HowRecording }

// Recommends reports whether the page recommends the target of the reference: a part of the page
// is not recommended, and neither is each answer of a form that stands on every page of a site.
func (h How) Recommends() bool { return !h.IsShown() && h != HowForm }

// IsChosen reports whether the reference leads on to another page that somebody chooses: a link,
// or what a form leads to.
func (h How) IsChosen() bool { return h == HowAnchor || h == HowForm }

// A Link is a reference from a page to a URL.
type Link struct {
	URL      weburl.URL
	How      How
	NoFollow bool           // rel=nofollow, ugc or sponsored on the link itself
	Rel      robotsmeta.Rel // what the first such link says about itself
	Start    uint32         // byte offsets of the anchor text in Page.Text;
	End      uint32         // Start == End when there is none
	Label    string         // the words of a link without anchor text in Page.Text: what was selected in a form
}
