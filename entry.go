package aranea

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

// An EntryKind says what an entry of the frontier is visited for.
type EntryKind uint8

// The kinds of entries. The zero kind is a page.
const (
	KindPage   EntryKind = 0 // a resource to extract and index
	KindRobots EntryKind = 1 // the robots file of a host
)

// String returns "page" or "robots".
func (k EntryKind) String() string {
	switch k {
	case KindPage:
		return "page"
	case KindRobots:
		return "robots"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// An EntryState says where an entry stands in its life.
type EntryState uint8

// The states of an entry. The zero state is unknown: such an entry is not
// stored anywhere.
const (
	StateUnknown  EntryState = 0
	StateQueued   EntryState = 1 // waits in its host's queue
	StateDone     EntryState = 2 // visited; its Reason says with what end
	StateGone     EntryState = 3 // given up, or known not to exist
	StateExcluded EntryState = 4 // not visited, by rule; its Reason says which
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

// A Validators value holds what a conditional request needs (RFC 9110 section
// 13.1). Both fields are copied from the response as they were, at most
// MaxValidator bytes each; an empty field is not sent.
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
	Detail  string    // the evidence in a few words: a rule, a status, a twin; at most MaxDetail bytes
	Depth   uint16    // links away from a seed; a redirect's target keeps its source's depth
	How     How       // by what kind of link it was found
	FoundOn weburl.ID // the page that named it; zero for a seed
	FoundAt time.Time // when it became known
	Due     time.Time // not to be visited before this instant

	Attempts    uint8       // failed tries since the last success
	Hops        uint8       // redirects behind it in a row
	Visits      uint32      // answered visits so far; the version of its document
	VisitedAt   time.Time   // end of the last exchange
	Status      uint16      // last HTTP status, 0 when there was none
	Validators  Validators  // of the last good answer
	Fingerprint Fingerprint // of the text that was indexed or found to be a duplicate
	Twin        weburl.ID   // when Reason is DupExact: the page that has this text
	Target      string      // the URL that HTTPRedirect or DirectiveRefresh leads to, or that DupCanonical names
	Indexed     bool        // its document is in the index
}

// MaxDetail is the length in bytes at which an Entry's or Event's Detail is cut.
const MaxDetail = 300

// A Discovery is a URL that a visit (or the operator) named, with the verdict
// on it. The frontier stores it if, and only if, it did not know the URL.
type Discovery struct {
	URL     weburl.URL
	How     How
	Depth   uint16
	Hops    uint8
	FoundOn weburl.ID
	Reason  Reason // ScheduleQueued to visit it, else why it is excluded
	Detail  string // the rule that excludes it
}

// A LeaseID names one lease. It is unique within a data folder.
type LeaseID uint64

// A Lease is the right to make one request for one entry. It was made durable,
// together with the host's next allowed instant, before it was handed out. A
// lease that is not ended by an Outcome ends when the frontier is opened again:
// the entry is then leased anew.
type Lease struct {
	ID    LeaseID
	Entry Entry
	Host  Host
	// SendBefore is the instant after which the request must not leave: the
	// host's next allowed instant was computed from it.
	SendBefore time.Time
}

// A Host is what the frontier knows of one origin.
type Host struct {
	Origin weburl.Origin
	Robots RobotsRef
	// NextAllowed is the instant before which no request may leave for the
	// host's name, whatever scheme and port.
	NextAllowed time.Time
	Delay       time.Duration // the pause in force between two requests
	DelayReason string        // where Delay comes from: "operator", "crawl-delay", "retry-after", ...
	Backoff     uint8         // doublings of the pause in force
	BackoffAt   time.Time     // when Backoff last rose or fell
	Failures    uint16        // failed exchanges in a row
	Counts      HostCounts
}

// A RobotsRef says which stored robots copy is in force for a host. The copy
// itself, robotstxt.Copy, is stored beside the host and fetched on demand.
type RobotsRef struct {
	Version uint32    // rises with each copy; 0 means none yet
	Expires time.Time // the copy is stale from here on
}

// HostCounts counts the entries of one host by where they stand.
type HostCounts struct {
	Queued     uint64 // waiting
	Fetched    uint64 // pages answered with 2xx
	Indexed    uint64 // documents in the index
	Redirects  uint64 // pages answered with a usable redirect, refreshes without delay included
	Missing    uint64 // pages answered with 404 or 410
	Failed     uint64 // given up: no answer, a broken one, or a status that brings no page
	Denied     uint64 // excluded by the robots file
	Duplicates uint64 // same text as an indexed page, or another form of its URL
	NoIndex    uint64 // asked not to be indexed
	Excluded   uint64 // excluded by scope
	Requests   uint64 // requests sent, robots files included
	Bytes      uint64 // bytes received over the wire
	Refused    uint64 // pages that the site refused: 401, 402, 403, 407 or 451
}

// Add returns the sum of c and d, field by field.
func (c HostCounts) Add(d HostCounts) HostCounts {
	c.Queued += d.Queued
	c.Fetched += d.Fetched
	c.Indexed += d.Indexed
	c.Redirects += d.Redirects
	c.Missing += d.Missing
	c.Failed += d.Failed
	c.Denied += d.Denied
	c.Duplicates += d.Duplicates
	c.NoIndex += d.NoIndex
	c.Excluded += d.Excluded
	c.Requests += d.Requests
	c.Bytes += d.Bytes
	c.Refused += d.Refused
	return c
}

// A Trouble says why the queued entries of a host are not visited now.
type Trouble struct {
	Origin weburl.Origin
	Reason Reason    // NetGuard, RobotsUnreachable or ScheduleBackoff
	Detail string    // the evidence, at most MaxDetail bytes; may be empty
	URL    string    // an entry that waits; may be empty
	Queued uint64    // entries that wait for it
	Wanted bool      // a seed waits among them, or the host was asked before
	Until  time.Time // when it is asked again; zero with NetGuard
}

// Troubles are the hosts that are in trouble: the worst of them, and the sums
// over all.
type Troubles struct {
	List   []Trouble
	Hosts  int
	Queued uint64 // entries that wait for these hosts
	Barred uint64 // those of them that wait for hosts which NetGuard refused
}

// An Outcome is everything that one visit changes. It is computed by plan, a
// pure function, and carried out by commit; nothing else changes state.
type Outcome struct {
	Lease LeaseID
	Entry Entry // as it is to be stored
	Host  Host  // as it is to be stored; the frontier keeps its own Counts
	// Sent says that a request left. If it did not, the host's next allowed
	// instant is given back.
	Sent bool
	// Barred says that the operator's own network rules refuse the host: no
	// request left and none will while this process runs. The host's entries
	// stay queued, and the next process asks anew.
	Barred bool
	// Requests and Bytes are what the visit cost, for the host's counts.
	Requests, Bytes uint64
	Robots          *robotstxt.Copy // a new robots copy for Host, or nil
	Links           []Discovery     // every URL that the visit named
	Index           IndexChange     // what happens to the page's document
	Events          []Event         // the trail of the visit
}

// An Event is one step in the trail of a URL.
type Event struct {
	At     time.Time
	Reason Reason
	Detail string // at most MaxDetail bytes
}

// An IndexAction says what happens to a document.
type IndexAction uint8

// The index actions. The zero action leaves the index as it is.
const (
	IndexKeep   IndexAction = 0
	IndexPut    IndexAction = 1
	IndexDelete IndexAction = 2
)

// String returns "keep", "put" or "delete".
func (a IndexAction) String() string {
	switch a {
	case IndexKeep:
		return "keep"
	case IndexPut:
		return "put"
	case IndexDelete:
		return "delete"
	}
	return fmt.Sprintf("action(%d)", uint8(a))
}

// An IndexChange puts a page into the index in place of its earlier version, or
// takes it out. Repeating a change is harmless: the document's identity is the
// URL's.
type IndexChange struct {
	Action    IndexAction
	URL       weburl.URL
	Version   uint32    // the entry's Visits
	FetchedAt time.Time // the end of the exchange that brought the page
	Depth     uint16
	Page      *Page // for IndexPut, else nil
	// Snippet says whether results may show anything of the page's own words
	// besides its title.
	Snippet bool
	// NoCopy says that the page's text may not be kept: what is shown of it is
	// its description.
	NoCopy bool
	// MaxSnippet is how many letters of the page's words a result may show, 0
	// for any number.
	MaxSnippet uint32
	// Expires is the instant from which on the page must not be found, zero
	// for never.
	Expires time.Time
}

// Tally returns what the entry adds to its host's counts, by where it stands.
// Requests and Bytes stay zero: they are counted by exchange. A robots entry
// adds nothing.
func (e *Entry) Tally() HostCounts {
	var n HostCounts
	if e.Kind != KindPage {
		return n
	}
	switch e.State {
	case StateQueued:
		n.Queued = 1
	case StateDone:
		e.tallyDone(&n)
	case StateGone:
		switch e.Reason {
		case HTTPNotFound:
			n.Missing = 1
		case HTTPAuth:
			n.Refused = 1
		default:
			n.Failed = 1
		}
	case StateExcluded:
		if e.Reason == RobotsDenied {
			n.Denied = 1
		} else {
			n.Excluded = 1
		}
	}
	if e.Indexed {
		n.Indexed = 1
	}
	return n
}

func (e *Entry) tallyDone(n *HostCounts) {
	switch e.Reason {
	case HTTPRedirect, DirectiveRefresh:
		n.Redirects = 1
		return
	case DupExact, DupCanonical:
		n.Duplicates = 1
	case DirectiveNoIndex, DirectiveExpired:
		n.NoIndex = 1
	}
	n.Fetched = 1
}

// Sub returns the difference of c and d, field by field. Every field of d must
// be at most that of c.
func (c HostCounts) Sub(d HostCounts) HostCounts {
	c.Queued -= d.Queued
	c.Fetched -= d.Fetched
	c.Indexed -= d.Indexed
	c.Redirects -= d.Redirects
	c.Missing -= d.Missing
	c.Failed -= d.Failed
	c.Denied -= d.Denied
	c.Duplicates -= d.Duplicates
	c.NoIndex -= d.NoIndex
	c.Excluded -= d.Excluded
	c.Requests -= d.Requests
	c.Bytes -= d.Bytes
	c.Refused -= d.Refused
	return c
}
