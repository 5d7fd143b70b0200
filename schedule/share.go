package schedule

import (
	"time"

	"github.com/aranea-search/aranea"
)

// A Standing says what a host has shown, which determines how many of the fetchers hosts of that
// standing may hold at once while others wait. The zero Standing gets the least.
type Standing uint8

// The standings, from the least on.
const (
	Stranger Standing = 0 // it never answered, or its last exchanges failed
	Known    Standing = 1 // it answers
	Trusted  Standing = 2 // it has returned a page, and answers without holding a fetcher for long

	// Standings is the number of standings.
	Standings = 3
)

// StandingOf returns the standing of a host. One failure is enough to lose it: a host that holds
// a fetcher until a limit ends the exchange does so once, and then only from the share of the
// strangers. If it returns a page at once after each failure, it is known again, but not
// trusted.
func StandingOf(h *aranea.Host) Standing {
	switch {
	case h.Failures > 0 || h.Backoff > 0 || h.Robots.Version == 0:
		return Stranger
	case h.Counts[aranea.CountFetched] == 0 || h.Held > longHold:
		return Known
	}
	return Trusted
}

// longHold is how long an answer may take without costing its host the trust: less than any
// patience, so that hosts that use up their patience are distinguished.
const longHold = 1500 * time.Millisecond

// heldFades is the part of Host.Held that remains after a short answer: a long answer is
// forgotten after some ten short ones.
const heldFades = 0.9

// heldByLarge is the least that a page above FreeBytes counts.
const heldByLarge = 2 * longHold

// held returns Host.Held after an exchange. It follows long answers at once, and short ones
// slowly. The time that a page waits for us after its answer does not count.
func held(before time.Duration, f *aranea.Fetched) time.Duration {
	last := time.Duration(0)
	if f.WasSent() {
		last = f.Ended.Sub(f.Sent)
	}
	if f.Size > FreeBytes { // it waits for memory and processors with other large ones
		last = max(last, heldByLarge)
	}
	return max(last, time.Duration(float64(before)*heldFades))
}

// A Share says how the fetchers of a crawl are held, and who waits for them.
type Share struct {
	Total int // number of fetchers
	Free  int // idle ones
	// Held counts leases by standing, except those that are long (see LongShare). It includes
	// those whose fetcher is free and whose outcome has not been committed yet.
	Held [Standings]int
	// Waiting counts hosts with work.
	Waiting [Standings]int
}

// LongShare is the divisor of the part of the fetchers that long holds may take beyond the share
// of a standing: a few slow exchanges must not block the many quick ones of similar hosts.
const LongShare = 8

// HasRoom reports whether a host of standing s may be given one of the fetchers.
//
// Five eighths of the fetchers are reserved from strangers and three eighths from known hosts,
// as far as hosts of a higher standing could use them: without such hosts nothing is reserved.
// Including long holds beyond the shares, a quarter is always left to trusted hosts.
func (x *Share) HasRoom(s Standing) bool {
	if x.Free <= 0 {
		return false
	}
	trusted := x.Held[Trusted] + x.Waiting[Trusted]
	switch s {
	case Stranger:
		return x.leaves(min(x.Total*5/8, trusted+x.Held[Known]+x.Waiting[Known]), x.Held[Stranger])
	case Known:
		return x.leaves(min(x.Total*3/8, trusted), x.Held[Stranger]+x.Held[Known])
	}
	return true
}

// leaves reports whether kept fetchers remain for others when one more is given to hosts that
// hold some: certainly if more are free, because not every held lease still has a fetcher.
func (x *Share) leaves(kept, held int) bool { return x.Free > kept || held < x.Total-kept }

// How long an exchange with a host may take before it counts as slow. Only some slow exchanges
// may be under way at once.
const (
	trustedPatience = 5 * time.Second
	otherPatience   = 2 * time.Second
	// pagesForPatience is the number of pages that a trusted host must have returned for the
	// longer patience.
	pagesForPatience = 3
	// firstConnect is how long the first connection to a host may take. If it needs longer it is
	// retried, with all the time that a request has.
	firstConnect = 2 * time.Second
)

// Patience returns how long an exchange with the host may take before it counts as slow.
func Patience(h *aranea.Host) time.Duration {
	if StandingOf(h) == Trusted && h.Counts[aranea.CountFetched] >= pagesForPatience {
		return trustedPatience
	}
	return otherPatience
}

// ConnectLimit returns how long a connection to the host may take; 0 means no separate limit.
func ConnectLimit(h *aranea.Host) time.Duration {
	if h.Robots.Version == 0 && h.Failures == 0 {
		return firstConnect
	}
	return 0
}

// A page of up to FreeBytes costs its host only the delay; a larger one adds a second for each
// loadRate bytes, up to MaxLoad. The memory and time that a page takes here grow with its size,
// and hosts with large pages should not take more than others.
const (
	FreeBytes = 1 << 20
	loadRate  = 256 << 10
	MaxLoad   = time.Minute
)

// load returns the delay that a large page causes, 0 for others.
func load(f *aranea.Fetched) time.Duration {
	if f.Size <= FreeBytes {
		return 0
	}
	return min(time.Duration(f.Size/loadRate)*time.Second, MaxLoad)
}
