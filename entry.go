package aranea

import (
	"fmt"
	"math"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// An EntryKind says what an entry of the frontier is visited for.
type EntryKind uint8

// The kinds of entries. The zero kind is a page.
const (
	KindPage   EntryKind = 0 // a resource to extract and index
	KindRobots EntryKind = 1 // the robots file of a host
	// KindSitemap is a list of pages: a sitemap, an index of sitemaps, a feed.
	KindSitemap EntryKind = 2
	// KindLink is a URL that the crawl does not visit as a page: it is asked for only to see whether
	// the links to it work. Nothing of its content is read.
	KindLink EntryKind = 3
)

// String returns "page", "robots", "sitemap" or "link".
func (k EntryKind) String() string {
	switch k {
	case KindPage:
		return "page"
	case KindRobots:
		return "robots"
	case KindSitemap:
		return "sitemap"
	case KindLink:
		return "link"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// An EntryState is the state of an entry.
type EntryState uint8

// The states of an entry. The zero state is unknown: such an entry is not
// stored anywhere.
const (
	StateUnknown  EntryState = 0
	StateQueued   EntryState = 1 // waits in its host's queue
	StateDone     EntryState = 2 // visited; its Reason says with what result
	StateGone     EntryState = 3 // given up, or known not to exist
	StateExcluded EntryState = 4 // not visited, by a rule; its Reason says which
)

// String returns the state in lower case.
func (s EntryState) String() string {
	switch s {
	case StateUnknown:
		return "unknown"
	case StateQueued:
		return "queued"
	case StateDone:
		return "done"
	case StateGone:
		return "gone"
	case StateExcluded:
		return "excluded"
	}
	return fmt.Sprintf("state(%d)", uint8(s))
}

// A Validators value holds what a conditional request needs (RFC 9110 section 13.1). Both
// fields are copied from the response unchanged, at most MaxValidator bytes each; an empty
// field is not sent.
type Validators struct {
	ETag         string
	LastModified string
}

// MaxValidator is the length in bytes beyond which a validator is dropped.
const MaxValidator = 256

// A Fingerprint identifies the text of a page; the zero Fingerprint means that
// the page has no text to compare. See package dedupe.
type Fingerprint [16]byte

// IsZero reports whether f identifies nothing.
func (f Fingerprint) IsZero() bool { return f == Fingerprint{} }

// An Entry is one URL that the frontier knows.
type Entry struct {
	URL     weburl.URL
	Kind    EntryKind
	State   EntryState
	Reason  Reason    // why it is in State
	Detail  string    // the evidence in a few words: a rule, a status, a duplicate; at most MaxDetail bytes
	Depth   uint16    // links away from a seed; a redirect's target keeps its source's depth
	How     How       // by what kind of link it was found
	FoundOn weburl.ID // the page that named it; zero for a seed
	FoundAt time.Time // when it became known
	// Due is the instant before which it is not visited. If it is neither queued nor Again, Due
	// is its next visit, or when its hidden document leaves the index; zero if neither is
	// planned.
	Due time.Time
	// Again says that a visited entry is queued for another visit. Until then its State tells
	// about the last one.
	Again    bool
	Priority int8 // in its host's queue: higher is sooner; 0 for most; see PriorityNamed
	// Every is how often it changes, in whole seconds: as told by the sitemap that named it,
	// otherwise by itself when last read; 0 if nothing says so. Feeds have RevisitFeed of
	// package schedule unless something else is said.
	Every time.Duration

	// Nearer says how much sooner it comes because of who links to it: with the order "best"
	// its distance is divided by one more than this; 0 for most.
	Nearer uint8

	Attempts    uint8       // failed tries since the last success
	Hops        uint8       // redirects in a row that led to it
	Visits      uint32      // answered visits so far; the version of its document
	VisitedAt   time.Time   // end of the last exchange
	Captured    time.Time   // when the site answered, if an archive did in its place at VisitedAt
	Status      uint16      // last HTTP status, 0 when there was none
	Validators  Validators  // of the last good answer
	Fingerprint Fingerprint // of the text that was indexed or found to be a duplicate
	Twin        weburl.ID   // when Reason is DupExact: the page that has this text
	Target      string      // the URL that HTTPRedirect or DirectiveRefresh leads to, or that DupCanonical names; else the other one that the page calls canonical
	Indexed     bool        // its document is in the index, to be found or hidden
	Imported    bool        // the operator brought its document, and it is not visited
	Since       time.Time   // from when on it is gone or hidden; zero for others
	// Hinted says that its next visit was brought forward by the date in a sitemap.
	Hinted    bool
	Named     bool   // its site announced a change of it, or the operator named it, and no visit came for that
	Reread    bool   // its next visit reads it in another way, so that another text is no change
	Change    Change // how often it changes
	MediaType string // of the last good answer, without parameters; at most MaxMediaType bytes
	Language  string // of its text, a tag of BCP 47; at most MaxLanguage bytes
}

// PriorityNamed is the Priority of an entry that the operator or its site names now: it comes
// before all other entries of its host, new or not, until one request was made for it.
const PriorityNamed = math.MaxInt8

// MaxDetail is the length in bytes at which an Entry's or Event's Detail is cut.
const MaxDetail = 300

// Waits reports whether the entry is queued: for its first visit, another try, or another
// visit.
func (e *Entry) Waits() bool { return e.State == StateQueued || e.Again }

// Statuses of HTTP.
const (
	statusOK          = 200
	statusNotModified = 304
)

// PageStatus returns the status of the page: that of the last answer, or 200 if that only said that the
// page is as it was (304). Requests are conditional for pages that came whole.
func (e *Entry) PageStatus() int {
	if e.Status == statusNotModified {
		return statusOK
	}
	return int(e.Status)
}

// Hidden reports whether the entry's document is kept in the index but not found, because its
// owner has closed it.
func (e *Entry) Hidden() bool { return e.Indexed && e.State == StateExcluded }

// Found reports whether the entry's document is in the index and can be found.
func (e *Entry) Found() bool { return e.Indexed && e.State != StateExcluded }

// Represented reports whether the entry's text is in the index, in its own document or in that of
// the page that it is a copy of.
func (e *Entry) Represented() bool { return e.Indexed || e.Reason == DupExact }

// Changed reports whether a visit that left the entry as after found something else than was
// known before: another text, another target, or a page that belongs in the index only before or
// only after. Which of several pages with one text is in the index makes no difference, nor does
// whether the operator wants the page for its links only.
func (e *Entry) Changed(after *Entry) bool {
	belongs := func(x *Entry) bool { return x.Represented() || x.Reason == ScopeNoIndex }
	if belongs(e) && belongs(after) {
		return e.Fingerprint != after.Fingerprint
	}
	known := e.Reason != ScheduleQueued // otherwise it was excluded, for example by the operator, and comes back as it was
	return e.Fingerprint != after.Fingerprint || e.Target != after.Target || known && e.Indexed != after.Indexed
}

// GiveWay takes the entry's document out of the index in favour of another page, which detail
// names. It changes nothing, and returns false, if the entry is not found or has another text.
func (e *Entry) GiveWay(to *Entry, detail string) bool {
	if !e.Found() || e.Fingerprint != to.Fingerprint {
		return false
	}
	if e.Indexed = false; e.State == StateDone {
		e.Reason, e.Detail, e.Twin = DupExact, detail, to.URL.ID()
	}
	return true
}

// Lengths in bytes beyond which facts of an Entry are dropped.
const (
	MaxMediaType = 127 // the longest type and subtype together are 255 (RFC 6838); known ones are shorter
	MaxLanguage  = 35  // RFC 5646 section 4.4.1
)

// A Discovery is a URL that a visit (or the operator) named, with the verdict on it. The
// frontier stores it only if it did not know the URL.
type Discovery struct {
	URL      weburl.URL
	How      How
	Depth    uint16
	Hops     uint8
	Kind     EntryKind     // KindPage for most
	Priority int8          // see Entry
	Every    time.Duration // how often it changes as a sitemap says; 0 if none does
	FoundOn  weburl.ID
	Reason   Reason // ScheduleQueued to visit it, else why it is excluded
	Detail   string // the rule that excludes it
}
