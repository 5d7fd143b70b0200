package crawl

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/settle"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Frontier hands out leases and stores outcomes. It is safe for concurrent
// use.
type Frontier interface {
	// Lease returns at most max leases of hosts that may be asked now; each host's next allowed
	// instant is durable when it returns. If there are none, wake is the instant to call again,
	// or zero if nothing is queued.
	Lease(ctx context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error)
	// Arrived reports that the answer to a lease's request has come while its visit goes on:
	// when the request reached the host, and the host's state after the exchange. The host may
	// be leased again when its delay from then is over.
	Arrived(ctx context.Context, id aranea.LeaseID, reached time.Time, after aranea.Host) error
	// Confirm returns which of the leases are fenced: their outcomes must be dropped. The
	// others remain leased until their outcomes are committed.
	Confirm(ctx context.Context, now time.Time, leases []aranea.LeaseID) (fenced []aranea.LeaseID, err error)
	// Commit stores outcomes in one durable batch and ends their leases. It returns which of
	// the leases are fenced: their outcomes are not stored.
	Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (fenced []aranea.LeaseID, err error)
	// Robots returns the newest robots copy of an origin, false if there is none.
	Robots(origin weburl.Origin) (acquire.Copy, bool, error)
	Pages
	Overview
	Redecider
	settle.Frontier
}

// A Redecider changes the known entries of an origin whose robots file has changed.
type Redecider interface {
	// Undecided returns at most max origins for which an outcome asked to redecide and Redecide
	// has not finished since.
	Undecided(ctx context.Context, max int) ([]weburl.Origin, error)
	// Redecide passes some of the known entries of an origin to decide, which may change them,
	// and adds the results to did. decide returns the steps of an entry's trail, none if it is
	// unchanged. apply makes the changes durable in the index before the entries are stored.
	// Calls start after the ID behind: zero for the first, then the returned one, until that is
	// zero.
	Redecide(ctx context.Context, now time.Time, did *aranea.RobotsChange, behind weburl.ID, most int, decide func(*aranea.Entry) []aranea.Event, apply func(context.Context, []aranea.IndexChange) error) (weburl.ID, error)
}

// An Overview reports the state of the crawl. It is safe for concurrent use.
type Overview interface {
	// Counts returns the sums over all hosts and the number of origins that were sent a
	// request.
	Counts() (counts aranea.HostCounts, asked int)
	// HostTotals returns how many origins were sent a request and how many are known.
	HostTotals() (asked, known int)
	// TimeLeft returns the least time that the queue needs with the current delays, 0 if it is
	// unknown.
	TimeLeft(now time.Time) time.Duration
	// Troubles returns the hosts whose entries cannot be visited now; at most max are listed.
	Troubles(ctx context.Context, max int) (aranea.Troubles, error)
}

// Pages is what the frontier knows of pages other than the visited one.
type Pages interface {
	// Twin returns the page whose indexed text has the fingerprint.
	Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error)
	// Removed reports whether the operator removed a URL, and by which target. It does not
	// block.
	Removed(u weburl.URL) (target string, removed bool)
	seedreport.Entries
}

// A Fetcher makes one exchange. It is safe for concurrent use.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) aranea.Fetched
}

// An Indexer makes index changes durable. Repeating a change is harmless. Package
// searchtest is its contract.
type Indexer interface {
	// Apply makes changes durable, all or none; pages are found from then on. Of
	// several changes of one URL the last counts.
	Apply(ctx context.Context, changes []aranea.IndexChange) error
	// Has reports whether the document of a URL is in the index.
	Has(id weburl.ID) bool
	// Hidden reports whether that document is kept but not found.
	Hidden(id weburl.ID) bool
	// Later reports whether that document is of a visit later than an instant.
	Later(id weburl.ID, at time.Time) bool
	// ShowsMore reports whether more of that document may be shown, or for longer, than the limits
	// of a change permit: Snippet, NoCopy, MaxSnippet and Expires.
	ShowsMore(id weburl.ID, limits *aranea.IndexChange) bool
	// Sketch returns the sketch of the text of that document, 0 if it has none, or can only be found with
	// a secret. See package dedupe.
	Sketch(id weburl.ID) uint64
}

// A Graph keeps the links between pages. It does not make changes durable: the next commit of
// the frontier does. Repeating a change is harmless.
type Graph interface {
	replacement.Graph
	// IsLinked reports whether a page has a link to a URL.
	IsLinked(ctx context.Context, u weburl.URL) (bool, error)
	Kept(list weburl.URL) (bool, error) // reports whether it is known what a sitemap names
	Apply(ctx context.Context, changes []aranea.EdgeChange) error
}
