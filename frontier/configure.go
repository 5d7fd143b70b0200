package frontier

import "time"

// A Pace is what a crawl may choose of the Options while the frontier is open.
type Pace struct {
	// Delay, PerHost and MaxPages are as in Options.
	Delay    time.Duration
	PerHost  int
	MaxPages uint64
	// Addresses is as in Options; a crawl behind a proxy looks no names up.
	Addresses bool
}

// Configure sets the pace of the next crawl. It is called while no lease is out.
// Hosts that are in memory take the new delay at once, and what a site asked for
// beyond it stays; hosts that the network rules of an earlier crawl refused are
// asked anew.
func (f *Frontier) Configure(p Pace) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opt.Delay, f.opt.PerHost, f.opt.MaxPages, f.opt.Addresses = p.Delay, max(p.PerHost, 1), p.MaxPages, p.Addresses
	for _, h := range f.hosts {
		h.measure(f.opt.Delay)
	}
	for _, s := range f.origins {
		s.refusal = ""
		f.reschedule(s)
	}
}
