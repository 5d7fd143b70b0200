package verdict

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Situation is what a crawl is judged by.
type Situation struct {
	Ending  Ending
	Counts  aranea.HostCounts // without queued entries of barred hosts
	Waiting aranea.Troubles
	Trouble []HostTrouble // the worst first
	Ends    []SeedEnd
	Room    *RoomError // with EndNoRoom
	// Logins returns the logins that failed and that pages wait for, each with its error. It may
	// be nil.
	Logins func() []string
}

// A HostTrouble says what is wrong with one host.
type HostTrouble struct {
	Origin weburl.Origin `json:"origin"`
	Reason aranea.Reason `json:"reason"`         // of the last failure: NetDial, NetGuard, HTTPServer, ...
	Detail string        `json:"detail"`         // the evidence in a few words; may be empty
	URL    string        `json:"url"`            // a page of the host to ask explain about
	Queued uint64        `json:"queued"`         // pages waiting for the host
	Failed uint64        `json:"failed"`         // pages given up in this run
	Until  time.Time     `json:"until,omitzero"` // when the host is asked again; zero if it is not, or is asked at once
}

// A SeedEnd is where a seed leads: the entry at the end of its redirects, or that of the last
// URL known.
type SeedEnd struct {
	Seed weburl.URL
	Last aranea.Entry
	// Main is the other origin that the owner of the last one names as the main mirror, "" if none.
	Main weburl.Origin
	// Beyond is where the last one redirects to, if that is not visited; StateUnknown otherwise.
	Beyond aranea.Entry
}

// Elsewhere reports whether another node of the cluster visits the seed, or where it leads to. That is no
// fault of the seed, and what becomes of it is told there.
func (e *SeedEnd) Elsewhere() bool { return e.Decisive().Reason == aranea.ScopePartition }

// own returns those of the ends that no other node visits.
func own(ends []SeedEnd) []SeedEnd {
	foreign := func(e SeedEnd) bool { return e.Elsewhere() }
	if !slices.ContainsFunc(ends, foreign) {
		return ends
	}
	return slices.DeleteFunc(slices.Clone(ends), foreign)
}

// Away reports whether the seed leads out of the scope.
func (e *SeedEnd) Away() bool {
	return !e.Elsewhere() && e.Beyond.State == aranea.StateExcluded && e.Beyond.Reason != aranea.RobotsDenied && e.Beyond.Reason != aranea.RobotsCleanParam
}

// A Judgement is the verdict on a crawl with its cause and the facts for its sentence.
type Judgement struct {
	Verdict Verdict
	Cause   Cause
	Seed    string // a start page as an example
	Target  string // where that leads
	n       uint64 // pages
	again   uint64 // with CauseStopped: pages waiting for another visit
	links   uint64 // with CauseStopped: links waiting for a check
	detail  string
}
