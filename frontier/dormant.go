package frontier

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/clocks"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/scheduler"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/weburl"
)

// An origin with work has a place in the queue of turns as long as it has work. Its state need
// not be in memory for that: the least recently used origins are dormant, and are loaded from
// their records when their turn comes or when something of them changes. Meanwhile a place may
// be too early, but never too late: what makes a host wait longer is found when it is loaded.

// dormantCount returns the number of dormant origins.
func (f *Frontier) dormantCount() int { return f.ready.Len() - len(f.origins) }

// seat returns what the place stores while the origin is dormant.
func (s *originState) seat() dormant.Seat {
	t := s.trouble()
	x := dormant.Seat{
		Answers: dormant.Millis(s.answers), Wish: dormant.Millis(s.host.Wished().Delay), Queued: dormant.Count(t.Queued),
		Trouble: t.Reason, Again: s.Counts[aranea.CountDue]+s.Counts[aranea.CountLinksWaiting] > 0,
	}
	switch own := s.host.operator; own.Source {
	case hostdelay.Own:
		x.Own = dormant.OwnDelayOf(own.Length)
	case hostdelay.Folder:
		x.Own, x.Wish = dormant.OwnDelayOf(0), 0
	}
	switch h := s.host; {
	case h.address != nil:
		x.Pace = h.address.Key
	case h.site != nil:
		x.Pace = h.site.Key
	}
	return x
}

// evictTries is the number of origins that one call examines that cannot be evicted.
const evictTries = 256

// evict removes origins from memory until at most loadedMax are left. It runs after a batch was
// started, which is not undone if evict fails: the error is returned by the next call.
func (f *Frontier) evict() {
	f.divide()
	if len(f.origins) <= f.loadedMax {
		return
	}
	b, early := f.kv.NewBatch(), false
	for tries := 0; len(f.origins) > f.loadedMax && tries < evictTries; {
		s := f.recent.Back().Value.(*originState)
		if !f.canEvict(s) {
			f.recent.MoveToFront(s.used)
			tries++
			continue
		}
		if s.run.Goes() { // its run is over
			s.run = scheduler.Run{}
			f.reschedule(s)
		}
		early = f.markClock(s.host).put(b) || early
		s.place.Item = s.seat()
		f.windows.Drop(&s.window)
		f.recent.Remove(s.used)
		delete(f.origins, s.id)
		f.dormant.Put(s.id, &s.originRecord)
		s.host.leave(s)
		f.releaseHost(s.host)
	}
	if !early {
		return
	}
	err := f.fence()
	if err == nil {
		err = b.Commit(false)
	}
	if err != nil {
		_ = f.fail(fmt.Errorf("let origins go: %w", err))
	}
}

// canEvict reports whether all that is known of an origin is in its records and its seat, and
// its place or the page limit brings it back.
func (f *Frontier) canEvict(s *originState) bool {
	h := s.host
	switch {
	case s.robots || s.hop != nil || s.recheck || s.anew || s.refusal != "" || len(s.out) > 0 || h.looking || len(h.held) > 0:
		return false
	case h.changed || h.next() > h.storedNext:
		return false
	case h.unresolved.Failure != aranea.ReasonNone && h.LookUp > s.place.At:
		return false // its next visit must fail because of this, without another look-up
	}
	return s.place.Queued() || f.limited[s.id]
}

// state returns the origin of a place, and loads it if it is dormant. It returns nil if the
// origin has left its place.
func (f *Frontier) state(p *dormant.Place) (*originState, error) {
	if s := f.origins[p.ID]; s != nil {
		f.recent.MoveToFront(s.used)
		return s, nil
	}
	if f.isDormantLimited(p) || f.mustWait(p) {
		return nil, nil
	}
	r, found, err := f.dormant.Of(p.ID)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, record.Corrupt(record.OriginKey(p.ID), record.ErrRecord)
	}
	return f.bring(r, p.ID)
}

// mustWait reports whether the pace of a dormant origin is known to be taken, and if so moves
// the origin to a later place, so that it is not loaded in vain.
func (f *Frontier) mustWait(p *dormant.Place) bool {
	if p.Item.Delay(f.opt.Delay) == 0 {
		return false
	}
	at := f.paces.Next(p.Item.Pace)
	if at == 0 {
		return false
	}
	later := max(at-p.Since, 0)
	p.At, p.Since, p.After = at, p.Since+later, p.After+later
	f.ready.Put(p, p.Standing())
	return true
}

// isDormantLimited reports whether the page limit of the crawl prevents a dormant origin from
// being requested, and if so removes it from the queue.
func (f *Frontier) isDormantLimited(p *dormant.Place) bool {
	if p.Item.InMemory || p.Item.Again || !f.exhausted() {
		return false
	}
	f.ready.Remove(p)
	f.limited[p.ID] = true
	return true
}

// outOfTurn removes an origin from the queue if a page limit prevents it from being requested,
// and reports whether it did.
func (f *Frontier) outOfTurn(p *dormant.Place) bool {
	s := f.origins[p.ID]
	if s == nil {
		return f.isDormantLimited(p)
	}
	if !f.isLimited(s) {
		return false
	}
	f.reschedule(s)
	return true
}

// readmit returns an origin to its place that a page limit had removed.
func (f *Frontier) readmit(id weburl.OriginID) {
	if s, ok := f.origins[id]; ok {
		f.reschedule(s)
	} else if p := f.ready.Find(id); p != nil {
		f.ready.Put(p, p.Standing())
	}
}

// readmitAll readmits those of the limited origins that fit, as far as the limits allow.
func (f *Frontier) readmitAll(fits func(weburl.OriginID) bool) {
	var ids []weburl.OriginID
	for id := range f.limited {
		if fits(id) {
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		delete(f.limited, id)
		f.readmit(id)
	}
}

// dormantTroubles adds the troubles of dormant origins: how many there are, and those with the
// most entries.
func (f *Frontier) dormantTroubles(all *aranea.Troubles, max int) error {
	list, origins, queued := dormant.Troubled(&f.ready, max)
	all.Hosts += origins
	all.Queued += queued
	for _, p := range list {
		r, found, err := f.storedOrigin(p.ID)
		if err != nil || !found {
			return err
		}
		h, err := clocks.Stored(f.kv, p.ID, r.Origin.Host())
		if err != nil {
			return err
		}
		s := originState{originRecord: r, host: &hostState{Host: h}}
		all.List = append(all.List, s.trouble())
	}
	return nil
}
