package target

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Filter picks entries: those that fit every field that is set. The zero
// Filter picks all.
type Filter struct {
	Origin weburl.Origin     // of this origin
	Host   string            // of this host name, whatever scheme and port; in canonical form
	Target Target            // named by this target
	State  aranea.EntryState // in this state
	Reason aranea.Reason     // with this reason, as EntryByID tells it
	Status uint16            // whose last answer had this status
	Since  time.Time         // last visited at this instant or later
	// Indexed picks the entries whose document is in the index, Found those of them
	// that can be found, and Hidden the others.
	Indexed, Found, Hidden bool
	// After is the identity behind which the selection begins: that of the last
	// entry of an earlier one, to go on from there.
	After weburl.ID
}

// Picks reports whether an entry is picked that is of the filter's origin and host, as
// far as these are set.
func (x *Filter) Picks(e *aranea.Entry) bool {
	switch {
	case x.State != aranea.StateUnknown && e.State != x.State:
	case x.Reason != aranea.ReasonNone && e.Reason != x.Reason:
	case x.Status != 0 && e.Status != x.Status:
	case !x.Since.IsZero() && e.VisitedAt.Before(x.Since):
	case x.Indexed && !e.Indexed, x.Found && !e.Found(), x.Hidden && !e.Hidden():
	case !x.Target.IsZero() && !x.Target.Matches(e.URL):
	default:
		return true
	}
	return false
}
