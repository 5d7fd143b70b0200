package engine

import (
	"context"
	"encoding/json"
	"iter"
	"net/netip"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/audit"
	"github.com/aranea-search/aranea/engine/ended"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// A Service provides all operations on one data folder. Engine, Client and Session are Services,
// and safe for concurrent use. Errors are *aranea.Error: Invalid for a wrong question, NotFound
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
}

// Crawling starts and steers crawls.
type Crawling interface {
	// Crawl starts a crawl, or joins the current one with its seeds and with what it wants to be
	// visited again, and returns its report when it has ended. watch, which may be nil, receives
	// progress and must return at once. The crawl goes on as long as one caller waits for it. If
	// the current crawl has other settings, the error is of kind Denied and names them.
	Crawl(ctx context.Context, s Settings, watch func(crawl.Progress)) (crawl.Report, error)
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
	// CountAlternates counts the faults of the alternates of pages of a host, "" for all.
	CountAlternates(ctx context.Context, host string) (linkcheck.AlternateCounts, error)
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
	// AlternateFaults yields faults of the alternates of pages, their versions in other languages.
	AlternateFaults(ctx context.Context, f linkcheck.AlternateFilter) iter.Seq2[linkcheck.AlternateFault, error]
	// Documents yields what the index stores about its pages, and finally an error if damage may
	// have hidden some.
	Documents(ctx context.Context) iter.Seq2[DocumentFacts, error]
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

// Searching answers queries, in the owner from its index and elsewhere through the owner.
// Package searchtest is its contract.
type Searching interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	// Complete returns completions for a query that is being typed.
	Complete(ctx context.Context, r search.Request) (search.Completions, error)
	// Why returns whether and why a page matches a request.
	Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error)
	// Docs returns the number of pages that can be found.
	Docs(ctx context.Context) (int, error)
}

// An Order steers all crawls, or one host if Host is set.
type Order struct {
	Deed Deed   `json:"deed"`
	Host string `json:"host,omitempty"` // a host name; empty for all crawls
}

// A Deed is the action of an Order.
type Deed = halt.Deed

// The deeds.
const (
	Stop   = halt.Stop
	Pause  = halt.Pause
	Resume = halt.Resume
)

// Steered is the result of an Order.
type Steered struct {
	Crawling bool `json:"crawling"` // a crawl was running
	Changed  bool `json:"changed"`  // the order changed something
	// Was is the previous orders for all crawls; not set for an order for a host.
	Was halt.State `json:"was,omitzero"`
}

// Status is the state of the owner of a folder.
type Status struct {
	Version string    `json:"version"`
	PID     int       `json:"pid"`
	Since   time.Time `json:"since"`
	Folder  string    `json:"folder"`
	// Crawl is the current crawl, nil if there is none.
	Crawl *CrawlStatus `json:"crawl,omitempty"`
	// InForce are settings of the current crawl or of the last one, nil if there was none.
	InForce *seeds.InForce `json:"in_force,omitempty"`
	// Authorities is why the file of authorities (Settings.CAFile) cannot be read, so that its
	// certificates count as they were read last; "" if it can.
	Authorities string `json:"authorities_fault,omitempty"`
	// Last is how the last crawl ended, nil if none did or one is running.
	Last *ended.Crawl `json:"last_crawl,omitempty"`
	// Counts are the sums over all hosts. Asked is the number of hosts that got requests, and
	// Known how many other hosts are known.
	Counts aranea.HostCounts `json:"counts"`
	Asked  int               `json:"hosts_asked"`
	Known  int               `json:"hosts_known"`
	// Docs is the number of pages that can be found, and Waiting how many of them are only in
	// memory and in the log, and not yet in a segment.
	Docs    int `json:"docs"`
	Waiting int `json:"docs_waiting,omitempty"`
	// Labels are the labels of the secrets with which pages are read.
	Labels []string `json:"labels,omitempty"`
	// Stopped and Paused are the times at which the operator stopped or paused all crawls, zero
	// if they are not.
	Stopped time.Time `json:"stopped,omitzero"`
	Paused  time.Time `json:"paused,omitzero"`
	// Held lists the hosts that the operator paused.
	Held []string `json:"held,omitempty"`
	// Closed lists origins whose robots file has closed all pages that could be found, at most
	// closed.Max.
	Closed []ClosedOrigin `json:"closed,omitempty"`
	// Trouble lists hosts whose entries are currently not visited, at most crawl.MaxTrouble of
	// Troubled.
	Trouble  []verdict.HostTrouble `json:"trouble,omitempty"`
	Troubled int                   `json:"troubled"`
	Memory   uint64                `json:"memory_bytes"` // of the process, as counted by the Go runtime
	Disk     uint64                `json:"disk_bytes"`   // of the folder
	// DiskFree is what is free on the disk of the folder, in bytes; nil if that is not known.
	DiskFree *uint64 `json:"disk_free_bytes,omitempty"`
	// DiskLimit is the size limit of the folder set by the last crawl, 0 for none.
	DiskLimit uint64 `json:"disk_limit_bytes,omitempty"`
	// ReadOnly is the reason why the folder is open read-only, empty if it is writable.
	ReadOnly string `json:"read_only,omitempty"`
	// Damage lists the files of the folder that were found damaged.
	Damage []Fault `json:"damage,omitempty"`
	// Rendering is the cost of browsers over all crawls, zero if none was used.
	Rendering rendering.Cost `json:"rendering,omitzero"`
}

