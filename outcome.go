package aranea

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// An Outcome is everything that one visit changes. It is computed by plan, a
// pure function, and carried out by commit; nothing else changes state.
type Outcome struct {
	Lease LeaseID
	Entry Entry // as it is to be stored
	Host  Host  // as it is to be stored; the frontier keeps its own Counts, and works out Delay
	// Sent says that a request left. Otherwise the host gets its next allowed instant back.
	Sent bool
	// Reached is when the request had arrived, as far as known: the delay of the host counts
	// from there. Zero if Sent is not set.
	Reached time.Time
	// Wished says that Asked is the delay that the robots file of the origin asks for now, 0 for
	// none, by AskedBy, whatever the operator's is. Otherwise the visit does not tell.
	Wished  bool
	Asked   time.Duration
	AskedBy string
	// Resolution is the result of looking up the host's name, for a lease that asks for it; nil
	// for others, and if the look-up was not made.
	Resolution *Resolution
	// Barred says that the operator's own network rules refuse the host: no request left, and
	// none will while this process runs. The host's entries stay queued, and the next process
	// tries again.
	Barred bool
	// Fault says why the visit counts against its host, with the detail: no answer, a broken
	// one, or one without a page. Its Reason is ReasonNone if it does not.
	Fault Event
	// Refused says that the visit counts in Host.Refusals.
	Refused bool
	// Moved is where a seed redirects within its site, if that is another origin; zero
	// otherwise. The scope of the crawl follows it.
	Moved weburl.URL
	// Requests and Bytes are what the visit cost, for the host's counts.
	Requests, Bytes uint64
	Robots          *acquire.Copy // a new robots copy for Host, or nil
	// Redecide says that the rules of Robots differ from those of the previous copy, so that
	// the known URLs of the origin are decided again.
	Redecide bool
	Links    []Discovery // every URL that the visit named
	// Displaced tells of the page that had the text of Entry in the index and gives way to it: its
	// Entry, Index, Edges and Events, and nothing else. If that page is leased, its own outcome
	// decides about its entry. It is nil for most outcomes.
	Displaced *Outcome
	Hints     []weburl.ID        // visited URLs that a sitemap says have changed: they are visited again
	Listed    map[weburl.ID]int8 // the priorities that a sitemap gives to queued URLs
	Index     IndexChange        // what happens to the page's document
	Edges     *EdgeChange        // the links of the page from now on; nil leaves them unchanged
	Events    []Event            // the trail of the visit
}

// An IndexAction says what happens to a document.
type IndexAction uint8

// The index actions. The zero action leaves the index as it is.
const (
	IndexKeep   IndexAction = 0
	IndexPut    IndexAction = 1
	IndexDelete IndexAction = 2
	// IndexHide keeps a document but does not let it be found, until IndexShow or until its
	// page is put again.
	IndexHide IndexAction = 3
	IndexShow IndexAction = 4
)

// String returns "keep", "put", "delete", "hide" or "show".
func (a IndexAction) String() string {
	switch a {
	case IndexKeep:
		return "keep"
	case IndexPut:
		return "put"
	case IndexDelete:
		return "delete"
	case IndexHide:
		return "hide"
	case IndexShow:
		return "show"
	}
	return fmt.Sprintf("action(%d)", uint8(a))
}

// An IndexChange puts a page into the index in place of its earlier version, removes it, hides
// it or shows it again. Repeating a change is harmless, because a document is identified by its
// URL.
type IndexChange struct {
	Action    IndexAction
	URL       weburl.URL
	Version   uint32    // the entry's Visits
	FetchedAt time.Time // the end of the exchange that brought the page
	Depth     uint16
	Page      *Page // for IndexPut, else nil
	// Snippet says whether results may show any of the page's own words besides its title.
	Snippet bool
	// NoCopy says that the page's text may not be kept: results show its description instead.
	NoCopy bool
	// MaxSnippet is how many characters of the page's words a result may show, 0 for any
	// number.
	MaxSnippet uint32
	// Expires is the instant from which on the page must not be found, zero
	// for never.
	Expires time.Time
	// Access is the label of the secret that the page was read with, "" for none: only those
	// with the same right find it.
	Access string
}

// ChangeOf returns the change of the document that follows from a change of its entry without a
// visit: removed, hidden or shown again; IndexKeep if it stays as it is.
func ChangeOf(before, after *Entry) IndexChange {
	c := IndexChange{URL: before.URL, Version: before.Visits}
	switch {
	case before.Indexed && !after.Indexed:
		c.Action = IndexDelete
	case before.Found() && after.Hidden():
		c.Action = IndexHide
	case before.Hidden() && after.Found():
		c.Action = IndexShow
	}
	return c
}
