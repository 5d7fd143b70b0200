package aranea

import (
	"net/netip"
	"time"
)

// A LeaseID names one lease. It is unique within a data folder.
type LeaseID uint64

// A Lease is the right to make one request for one entry. It was made durable,
// together with the host's next allowed instant, before it was handed out. A
// lease that is not ended by an Outcome ends a while after SendBefore, or when the
// frontier is opened again: the entry is then leased anew.
type Lease struct {
	ID    LeaseID
	Entry Entry
	Host  Host
	// SendBefore is the instant after which the request must not leave: the
	// host's next allowed instant was computed from it.
	SendBefore time.Time
	// LookUp says that there is no request: the addresses of the URL's host are looked up.
	LookUp bool
	// Route is where the request goes; zero if the fetcher has to find out.
	Route Route
	// Spacing is how far the request must be from others.
	Spacing Spacing
}

// A Spacing is how far a request is from others at the instant it leaves. The zero
// value is for requests without delays.
type Spacing struct {
	Behind time.Duration `json:"behind_ns"` // from the last one to the same host name
	Apart  time.Duration `json:"apart_ns"`  // to the next one to the same address; behind a proxy, to the same site
}

// A Route is where a request goes: to Address and to no other, or nowhere, if the
// host's name could not be looked up.
type Route struct {
	Address netip.Addr
	Failure Reason // why there is no Address, ReasonNone if there is one
	Detail  string
}

// A Resolution is what the look-up of a host's name came to.
type Resolution struct {
	Addresses []netip.Addr // those that may be connected to, the first one to try first; none with a Failure
	Failure   Reason
	Detail    string
}
