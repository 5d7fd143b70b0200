package ratelimit

import (
	"net/netip"
	"time"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
)

// Shared tells what is known of addresses that other nodes of a cluster request as well. It is safe for
// concurrent use and does not block.
type Shared interface {
	// At returns how many nodes have been requesting an address lately, this one included, and how long
	// others still have their turns there.
	At(a netip.Addr) (nodes int, wait time.Duration)
}

// Share sets how many nodes request addresses, and who knows more of each address; nil if nobody does.
func (t *Table) Share(nodes int, shared Shared) { t.nodes, t.shared = nodes, shared }

// NodesAt returns how many nodes request an address.
func (t *Table) NodesAt(a netip.Addr) int {
	if t.shared == nil || !a.IsValid() {
		return t.nodes
	}
	nodes, _ := t.shared.At(a)
	return nodes
}

// Yield keeps hosts waiting for a pace as long as other nodes have their turns there, if it is that of an
// address.
func (t *Table) Yield(k *Pace, a netip.Addr, now record.Instant) {
	if t.shared == nil || k.Name != OfAddress(a) {
		return
	}
	if _, wait := t.shared.At(a); wait > 0 {
		k.Next = max(k.Next, now+record.Micros(wait))
	}
}

// leastLeeway is enough for one node to ask another on the same network, on busy machines as well.
const leastLeeway = 20 * time.Millisecond

// Leeway returns how long after the instant that several nodes of a cluster have agreed on a request to
// an address may leave that keeps others away for a distance.
func Leeway(apart time.Duration) time.Duration { return max(apart/schedule.AddressShare, leastLeeway) }

// Among returns the distance that each of so many nodes of a cluster keeps between its own leases at
// an address that all of them request, so that there is a turn for each: every node has an equal part
// of the rate that apart stands for, less the leeway of a turn. A site has one node, so delays of hosts
// stay as they are.
func Among(nodes int, apart time.Duration) time.Duration {
	if nodes < 2 || apart == 0 {
		return apart
	}
	return time.Duration(nodes) * (apart + Leeway(apart))
}
