package schedule

import (
	"time"

	"github.com/aranea-search/aranea"
)

// AddressShare is the number of hosts at one address that may each be requested at their own
// delay before they have to share the address. Hosts served from one machine are mostly small;
// the machine bears more than what one site asks for, but not without limit.
const AddressShare = 8

// Apart returns the distance between requests to the hosts of one address, for a host with a
// delay of its own. The first request to a host counts in full, because new names cost nothing.
// What a host asks for beyond the operator's delay, or beyond a second if that is more, does not
// delay other hosts any longer: otherwise a few hosts with absurd values would have the address
// for themselves.
func Apart(delay, operator time.Duration, first bool) time.Duration {
	if !first {
		delay /= AddressShare
	}
	return min(delay, max(operator, DefaultDelay))
}

const (
	// AddressLife is how long the addresses of a name are used.
	AddressLife = time.Hour
	// AddressRetry is when a name without an address is looked up again.
	AddressRetry = 30 * time.Second
)

// Reached returns the instant from which the delay after an exchange counts, on the clock of
// now: the first byte of the answer, because by then the request has certainly arrived, so that
// the site never sees two requests closer than the delay. Without an answer it is the end of the
// exchange, or now.
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

// DelayFrom returns the instant from which the delay after a request outside of the queue
// counts: what Reached returns, or what the answer asks for with Retry-After, if that is later.
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
