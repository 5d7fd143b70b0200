// Package linkcheck lists the links between pages whose targets are broken or redirect, and the
// pages that no page links to, from what a crawl knows. It makes no request.
//
// Floor: 5 (owner), a part of engine. Stability: engine. Memory: MaxSorted targets and the
// links to one of them, or as many links to parts of pages, and the identifiers of some pages. It
// does not know targets that the crawl did not visit, nor parts that scripts make.
package linkcheck

import "github.com/aranea-search/aranea/weburl"

// Limits of a list.
const (
	// MaxSorted is the number of targets that are sorted together.
	MaxSorted = 50_000
	// MaxPerTarget is the number of links to one target that are read at most: with a Host, of
	// those on pages of its site. If there are more, the last Link of the target has More set.
	MaxPerTarget = 10_000
	// MaxAsked is the number of URLs and links that are looked at to count what is not checked.
	MaxAsked = 50_000
	// MaxHops is the number of redirects in a row that are followed.
	MaxHops = 10
	// Few is the number of pages whose links with the same words and without a known zone are
	// listed one by one.
	Few = 10
)

// A Filter selects links.
type Filter struct {
	Moved bool   // links whose targets redirect, instead of broken ones
	Host  string // only links on pages of this host, "" for all
	// Offset and Limit select a part of the list; Limit 0 means no limit.
	Offset, Limit int
}

// A Link is a link with what is known of its target, or several links that stand in the
// template of a site, listed as one.
type Link struct {
	From weburl.URL `json:"from"` // if Pages is more than 1, one of the pages
	To   weburl.URL `json:"to"`
	// Fragment is the part of the target that the link names, as it stands in a URL, if the
	// target does not have it; "" for other links.
	Fragment string `json:"fragment,omitempty"`
	Kind     string `json:"kind"`             // the name of an aranea.How
	Anchor   string `json:"anchor,omitempty"` // the words of the link
	Zone     string `json:"zone,omitempty"`   // of the words, "" if unknown
	Pages    int    `json:"pages"`            // the number of pages that have the link
	More     bool   `json:"more,omitempty"`   // the target has more links than were read
	Target
}

// A Target is what is known of the target of links. If its redirects lead to a broken URL,
// Status, Reason and Detail are those of that URL.
type Target struct {
	Status int    `json:"status,omitempty"` // of the last answer, 0 if there was none
	Reason string `json:"reason"`           // a code of docs/reasons.md
	Detail string `json:"detail,omitempty"`
	// LeadsTo is the last known URL that its redirects lead to, "" if it does not redirect.
	LeadsTo string `json:"leads_to,omitempty"`
	// Redirects is the number of redirects in a row to LeadsTo, 0 if it does not redirect or if
	// they do not end.
	Redirects int `json:"redirects,omitempty"`
	// Permanent says that all of its redirects are permanent (301 or 308).
	Permanent bool `json:"permanent,omitempty"`
	// Retry says that the failure may be temporary and that the crawl will try again.
	Retry bool `json:"retry,omitempty"`
	// Outside says that the crawl does not visit the target, and asked for it only for its links.
	Outside bool `json:"outside,omitempty"`
}

// An Unchecked counts the URLs to which links lead and of which a crawl does not know whether
// they are available.
type Unchecked struct {
	URLs    int `json:"urls"`
	Outside int `json:"outside"` // out of the scope of the crawl, as what is of a type that is not read
	Limit   int `json:"limit"`   // out of the scope as well, and over the limit of links that are checked
	Refused int `json:"refused"` // outside, and their sites refuse to answer robots
	Denied  int `json:"denied"`  // closed by robots files
	Waiting int `json:"waiting"` // not visited yet
	// Elsewhere are those of other partitions, which other nodes of a cluster visit.
	Elsewhere int `json:"elsewhere,omitempty"`
	Other     int `json:"other"` // asked to slow down, to log in, or behind a challenge, and others
	// More says that the counts are lower bounds: MaxAsked or MaxPerTarget was reached.
	More bool `json:"more,omitempty"`
}
