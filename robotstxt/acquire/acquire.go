package acquire

import (
	"crypto/sha256"
	"strings"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/address"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// MaxHops is how many consecutive redirects to a robots file are followed. They may lead to
// other hosts, and the rules apply to the original authority (RFC 9309 section 2.3.1.2).
const MaxHops = 5

// A Class is the outcome of acquiring a robots file.
type Class uint8

// The classes. The zero class postpones everything.
const (
	ClassUnknown     Class = 0 // not requested yet
	ClassRules       Class = 1 // there is a file, whose rules apply
	ClassUnavailable Class = 2 // there is no file: nothing is closed
	ClassForbidden   Class = 3 // refused, which closes the site in this dialect
	ClassUnreachable Class = 4 // currently unavailable, without a usable copy
)

var classNames = [...]string{"unknown", "rules", "unavailable", "forbidden", "unreachable"}

// String returns the name of the class.
func (c Class) String() string { return enum.Name(classNames[:], uint8(c), "class") }

// A Copy is what is known about the robots file of one authority. It is a value, which the
// caller stores. The zero Copy stands for a file that has not been requested.
type Copy struct {
	Class     Class
	Status    uint16    // last HTTP status, 0 for none
	Body      []byte    // the last good body, at most MaxBody bytes
	Hash      [32]byte  // SHA-256 of Body; zero if there never was one
	FetchedAt time.Time // when Body, or the answer that there is no file, was received
	CheckedAt time.Time // when the file was last requested
	Expires   time.Time // when to request it again
	DownSince time.Time // start of the current outage, zero if there is none
	Failures  uint16    // consecutive failures
	Truncated bool      // the file was longer than MaxBody
	Detail    string    // short description of the last failure
	Good      Class     // during an outage, the class before it, ClassUnknown if there was none
	WebPage   bool      // the last answer was a web page instead of rules that were known before
}

// A Fetch describes one exchange for a robots file.
type Fetch struct {
	Status       int    // HTTP status; 0 if there was no answer
	Body         []byte // decoded body; the Copy keeps it
	Truncated    bool   // the body was cut at the limit
	Broken       bool   // the body ended early
	ContentType  string
	CacheControl string
	Expires      string
	RetryAfter   string
	Location     bool   // there is a usable redirect target
	Hops         int    // number of redirects followed so far
	SiteDown     bool   // other requests to the site have recently failed as well
	Detail       string // description of the failure
}

// A Step is what the caller does next.
type Step uint8

// The steps. The zero step is to use the copy.
const (
	StepUse    Step = 0 // the Copy is complete: decide by it, and request the file again at Expires
	StepFollow Step = 1 // follow the redirect and call Next with its outcome
)

// String returns "use" or "follow".
func (s Step) String() string { return enum.Name([]string{"use", "follow"}, uint8(s), "step") }

// Retry delays during an outage: short at first, because most outages are, then an hour.
var retryDelays = [...]time.Duration{3 * time.Second, 10 * time.Second, 10 * time.Minute}

const retryDelay = time.Hour

// Next returns the copy after an exchange, given the previous one. It is pure: the caller makes
// the requests, follows redirects when told to (the rules apply to the original authority) and
// stores the copy. The dialect's Policy determines the meaning of each answer.
func Next(d dialect.Dialect, prev Copy, f Fetch, now time.Time) (Copy, Step) {
	next := prev
	next.CheckedAt, next.Status, next.Detail, next.WebPage = now, uint16(f.Status), f.Detail, false
	switch {
	case f.Broken || f.Status == 0:
		return treat(d, next, f, d.Policy.NoAnswer, now), StepUse
	case f.Status == 304:
		return unchanged(d, next, f, now), StepUse
	case redirects(f.Status) && f.Location && f.Hops < MaxHops:
		return prev, StepFollow
	case f.Status >= 200 && f.Status < 300:
		return answered(d, next, f, now), StepUse
	}
	return treat(d, next, f, treatmentOf(&d.Policy, eventOf(f.Status)), now), StepUse
}

// redirects reports whether a status redirects robots to another address (RFC 9110 section
// 15.4). 300 offers a choice; 305 and 306 are no longer used.
func redirects(status int) bool {
	switch status {
	case 301, 302, 303, 307, 308:
		return true
	}
	return false
}

// answered returns the copy after a 2xx answer.
func answered(d dialect.Dialect, next Copy, f Fetch, now time.Time) Copy {
	if d.Policy.OnlyOK && f.Status != 200 {
		return treat(d, next, f, d.Policy.Strange, now)
	}
	if d.Policy.HTMLKeepsOld && next.Hash != [32]byte{} && f.isPage() && !isPage(next.Body) && len(next.Body) > 0 {
		return webPage(d, next, f, now)
	}
	body, truncated := f.Body, f.Truncated || len(f.Body) > robotstxt.MaxBody
	if truncated {
		body = body[:syntax.WholeLines(body, min(len(body), robotstxt.MaxBody))]
	}
	return Copy{
		Class: ClassRules, Status: uint16(f.Status), Body: body, Hash: sha256.Sum256(body),
		FetchedAt: now, CheckedAt: now, Expires: now.Add(freshness(d, f, now)), Truncated: truncated, Detail: f.Detail,
	}
}

// webPage returns the copy after a web page instead of rules that were known before. A login
// page or a captcha is temporary, so it is an outage. If the page stays for longer than the old
// copy counts, the site is taken to have no file.
func webPage(d dialect.Dialect, next Copy, f Fetch, now time.Time) Copy {
	next.Detail, next.WebPage = "a web page in place of the file", true
	if f.SiteDown || next.DownSince.IsZero() || stageOf(&d.Policy, now.Sub(next.DownSince), true) != StageLate {
		return outage(d, next, f, now)
	}
	return treat(d, next, f, d.Policy.Missing, now)
}

// unchanged renews a copy after a 304 answer, which is invalid without a copy.
func unchanged(d dialect.Dialect, c Copy, f Fetch, now time.Time) Copy {
	if c.Hash == [32]byte{} {
		return outage(d, c, f, now)
	}
	c.Class, c.FetchedAt, c.Expires = ClassRules, now, now.Add(freshness(d, f, now))
	c.DownSince, c.Failures, c.Good = time.Time{}, 0, ClassUnknown
	return c
}

func treat(d dialect.Dialect, c Copy, f Fetch, t dialect.Treatment, now time.Time) Copy {
	// The lifetime of the answer itself counts if it is shorter, but error pages often forbid
	// caching by default.
	life := min(d.Policy.DefaultAge, maxAge(&d.Policy), max(freshness(d, f, now), minAbsence))
	life = max(life, dialect.MinAge)
	if f.Status == 429 || f.Status >= 500 {
		// Such answers are temporary, however the dialect treats them.
		life = max(min(life, retryDelay), f.wait(d, now))
	}
	out := Copy{Status: c.Status, CheckedAt: now, Expires: now.Add(life), Detail: c.Detail, WebPage: c.WebPage}
	switch t {
	case dialect.TreatOpen:
		out.Class, out.FetchedAt = ClassUnavailable, now
		return out
	case dialect.TreatClosed:
		out.Class = ClassForbidden
		return out
	}
	return outage(d, c, f, now)
}

// outage keeps the last good copy for as long as the dialect permits.
func outage(d dialect.Dialect, c Copy, f Fetch, now time.Time) Copy {
	c.Good = c.lastGood()
	if c.DownSince.IsZero() {
		c.DownSince = now
	}
	delay := retryDelay
	if int(c.Failures) < len(retryDelays) {
		delay = retryDelays[c.Failures]
	}
	if c.Failures < 1<<15 {
		c.Failures++
	}
	delay = max(delay, f.wait(d, now))
	c.Expires = now.Add(delay)
	switch stageOf(&d.Policy, now.Sub(c.DownSince), c.Good != ClassUnknown) {
	case StageStale:
		c.Class = c.Good
	case StageLate:
		c.Class = classOf(d.Policy.Late)
		if f.SiteDown {
			c.Class = ClassUnreachable
		}
	case StageNoCopy:
		c.Class = classOf(d.Policy.NoCopy)
	default:
		c.Class = ClassUnreachable
	}
	return c
}

// lastGood returns the class of the last good answer. Copies from old records do not have it
// during an outage; then it is derived from their other fields.
func (c *Copy) lastGood() Class {
	switch {
	case c.DownSince.IsZero() && c.Class != ClassUnreachable:
		return c.Class
	case c.Good != ClassUnknown:
		return c.Good
	case c.Hash != [32]byte{}:
		return ClassRules
	case !c.FetchedAt.IsZero():
		return ClassUnavailable
	}
	return ClassUnknown
}

func classOf(t dialect.Treatment) Class {
	switch t {
	case dialect.TreatOpen:
		return ClassUnavailable
	case dialect.TreatClosed:
		return ClassForbidden
	}
	return ClassUnreachable
}

// isPage reports whether the body is a web page. It trusts the Content-Type unless the body
// contradicts it.
func (f *Fetch) isPage() bool {
	kind, _, _ := strings.Cut(f.ContentType, ";")
	if strings.EqualFold(strings.TrimSpace(kind), "text/html") {
		head := strings.TrimLeft(string(f.Body[:min(len(f.Body), 512)]), " \t\r\n\f")
		return strings.HasPrefix(head, "<") && !robotstxt.Parse(f.Body).HasRules()
	}
	return isPage(f.Body)
}

// isPage reports whether a body begins like a web page and contains no group with a rule: a
// robots file may begin with "<!--", and valid lines count whatever surrounds them (RFC 9309
// section 2.3.1.5).
func isPage(body []byte) bool { return syntax.LooksHTML(body) && robotstxt.Parse(body).IsHTML() }

// IsHTML reports whether the copy's body is a web page without a group of rules, which means
// that the site answers with a page instead of the file.
func (c *Copy) IsHTML() bool { return isPage(c.Body) }

// Rules returns the matcher of the copy for a chain of agents, or nil if there is no file whose
// rules apply.
func (c *Copy) Rules(d dialect.Dialect, agents ...dialect.AgentToken) *robotstxt.Matcher {
	return c.RulesFor(d, "", agents...)
}

// RulesFor is Rules for a site; see File.CompileFor.
func (c *Copy) RulesFor(d dialect.Dialect, site string, agents ...dialect.AgentToken) *robotstxt.Matcher {
	if c.Class != ClassRules {
		return nil
	}
	body := c.Body[:min(len(c.Body), robotstxt.MaxBody)]
	return robotstxt.ParseCut(body, c.Truncated || len(c.Body) > robotstxt.MaxBody).CompileFor(d, site, agents...)
}

// Blanket returns the decision for all URLs of a site whose copy has no rules. If there are
// rules it postpones, because they need a target.
func (c *Copy) Blanket(d dialect.Dialect) Decision {
	out := Decision{Decision: robotstxt.Decision{Dialect: d.Name}, Basis: c.basis(d)}
	switch c.Class {
	case ClassUnavailable:
		out.Verdict, out.Reason = robotstxt.Allow, robotstxt.ReasonUnavailable
	case ClassForbidden:
		out.Verdict, out.Reason = robotstxt.Deny, robotstxt.ReasonForbidden
	case ClassUnreachable:
		out.Reason, out.RetryAt = robotstxt.ReasonUnreachable, c.Expires
	}
	return out
}

// An Access decides for one site by its copy, with its rules or a blanket verdict. It is
// immutable and safe for concurrent use. The zero Access postpones.
type Access struct {
	matcher *robotstxt.Matcher
	blanket Decision // decision of a copy without rules; with rules it has only the basis
}

// Access prepares the decisions of a copy for a site, in the form of CompileFor, and a chain of
// agents.
func (c *Copy) Access(d dialect.Dialect, site string, agents ...dialect.AgentToken) Access {
	return Access{matcher: c.RulesFor(d, site, agents...), blanket: c.Blanket(d)}
}

// Hash returns the SHA-256 of the file that decides, or zero if there is none.
func (a Access) Hash() [32]byte { return a.blanket.FileHash }

// Age returns the age of the copy that decides, or 0 if there is none.
func (a Access) Age(now time.Time) time.Duration { return a.blanket.Age(now) }

// Matcher returns the matcher in use, or nil if no file's rules apply: then Decide has one
// answer for all URLs. The methods of a nil Matcher for other lines may be called; it has none.
func (a Access) Matcher() *robotstxt.Matcher { return a.matcher }

// Decide decides about a target like Matcher.Decide, and adds which copy the decision is based
// on and how the policy interprets the last request for it. The robots file itself is always
// allowed.
func (a Access) Decide(target string) Decision {
	d := a.blanket
	switch {
	case a.matcher != nil:
		d.Decision = a.matcher.Decide(target)
	case address.IsRobotsTxt(target):
		d.Verdict, d.Reason, d.RetryAt = robotstxt.Allow, robotstxt.ReasonRobotsTxt, time.Time{}
	}
	return d
}

// Explain explains the decision about a target like Matcher.Explain.
func (a Access) Explain(target string) Explanation {
	out := Explanation{Explanation: robotstxt.Explanation{Target: target, Form: target}}
	if a.matcher != nil {
		out.Explanation = a.matcher.Explain(target)
	}
	d := a.Decide(target)
	out.Explanation.Decision, out.Basis = d.Decision, d.Basis
	out.Notes = out.Basis.notes()
	return out
}
