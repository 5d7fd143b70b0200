package schedule

import (
	"time"

	"github.com/aranea-search/aranea"
)

// A Standing says what a host has shown, and with it how much of the fetchers
// hosts like it may hold at once while others wait. The zero standing gets least.
type Standing uint8

// The standings, from the least on.
const (
	Stranger Standing = 0 // it never answered, or its last exchanges failed
	Known    Standing = 1 // it answers
	Trusted  Standing = 2 // it gave a page, and answers without holding a fetcher for long

	// Standings is how many there are.
	Standings = 3
)

// StandingOf returns the standing of a host. One failure is enough to lose it: a
// host that holds a fetcher until a limit ends the exchange does so once, and then
// from the share of the strangers. If it gives a page at once after each failure,
// it is known again, and not trusted.
func StandingOf(h *aranea.Host) Standing {
	switch {
	case h.Failures > 0 || h.Backoff > 0 || h.Robots.Version == 0:
		return Stranger
	case h.Counts[aranea.CountFetched] == 0 || h.Held > longHold:
		return Known
	}
	return Trusted
}

// longHold is how long an answer may take without costing its host the trust: less
// than any patience, so that who uses that up is told from others.
const longHold = 1500 * time.Millisecond

// heldFades is the part of Host.Held that counts at the next visit: a long answer is
// forgotten after some ten short ones.
const heldFades = 0.9

// heldByLarge is what a page above FreeBytes counts at least.
const heldByLarge = 2 * longHold

// held returns Host.Held after an exchange. It follows long answers at once, and
// short ones slowly. What a page waits
// for us behind its answer does not count.
func held(before time.Duration, f *aranea.Fetched) time.Duration {
	last := time.Duration(0)
	if f.WasSent() {
		last = f.Ended.Sub(f.Sent)
	}
	if f.Size > FreeBytes { // it waits for memory and processors with others like it
		last = max(last, heldByLarge)
	}
	return max(last, time.Duration(float64(before)*heldFades))
}

// A Share says how the fetchers of a crawl are held, and who wants them.
type Share struct {
	Total int // fetchers that there are
	Free  int // of them, that have nothing to do
	// Held counts leases by standing, but for those that are held for long (see
	// LongShare). It counts those as well whose fetcher is free and whose outcome
	// is still to be committed.
	Held [Standings]int
	// Waiting counts hosts that have work.
	Waiting [Standings]int
}

// LongShare is the part of the fetchers, as its divisor, that may be held for long
// beyond the share of a standing: a few slow exchanges are not to keep out the many
// quick ones of hosts like theirs.
const LongShare = 8

// HasRoom reports whether a host of standing s may be given one of the fetchers.
//
// Five eighths of the fetchers are kept from strangers and three eighths from known
// hosts, as far as hosts of a higher standing could use them: without such hosts
// nothing is kept from anybody. With what is held for long beyond the shares, a
// quarter is left to trusted hosts whatever the others do.
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

// leaves reports whether so many fetchers stay kept for others when one more is
// given to those who hold some: surely if more are free, because not every lease
// that is held still has a fetcher.
func (x *Share) leaves(kept, held int) bool { return x.Free > kept || held < x.Total-kept }

// What hosts may take of an exchange before it is one of the slow ones, of which
// only some may be under way.
const (
	trustedPatience = 5 * time.Second
	otherPatience   = 2 * time.Second
	// pagesForPatience is how many pages a trusted host must have given for the
	// longer patience.
	pagesForPatience = 3
	// firstConnect is how long the first connection to a host may take. One that
	// needs longer is tried again, with all the time that a request has.
	firstConnect = 2 * time.Second
)

// Patience returns how long an exchange with the host may take before it is one
// of the slow ones.
func Patience(h *aranea.Host) time.Duration {
	if StandingOf(h) == Trusted && h.Counts[aranea.CountFetched] >= pagesForPatience {
		return trustedPatience
	}
	return otherPatience
}

// ConnectLimit returns how long a connection to the host may take; 0 says that no
// limit of its own is set.
func ConnectLimit(h *aranea.Host) time.Duration {
	if h.Robots.Version == 0 && h.Failures == 0 {
		return firstConnect
	}
	return 0
}

// A page of up to FreeBytes costs its host nothing but the delay; a larger one
// takes a second more for each loadRate bytes of it, up to MaxLoad. What a page
// costs us in memory and time grows with it, and hosts of large pages are not to
// take more of us than others.
const (
	FreeBytes = 1 << 20
	loadRate  = 256 << 10
	MaxLoad   = time.Minute
)

// load returns the delay that a large page brings, 0 after others.
func load(f *aranea.Fetched) time.Duration {
	if f.Size <= FreeBytes {
		return 0
	}
	return min(time.Duration(f.Size/loadRate)*time.Second, MaxLoad)
}
