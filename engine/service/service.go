package service

import (
	"context"
	"iter"
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// A Service provides all operations on one data folder. engine.Engine, api.Client and
// session.Session are Services, and safe for concurrent use. Errors are *aranea.Error: Invalid for a wrong question, NotFound
// for what does not exist, Limit for too much at once, Corrupt for damage.
type Service interface {
	Answering
	Changing
}

// Answering is what needs no write access to the folder.
type Answering interface {
	Asking
	Listing
	Learning
	Searching
}

// Changing is what changes the folder, or makes requests for it. A folder that cannot be written
// to refuses all of it, except a Check without repair.
type Changing interface {
	Crawling
	Visiting
	Keeping
	Teaching
	Handing
}

// Crawling starts and steers crawls.
type Crawling interface {
	// Crawl starts a crawl, or joins the current one with its seeds and with what it wants to be
	// visited again, and returns its report when it has ended. watch, which may be nil, receives
	// progress and must return at once. The crawl goes on as long as one caller waits for it. If
	// the current crawl has other settings, the error is of kind Denied and names them.
	Crawl(ctx context.Context, s Settings, watch func(runreport.Progress)) (runreport.Report, error)
	// Steer stops, pauses or resumes all crawls of the folder, or one host. The order is durable
	// when Steer returns, and survives a restart. An order to stop ends all crawls that were
	// requested before it.
	Steer(ctx context.Context, o Order) (Steered, error)
}

// Asking answers questions about one URL or host, or about the folder.
type Asking interface {
	// Explain returns the trail of a URL. If the text has no scheme, that of a known URL is
	// used.
	Explain(ctx context.Context, url string) (trail.Trail, error)
	// Host returns what is known about an origin, or an error of kind NotFound if nothing is.
	Host(ctx context.Context, o weburl.Origin) (HostFacts, error)
	// Inlinks counts the links to a URL, with examples.
	Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error)
	// UncheckedLinks counts the targets of links on pages of a host, "" for all, of which it is
	// not known whether they are broken.
	UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error)
	// CountFaults counts the faults of a check, such as that of sitemaps, and what it looked at.
	CountFaults(ctx context.Context, f linkcheck.FaultFilter) (linkcheck.FaultCounts, error)
	// RobotsHistory yields the robots copies of an origin, newest first.
	RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error]
	// Identity returns how the robot identifies itself.
	Identity(ctx context.Context) (Identity, error)
	// Ordered returns the orders of the operator for all crawls, even those that could not be
	// stored.
	Ordered(ctx context.Context) (halt.State, error)
	// Status returns the current state of the owner.
	Status(ctx context.Context) (Status, error)
	Stats(ctx context.Context) (Stats, error)
	// IndexStats returns the structure of the indexes: that of the pages, and that of the words
	// of links.
	IndexStats(ctx context.Context) ([]upkeep.Stat, error)
}

// Visiting is for requests outside of the crawl.
type Visiting interface {
	// Claim gives the right to one request outside of the crawl, at the rate the host allows.
	Claim(ctx context.Context, o weburl.Origin) (Permit, error)
	// EndClaim records when the request of a permit was answered, zero if it was not sent. The
	// delay of the host counts from then.
	EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error
	// Prove checks with the site of a label whether a name and a password open it.
	Prove(ctx context.Context, p Proof) (Proven, error)
	// Notify accepts a notice of changed URLs and makes them due at once, if their site has the
	// key.
	Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error)
}

// Listing streams lists of any length in bounded memory.
type Listing interface {
	URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error]
	Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error]
	Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error]
	// CheckedLinks yields links whose targets are broken, or redirect.
	CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error]
	// OrphanPages yields pages of the index that no page links to.
	OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error]
	// Faults yields faults of what a check looks at, such as sitemaps, or versions in other languages, and
	// behind them, if the filter asks for that, one that has only the counts.
	Faults(ctx context.Context, f linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error]
	// PublishedPages yields the pages that a sitemap of their site should list.
	PublishedPages(ctx context.Context, f sitemappages.Filter) iter.Seq2[sitemappages.Page, error]
	// Documents yields what the index stores about its pages, and finally an error if damage may
	// have hidden some. Of the pages that were read with a secret only those count whose label is
	// named; search.AllAccess stands for all labels.
	Documents(ctx context.Context, access []string) iter.Seq2[DocumentFacts, error]
	// Removals yields what is kept out, ordered by target.
	Removals(ctx context.Context) iter.Seq2[KeptOut, error]
	// Verify reads every block of the indexes and yields its progress and each fault. It changes
	// nothing.
	Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error]
}

