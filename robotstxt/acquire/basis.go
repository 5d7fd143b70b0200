package acquire

import (
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// An Event is the outcome of the last request for a robots file, which selects a row of a
// Policy.
type Event uint8

// The events. Codes are stable.
const (
	EventUnknown   Event = 0 // nothing has been requested yet
	EventFile      Event = 1 // the file was received, or has not changed
	EventRefused   Event = 2 // 401 or 403: Policy.Refused
	EventThrottled Event = 3 // 429: Policy.Throttled
	EventMissing   Event = 4 // another 4xx: Policy.Missing
	EventRedirects Event = 5 // too many redirects, or one without a target: Policy.Redirects
	EventFailing   Event = 6 // 5xx, or an invalid status: Policy.Failing
	EventNoAnswer  Event = 7 // no answer, or an incomplete one: Policy.NoAnswer
	EventStrange   Event = 8 // 2xx other than 200: Policy.Strange, if Policy.OnlyOK
	EventWebPage   Event = 9 // a web page instead of rules that were known before: Policy.HTMLKeepsOld
)

var eventNames = [...]string{
	"unknown", "file", "refused", "throttled", "missing", "redirects", "failing", "no-answer", "strange", "web-page",
}

// String returns the code of the event.
func (e Event) String() string { return enum.Name(eventNames[:], uint8(e), "event") }

// A Stage is a part of an outage, which selects a field of a Policy.
type Stage uint8

// The stages. Codes are stable.
const (
	StageNone   Stage = 0 // no outage
	StageHold   Stage = 1 // everything is postponed at first: Policy.Hold
	StageStale  Stage = 2 // the last good copy is used: Policy.StaleFor
	StageNoCopy Stage = 3 // there never was a good copy: Policy.NoCopy
	StageLate   Stage = 4 // the outage has lasted too long: Policy.Late
)

var stageNames = [...]string{"none", "hold", "stale", "no-copy", "late"}

// String returns the code of the stage.
func (s Stage) String() string { return enum.Name(stageNames[:], uint8(s), "stage") }

// stageOf returns the stage of an outage that has lasted for the given time.
func stageOf(p *dialect.Policy, down time.Duration, good bool) Stage {
	down = max(down, 0) // the clock may have been set back
	switch {
	case down < p.Hold:
		return StageHold
	case good && down < p.StaleFor:
		return StageStale
	case good || p.StaleFor > 0 && down >= p.StaleFor:
		return StageLate
	}
	return StageNoCopy
}

// Event returns the outcome of the last request, by the dialect's policy.
func (c *Copy) Event(d dialect.Dialect) Event {
	had := c.Class == ClassRules && c.DownSince.IsZero()
	switch {
	case had:
		return EventFile
	case c.Class == ClassUnknown && c.CheckedAt.IsZero():
		return EventUnknown
	case c.Status == 0:
		return EventNoAnswer
	case c.Status == 304 || c.Status >= 200 && c.Status < 300:
		return c.spoilt(&d.Policy)
	}
	return eventOf(int(c.Status))
}

// spoilt returns why an answer with a file did not count.
func (c *Copy) spoilt(p *dialect.Policy) Event {
	switch {
	case c.WebPage:
		return EventWebPage
	case p.OnlyOK && c.Status != 200 && c.Status != 304:
		return EventStrange
	}
	return EventNoAnswer
}

// eventOf returns the event for the status of an answer without a file.
func eventOf(status int) Event {
	switch {
	case status >= 500 || status < 200:
		return EventFailing
	case status >= 300 && status < 400:
		return EventRedirects
	case status == 429:
		return EventThrottled
	case status == 401 || status == 403:
		return EventRefused
	}
	return EventMissing
}

// treatmentOf returns the treatment of an event.
func treatmentOf(p *dialect.Policy, e Event) dialect.Treatment {
	switch e {
	case EventRefused:
		return p.Refused
	case EventThrottled:
		return p.Throttled
	case EventMissing:
		return p.Missing
	case EventRedirects:
		return p.Redirects
	case EventFailing:
		return p.Failing
	case EventNoAnswer:
		return p.NoAnswer
	case EventStrange:
		return p.Strange
	}
	return dialect.TreatOutage
}

// Stage returns the stage of the copy's outage, by the dialect's policy.
func (c *Copy) Stage(d dialect.Dialect) Stage {
	if c.DownSince.IsZero() {
		return StageNone
	}
	return stageOf(&d.Policy, c.CheckedAt.Sub(c.DownSince), c.lastGood() != ClassUnknown)
}

// basis returns which copy decisions are based on and which row of the policy applies.
func (c *Copy) basis(d dialect.Dialect) Basis {
	return Basis{Event: c.Event(d), Stage: c.Stage(d), FileHash: c.Hash, FetchedAt: c.FetchedAt}
}

// A Basis is what a decision is based on besides rules: the copy of the file, and how the policy
// interprets the last request for it.
type Basis struct {
	Event     Event     // outcome of the last request for the file, by the policy of the dialect
	Stage     Stage     // stage of an outage of the file, StageNone if there is none
	FileHash  [32]byte  // SHA-256 of the file, zero if there never was one
	FetchedAt time.Time // when the file, or the answer that there is none, was received; see Age
	RetryAt   time.Time // with Postpone: when to request the file again; zero if unknown
}

// A Decision is the answer to one question, with its basis.
type Decision struct {
	robotstxt.Decision
	Basis
}

// An Explanation describes how a decision was made.
type Explanation struct {
	robotstxt.Explanation
	Basis
}

// Age returns the age of the copy that decided, or 0 if that is unknown or there is none.
func (b Basis) Age(now time.Time) time.Duration {
	if b.FetchedAt.IsZero() {
		return 0
	}
	return now.Sub(b.FetchedAt)
}
