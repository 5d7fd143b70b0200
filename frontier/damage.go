package frontier

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// maxAhead is the longest that a host or an entry can have to wait: a day, which bounds
// Retry-After, Visit-time and the age of a robots file, and an hour for clocks that are
// adjusted. An instant further ahead was stored under a wrong clock.
const maxAhead = record.Instant(25 * time.Hour / time.Microsecond)

// setBack is how far the clock may go back between two calls without a new check of stored
// instants.
const setBack = record.Instant(time.Minute / time.Microsecond)

// boundAll corrects instants that were stored under a clock that was far ahead: such hosts may
// be requested after one delay, and such entries wait no longer. It runs at the first lease, and
// when the clock has gone back.
func (f *Frontier) boundAll(now record.Instant) error {
	last := f.clockNow
	f.clockNow = now
	f.paces.At(now)
	if last != 0 && now >= last-setBack {
		return nil
	}
	f.paces.Begin(now)
	for _, h := range f.hosts {
		f.bound(h)
	}
	for _, s := range f.origins {
		f.boundRobots(s)
		f.reschedule(s)
	}
	for p := range dormant.All(&f.ready) {
		if !p.Queued() || p.At <= now+maxAhead && p.Since > 0 {
			continue
		}
		if p.At > now+maxAhead {
			p.At = now // its records are corrected when it is loaded
		}
		if p.Since == 0 {
			p.Since, p.After = now, p.After+now
		}
		f.ready.Put(p, p.Standing())
	}
	return f.boundWaiting(now)
}

// boundRobots corrects the expiry of a robots file.
func (f *Frontier) boundRobots(s *originState) {
	if f.clockNow != 0 && record.InstantOf(s.Robots.Expires) > f.clockNow+maxAhead {
		s.Robots.Expires = f.clockNow.Time()
		f.faults++
	}
}

// bound corrects the instants of one host.
func (f *Frontier) bound(h *hostState) {
	if f.clockNow == 0 {
		return
	}
	if h.Next > f.clockNow+maxAhead {
		h.Next = f.clockNow + record.Micros(h.delay.Length)
		f.faults++
	}
	if h.LookUp > f.clockNow+maxAhead {
		h.LookUp, h.changed = f.clockNow, true
	}
}

// boundWaiting queues entries that wait for an instant too far ahead.
func (f *Frontier) boundWaiting(now record.Instant) error {
	var ids []weburl.ID
	for p, err := range f.kv.Scan(record.WaitKey(now+maxAhead, weburl.ID{}), []byte{record.TableWait + 1}) {
		if err != nil {
			return fmt.Errorf("look at waiting entries: %w", err)
		}
		_, id, err := record.ParseDue(p.Key)
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil
	}
	c := f.begin(now.Time())
	atOnce := edit{change: func(e *record.Entry) ([]aranea.Event, bool) { e.Due = time.Time{}; return nil, true }}
	for _, id := range ids {
		if _, err := f.amendOne(c, id, atOnce); err != nil {
			return err
		}
	}
	f.faults += len(ids)
	wait, err := f.finish(c)
	if err != nil {
		return err
	}
	if err := wait(); err != nil {
		return err
	}
	return f.loadWaiting()
}
