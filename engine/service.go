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
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/robotsfile"
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

// A Service answers for one data folder. Engine, Client and Session are
// Services; all are safe for concurrent use. Errors are *aranea.Error: Invalid
// for a wrong question, NotFound for what does not exist, Limit for too much at
// once, Corrupt for damage.
type Service interface {
	Crawling
	Asking
	Listing
	Keeping
	Learning
	Searching
}

// Crawling starts and steers crawls.
type Crawling interface {
	// Crawl starts a crawl, or joins the one under way with its seeds, and
	// returns its report when it has ended. watch, which may be nil, receives
	// progress and must return at once. The crawl goes on as long as one caller
	// waits for it. A crawl under way with other settings is an error of kind
	// Denied that names them.
	Crawl(ctx context.Context, s Settings, watch func(crawl.Progress)) (crawl.Report, error)
	// Steer stops, pauses or resumes all crawls of the folder, or one host of them. The
	// order is durable before it is answered, and holds over restarts. One to stop ends
	// every wish for a crawl that was made before it.
	Steer(ctx context.Context, o Order) (Steered, error)
	// Status says what the owner does at this moment.
	Status(ctx context.Context) (Status, error)
}

// Asking answers questions about one URL or host.
type Asking interface {
	// Explain returns the trail of a URL. If the text lacks a scheme, that of a
	// known URL is taken.
	Explain(ctx context.Context, url string) (trail.Trail, error)
	// Host returns what is known of an origin, kind NotFound if nothing is.
	Host(ctx context.Context, o weburl.Origin) (HostFacts, error)
	// Inlinks counts who links to a URL, with examples.
	Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error)
	// RobotsHistory yields the robots copies of an origin, the newest first.
	RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error]
	// Claim gives the right to one request outside of the crawl, at the pace of
	// the host.
	Claim(ctx context.Context, o weburl.Origin) (Permit, error)
	// EndClaim says when the request of a permit was answered, zero if it did not
	// leave: the host's delay counts from there.
	EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error
	// Identity says who the robot is.
	Identity(ctx context.Context) (Identity, error)
	// Prove asks the site of a label whether a name and a password open it.
	Prove(ctx context.Context, p Proof) (Proven, error)
	// Notify takes a notice of changed URLs and makes them due at once, if its key
	// lies at their site.
	Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error)
}

// Listing streams any number of things in bounded memory.
type Listing interface {
	URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error]
	Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error]
	Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error]
	// Documents yields what the index keeps of its pages, and last the damage for which
	// some may be missing.
	Documents(ctx context.Context) iter.Seq2[DocumentFacts, error]
	Stats(ctx context.Context) (Stats, error)
}

// Keeping changes and checks what is stored.
type Keeping interface {
	// Remove takes URLs out of the index at once and keeps them out; with Undo
	// it lets them in again at their next visit.
	Remove(ctx context.Context, r Removal) (Removed, error)
	// Removals yields what is kept out, in the order of the targets.
	Removals(ctx context.Context) iter.Seq2[KeptOut, error]
	// Check reads every file of the folder and yields what is wrong with it;
	// with repair it rebuilds what can be rebuilt and queues again what is
	// missing.
	Check(ctx context.Context, repair bool) iter.Seq2[Fault, error]
	// Rank brings up to date what follows from links; a crawl does so at its end.
	Rank(ctx context.Context) (ranking.Ranked, error)
	// Rerank makes anew what follows from links, whatever is there.
	Rerank(ctx context.Context) (ranking.Ranked, error)
	// IndexStats says what the indexes are made of: that of the pages, and that of the
	// words of links.
	IndexStats(ctx context.Context) ([]upkeep.Stat, error)
	// Verify reads every block of the indexes and yields how far it has come, and each
	// fault. It changes nothing.
	Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error]
	// Merge merges the segments of the indexes.
	Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error)
	// Import puts pages into the index that the operator brings. They are not visited,
	// and stay until they are removed or imported again.
	Import(ctx context.Context, b imports.Batch) (imports.Imported, error)
	// Backup writes a copy of the folder into dir, which must be empty or new,
	// while everything goes on.
	Backup(ctx context.Context, dir string) (Copied, error)
}

// Learning tells what crawls learned of hosts, and lets the operator contradict.
type Learning interface {
	// Mirrors yields what is known of origins as mirrors: those of a host name, or
	// of all.
	Mirrors(ctx context.Context, host string) iter.Seq2[mirror.Record, error]
	// Regroup glues two origins or separates them, durably, and returns what is
	// known of the first then. Their known pages move at once if a crawl is under
	// way, and else when the next one begins.
	Regroup(ctx context.Context, o mirror.Order) (mirror.Record, error)
	// Traps yields what is known of endless URLs, by origin: those of a host name,
	// or of all.
	Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error]
	// Templates yields what is known of the templates of sites, by origin: of one, of
	// those of a host name, or of all.
	Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error]
	// Allow takes verdicts on the URLs of an origin back, durably; an error of kind
	// NotFound says that there was none. What they left out is visited.
	Allow(ctx context.Context, o trap.Order) (trap.Book, error)
}

