// Package places limits how many requests of a kind are answered at once, and how many of them one reader has, so
// that nobody takes the places of all others.
//
// Floor: 6 (faces), a part of console. Stability: engine. Memory: 40 bytes for each reader who has a place. It does
// not know what is answered.
package places

import (
	"net/http"
	"net/netip"
	"sync"
)

// networkBits is how much of an address of version 6 tells a reader: who has one of them has the whole network.
const networkBits = 64

// Places are those for the requests of one kind. They are safe for concurrent use.
type Places struct {
	most, each int

	mu    sync.Mutex
	taken int
	by    map[netip.Prefix]int
}

// New returns places for most requests at once, each of them of any reader, or at most each of one reader if that is
// not 0.
func New(most, each int) *Places {
	return &Places{most: most, each: each, by: map[netip.Prefix]int{}}
}

// An Answer says whether there is a place.
type Answer int

// The answers.
const (
	Free  Answer = iota
	Full         // for nobody
	Yours        // the reader has as many as one may have
)

// Take takes a place for a reader with an address; the zero value counts for nobody. If the answer is Free, Leave
// gives the place back.
func (p *Places) Take(from netip.Addr) Answer {
	reader := readerOf(from)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.taken == p.most:
		return Full
	case p.each > 0 && reader.IsValid() && p.by[reader] >= p.each:
		return Yours
	}
	if p.taken++; p.each > 0 && reader.IsValid() {
		p.by[reader]++
	}
	return Free
}

// Leave gives a place back that was taken from an address.
func (p *Places) Leave(from netip.Addr) {
	reader := readerOf(from)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	if n := p.by[reader]; n > 1 {
		p.by[reader] = n - 1
	} else {
		delete(p.by, reader)
	}
}

// AreMany reports whether more than half of the places are taken.
func (p *Places) AreMany() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken > p.most/2
}

// translated are addresses of version 4 as a network of version 6 writes them (NAT64, RFC 6052).
var translated = netip.MustParsePrefix("64:ff9b::/96")

// readerOf returns who asks from an address; the zero value for nobody in particular.
func readerOf(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := from.BitLen()
	if from.Is6() && !translated.Contains(from) {
		bits = networkBits
	}
	reader, _ := from.Prefix(bits) // the zero value for the zero value
	return reader
}

// Unnamed passes requests on without the address of their peer, so that they count for nobody: those of monitoring may
// come by way of a proxy before all readers.
func Unnamed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		of := *r
		of.RemoteAddr = ""
		next(w, &of)
	}
}
