package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// Arrived reports that the request of a lease has been answered while its visit continues:
// reached is when the request arrived, after the host as of the end of the exchange. The delay
// of the host counts from reached, and the host may be leased and claimed before the outcome,
// whose Host is then ignored, because later visits may have newer facts. For a lease that has
// ended it does nothing.
func (f *Frontier) Arrived(ctx context.Context, id aranea.LeaseID, reached time.Time, after aranea.Host) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	l, out := f.leases[id]
	if !out || l.lookUp || l.arrived {
		return nil
	}
	l.arrived = true
	f.noteHost(l.origin, &after)
	l.origin.NoteRefusals(&after, false, record.InstantOf(reached))
	h := l.host
	h.release(id)
	h.Next = max(h.Next, record.InstantAfter(after.NextAllowed))
	if h.delay.Length > 0 {
		h.Next = max(h.Next, record.InstantAfter(reached)+record.Micros(h.delay.Length))
	}
	f.rescheduleAll(h)
	return nil
}

// noteHost applies what an exchange showed of the origin and its host, but for the back-off if a later one raised that.
func (f *Frontier) noteHost(s *originState, after *aranea.Host) {
	h, at := s.host, record.InstantOf(after.BackoffAt)
	s.Failures, s.answers = after.Failures, after.Held
	if isOld := after.Backoff < h.Backoff && at < h.BackoffAt; !isOld && (h.Backoff != after.Backoff || h.BackoffAt != at || h.Throttled != after.Throttled) {
		h.Backoff, h.BackoffAt, h.Throttled, h.changed = after.Backoff, at, after.Throttled, true
		f.measure(h, 0)
	}
}
