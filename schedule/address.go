package schedule

import (
	"time"

	"github.com/aranea-search/aranea"
)

// AddressShare is how many hosts of one address may each be asked at the pace
// that their delay allows, before they have to share it. Hosts that are served
// together are mostly small; what one machine bears is more than what one site
// asks for, and not without bounds.
const AddressShare = 8

// Apart returns how far apart requests to the hosts of one address are, for a host
// with a delay of its own. The first request to a host counts whole, because
// whoever has names has as many as he likes. What a host wishes beyond the operator's
// delay, or a second if that is less, keeps nobody else away for longer: it is said of
// the host, and a few with an absurd wish would have the address for themselves.
func Apart(delay, operator time.Duration, first bool) time.Duration {
	if !first {
		delay /= AddressShare
	}
	return min(delay, max(operator, DefaultDelay))
}

const (
	// AddressLife is how long the addresses of a name count.
	AddressLife = time.Hour
	// AddressRetry is when a name that has none is looked up again.
	AddressRetry = 30 * time.Second
)

// Reached returns the instant from which the delay behind an exchange counts, by
// the clock that now was read from: the first byte of the answer, because by then
// the request had certainly arrived, so that the site never sees two requests
// closer than the delay. Without an answer it is the end of the exchange, or now.
func Reached(f *aranea.Fetched, now time.Time) time.Time {
	at := f.Ended
	if f.Status != 0 && f.TTFB > 0 {
		at = f.Sent.Add(f.TTFB)
	}
	if at.IsZero() {
		return now
	}
	return now.Add(at.Sub(now))
}

// DelayFrom returns the instant from which the delay behind a request outside of the
// queue counts: what Reached says, or what the answer asks for with Retry-After, if
// that is later.
func DelayFrom(f *aranea.Fetched, now time.Time) time.Time {
	at := Reached(f, now)
	if f.Status != statusTooManyRequests && f.Status != statusServiceUnavailable {
		return at
	}
	if rest := RetryAfter(f.Header.Get("Retry-After"), now); rest > 0 {
		return now.Add(rest)
	}
	return at
}
