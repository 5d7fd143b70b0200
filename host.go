package aranea

import (
	"net/netip"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// A Host is what the frontier knows about one origin and the host that answers for it: address,
// delay, back-off and the next allowed instant belong to the host and are shared by its
// origins.
type Host struct {
	Origin weburl.Origin
	Robots RobotsRef
	// NextAllowed is the instant before which no request may leave for the host's name,
	// whatever scheme and port.
	NextAllowed time.Time
	// Address is where requests go; zero if unknown, or if there is a proxy.
	Address     netip.Addr
	Delay       time.Duration // the delay in force between two requests
	DelayReason string        // where Delay comes from: "operator", "crawl-delay", "after refusals", ...
	Backoff     uint8         // doublings of the delay in force
	BackoffAt   time.Time     // when Backoff last rose or fell; good answers move it back in time
	Throttled   bool          // Backoff includes a 429: good answers do not move BackoffAt
	Failures    uint16        // failed exchanges in a row
	Held        time.Duration // how long its answers took lately, from request to last byte
	// Refusals counts the pages in a row that it refused although it had given them before.
	// RefusedSince is since when it counts as a host that refuses everything, zero if it does not,
	// and RefusedUntil the instant before which no page is requested for that.
	Refusals                   uint16
	RefusedSince, RefusedUntil time.Time
	// HintsRight and HintsWrong count the dates in its sitemaps that visits lately found to be
	// true and false.
	HintsRight, HintsWrong uint16
	Counts                 HostCounts
}

// A RobotsRef says which stored robots copy is in force for a host. The copy
// itself, robotstxt.Copy, is stored beside the host and fetched on demand.
type RobotsRef struct {
	Version uint32    // rises with each copy; 0 means none yet
	Expires time.Time // the copy is stale from here on
}
