package aranea

import (
	"time"
)

// An Event is one step in the trail of a URL.
type Event struct {
	At     time.Time
	Reason Reason
	Detail string // at most MaxDetail bytes
}
