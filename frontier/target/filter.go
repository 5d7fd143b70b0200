package target

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Filter selects entries: those that match every field that is set. The zero Filter selects
// all.
type Filter struct {
	Origin weburl.Origin     // of this origin
	Host   string            // of this host name, for all schemes and ports; in canonical form
	Site   string            // of this registrable domain; used if Origin and Host are not set
	Target Target            // named by this target
	State  aranea.EntryState // in this state
	Reason aranea.Reason     // with this reason, as EntryByID returns it
	Status uint16            // with this status of the last answer
	Since  time.Time         // last visited at this instant or later
	// Indexed selects the entries whose document is in the index, Found those of them that can
	// be found, and Hidden the others.
	Indexed, Found, Hidden bool
	// After is the ID after which the selection begins: that of the last entry of an earlier
	// one, to continue from there.
	After weburl.ID
}

// InSite returns an origin of the filter's site, "" if there is none.
func (x *Filter) InSite() weburl.Origin {
	if x.Site == "" {
		return ""
	}
	return weburl.Origin("http://" + x.Site)
}

// Picks reports whether an entry matches the filter, given that it is of the filter's origin and
// host, as far as these are set.
func (x *Filter) Picks(e *aranea.Entry) bool {
	switch {
	case x.State != aranea.StateUnknown && e.State != x.State:
	case x.Reason != aranea.ReasonNone && e.Reason != x.Reason:
	case x.Status != 0 && e.Status != x.Status:
	case !x.Since.IsZero() && e.VisitedAt.Before(x.Since):
	case x.Indexed && !e.Indexed, x.Found && !e.Found(), x.Hidden && !e.Hidden():
	case x.Site != "" && e.URL.Origin().Site() != x.Site:
	case !x.Target.IsZero() && !x.Target.Matches(e.URL):
	default:
		return true
	}
	return false
}
