package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// leaseLife is how long after its SendBefore a lease expires: longer than any exchange, and the
// batch that commits it, can take.
const leaseLife = record.Instant(15 * time.Minute / time.Microsecond)

// expire ends the leases whose outcomes did not come in time, because their holders are gone.
// Their requests count as sent, and their entries are leased again.
func (f *Frontier) expire(now record.Instant) {
	if f.expiry == 0 || now < f.expiry {
		return
	}
	f.expiry = 0
	for id, l := range f.leases {
		if l.expires > now {
			f.expires(l.expires)
			continue
		}
		f.takeBack(id, l)
	}
}

// expires records when a lease ends by itself.
func (f *Frontier) expires(at record.Instant) {
	if f.expiry == 0 || at < f.expiry {
		f.expiry = at
	}
}

// takeBack ends a lease without an outcome. Nothing is written: its entry still has its key in
// the queue, and its reservation is durable.
func (f *Frontier) takeBack(id aranea.LeaseID, l *leased) {
	s, k := l.origin, l.host
	delete(f.leases, id)
	f.ready.End(l.fetcher)
	l.forfeit(id)
	if l.entry.Kind == aranea.KindRobots {
		s.robots = false
	} else {
		s.out = slices.DeleteFunc(s.out, func(q record.Queued) bool { return q == l.queue })
		f.windows.Insert(&s.window, l.queue)
		if l.entry.IsNewPage() {
			f.unspend(s, false)
		}
	}
	f.reschedule(s)
	f.rescheduleAll(k)
}

// Confirm returns those of the leases that are fenced: they have expired or ended, and their
// outcomes no longer count. The others do not expire before their outcomes have had time to be
// committed. It must be called before an outcome is applied elsewhere, for instance to the
// index. If another process has opened the store, the error is of kind denied. A lease that was
// never handed out is an error of kind invalid.
func (f *Frontier) Confirm(ctx context.Context, now time.Time, leases []aranea.LeaseID) (fenced []aranea.LeaseID, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	if err := f.fence(); err != nil {
		return nil, f.fail(err)
	}
	for _, id := range leases {
		l, out := f.leases[id]
		switch {
		case out:
			l.expires = max(l.expires, record.InstantOf(now)+leaseLife)
		case !f.handedOut(id):
			return nil, &aranea.Error{Op: "confirm lease", Kind: aranea.Invalid, Obj: fmt.Sprint(id), Err: errors.New("it was never handed out")}
		default:
			fenced = append(fenced, id)
		}
	}
	return fenced, nil
}

// handedOut reports whether a lease was handed out by this frontier, ended or not.
func (f *Frontier) handedOut(id aranea.LeaseID) bool {
	return id >= aranea.LeaseID(f.epoch<<epochShift) && id < f.nextLease
}

// heard returns the outcomes except those of leases that have ended, and these leases: their
// entries may be leased to others now, so their outcomes are dropped.
func (f *Frontier) heard(outcomes []aranea.Outcome) (live []aranea.Outcome, fenced []aranea.LeaseID) {
	for i := range outcomes {
		if id := outcomes[i].Lease; f.leases[id] == nil && f.handedOut(id) {
			fenced = append(fenced, id)
		}
	}
	if len(fenced) == 0 {
		return outcomes, nil
	}
	return slices.DeleteFunc(slices.Clone(outcomes), func(o aranea.Outcome) bool { return slices.Contains(fenced, o.Lease) }), fenced
}
