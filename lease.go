package aranea

import (
	"time"
)

// A LeaseID names one lease. It is unique within a data folder.
type LeaseID uint64

// A Lease is the right to make one request for one entry. It was made durable,
// together with the host's next allowed instant, before it was handed out. A
// lease that is not ended by an Outcome ends a while after SendBefore, or when the
// frontier is opened again: the entry is then leased anew.
type Lease struct {
	ID    LeaseID
	Entry Entry
	Host  Host
	// SendBefore is the instant after which the request must not leave: the
	// host's next allowed instant was computed from it.
	SendBefore time.Time
}