// A ClosedOrigin is an origin whose documents are all hidden.
type ClosedOrigin struct {
	Origin weburl.Origin `json:"origin"`
	Hidden uint64        `json:"hidden"` // documents
}

// CrawlStatus is the state of the current crawl.
type CrawlStatus struct {
	Since    time.Time      `json:"since"`
	Paused   bool           `json:"paused"`
	Callers  int            `json:"callers"` // callers that wait for its end
	Seeds    int            `json:"seeds"`
	Rate     float64        `json:"requests_per_second"` // over the last seconds
	Progress crawl.Progress `json:"progress"`
}

// A URLFilter selects entries that match all fields that are set.
type URLFilter = selection.Filter

// URLFacts is what is known about one URL.
type URLFacts struct {
	URL     string    `json:"url"`
	Kind    string    `json:"kind"`
	State   string    `json:"state"`
	Indexed bool      `json:"indexed"`          // it can be found
	Hidden  bool      `json:"hidden,omitempty"` // its words are in the index, but it is not found
	Reason  string    `json:"reason"`
	Detail  string    `json:"detail,omitempty"`
	Status  int       `json:"status,omitempty"`
	Depth   int       `json:"depth"`
	How     string    `json:"how"`
	Found   time.Time `json:"found"`
	Visited time.Time `json:"visited,omitzero"`
	// Captured is when the site answered, if an archive did in its place at the last visit.
	Captured time.Time `json:"captured,omitzero"`
	Due      time.Time `json:"due,omitzero"`
	Again    bool      `json:"again,omitempty"` // it was visited and is queued for another visit
	Visits   int       `json:"visits"`
	Attempts int       `json:"attempts,omitempty"`
	Target   string    `json:"target,omitempty"` // the target of its redirect, or its canonical URL
}

// A HostFilter selects hosts.
type HostFilter struct {
	Name string `json:"name,omitempty"` // part of the name
	// Asked excludes hosts that never got a request; Known excludes those that did.
	Asked bool `json:"asked,omitempty"`
	Known bool `json:"known,omitempty"`
	// Sort is "name", the default, or one of "indexed", "queued", "denied", "failed", which sort
	// the highest first. At most MaxSorted hosts are sorted.
	Sort   string `json:"sort,omitempty"`
	Offset int    `json:"offset,omitempty"`
	Limit  int    `json:"limit,omitempty"`
}

// MaxSorted limits the hosts that a sorted list considers.
const MaxSorted = 100_000

