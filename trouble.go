package aranea

import (
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// A Trouble says why the queued entries of a host are not visited now.
type Trouble struct {
	Origin weburl.Origin
	Reason Reason    // NetGuard, RobotsUnreachable, HTTPForbidden or ScheduleBackoff
	Cause  Reason    // with RobotsUnreachable, the result of the last request for the file; ReasonNone if unknown
	Detail string    // the evidence, at most MaxDetail bytes; may be empty
	URL    string    // an entry that waits; may be empty
	Queued uint64    // entries that wait for it, without links that are only checked
	Wanted bool      // a seed is among them, or the host was asked before
	Until  time.Time // when it will be asked again; zero with NetGuard
	Unmet  bool      // it never answered, and only canonical links and the search for mirrors lead there
}

// Troubles are the hosts in trouble: the worst of them, and sums over all.
type Troubles struct {
	List   []Trouble
	Hosts  int
	Queued uint64 // entries that wait for these hosts
	Barred uint64 // those that wait for hosts refused by NetGuard
}
