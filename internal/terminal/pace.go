package terminal

import (
	"time"
)

// An Outlook remembers when work was expected to end. While work grows faster than it
// is done, or stands still, that instant moves away as fast as the clock runs: then
// there is nothing worth saying. The zero Outlook is empty.
type Outlook struct {
	ends []expectation // of the last OutlookSpan, the oldest first
}

// An expectation is the end of work as it was expected at an instant.
type expectation struct{ at, end time.Time }

// OutlookSpan is how long an end must hold to be worth saying.
const OutlookSpan = 10 * time.Second

const (
	outlookEvery = time.Second // between two expectations
	outlookDrift = 8           // an end may move by one part in so many of the time left
)

// Steady takes an estimate of the time left, and reports whether the end that it
// means has held for OutlookSpan.
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
