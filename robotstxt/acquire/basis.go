package acquire

import (
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// An Event is what the last request for a robots file came to: the row of a
// Policy that speaks.
type Event uint8

// The events. Codes are stable.
const (
	EventUnknown   Event = 0 // nothing was asked for yet
	EventFile      Event = 1 // the file came, or had not changed
	EventRefused   Event = 2 // 401 or 403: Policy.Refused
	EventThrottled Event = 3 // 429: Policy.Throttled
	EventMissing   Event = 4 // another 4xx: Policy.Missing
	EventRedirects Event = 5 // too many redirects, or one to nowhere: Policy.Redirects
	EventFailing   Event = 6 // 5xx, or a status that does not exist: Policy.Failing
	EventNoAnswer  Event = 7 // no answer, or one that broke off: Policy.NoAnswer
	EventStrange   Event = 8 // 2xx other than 200: Policy.Strange, if Policy.OnlyOK
	EventWebPage   Event = 9 // a web page in place of rules that were known before: Policy.HTMLKeepsOld
)

var eventNames = [...]string{
	"unknown", "file", "refused", "throttled", "missing", "redirects", "failing", "no-answer", "strange", "web-page",
}

// String returns the event's code.
func (e Event) String() string { return enum.Name(eventNames[:], uint8(e), "event") }

// A Stage is a part of an outage, in which a field of a Policy speaks.
type Stage uint8

// The stages. Codes are stable.
const (
	StageNone   Stage = 0 // no outage
	StageHold   Stage = 1 // all is postponed at first: Policy.Hold
	StageStale  Stage = 2 // the last good copy counts: Policy.StaleFor
	StageNoCopy Stage = 3 // there never was one: Policy.NoCopy
	StageLate   Stage = 4 // the outage lasts too long: Policy.Late
)

var stageNames = [...]string{"none", "hold", "stale", "no-copy", "late"}

// String returns the stage's code.
func (s Stage) String() string { return enum.Name(stageNames[:], uint8(s), "stage") }

// stageOf returns the part of an outage that lasts for the given time.
func stageOf(p *dialect.Policy, down time.Duration, good bool) Stage {
	down = max(down, 0) // a clock may have been set back
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

// Event returns what the last request came to, by the dialect's policy.
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

// eventOf is the table of answers without a file.
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

// treatmentOf returns what an event means.
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

// Stage returns the part of its outage that a copy is in, by the dialect's
// policy.
func (c *Copy) Stage(d dialect.Dialect) Stage {
	if c.DownSince.IsZero() {
		return StageNone
	}
	return stageOf(&d.Policy, c.CheckedAt.Sub(c.DownSince), c.lastGood() != ClassUnknown)
}

// basis says which copy decisions rest on and which row of the policy spoke.
func (c *Copy) basis(d dialect.Dialect) Basis {
	return Basis{Event: c.Event(d), Stage: c.Stage(d), FileHash: c.Hash, FetchedAt: c.FetchedAt}
}

// A Basis is what a decision rests on beside rules: the copy of the file, and
// what the policy made of the last request for it.
type Basis struct {
	Event     Event     // what the last request for the file came to, by the policy of the dialect
	Stage     Stage     // the part of an outage of the file, StageNone if there is none
	FileHash  [32]byte  // SHA-256 of the file, zero if there never was one
	FetchedAt time.Time // when the file, or the news that there is none, came; see Age
	RetryAt   time.Time // with Postpone: when to ask for the file again; zero if not known
}

// A Decision is the answer to one question, with what it rests on.
type Decision struct {
	robotstxt.Decision
	Basis
}

// An Explanation tells how a decision came about.
type Explanation struct {
	robotstxt.Explanation
	Basis
}

// Age returns how old the copy of the file is that decided, 0 if that is not
// known or there is none.
func (b Basis) Age(now time.Time) time.Duration {
	if b.FetchedAt.IsZero() {
		return 0
	}
	return now.Sub(b.FetchedAt)
}
