package aranea

import (
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// A Trouble says why the queued entries of a host are not visited now.
type Trouble struct {
	Origin weburl.Origin
	Reason Reason    // NetGuard, RobotsUnreachable or ScheduleBackoff
	Cause  Reason    // with RobotsUnreachable, what the last request for the file came to; ReasonNone if that is not known
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
