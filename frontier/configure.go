package frontier

import "time"

// A Pace is what a crawl may choose of the Options while the frontier is open.
type Pace struct {
	// Delay, PerHost and MaxPages are as in Options.
	Delay    time.Duration
	PerHost  int
	MaxPages uint64
}

// Configure sets the pace of the next crawl. It is called while no lease is out.
// Hosts that are in memory take the new delay at once, and what a site asked for
// beyond it stays; hosts that the network rules of an earlier crawl refused are
// asked anew.
func (f *Frontier) Configure(p Pace) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opt.Delay, f.opt.PerHost, f.opt.MaxPages = p.Delay, max(p.PerHost, 1), p.MaxPages
	for _, s := range f.hosts {
		f.wish(&s.hostRecord)
		s.clock.measure()
		s.refusal = ""
		f.reschedule(s)
	}
}
