package crawl

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/heirs"
	"github.com/aranea-search/aranea/crawl/settle"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Frontier hands out leases and stores outcomes. It is safe for concurrent
// use.
type Frontier interface {
	// Lease returns at most max leases of hosts that may be asked now; each
	// host's next allowed instant is durable when it returns. With no lease,
	// wake is the instant to ask again, or zero if nothing is queued.
	Lease(ctx context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error)
	// Arrived says that the answer to the request of a lease has come, whose visit
	// goes on: when the request had arrived, and the host as it stands after the
	// exchange. The host may be leased again when its delay from there is over.
	Arrived(ctx context.Context, id aranea.LeaseID, reached time.Time, after aranea.Host) error
	// Confirm returns which of the leases are fenced: what their outcomes say counts
	// no more. The others stay out until their outcomes are committed.
	Confirm(ctx context.Context, now time.Time, leases []aranea.LeaseID) (fenced []aranea.LeaseID, err error)
	// Commit stores outcomes in one durable batch and ends their leases. It returns
	// which of the leases are fenced: nothing of their outcomes is stored.
	Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (fenced []aranea.LeaseID, err error)
	// Robots returns the newest robots copy of an origin, false if there is none.
	Robots(origin weburl.Origin) (acquire.Copy, bool, error)
	Pages
	Overview
	Redecider
	settle.Frontier
}

// A Redecider changes what is known of an origin whose robots file has changed.
type Redecider interface {
	// Undecided returns at most max origins whose outcome asked to redecide and
	// for which Redecide was not finished since.
	Undecided(ctx context.Context, max int) ([]weburl.Origin, error)
	// Redecide lets decide change a part of what is known of an origin, and counts
	// what it did. Decide returns the steps of an entry's trail, none if it stays;
	// apply makes durable what that means for the index before it is stored. The
	// first part begins behind the zero identity, each further one behind the one
	// that is returned, until that is zero.
	Redecide(ctx context.Context, now time.Time, did *aranea.RobotsChange, behind weburl.ID, most int, decide func(*aranea.Entry) []aranea.Event, apply func(context.Context, []aranea.IndexChange) error) (weburl.ID, error)
}

// An Overview says how the crawl stands. It is safe for concurrent use.
type Overview interface {
	// Counts returns the sums over all hosts and the number of origins that
	// were asked for something.
	Counts() (counts aranea.HostCounts, asked int)
	// HostTotals returns how many origins were asked for something and how many
	// are known.
	HostTotals() (asked, known int)
	// Left returns the least time that the queue needs with the delays in
	// force, 0 if that cannot be told.
	Left(now time.Time) time.Duration
	// Troubles returns the hosts whose entries are not visited now, of which at
	// most max are listed.
	Troubles(ctx context.Context, max int) (aranea.Troubles, error)
}

// Pages is what the frontier knows of pages besides the one that is visited.
type Pages interface {
	// Twin returns the page whose indexed text has the fingerprint.
	Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error)
	// Removed reports whether the operator removed a URL, and by which target.
	// It waits for nothing.
	Removed(u weburl.URL) (target string, removed bool)
	Entries
}

// Entries tells what is known of URLs.
type Entries interface {
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
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
	// Hidden reports whether that document is kept and not found.
	Hidden(id weburl.ID) bool
	// Later reports whether that document is of a visit later than an instant.
	Later(id weburl.ID, at time.Time) bool
}

// A Graph keeps the links between pages. It makes no change durable by itself: the
// frontier's commit behind it does. Repeating a change is harmless.
type Graph interface {
	heirs.Graph
	Apply(ctx context.Context, changes []aranea.EdgeChange) error
}
