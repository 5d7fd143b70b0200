package ranking

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
)

// StandingOf returns how the words of links may find a URL that is not removed: one that is in the index, or
// one that was never read because the robots file closes it, or because its name or its answer has a type
// that is not read. A page that was read before is not found (seed 004).
func StandingOf(entry *aranea.Entry) linkgraph.Standing {
	switch {
	case entry.State == aranea.StateExcluded && (entry.Reason == aranea.RobotsDenied && entry.Visits == 0 || entry.Reason == aranea.ScopeType):
		return linkgraph.Unread
	case entry.Reason == aranea.BodyType && entry.State != aranea.StateExcluded && !entry.Indexed:
		return linkgraph.Unread
	case entry.Indexed && entry.State != aranea.StateExcluded:
		return linkgraph.Read
	}
	return linkgraph.Unlisted
}