// Learning lists what crawls learned about hosts.
type Learning interface {
	// Mirrors yields what is known about origins as mirrors, for a host name or for all.
	Mirrors(ctx context.Context, host string) iter.Seq2[mirror.Record, error]
	// Traps yields what is known about endless URLs by origin, for a host name or for all.
	Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error]
	// Templates yields what is known about the templates of sites by origin, for an origin, a
	// host name, or for all.
	Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error]
}

// Keeping changes and checks what is stored.
type Keeping interface {
	// Remove removes URLs from the index at once and keeps them out; with Undo it admits them
	// again at their next visit. With Seed it drops a seed instead, with what that alone brought
	// into the crawl; the only seed cannot be dropped.
	Remove(ctx context.Context, r Removal) (Removed, error)
	// Check reads every file of the folder and yields its faults. With repair it rebuilds what
	// can be rebuilt and queues missing pages again.
	Check(ctx context.Context, repair bool) iter.Seq2[Fault, error]
	// Rank updates the data derived from links; a crawl does so at its end.
	Rank(ctx context.Context) (ranking.Ranked, error)
	// Rerank rebuilds the data derived from links from scratch.
	Rerank(ctx context.Context) (ranking.Ranked, error)
	// Merge merges the segments of the indexes.
	Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error)
	// Import puts pages of the operator into the index. They are not visited, and stay until
	// they are removed or imported again.
	Import(ctx context.Context, b imports.Batch) (imports.Imported, error)
	// Backup writes a copy of the folder into dir, which must be empty or new, without
	// interrupting anything.
	Backup(ctx context.Context, dir string) (Copied, error)
	// BackupLinked is Backup with links to the files that do not change any more, where the file system
	// can: soon made, but no safeguard against damage of these. Nothing may be written into its files.
	BackupLinked(ctx context.Context, dir string) (Copied, error)
}

// Teaching overrules what crawls learned about hosts.
type Teaching interface {
	// Regroup glues or separates two origins durably, and returns what is then known about the
	// first one. Their known pages move at once if a crawl is running, and otherwise when the
	// next one begins.
	Regroup(ctx context.Context, o mirror.Order) (mirror.Record, error)
	// Allow takes back verdicts on the URLs of an origin durably. It returns an error of kind
	// NotFound if there are none. The URLs they excluded will be visited.
	Allow(ctx context.Context, o trap.Order) (trap.Book, error)
}

// Handing hands over between the nodes of a cluster, each of which visits one partition of the web,
// what they find for each other.
type Handing interface {
	// Outgoing returns pages with links into another partition that its node has not got in their
	// current state, at most those of one batch; none if none wait.
	Outgoing(ctx context.Context, w handover.Wish) (handover.Outgoing, error)
	// Delivered records durably that pages have reached the node. Those that have changed again
	// since then wait again.
	Delivered(ctx context.Context, r handover.Receipt) error
	// Receive takes pages of another node: their links into the own partition count, and the URLs
	// that are in scope are queued. All of it is durable when Receive returns, and repeating it is
	// harmless. Links into other partitions are ignored. A batch that is at fault is refused as a
	// whole with an error of kind Invalid. Until the first crawl has begun, the error is of kind
	// Transient.
	Receive(ctx context.Context, b handover.Batch) (handover.Received, error)
	// Refer tells what a site of the own partition answers for a robots file, for another node to a site of
	// which it counts because of a redirect. It is told from the copy of the crawl, or asked for at the rate
	// that its host allows; if that takes longer, the error is of kind Transient, and a later question is
	// answered by what was read. Until the first crawl has begun, the error is of kind Transient, and while
	// crawls are stopped or paused of kind Denied.
	Refer(ctx context.Context, a remoterobots.Ask) (remoterobots.Answer, error)
}

// Searching answers queries, in the owner from its index and elsewhere through the owner.
// Package searchtest is its contract.
type Searching interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	// Complete returns completions for a query that is being typed.
	Complete(ctx context.Context, r search.Request) (search.Completions, error)
	// Why returns whether and why a page matches a request.
	Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error)
	// Facts returns what the index says of the words of a request, for a search of several indexes.
	Facts(ctx context.Context, r search.Request) (collection.Facts, error)
	// Docs returns the number of pages that can be found.
	Docs(ctx context.Context) (int, error)
}
