package target

import (
	"math"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Renewal says which visited URLs are queued for another visit.
type Renewal struct {
	Which schedule.Refreshing
	Max   int // the number of URLs at most, of those that are due
	// Hosts and Sites are the host names and registrable domains whose URLs are queued; if there
	// are none of both, those of all hosts are.
	Hosts, Sites []string
	// Only selects among these URLs; nil selects all.
	Only func(weburl.URL) bool
	// Since keeps out, of all URLs, those that were visited at this instant or later.
	Since time.Time
	// Anew makes the requests for all URLs unconditional, also for those that are queued already.
	Anew bool
}

// Queue queues an entry for another visit if it was visited and Only selects it, and reports whether that changes it.
func (r *Renewal) Queue(e *aranea.Entry) bool {
	if e.State != aranea.StateDone && e.State != aranea.StateGone || r.Only != nil && !r.Only(e.URL) {
		return false
	}
	changes := !e.Again
	if changes {
		e.Again, e.Due, e.Attempts = true, time.Time{}, 0
	}
	if none := (aranea.Validators{}); r.Anew && r.Which == schedule.RefreshAll && e.Validators != none {
		e.Validators, changes = none, true
	}
	return changes
}

// Limit returns the number of URLs at most.
func (r *Renewal) Limit() int {
	if r.Which == schedule.RefreshAll {
		return math.MaxInt
	}
	return r.Max
}

// Has reports whether a visit of an entry counts for the renewal already.
func (r *Renewal) Has(e *aranea.Entry) bool {
	return r.Which == schedule.RefreshAll && !r.Since.IsZero() && !e.VisitedAt.Before(r.Since)
}

// Covers returns a function that reports whether the URLs of an origin are queued.
func (r *Renewal) Covers() func(weburl.Origin) bool {
	hosts, sites := map[string]bool{}, map[string]bool{}
	for _, h := range r.Hosts {
		hosts[h] = true
	}
	for _, s := range r.Sites {
		sites[s] = true
	}
	all := len(hosts)+len(sites) == 0
	return func(o weburl.Origin) bool { return all || hosts[o.Host()] || len(sites) > 0 && sites[o.Site()] }
}

// Filters select the entries of the hosts and sites, site by site.
func (r *Renewal) Filters() []Filter {
	var all []Filter
	for _, s := range r.Sites {
		all = append(all, Filter{Site: s})
	}
	for _, h := range r.Hosts {
		all = append(all, Filter{Host: h})
	}
	if all == nil {
		return []Filter{{}}
	}
	return all
}
