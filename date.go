package aranea

import "time"

// A Date is an instant that a page gives for itself, and where. The zero Date is none.
type Date struct {
	At     time.Time
	Source string // for example "article:published_time"
}

// String returns the day with its source, "" for none.
func (d Date) String() string {
	if d.At.IsZero() {
		return ""
	}
	return d.At.Format(time.DateOnly) + " (" + d.Source + ")"
}
