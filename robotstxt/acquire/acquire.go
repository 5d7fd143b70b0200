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

// MaxHops is how many redirects in a row are followed to a robots file; they
// may lead to other hosts, and the rules apply to the authority that was asked
// first (RFC 9309 section 2.3.1.2).
const MaxHops = 5

// A Class says what the acquisition of a robots file led to.
type Class uint8

// The classes. The zero class postpones everything.
const (
	ClassUnknown     Class = 0 // not asked for yet
	ClassRules       Class = 1 // a file came; its rules are in force
	ClassUnavailable Class = 2 // there is no file: nothing is closed
	ClassForbidden   Class = 3 // refused, and the dialect takes that for closed
	ClassUnreachable Class = 4 // is unavailable now and there is no usable copy
)

var classNames = [...]string{"unknown", "rules", "unavailable", "forbidden", "unreachable"}

// String returns the class's name.
func (c Class) String() string { return enum.Name(classNames[:], uint8(c), "class") }

// A Copy is what is known of the robots file of one authority. It is a value;
// the caller stores it. The zero Copy has not been asked for.
type Copy struct {
	Class     Class
	Status    uint16    // last HTTP status, 0 for none
	Body      []byte    // the last good body, at most MaxBody bytes
	Hash      [32]byte  // SHA-256 of Body; zero if there never was one
	FetchedAt time.Time // when Body, or the news that there is no file, came
	CheckedAt time.Time // when the file was last asked for
	Expires   time.Time // when to ask again
	DownSince time.Time // start of the present outage, zero if there is none
	Failures  uint16    // failed tries in a row
	Truncated bool      // the file was longer than MaxBody
	Detail    string    // what the last failure said, in a few words
	Good      Class     // in an outage: the class before it, ClassUnknown if there was none
	WebPage   bool      // the last answer was a web page in place of rules that were known before
}

// A Fetch holds the facts of one exchange for a robots file.
type Fetch struct {
	Status       int    // HTTP status; 0 if no answer came
	Body         []byte // decoded body; kept by the Copy
	Truncated    bool   // the body was cut at the limit
	Broken       bool   // the body ended early
	ContentType  string
	CacheControl string
	Expires      string
	RetryAfter   string
	Location     bool   // a usable redirect target was given
	Hops         int    // redirects followed to get here
	SiteDown     bool   // other requests to the site have failed as well of late
	Detail       string // the failure in words
}

// A Step says what the caller does next.
type Step uint8

// The steps. The zero step is to use the copy.
const (
	StepUse    Step = 0 // the Copy is complete: decide by it, and ask again at Expires
	StepFollow Step = 1 // follow the redirect and call Acquire with its outcome
)

// String returns "use" or "follow".
func (s Step) String() string { return enum.Name([]string{"use", "follow"}, uint8(s), "step") }

// Retry delays while the file is unavailable: short at first, because most
// outages are, then an hour.
var retryDelays = [...]time.Duration{3 * time.Second, 10 * time.Second, 10 * time.Minute}

const retryDelay = time.Hour

// Acquire returns the copy after an exchange, given the one before. It is pure:
// the caller makes the requests, follows redirects when it is told to (the
// rules apply to the authority that was asked first) and stores the copy. The
// dialect's Policy says what each answer means.
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

// redirects reports whether a status sends robots to another address (RFC 9110
// section 15.4). 300 offers a choice, 305 and 306 are no longer in use.
func redirects(status int) bool {
	switch status {
	case 301, 302, 303, 307, 308:
		return true
	}
	return false
}

// answered is the copy after a 2xx answer.
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

// webPage is the copy after a web page in place of rules that were known before:
// a login page or a captcha passes, so it is an outage. One that stays for
// longer than the old copy counts is what the site has to say: there is no file.
func webPage(d dialect.Dialect, next Copy, f Fetch, now time.Time) Copy {
	next.Detail, next.WebPage = "a web page in place of the file", true
	if f.SiteDown || next.DownSince.IsZero() || stageOf(&d.Policy, now.Sub(next.DownSince), true) != StageLate {
		return outage(d, next, f, now)
	}
	return treat(d, next, f, d.Policy.Missing, now)
}

