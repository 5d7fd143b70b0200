package robotstxt

import (
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// MaxRule is the longest path of a rule in bytes that is obeyed. Robots request no URLs of that
// length.
const MaxRule = 64 << 10

// A Verdict is whether a URL may be visited.
type Verdict uint8

// The verdicts. The zero verdict is Postpone, so that nothing is fetched by
// accident.
const (
	Postpone Verdict = 0 // not now, because the rules are not known
	Allow    Verdict = 1
	Deny     Verdict = 2
)

var verdictNames = [...]string{"postpone", "allow", "deny"}

// String returns "postpone", "allow" or "deny".
func (v Verdict) String() string { return enum.Name(verdictNames[:], uint8(v), "verdict") }

// A Reason is the basis of a Decision. Codes are stable.
type Reason uint8

// The closed list of reasons. The zero reason belongs to the zero verdict.
const (
	ReasonUnknown     Reason = 0  // no file has been requested yet
	ReasonNoGroup     Reason = 1  // no group applies to the robot (RFC 9309 section 2.2.1)
	ReasonNoRule      Reason = 2  // no rule of the group matches (section 2.2.2)
	ReasonAllowRule   Reason = 3  // an allow rule decides
	ReasonDenyRule    Reason = 4  // a disallow rule decides
	ReasonRobotsTxt   Reason = 5  // /robots.txt itself is always allowed (section 2.2.2)
	ReasonUnavailable Reason = 6  // the file does not exist or is refused (section 2.3.1.3)
	ReasonUnreachable Reason = 7  // the file is temporarily unavailable (section 2.3.1.4)
	ReasonForbidden   Reason = 8  // the file is refused, which closes the site in this dialect
	ReasonHost        Reason = 9  // Host lines only name other sites, which implies "Disallow: /"
	ReasonTooLarge    Reason = 10 // the file is larger than the dialect reads, which opens the site
	ReasonStale       Reason = 11 // the known copy for the site has expired
	ReasonBadURL      Reason = 12 // the input is not an absolute URL
	ReasonEncoding    Reason = 13 // the file is in UTF-16, which the dialect does not support
)

var reasonNames = [...]string{
	"unknown", "no-group", "no-rule", "allow-rule", "deny-rule", "robots-txt",
	"unavailable", "unreachable", "forbidden", "host-directive", "too-large", "stale", "bad-url", "encoding",
}

// String returns the code of the reason.
func (r Reason) String() string { return enum.Name(reasonNames[:], uint8(r), "reason") }

// Reasons returns all reasons, in order.
func Reasons() []Reason {
	out := make([]Reason, len(reasonNames))
	for i := range out {
		out[i] = Reason(i)
	}
	return out
}

// A Decision is the answer to one question, with its basis. Matcher.Explain lists the losing
// rules.
type Decision struct {
	Verdict   Verdict
	Reason    Reason
	Line      int    // line of the deciding rule, from 1; 0 if no rule decided
	Column    int    // byte column of the rule's key, from 1; 0 if no rule decided
	Rule      string // the rule as written, without comment
	Agent     string // the product token or "*" whose group was used; "" if none
	GroupLine int    // line of the first User-agent line of the first such group, from 1
	Dialect   string // the name of the dialect
}
