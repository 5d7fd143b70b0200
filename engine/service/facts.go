package service

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/audit"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

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
	Copied   time.Time `json:"copied,omitzero"`  // of when the copy is that a standby answered from, zero if its node did
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
	Copied      time.Time     `json:"copied,omitzero"` // as in URLFacts
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

// DamageRecord is the message of a log record that names a damaged file, with its attributes
// file, offset and text.
const DamageRecord = "damage"

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
