package robotstxt

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"time"
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
	ClassRules       Class = 1 // a file was had; its rules count
	ClassUnavailable Class = 2 // there is no file: nothing is closed
	ClassForbidden   Class = 3 // refused, and the dialect takes that for closed
	ClassUnreachable Class = 4 // cannot be had now and there is no usable copy
)

var classNames = [...]string{"unknown", "rules", "unavailable", "forbidden", "unreachable"}

// String returns the class's name.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "class(" + strconv.Itoa(int(c)) + ")"
}

// A Copy is what is known of the robots file of one authority. It is a value;
// the caller stores it. The zero Copy has not been asked for.
type Copy struct {
	Class     Class
	Status    uint16    // last HTTP status, 0 for none
	Body      []byte    // the last good body, at most MaxBody bytes
	Hash      [32]byte  // SHA-256 of Body
	FetchedAt time.Time // when Body was had
	CheckedAt time.Time // when the file was last asked for
	Expires   time.Time // when to ask again
	DownSince time.Time // start of the present outage, zero if there is none
	Failures  uint16    // failed tries in a row
	Truncated bool      // the file was longer than MaxBody
	Detail    string    // what the last failure said, in a few words
}

// A Fetch holds the facts of one exchange for a robots file.
type Fetch struct {
	Status       int    // HTTP status; 0 if no answer came
	Body         []byte // decoded body
	Truncated    bool   // the body was cut at the limit
	Broken       bool   // the body ended early
	CacheControl string
	Expires      string
	RetryAfter   string
	Location     bool   // a usable redirect target was given
	Hops         int    // redirects followed to get here
	Detail       string // the failure in words
}

// A Step says what the caller does next.
type Step uint8

// The steps. The zero step is to use the copy.
const (
	StepUse    Step = 0 // the Copy is complete: decide by it until it expires
	StepFollow Step = 1 // follow the redirect and call Acquire with its outcome
)

// Retry pauses while the file cannot be had: short at first, because most
// outages are, then an hour.
var retryPauses = [...]time.Duration{3 * time.Second, 10 * time.Second, 10 * time.Minute}

const retryPause = time.Hour

// Acquire returns the copy after an exchange, given the one before. It is pure.
func Acquire(d Dialect, prev Copy, f Fetch, now time.Time) (Copy, Step) {
	next := prev
	next.CheckedAt, next.Status, next.Detail = now, uint16(f.Status), f.Detail
	switch {
	case f.Status >= 200 && f.Status < 300 && !f.Broken:
		return good(d, f, now), StepUse
	case f.Status >= 300 && f.Status < 400:
		if f.Location && f.Hops < MaxHops {
			return prev, StepFollow
		}
		return blanket(d, next, ClassUnavailable, now), StepUse
	case f.Status == 429 && d.Throttled429, f.Status >= 500, f.Status == 0, f.Broken:
		return outage(d, next, f, now), StepUse
	case (f.Status == 401 || f.Status == 403) && d.ForbiddenDenies:
		return blanket(d, next, ClassForbidden, now), StepUse
	}
	return blanket(d, next, ClassUnavailable, now), StepUse
}

// good is the copy of a file that was had.
func good(d Dialect, f Fetch, now time.Time) Copy {
	body := f.Body
	truncated := f.Truncated
	if len(body) > MaxBody {
		body, truncated = body[:MaxBody], true
	}
	if truncated {
		if cut := strings.LastIndexAny(string(body), "\r\n"); cut >= 0 {
			body = body[:cut+1]
		}
	}
	return Copy{
		Class: ClassRules, Status: uint16(f.Status), Body: body, Hash: sha256.Sum256(body),
		FetchedAt: now, CheckedAt: now, Expires: now.Add(freshness(d, f, now)), Truncated: truncated,
	}
}

// blanket is the copy of a site that has no file, or refuses it.
func blanket(d Dialect, c Copy, class Class, now time.Time) Copy {
	return Copy{
		Class: class, Status: c.Status, CheckedAt: now, FetchedAt: now,
		Expires: now.Add(min(d.DefaultAge, d.MaxAge)), Detail: c.Detail,
	}
}

// outage keeps the last good copy for as long as the dialect allows; without
// one everything is postponed.
func outage(d Dialect, c Copy, f Fetch, now time.Time) Copy {
	if c.DownSince.IsZero() {
		c.DownSince = now
	}
	pause := retryPause
	if int(c.Failures) < len(retryPauses) {
		pause = retryPauses[c.Failures]
	}
	if c.Failures < 1<<15 {
		c.Failures++
	}
	if s, err := strconv.ParseUint(strings.TrimSpace(f.RetryAfter), 10, 32); err == nil {
		pause = max(pause, min(time.Duration(s)*time.Second, d.MaxAge))
	}
	c.Expires = now.Add(pause)
	usable := c.Class == ClassRules || c.Class == ClassUnavailable || c.Class == ClassForbidden
	if !usable || now.Sub(c.DownSince) > d.StaleFor {
		c.Class = ClassUnreachable
	}
	return c
}

// freshness reads Cache-Control and Expires (RFC 9309 section 2.4: at most 24
// hours). A file that forbids caching is asked for again after a minute, since
// asking before every page would double a site's load.
func freshness(d Dialect, f Fetch, now time.Time) time.Duration {
	age := d.DefaultAge
	if at, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", strings.TrimSpace(f.Expires)); err == nil {
		age = at.Sub(now)
	}
	for part := range strings.SplitSeq(f.CacheControl, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch strings.ToLower(name) {
		case "max-age":
			if s, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				age = time.Duration(s) * time.Second
			}
		case "no-cache", "no-store":
			return min(minAge, d.MaxAge)
		}
	}
	return min(max(age, minAge), d.MaxAge)
}

const minAge = 10 * time.Minute

// Rules returns the matcher of the copy for a chain of agents, nil if no file's
// rules are in force.
func (c *Copy) Rules(d Dialect, agents ...AgentToken) *Matcher {
	if c.Class != ClassRules {
		return nil
	}
	return Parse(c.Body).Compile(d, agents...)
}

// Blanket returns the decision that holds for every URL of a site whose copy
// has no rules.
func (c *Copy) Blanket(d Dialect) Decision {
	out := Decision{Dialect: d.Name}
	switch c.Class {
	case ClassUnavailable:
		out.Verdict, out.Reason = Allow, ReasonUnavailable
	case ClassForbidden:
		out.Verdict, out.Reason = Deny, ReasonForbidden
	case ClassUnreachable:
		out.Reason, out.RetryAt = ReasonUnreachable, c.Expires
	}
	return out
}
