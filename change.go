package aranea

import "time"

// A Change is what the visits of a URL taught about how often it changes. The
// zero Change knows nothing. It is an estimate with little memory: see package
// schedule.
type Change struct {
	Checks  uint16 // visits that could tell whether it had changed
	Changes uint16 // those of them that found it changed
	// Since is the visit from which on they count, in seconds since 1970, and
	// ChangedAt the last that found a change; 0 for none.
	Since, ChangedAt uint32
}

// Last returns when a visit last found a change, zero if none did.
func (c Change) Last() time.Time {
	if c.ChangedAt == 0 {
		return time.Time{}
	}
	return time.Unix(int64(c.ChangedAt), 0).UTC()
}
