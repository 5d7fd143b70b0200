package linkgraph

import "github.com/aranea-search/aranea/weburl"

// Limits of what is stored.
const (
	// MaxLinks is the maximal number of links kept of one page, including redirects; further
	// links are dropped.
	MaxLinks = 2000
	// MaxAnchor is the length in bytes to which the words of a link are cut.
	MaxAnchor = 200
	// MaxCounted is how many links to one URL are counted at most. If there are more, the
	// counts are lower bounds.
	MaxCounted = 10_000
)

// A Link is one link between two URLs.
type Link struct {
	From     weburl.URL `json:"from"`
	To       weburl.URL `json:"to"`
	Kind     string     `json:"kind"`               // the name of an aranea.How: link, redirect, ...
	Anchor   string     `json:"anchor,omitempty"`   // the words of the link
	Rel      string     `json:"rel,omitempty"`      // what the link says about itself
	NoFollow bool       `json:"nofollow,omitempty"` // the link or its page asks not to be followed
	// Zone is the name of the aranea.Zone that contained its words at the last visit of the
	// page, "" if unknown.
	Zone string `json:"zone,omitempty"`
	// Lang is the language of an alternate as it is written, and By the sitemap that names it, ""
	// if that is the page itself.
	Lang string `json:"lang,omitempty"`
	By   string `json:"by,omitempty"`
}

// A Filter selects links.
type Filter struct {
	// URL is the URL whose links are selected, zero for all links of all pages.
	URL weburl.URL
	// From selects the links of the page URL; otherwise those that lead to URL are selected.
	From bool
	// Offset and Limit select a part of the result; Limit 0 means no limit.
	Offset, Limit int
}
