// Package waitreason tells for what reason an entry waits at an instant, which changes without a visit.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It is pure.
package waitreason

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
)

// Of returns the entry with the reason that holds now. A queued entry may be waiting for
// its host, h, or may not be visited because the crawl has reached its page limit (full); all
// other entries are returned unchanged. It is pure.
func Of(e aranea.Entry, h aranea.Host, full bool, now time.Time) aranea.Entry {
	if e.State != aranea.StateQueued || e.Reason != aranea.ScheduleQueued && e.Reason != aranea.ScheduleRetry {
		return e
	}
	switch {
	case full:
		e.Reason, e.Detail = aranea.ScopeBudget, ""
	case e.Reason == aranea.ScheduleRetry || !h.NextAllowed.After(now):
	case h.Backoff > 0 || h.Failures > 0:
		e.Reason, e.Due = aranea.ScheduleBackoff, h.NextAllowed
		e.Detail = fmt.Sprintf("%d failures in a row, delay doubled %d times", h.Failures, h.Backoff)
	default:
		e.Reason, e.Due = aranea.ScheduleDelay, h.NextAllowed
		e.Detail = fmt.Sprintf("%s (%s)", h.Delay, h.DelayReason)
	}
	return e
}
