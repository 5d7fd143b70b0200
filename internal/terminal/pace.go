package terminal

import (
	"time"
)

// An Outlook remembers when work was expected to end. If work grows faster than it is done, or
// makes no progress, that instant moves as fast as the clock, and is not worth showing. The zero
// Outlook is empty.
type Outlook struct {
	ends []expectation // of the last OutlookSpan, oldest first
}

// An expectation is the end of work as expected at an instant.
type expectation struct{ at, end time.Time }

// OutlookSpan is how long an expected end must be stable before it is shown.
const OutlookSpan = 10 * time.Second

const (
	outlookEvery = time.Second // between two expectations
	outlookDrift = 8           // the end may move by the time left divided by this number
)

// Steady records an estimate of the time left, and reports whether the resulting end has been
// stable for OutlookSpan.
func (o *Outlook) Steady(now time.Time, left time.Duration) bool {
	if left <= 0 {
		o.ends = nil
		return false
	}
	end := now.Add(left)
	if n := len(o.ends); n == 0 || now.Sub(o.ends[n-1].at) >= outlookEvery {
		o.ends = append(o.ends, expectation{now, end})
	}
	for len(o.ends) > 1 && now.Sub(o.ends[1].at) >= OutlookSpan {
		o.ends = o.ends[1:]
	}
	if now.Sub(o.ends[0].at) < OutlookSpan {
		return false
	}
	for _, e := range o.ends {
		if end.Sub(e.end).Abs() > left/outlookDrift {
			return false
		}
	}
	return true
}
