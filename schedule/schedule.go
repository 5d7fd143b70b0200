// Package schedule computes when a host may be requested again and when a failed visit is
// retried. It is arithmetic on instants that are passed in.
//
// Floor: 2 (pure). Stability: engine. It keeps no state: delays and back-off are fields of
// aranea.Host, which the frontier stores.
package schedule

import (
	"errors"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule/hostdelay"
)

// Limits of what a site or an operator may ask for.
const (
	// DefaultDelay is the delay between two requests to one host name.
	DefaultDelay = time.Second
	// NoDelay means none. It is meant for the operator's own hosts.
	NoDelay time.Duration = -1
	// MaxCrawlDelay caps Crawl-delay: with a larger one a crawl would never end.
	MaxCrawlDelay = 300 * time.Second
	// maxRetryAfter caps Retry-After.
	maxRetryAfter = 24 * time.Hour
	// backoffUnit is the first rest of a host that asked for one; each further time doubles it,
	// up to maxBackoff.
	backoffUnit = 10 * time.Second
	maxBackoff  = time.Hour
	// slowAnswer is the time to the first byte from which on an answer is taken as a symptom of
	// load: the next delay is then slowFactor times that long, up to maxSlow.
	slowAnswer = 2 * time.Second
	slowFactor = 2
	maxSlow    = time.Minute
	// LateRest is how long a host rests whose request could not be sent in time, for a reason of
	// ours.
	LateRest = time.Second
	// forgiveness is how long a host must behave beyond its rest for one doubling to be
	// reverted; each good answer counts as 1/goodAnswers of that time, unless the host has
	// answered 429.
	forgiveness = 5 * time.Minute
	goodAnswers = 10
	// RetryUnit is the delay before the second try of an entry; each further try waits five
	// times as long, up to MaxRetry.
	RetryUnit = 5 * time.Second
	MaxRetry  = 6 * time.Hour
	// MaxAttempts is the number of tries before an entry is given up.
	MaxAttempts = 3
)

// A Policy holds the operator's delays.
type Policy struct {
	// Delay is the delay between two requests to one host name; 0 means DefaultDelay, and NoDelay
	// none.
	Delay time.Duration
	// HostDelays are those of some hosts in place of Delay.
	HostDelays hostdelay.Delays
	// OnDisk are the hosts that are answered for from disk.
	OnDisk hostdelay.OnDisk
}

