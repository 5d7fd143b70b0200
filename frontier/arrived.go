package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// Arrived says that the request of a lease, whose visit goes on, had arrived at an
// instant, zero if none left: the delay of its host counts from there, and the host
// may be leased and claimed before the outcome. A lease that has ended is none.
func (f *Frontier) Arrived(ctx context.Context, id aranea.LeaseID, at time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	l, out := f.leases[id]
	if !out || l.lookUp {
		return nil
	}
	h := l.host
	h.release(id)
	if h.delay > 0 && !at.IsZero() {
		h.Next = max(h.Next, record.InstantAfter(at)+record.Micros(h.delay))
	}
	f.rescheduleAll(h)
	return nil
}
