package response

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// MaxUnprocessed is the number of tries in a row in which it may be no failure that a server did not process
// a request. A server that refuses a URL always must come to an end.
const MaxUnprocessed = 5

// Unprocessed reports whether a request for an entry left that its server says it did not process, because it
// ended a connection (RFC 9113 section 6.8): then it may be sent again, and says nothing of its host. Tries for a
// robots file are not counted, so for that it never holds; its last good copy does.
func Unprocessed(f *aranea.Fetched, e *aranea.Entry) bool {
	return f.Unprocessed && e.Kind != aranea.KindRobots && e.Attempts < MaxUnprocessed
}

// Again returns the entry after such a request: it comes again in its turn, behind others of its host.
func Again(e aranea.Entry, f *aranea.Fetched) aranea.Entry {
	e.State, e.Reason, e.Attempts = aranea.StateQueued, aranea.ScheduleRetry, e.Attempts+1
	e.Detail = show.Clip(f.Failure.String()+" "+f.Detail, aranea.MaxDetail)
	return e
}