// Searching answers queries: what an owner asks of its index, and others of an owner.
// Package searchtest is its contract.
type Searching interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	// Complete returns how a query that is being typed may go on.
	Complete(ctx context.Context, r search.Request) (search.Completions, error)
	// Why says whether and why a page answers a request.
	Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error)
	// Docs returns the number of pages that can be found.
	Docs(ctx context.Context) (int, error)
}

// An Order steers all crawls, or with Host one host of them.
type Order struct {
	Deed Deed   `json:"deed"`
	Host string `json:"host,omitempty"` // a host name; empty for all
}

// A Deed is what an Order does.
type Deed = halt.Deed

// The deeds.
const (
	Stop   = halt.Stop
	Pause  = halt.Pause
	Resume = halt.Resume
)

// Steered says what an Order did.
type Steered struct {
	Crawling bool `json:"crawling"` // a crawl was under way
	Changed  bool `json:"changed"`  // the order changed something
	// Was is what had been ordered before for all crawls; not told of an order to a host.
	Was halt.State `json:"was,omitzero"`
}

// Status says what the owner of a folder does.
type Status struct {
	Version string    `json:"version"`
	PID     int       `json:"pid"`
	Since   time.Time `json:"since"`
	Folder  string    `json:"folder"`
	// Crawl is the crawl under way, nil if there is none.
	Crawl *CrawlStatus `json:"crawl,omitempty"`
	// Last is how the last crawl ended, nil if none did or one is under way.
	Last *ended.Crawl `json:"last_crawl,omitempty"`
	// Counts are the sums over all hosts; Asked is how many hosts were asked
	// for something, and Known how many more are merely known.
	Counts aranea.HostCounts `json:"counts"`
	Asked  int               `json:"hosts_asked"`
	Known  int               `json:"hosts_known"`
	// Docs is how many pages can be found, and Waiting how many of them are in memory
	// and in the log, and in no segment's file yet.
	Docs    int `json:"docs"`
	Waiting int `json:"docs_waiting,omitempty"`
	// Labels are those of the secrets with which pages are read.
	Labels []string `json:"labels,omitempty"`
	// Stopped and Paused are since when the operator has stopped or paused all crawls,
	// zero if they are not.
	Stopped time.Time `json:"stopped,omitzero"`
	Paused  time.Time `json:"paused,omitzero"`
	// Held are the hosts that the operator paused.
	Held []string `json:"held,omitempty"`
	// Closed lists origins whose robots file has closed every page that could be
	// found, at most closed.Max.
	Closed []ClosedOrigin `json:"closed,omitempty"`
	// Trouble lists hosts whose entries are not visited now, at most
	// crawl.MaxTrouble of Troubled.
	Trouble  []verdict.HostTrouble `json:"trouble,omitempty"`
	Troubled int                   `json:"troubled"`
	Memory   uint64                `json:"memory_bytes"` // of the process, as the Go runtime counts it
	Disk     uint64                `json:"disk_bytes"`   // of the folder
	// DiskLimit is what the folder may have as the last crawl was told, 0 for no limit.
	DiskLimit uint64 `json:"disk_limit_bytes,omitempty"`
	// ReadOnly says why the folder can only be looked into, empty if it can be
	// written.
	ReadOnly string `json:"read_only,omitempty"`
	// Damage names the files of the folder that were found damaged.
	Damage []Fault `json:"damage,omitempty"`
	// Rendering is what browsers cost over all crawls, zero if none was asked.
	Rendering rendering.Cost `json:"rendering,omitzero"`
}

// A ClosedOrigin is an origin all of whose documents are hidden.
type ClosedOrigin struct {
	Origin weburl.Origin `json:"origin"`
	Hidden uint64        `json:"hidden"` // documents
}

// CrawlStatus says how the crawl under way stands.
type CrawlStatus struct {
	Since    time.Time      `json:"since"`
	Paused   bool           `json:"paused"`
	Callers  int            `json:"callers"` // who wait for its end
	Seeds    int            `json:"seeds"`
	Rate     float64        `json:"requests_per_second"` // over the last seconds
	Progress crawl.Progress `json:"progress"`
}

// A URLFilter chooses entries. Every field that is set must hold.
type URLFilter = selection.Filter