// Validate reports all faults of p.
func (p Policy) Validate() error {
	var faults []error
	if p.Delay < NoDelay {
		faults = append(faults, errors.New("the delay is negative"))
	}
	if p.Delay > hostdelay.MaxDelay {
		faults = append(faults, errors.New("the delay is longer than a day"))
	}
	if err := p.HostDelays.Validate(); err != nil {
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Retry returns the delay after the n-th failed try in a row, n from 1.
func Retry(n int) time.Duration {
	d := RetryUnit
	for range n - 1 {
		if d *= 5; d >= MaxRetry {
			return MaxRetry
		}
	}
	return d
}

// Delay returns the delay that a value in options means: DefaultDelay for 0, 0 for NoDelay.
func Delay(option time.Duration) time.Duration {
	if option == 0 {
		return DefaultDelay
	}
	return max(option, 0)
}

// Exactly returns the value in options that means a delay, of which 0 is none.
func Exactly(delay time.Duration) time.Duration {
	if delay == 0 {
		return NoDelay
	}
	return delay
}

// HostDelay returns the operator's delay for a host name.
func (p Policy) HostDelay(host string) hostdelay.Delay {
	d := p.OnDisk.Delay(host, p.HostDelays.Of(host, Delay(p.Delay)))
	if p.Delay == 0 && d.Source == hostdelay.General {
		d.Source = "default"
	}
	return d
}

// Asked returns the delay that a site is granted that asks for crawlDelay, zero for none.
func Asked(crawlDelay time.Duration) hostdelay.Delay {
	switch {
	case crawlDelay <= 0:
		return hostdelay.Delay{}
	case crawlDelay > MaxCrawlDelay:
		return hostdelay.Delay{Length: MaxCrawlDelay, Source: "crawl-delay, capped"}
	}
	return hostdelay.Delay{Length: crawlDelay, Source: "crawl-delay"}
}

// After returns the host after an exchange: its next allowed instant, its back-off and its
// failures. again says that the URL also failed when it was last requested.
//
// The delay counts from Reached, and Retry-After from the later of that and now. A host that
// answers 429 or 503, or that fails several times in a row, rests, whatever its delay, and twice
// as long each time, unless it answers 503 for a URL again: that is a property of the URL, and
// the host rests as long as before. Several URLs in a row that answer 503 may also be at fault
// themselves: the second to the sixteenth double the rest to 40 s at most. 429 says that we ask
// too often, and only time reverts it. A host that answers slowly gets a longer delay, unless
// its delay is 0: then the operator said that the host is theirs and wants no delays, and slow
// answers slow the requests down by themselves, because only so many are under way at once. A request
// that a server did not process because it ended a connection says nothing of the host, but the delay
// is owed for it.
//
// An archive answers today as it did before: nothing of that says how the host is, and it needs no rest.
func After(h aranea.Host, f *aranea.Fetched, again bool, now time.Time) aranea.Host {
	base := Reached(f, now)
	if !f.Captured.IsZero() {
		h.NextAllowed = base.Add(h.Delay)
		return h
	}
	h = forgive(h, f, now)
	h.Throttled = h.Backoff > 0 && h.Throttled || f.Status == statusTooManyRequests
	h.Held = held(h.Held, f)
	if f.Remote.IsValid() && !f.Proxied {
		h.Address = f.Remote.Addr().Unmap().WithZone("")
	}
	delay := h.Delay
	if delay > 0 {
		delay = max(delay, slow(f), load(f))
	}
	switch {
	case f.Status == statusTooManyRequests || f.Status == statusServiceUnavailable:
		h = refused(h, f.Status, again, now)
		late := max(now.Sub(base), 0) // a stated date holds, however long the answer took
		delay = max(delay, rest(h), late+RetryAfter(f.Header.Get("Retry-After"), now))
	case f.Unprocessed: // the host may be as healthy as before, and is not known to be
	case !failed(f):
		h.Failures = 0
	default:
		h = count(h)
		if h.Failures >= failuresForRest && (f.WasSent() || h.Counts[aranea.CountRequests] > 0) {
			h = raise(h, false, maxDoublings, now)
			delay = max(delay, rest(h))
		}
	}
	if next := base.Add(delay); next.After(h.NextAllowed) || f.WasSent() {
		h.NextAllowed = next
	}
	return h
}

const (
	// failuresForRest is the number of exchanges in a row that must fail before the host rests:
	// one lost page is not a broken host. An origin that no request ever reached does not make
	// its host rest: anybody can name ports of a host without a server, and their robots files
	// are requested less and less often anyway.
	failuresForRest = 3
	// failuresOfURLs is the number of consecutive URLs with 503 that may be at fault themselves
	// instead of their host, and doublingsOfURLs limits how far they double its rest.
	failuresOfURLs  = 16
	doublingsOfURLs = 3
	// maxFailures is the maximum of the count of failures.
	maxFailures = 1 << 15
	// maxDoublings is the maximum of Host.Backoff: the rest is then maxBackoff.
	maxDoublings = 10
)

// failed reports whether the exchange says that the host is in trouble: no answer, a body that
// broke off, or a gateway that got no answer itself.
func failed(f *aranea.Fetched) bool {
	switch f.Status {
	case 0, statusBadGateway, statusGatewayTimeout:
		return true
	}
	return f.Failure == aranea.NetTimeout || f.Failure == aranea.NetReset
}

// slow returns the delay that a slow answer causes, 0 after a quick one.
func slow(f *aranea.Fetched) time.Duration {
	if f.Status == 0 || f.TTFB < slowAnswer {
		return 0
	}
	return min(f.TTFB, maxSlow/slowFactor) * slowFactor
}

// count adds one failure in a row.
func count(h aranea.Host) aranea.Host {
	if h.Failures < maxFailures {
		h.Failures++
	}
	return h
}

// refused makes a host rest that answers 429 or 503. Consecutive URLs that answer 503, each for
// the first time, are failures in a row. The first of them doubles the rest in any case, so the
// rest of a host with good answers in between keeps growing.
func refused(h aranea.Host, status int, again bool, now time.Time) aranea.Host {
	if status == statusTooManyRequests {
		return raise(h, false, maxDoublings, now)
	}
	most := uint8(maxDoublings)
	if !again {
		h = count(h)
	}
	if h.Failures > 1 && h.Failures <= failuresOfURLs && !h.Throttled {
		most = doublingsOfURLs
	}
	return raise(h, again, most, now)
}

// raise adds one doubling, at most once per running delay and up to most. A URL that asks for
// rest again adds none, and the rest that it causes does not count as time in which the host
// behaved.
func raise(h aranea.Host, again bool, most uint8, now time.Time) aranea.Host {
	switch {
	case h.Backoff > 0 && now.Before(h.BackoffAt.Add(rest(h)/2)):
		return h
	case again && h.Backoff > 0:
		if h.BackoffAt = h.BackoffAt.Add(rest(h)); h.BackoffAt.After(now) {
			h.BackoffAt = now
		}
		return h
	}
	if h.Backoff < most {
		h.Backoff++
	}
	h.BackoffAt = now
	return h
}

// good reports whether the exchange says that the host is healthy: a quick answer that neither
// asks for rest, nor refuses the robot, nor reports a server error.
func good(f *aranea.Fetched) bool {
	switch f.Status {
	case statusUnauthorized, statusForbidden, statusTooManyRequests:
		return false
	}
	return !failed(f) && slow(f) == 0 && f.Status < statusServerError
}

// forgive reverts doublings for the time that the host behaved, and for a good answer, unless
// the host said that we ask too often.
func forgive(h aranea.Host, f *aranea.Fetched, now time.Time) aranea.Host {
	if h.Backoff > 0 && !h.Throttled && good(f) {
		h.BackoffAt = h.BackoffAt.Add(-(forgiveness + rest(h)) / goodAnswers)
	}
	for h.Backoff > 0 && now.Sub(h.BackoffAt) >= forgiveness+rest(h) {
		h.BackoffAt = h.BackoffAt.Add(forgiveness + rest(h))
		h.Backoff--
	}
	return h
}

// rest returns the rest that the host's back-off requires.
func rest(h aranea.Host) time.Duration {
	if h.Backoff == 0 {
		return 0
	}
	if h.Backoff >= maxDoublings {
		return maxBackoff
	}
	return min(backoffUnit<<(h.Backoff-1), maxBackoff)
}

// RetryAfter reads a Retry-After field (RFC 9110 section 10.2.3): seconds or a date. It returns
// 0 for an unreadable or past value and at most maxRetryAfter.
func RetryAfter(value string, now time.Time) time.Duration {
	return min(max(acquire.RetryAfter(value, now), 0), maxRetryAfter)
}

const (
	statusUnauthorized       = 401
	statusForbidden          = 403
	statusTooManyRequests    = 429
	statusServerError        = 500
	statusBadGateway         = 502
	statusServiceUnavailable = 503
	statusGatewayTimeout     = 504
)
