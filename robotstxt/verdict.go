package robotstxt

import (
	"fmt"
	"time"
)

// A Verdict says whether a URL may be visited.
type Verdict uint8

// The verdicts. The zero verdict is Postpone, so that nothing is fetched by
// accident.
const (
	Postpone Verdict = 0 // not now: the rules are not known
	Allow    Verdict = 1
	Deny     Verdict = 2
)

var verdictNames = [...]string{"postpone", "allow", "deny"}

// String returns "postpone", "allow" or "deny".
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// A Reason says what a Decision rests on. Codes are stable.
type Reason uint8

// The closed list of reasons. The zero reason goes with the zero verdict.
const (
	ReasonUnknown     Reason = 0 // no file has been asked for yet
	ReasonNoGroup     Reason = 1 // no group speaks to the robot (RFC 9309 section 2.2.1)
	ReasonNoRule      Reason = 2 // no rule of the group matches (section 2.2.2)
	ReasonAllowRule   Reason = 3 // an allow rule decides
	ReasonDenyRule    Reason = 4 // a disallow rule decides
	ReasonRobotsTxt   Reason = 5 // /robots.txt itself is always allowed (section 2.2.2)
	ReasonUnavailable Reason = 6 // the file does not exist or is refused (section 2.3.1.3)
	ReasonUnreachable Reason = 7 // the file cannot be had for now (section 2.3.1.4)
	ReasonForbidden   Reason = 8 // the file is refused, and the dialect takes that for all
)

var reasonNames = [...]string{
	"unknown", "no-group", "no-rule", "allow-rule", "deny-rule", "robots-txt",
	"unavailable", "unreachable", "forbidden",
}

// String returns the reason's code.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}

// A Decision is the answer to one question, with what it rests on.
type Decision struct {
	Verdict Verdict
	Reason  Reason
	Line    int       // line of the deciding rule, from 1; 0 where no rule decided
	Column  int       // byte column of the rule's key, from 1; 0 where no rule decided
	Rule    string    // the rule as written, without comment
	Agent   string    // the product token or "*" whose group was used; "" if none
	Dialect string    // the name of the dialect
	RetryAt time.Time // with Postpone: when to ask for the file again; zero if not known
}
