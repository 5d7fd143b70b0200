package linkgraph

import "github.com/aranea-search/aranea/weburl"

// Limits of what is kept.
const (
	// MaxLinks is how many links of one page are kept, redirects included; those
	// behind them are left out.
	MaxLinks = 2000
	// MaxAnchor is the length in bytes at which the words of a link are cut.
	MaxAnchor = 200
	// MaxCounted is how many links to one URL are looked at to count them. Of
	// a URL with more, the numbers are lower bounds.
	MaxCounted = 10_000
)

// A Link is one link between two URLs.
type Link struct {
	From     weburl.URL `json:"from"`
	To       weburl.URL `json:"to"`
	Kind     string     `json:"kind"`               // an aranea.How: link, redirect, ...
	Anchor   string     `json:"anchor,omitempty"`   // the words of the link
	Rel      string     `json:"rel,omitempty"`      // what the link says about itself
	NoFollow bool       `json:"nofollow,omitempty"` // the link or its page asks not to be followed
	// Zone is the name of the aranea.Zone that its words stood in at the last visit of its
	// page, "" if that is not known.
	Zone string `json:"zone,omitempty"`
}

// Inlinks counts who links to a URL. Links of a page to itself do not count, nor
// do those of pages that are closed, removed or gone.
type Inlinks struct {
	URL   weburl.URL `json:"url"`
	Pages int        `json:"pages"`
	Hosts int        `json:"hosts"`
	Sites int        `json:"sites"`
	// Foreign is how many of the pages belong to other sites than the URL, and
	// NoFollow how many links ask not to be followed.
	Foreign  int `json:"foreign"`
	NoFollow int `json:"nofollow"`
	// More says that the numbers are lower bounds.
	More bool `json:"more,omitempty"`
	// Examples are some of the links, those of other sites first.
	Examples []Link `json:"examples"`
}

// maxExamples is how many links an Inlinks shows.
const maxExamples = 10

// A Filter chooses links.
type Filter struct {
	// URL is the URL whose links are meant, zero for all links of all pages.
	URL weburl.URL
	// From chooses the links of the page URL; without it those that lead to URL.
	From bool
	// Offset and Limit cut a part out; Limit 0 is no limit.
	Offset, Limit int
}
