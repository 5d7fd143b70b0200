package service

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

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
	Last *lastcrawl.Crawl `json:"last_crawl,omitempty"`
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
	// closedorigins.Max.
	Closed []ClosedOrigin `json:"closed,omitempty"`
	// Trouble lists hosts whose entries are currently not visited, at most runreport.MaxTrouble of
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
	// Copied is when the folder was copied, of a standby that answers from the copy; zero for a folder itself.
	Copied time.Time `json:"copied,omitzero"`
	// Damage lists the files of the folder that were found damaged.
	Damage []Fault `json:"damage,omitempty"`
	// Handover counts the pages that wait to be handed over to other nodes of the cluster, by
	// partition, without those for which none wait.
	Handover []handover.Waiting `json:"handover,omitempty"`
	// Rendering is the cost of browsers over all crawls, zero if none was used.
	Rendering rendering.Cost `json:"rendering,omitzero"`
	// Nodes are those of the cluster for which a front answers, in the order of their partitions;
	// nil for one folder. What the other fields say is summed over those that are not away.
	Nodes []NodeStatus `json:"nodes,omitempty"`
}

// NodeStatus is the state of a node of a cluster.
type NodeStatus struct {
	Partition partition.Partition `json:"partition"`
	// Away is why the node does not answer, "" if it does. All that follows is unknown then.
	Away     string    `json:"away,omitempty"`
	Version  string    `json:"version,omitempty"`
	Docs     int       `json:"docs"` // pages that can be found
	Queued   uint64    `json:"queued"`
	Crawling bool      `json:"crawling"`
	Stopped  time.Time `json:"stopped,omitzero"`
	Paused   time.Time `json:"paused,omitzero"`
	Damaged  int       `json:"damaged,omitempty"` // files
	// Copied is when the folder was copied from which the standby answers, because the node is away; zero if
	// the node answers.
	Copied time.Time `json:"copied,omitzero"`
	// Standby is the state of the standby of the node; nil if it has none.
	Standby *StandbyStatus `json:"standby,omitempty"`
}

// StandbyStatus is the state of the standby of a node.
type StandbyStatus struct {
	// Away is why the standby does not answer, "" if it does.
	Away string `json:"away,omitempty"`
	// Copied is when the folder was copied from which it answers; zero if it does not answer.
	Copied time.Time `json:"copied,omitzero"`
}

// A ClosedOrigin is an origin whose documents are all hidden.
type ClosedOrigin struct {
	Origin weburl.Origin `json:"origin"`
	Hidden uint64        `json:"hidden"` // documents
}

// CrawlStatus is the state of the current crawl.
type CrawlStatus struct {
	Since    time.Time          `json:"since"`
	Paused   bool               `json:"paused"`
	Callers  int                `json:"callers"` // callers that wait for its end
	Seeds    int                `json:"seeds"`
	Rate     float64            `json:"requests_per_second"` // over the last seconds
	Progress runreport.Progress `json:"progress"`
}