// URLFacts is what is known of one URL.
type URLFacts struct {
	URL      string    `json:"url"`
	Kind     string    `json:"kind"`
	State    string    `json:"state"`
	Indexed  bool      `json:"indexed"`          // it can be found
	Hidden   bool      `json:"hidden,omitempty"` // its words are in the index, and it is not found
	Reason   string    `json:"reason"`
	Detail   string    `json:"detail,omitempty"`
	Status   int       `json:"status,omitempty"`
	Depth    int       `json:"depth"`
	How      string    `json:"how"`
	Found    time.Time `json:"found"`
	Visited  time.Time `json:"visited,omitzero"`
	Due      time.Time `json:"due,omitzero"`
	Again    bool      `json:"again,omitempty"` // it was visited and waits in the queue for another visit
	Visits   int       `json:"visits"`
	Attempts int       `json:"attempts,omitempty"`
	Target   string    `json:"target,omitempty"` // where it redirects, or its canonical URL
}

// A HostFilter chooses hosts.
type HostFilter struct {
	Name string `json:"name,omitempty"` // part of the name
	// Asked leaves hosts out that were never asked; Known those that were.
	Asked bool `json:"asked,omitempty"`
	Known bool `json:"known,omitempty"`
	// Sort is "name", the default, or "indexed", "queued", "denied", "failed":
	// the highest first. At most MaxSorted hosts are sorted.
	Sort   string `json:"sort,omitempty"`
	Offset int    `json:"offset,omitempty"`
	Limit  int    `json:"limit,omitempty"`
}

// MaxSorted bounds the hosts that a sorted list looks at.
const MaxSorted = 100_000

// HostFacts is what is known of one origin.
type HostFacts struct {
	Origin      weburl.Origin     `json:"origin"`
	Asked       bool              `json:"asked"`
	Held        bool              `json:"held"`
	Delay       time.Duration     `json:"delay_ns"`
	DelayReason string            `json:"delay_reason,omitempty"`
	NextAllowed time.Time         `json:"next_allowed,omitzero"`
	Failures    int               `json:"failures,omitempty"`
	Counts      aranea.HostCounts `json:"counts"`
	// Change is what the robots file did when it changed last, nil if it never did
	// or the facts come from a list.
	Change *trail.Event `json:"robots_change,omitempty"`
	// Robots is the copy in force, nil if none was asked for or the facts come
	// from a list.
	Robots *RobotsCopy `json:"robots,omitempty"`
	// Mirror is what is known of the origin as a mirror, nil if nothing is or the
	// facts come from a list.
	Mirror *mirror.Record `json:"mirror,omitempty"`
}

// A RobotsCopy is one stored robots file.
type RobotsCopy = robotsfile.File

// A Permit is the right to make one request.
type Permit = inspect.Permit

// DocumentFacts is what the index keeps of one page.
type DocumentFacts = imports.Document

// Stats counts URLs along several lines.
type Stats = tally.Stats

// What the operator keeps out of the index.
type (
	Removal = removal.Order
	Removed = removal.Done
	KeptOut = removal.KeptOut
)

// A Fault is something wrong with a file, or between two of them.
type Fault = audit.Fault

// Copied says what a Backup wrote.
type Copied struct {
	Files int    `json:"files"`
	Bytes uint64 `json:"bytes"`
}

// facts returns what is known of an entry.
func facts(e *aranea.Entry) URLFacts {
	return URLFacts{
		URL: e.URL.String(), Kind: e.Kind.String(), State: e.State.String(), Indexed: e.Found(), Hidden: e.Hidden(),
		Reason: e.Reason.String(), Detail: e.Detail, Status: int(e.Status), Depth: int(e.Depth), How: e.How.String(),
		Found: e.FoundAt, Visited: e.VisitedAt, Due: e.Due, Again: e.Again, Visits: int(e.Visits), Attempts: int(e.Attempts), Target: e.Target,
	}
}

// A Proof is a name with a password of which a searcher says that they open what
// a label stands for.
type Proof struct {
	Label    string `json:"label"`
	User     string `json:"user"`
	Password string `json:"password"`
}

// Proven says whether a proof holds.
type Proven struct {
	Holds bool `json:"holds"`
}

// An Identity says who the robot of a folder is: what its requests say, and what
// the owner of a site may want to know.
type Identity struct {
	UserAgent string `json:"user_agent"`
	From      string `json:"from,omitempty"`
	Contact   string `json:"contact,omitempty"`
	// Agents are the names by which it looks for its group in a robots file; the
	// first that has one counts.
	Agents  []string      `json:"agents"`
	Dialect string        `json:"dialect"`
	Delay   time.Duration `json:"delay_ns"` // between two requests to a host
	// Networks are the address ranges that it asks from, as far as its operator
	// tells them.
	Networks []netip.Prefix `json:"networks,omitempty"`
	// SignURL is the origin under which the directory of keys lies; Directory is
	// that directory. Without a key both are empty.
	SignURL   string          `json:"sign_url,omitempty"`
	Directory json.RawMessage `json:"directory,omitempty"`
	// Renders, Media and Archives are what it does beside reading text; see Settings.
	Renders  bool     `json:"renders,omitempty"`
	Media    []string `json:"media,omitempty"`
	Archives bool     `json:"archives,omitempty"`
}
