package robotstxt

import (
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// MaxRule is the length in bytes of the path of a rule that is still obeyed. No
// URL that a robot asks for is as long.
const MaxRule = 64 << 10

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
func (v Verdict) String() string { return enum.Name(verdictNames[:], uint8(v), "verdict") }

// A Reason says what a Decision rests on. Codes are stable.
type Reason uint8

// The closed list of reasons. The zero reason goes with the zero verdict.
const (
	ReasonUnknown     Reason = 0  // no file has been asked for yet
	ReasonNoGroup     Reason = 1  // no group speaks to the robot (RFC 9309 section 2.2.1)
	ReasonNoRule      Reason = 2  // no rule of the group matches (section 2.2.2)
	ReasonAllowRule   Reason = 3  // an allow rule decides
	ReasonDenyRule    Reason = 4  // a disallow rule decides
	ReasonRobotsTxt   Reason = 5  // /robots.txt itself is always allowed (section 2.2.2)
	ReasonUnavailable Reason = 6  // the file does not exist or is refused (section 2.3.1.3)
	ReasonUnreachable Reason = 7  // the file is unavailable for now (section 2.3.1.4)
	ReasonForbidden   Reason = 8  // the file is refused, and the dialect takes that for all
	ReasonHost        Reason = 9  // Host lines name other sites only, which implies "Disallow: /"
	ReasonTooLarge    Reason = 10 // the file is larger than the dialect reads, which opens the site
	ReasonStale       Reason = 11 // the copy known for the site has expired
	ReasonBadURL      Reason = 12 // what was asked for is no absolute URL
	ReasonEncoding    Reason = 13 // the file is in UTF-16, which the dialect does not read
)

var reasonNames = [...]string{
	"unknown", "no-group", "no-rule", "allow-rule", "deny-rule", "robots-txt",
	"unavailable", "unreachable", "forbidden", "host-directive", "too-large", "stale", "bad-url", "encoding",
}

// String returns the reason's code.
func (r Reason) String() string { return enum.Name(reasonNames[:], uint8(r), "reason") }

// Reasons returns all reasons, in order.
func Reasons() []Reason {
	out := make([]Reason, len(reasonNames))
	for i := range out {
		out[i] = Reason(i)
	}
	return out
}

// A Decision is the answer to one question, with what it rests on. The losing
// rules are told by Matcher.Explain.
type Decision struct {
	Verdict   Verdict
	Reason    Reason
	Line      int    // line of the deciding rule, from 1; 0 where no rule decided
	Column    int    // byte column of the rule's key, from 1; 0 where no rule decided
	Rule      string // the rule as written, without comment
	Agent     string // the product token or "*" whose group was used; "" if none
	GroupLine int    // line of the first User-agent line of the first such group, from 1
	Dialect   string // the name of the dialect
}