// HostFacts is what is known about one origin.
type HostFacts struct {
	Origin      weburl.Origin `json:"origin"`
	Asked       bool          `json:"asked"`
	Held        bool          `json:"held"`
	Delay       time.Duration `json:"delay_ns"`
	DelayReason string        `json:"delay_reason,omitempty"`
	NextAllowed time.Time     `json:"next_allowed,omitzero"`
	Failures    int           `json:"failures,omitempty"`
	// Refuses is since when it refuses everything that it gave before, zero if it does not.
	Refuses time.Time         `json:"refuses_since,omitzero"`
	Counts  aranea.HostCounts `json:"counts"`
	// Change is the last change of the robots file, nil if there was none or the facts are from
	// a list.
	Change *trail.Event `json:"robots_change,omitempty"`
	// Robots is the current copy, nil if none was requested or the facts are from a list.
	Robots *RobotsCopy `json:"robots,omitempty"`
	// Mirror is what is known about the origin as a mirror, nil if nothing is or the facts are
	// from a list.
	Mirror *mirror.Record `json:"mirror,omitempty"`
}

// A RobotsCopy is one stored robots file.
type RobotsCopy = robotsfile.File

// A Permit is the right to make one request.
type Permit = inspect.Permit

// DocumentFacts is what the index stores about one page.
type DocumentFacts = imports.Document

// Stats counts URLs by several criteria.
type Stats = tally.Stats

// Types for what the operator keeps out of the index.
type (
	Removal = removal.Order
	Removed = removal.Done
	KeptOut = removal.KeptOut
)

// A Fault is a fault of a file, or an inconsistency between two files.
type Fault = audit.Fault

// Copied is the result of a Backup.
type Copied struct {
	Files int    `json:"files"`
	Bytes uint64 `json:"bytes"`
}

// FactsOf returns what is known about an entry.
func FactsOf(e *aranea.Entry) URLFacts {
	return URLFacts{
		URL: e.URL.String(), Kind: e.Kind.String(), State: e.State.String(), Indexed: e.Found(), Hidden: e.Hidden(),
		Reason: e.Reason.String(), Detail: e.Detail, Status: int(e.Status), Depth: int(e.Depth), How: e.How.String(),
		Found: e.FoundAt, Visited: e.VisitedAt, Captured: e.Captured, Due: e.Due, Again: e.Again, Visits: int(e.Visits), Attempts: int(e.Attempts), Target: e.Target,
	}
}

// A Proof is a name and a password with which a searcher claims to open what a label stands for.
type Proof struct {
	Label    string `json:"label"`
	User     string `json:"user"`
	Password string `json:"password"`
}

// Proven says whether a proof holds.
type Proven struct {
	Holds bool `json:"holds"`
}

// An Identity is how the robot of a folder identifies itself in requests, with other facts for
// owners of sites.
type Identity struct {
	UserAgent string `json:"user_agent"`
	From      string `json:"from,omitempty"`
	Contact   string `json:"contact,omitempty"`
	// Agents are the names by which it looks for its group in a robots file; the first one that
	// has a group counts.
	Agents  []string      `json:"agents"`
	Dialect string        `json:"dialect"`
	Delay   time.Duration `json:"delay_ns"` // between two requests to a host
	// HostDelays says that hosts which the operator has named have delays of their own.
	HostDelays bool `json:"host_delays,omitempty"`
	// Networks are the address ranges of its requests, if its operator has set them.
	Networks []netip.Prefix `json:"networks,omitempty"`
	// SignURL is the origin that serves the directory of keys; Directory is that directory. Both
	// are empty without a key.
	SignURL   string          `json:"sign_url,omitempty"`
	Directory json.RawMessage `json:"directory,omitempty"`
	// Renders, Forms, Media, Archives and ChecksLinks are what it does besides reading text; see
	// Settings.
	Renders  bool     `json:"renders,omitempty"`
	Forms    bool     `json:"forms,omitempty"`
	Media    []string `json:"media,omitempty"`
	Archives bool     `json:"archives,omitempty"`

	ChecksLinks bool `json:"checks_links,omitempty"`
}
