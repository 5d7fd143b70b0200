package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/weburl"
)

// A Pace is the part of the Options that a crawl may choose while the frontier is open.
type Pace struct {
	// Delay, HostDelays, PerHost and MaxPages are as in Options.
	Delay      time.Duration
	HostDelays hostdelay.Delays
	PerHost    int
	MaxPages   uint64
	// MaxHostPages, MaxSitePages and MaxSiteLinks are as in Options.
	MaxHostPages, MaxSitePages, MaxSiteLinks uint64
	// Addresses is as in Options; a crawl behind a proxy looks up no names.
	Addresses bool
	// OnDisk is as in Options.
	OnDisk hostdelay.OnDisk
	// Order is as in Options. Queued entries keep their positions in the queues of their hosts
	// until Reorder.
	Order schedule.Order
	// Nodes and Shared are as in Options.
	Nodes  int
	Shared ratelimit.Shared
}

// Configure sets the pace of the next crawl. It must be called while no lease is out. Hosts in
// memory get the new delay at once, except for longer delays that sites asked for; hosts that
// the network rules of an earlier crawl refused may be requested again.
func (f *Frontier) Configure(p Pace) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opt.OnDisk = p.OnDisk
	f.setDelays(schedule.Delay(p.Delay), p.HostDelays)
	f.opt.PerHost, f.opt.MaxPages, f.opt.Addresses = max(p.PerHost, 1), p.MaxPages, p.Addresses
	f.opt.MaxHostPages, f.opt.MaxSitePages, f.opt.MaxSiteLinks = p.MaxHostPages, p.MaxSitePages, p.MaxSiteLinks
	f.paces.Share(p.Nodes, p.Shared)
	f.setOrder(p.Order)
	for _, h := range f.hosts {
		f.measure(h, 0)
	}
	for _, s := range f.origins {
		s.refusal = ""
		f.reschedule(s)
	}
	f.readmitAll(func(weburl.OriginID) bool { return true })
}

// setDelays sets the operator's delays.
func (f *Frontier) setDelays(general time.Duration, hosts hostdelay.Delays) {
	f.opt.Delay, f.opt.HostDelays = general, hosts
	f.paces.Unknown = record.Micros(hosts.Longest(general))
}

// Reorder moves the queued entries to the positions that the current order gives them, and
// returns how many have moved. Entries that wait for an instant are not moved.
func (f *Frontier) Reorder(ctx context.Context, now time.Time) (int, error) {
	f.mu.Lock()
	order := f.opt.Order
	f.mu.Unlock()
	return f.amend(ctx, now, Filter{State: aranea.StateQueued}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		if !e.Waits() || e.Due.After(now) || e.Rank == order.Rank(&e.Entry) {
			return nil, false
		}
		e.Rank = order.Rank(&e.Entry)
		return nil, true
	}})
}