// unchanged renews a copy after 304; without a copy the answer makes no sense.
func unchanged(d dialect.Dialect, c Copy, f Fetch, now time.Time) Copy {
	if c.Hash == [32]byte{} {
		return outage(d, c, f, now)
	}
	c.Class, c.FetchedAt, c.Expires = ClassRules, now, now.Add(freshness(d, f, now))
	c.DownSince, c.Failures, c.Good = time.Time{}, 0, ClassUnknown
	return c
}

func treat(d dialect.Dialect, c Copy, f Fetch, t dialect.Treatment, now time.Time) Copy {
	// The answer's own life counts if it is shorter, but error pages forbid
	// caching by habit.
	life := min(d.Policy.DefaultAge, maxAge(&d.Policy), max(freshness(d, f, now), minAbsence))
	life = max(life, dialect.MinAge)
	if f.Status == 429 || f.Status >= 500 {
		// Such answers pass, whatever the dialect takes them for.
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

// outage keeps the last good copy for as long as the dialect allows.
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

// lastGood returns the class of the last answer that was one. Copies of old
// records do not tell it in an outage; it is guessed from what they hold.
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

// isPage reports whether the body is a web page. It believes the Content-Type if
// the body does not say otherwise.
func (f *Fetch) isPage() bool {
	kind, _, _ := strings.Cut(f.ContentType, ";")
	if strings.EqualFold(strings.TrimSpace(kind), "text/html") {
		head := strings.TrimLeft(string(f.Body[:min(len(f.Body), 512)]), " \t\r\n\f")
		return strings.HasPrefix(head, "<") && !robotstxt.Parse(f.Body).HasRules()
	}
	return isPage(f.Body)
}

// isPage reports whether a body begins as a web page does and holds no group
// with a rule: a robots file may begin with "<!--", and lines that can be read
// count whatever stands around them (RFC 9309 section 2.3.1.5).
func isPage(body []byte) bool { return syntax.LooksHTML(body) && robotstxt.Parse(body).IsHTML() }

// IsHTML reports whether the copy's body is a web page, without a group of
// rules: the site answers with a page where the file should be.
func (c *Copy) IsHTML() bool { return isPage(c.Body) }

// Rules returns the matcher of the copy for a chain of agents, nil if no file's
// rules are in force.
func (c *Copy) Rules(d dialect.Dialect, agents ...dialect.AgentToken) *robotstxt.Matcher {
	return c.RulesFor(d, "", agents...)
}

// RulesFor is Rules for a site: see File.CompileFor.
func (c *Copy) RulesFor(d dialect.Dialect, site string, agents ...dialect.AgentToken) *robotstxt.Matcher {
	if c.Class != ClassRules {
		return nil
	}
	body := c.Body[:min(len(c.Body), robotstxt.MaxBody)]
	return robotstxt.ParseCut(body, c.Truncated || len(c.Body) > robotstxt.MaxBody).CompileFor(d, site, agents...)
}

// Blanket returns the decision that holds for every URL of a site whose copy
// has no rules. With rules in force it postpones, for want of a target.
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

// An Access decides for one site by its copy: by rules or by a blanket verdict.
// It is immutable and safe for concurrent use. The zero Access postpones.
type Access struct {
	matcher *robotstxt.Matcher
	blanket Decision // of a copy without rules; with them it holds the copy's basis
}

// Access prepares the decisions of a copy for a site, as CompileFor takes it, and
// a chain of agents.
func (c *Copy) Access(d dialect.Dialect, site string, agents ...dialect.AgentToken) Access {
	return Access{matcher: c.RulesFor(d, site, agents...), blanket: c.Blanket(d)}
}

// Hash returns the SHA-256 of the file that decides, zero if there is none.
func (a Access) Hash() [32]byte { return a.blanket.FileHash }

// Age returns how old the copy is that decides, 0 if there is none.
func (a Access) Age(now time.Time) time.Duration { return a.blanket.Age(now) }

// Matcher returns the matcher in force, nil if no file's rules are: then Decide
// answers for all URLs alike. A nil Matcher may be asked for all that it asks of
// robots beside access, which is nothing.
func (a Access) Matcher() *robotstxt.Matcher { return a.matcher }

// Decide answers for a target as Matcher.Decide does, and tells which copy the
// answer rests on and what the policy made of the last request for it. The
// robots file itself is always allowed.
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

// Explain tells how the decision on a target comes about, as Matcher.Explain
// does.
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
