package revisit

import (
	"slices"
	"time"
)

// maxNames is the number of hosts and sites of an order up to which it is remembered. A larger one
// begins again if it is interrupted.
const maxNames = 1000

// An Order says that all URLs of some hosts are to be visited again.
type Order struct {
	// Since is when it was given. What was visited since is not visited again for it.
	Since time.Time `json:"since"`
	// Hosts and Sites are the host names and registrable domains, in order; none means all.
	Hosts []string `json:"hosts,omitempty"`
	Sites []string `json:"sites,omitempty"`
	// Queued says that all its URLs are queued, durably, and its robots files have expired.
	Queued bool `json:"queued,omitempty"`
}

// same reports whether two orders are about the same hosts.
func (o *Order) same(p *Order) bool {
	return slices.Equal(o.Hosts, p.Hosts) && slices.Equal(o.Sites, p.Sites)
}

// Orders are those that are not carried out. They are not changed, only replaced.
type Orders []Order

// Add returns the orders with one that is given at an instant, and how it stands. If one for the
// same hosts was interrupted, that goes on. While a crawl is under way, nothing was interrupted: an
// order that is older than the new one gives way to it.
func (all Orders) Add(given Order, underWay bool) (Orders, Order) {
	i := slices.IndexFunc(all, func(o Order) bool { return o.same(&given) })
	if i >= 0 && (!underWay || !all[i].Since.Before(given.Since)) {
		return all, all[i]
	}
	rest := all.without(&given)
	if len(given.Hosts)+len(given.Sites) > maxNames {
		return rest, given
	}
	return append(rest, given), given
}

// Queue returns the orders after the URLs of one were queued.
func (all Orders) Queue(done Order) Orders {
	out := slices.Clone(all)
	for i := range out {
		if out[i].same(&done) && out[i].Since.Equal(done.Since) {
			out[i].Queued = true
		}
	}
	return out
}

// Equal reports whether two lists are the same.
func (all Orders) Equal(other Orders) bool {
	return slices.EqualFunc(all, other, func(a, b Order) bool {
		return a.same(&b) && a.Since.Equal(b.Since) && a.Queued == b.Queued
	})
}

// without returns the orders except one for the hosts of o.
func (all Orders) without(o *Order) Orders {
	return slices.DeleteFunc(slices.Clone(all), func(p Order) bool { return p.same(o) })
}
