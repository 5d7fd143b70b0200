package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Lease returns at most max leases of hosts that may be requested now. The clocks that they move
// are durable when it returns. Without a lease, wake is the instant to ask again. It is zero if
// there is nothing to wait for: either leases are out, and Commit makes new ones possible, or
// the crawl is finished, because nothing is queued any more or the page limit has been reached.
//
// If the host's robots copy is missing or stale, the lease is for its robots file, and no page
// of the host is leased until its outcome is committed. A redirect of the robots file is
// followed by an outcome without a copy whose Entry is queued with the target as URL and one
// more hop: the next lease of the host is for that URL, at the pace of that URL's host.
func (f *Frontier) Lease(ctx context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error) {
	wait, err := func() (func() error, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if err := f.usable(ctx); err != nil {
			return nil, err
		}
		var wait func() error
		leases, wait, err = f.leaseAll(record.InstantOf(now), max)
		if err != nil {
			return nil, f.fail(err)
		}
		if len(leases) == 0 {
			wake = f.wake(max)
		}
		return wait, nil
	}()
	if err == nil && wait != nil {
		err = f.await(wait, "lease")
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	return leases, wake, nil
}

// leaseAll makes leases and starts the batch with their clocks; wait is nil if no clock moved.
func (f *Frontier) leaseAll(now record.Instant, max int) (leases []aranea.Lease, wait func() error, err error) {
	if err := f.boundAll(now); err != nil {
		return nil, nil, err
	}
	if f.waiting != 0 && f.waiting <= now {
		if err := f.promote(now); err != nil {
			return nil, nil, err
		}
	}
	b := f.kv.NewBatch()
	moved := false
	f.expire(now)
	f.expireClaims(now)
	f.unlimit()
	f.ready.Release(now)
	for f.demoted = 0; len(leases) < max && f.demoted < demoteMax; {
		first := f.ready.First(max - len(leases))
		if first == nil || first.At > now {
			break
		}
		var l aranea.Lease
		c, err := f.leaseFrom(first, now, &l)
		if err != nil {
			return nil, nil, err
		}
		if c == nil { // the host has left its place, perhaps for one that is free as well
			f.ready.Release(now)
			continue
		}
		moved = c.put(b) || moved
		for _, x := range f.leases[l.ID].paced {
			moved = x.Pace.Put(b) || moved
		}
		leases = append(slices.Grow(leases, min(max-len(leases), 128)), l) // leases are large: allocate at once, within reason
	}
	f.windows.Shrink()
	if moved {
		if wait, err = f.startBatch(b); err != nil {
			return nil, nil, fmt.Errorf("lease: %w", err)
		}
	}
	f.evict()
	return leases, wait, nil
}

// wake returns the earliest instant at which a waiting entry is free, or a host that one of the
// free fetchers may be given; if a host must wait for its share of fetchers, leases are out.
func (f *Frontier) wake(fetchers int) time.Time {
	first := f.ready.First(fetchers)
	for first != nil && f.outOfTurn(first) {
		first = f.ready.First(fetchers)
	}
	wake := f.waiting
	if first != nil {
		at := max(first.At, 1) // a host that was never requested is always free
		if wake == 0 || at < wake {
			wake = at
		}
	}
	return wake.Time()
}

// leaseFrom makes one lease of the origin at the top of the heap and returns its host; nil if it
// cannot be leased now, in which case it has left its place.
func (f *Frontier) leaseFrom(p *dormant.Place, now record.Instant, lease *aranea.Lease) (*hostState, error) {
	s, err := f.state(p)
	if err != nil || s == nil {
		return nil, err
	}
	h, robots, err := f.wants(s, now)
	if err != nil || h == nil || h.stopped { // it is not known of a dormant one whether it is held
		f.unschedule(s)
		return nil, err
	}
	if s.free() > now || f.isLimited(s) || s.First != (record.Position{}) && f.after(s) > p.After { // the first entry comes later in the order than was known
		f.reschedule(s)
		return nil, nil
	}
	lookUp := f.mustLookUp(h, now)
	limit := 1
	if h.delay.Length == 0 && !robots && !lookUp {
		limit = f.opt.PerHost
	}
	if len(h.held) >= limit || h.looking {
		f.unschedule(s) // the outcome of a lease that is out brings it back
		return nil, nil
	}
	var link record.Queued
	if !robots && f.spent(h) {
		var ok bool
		if link, ok, err = f.passNew(s); err != nil || !ok {
			return nil, err
		}
	}
	s.run.Lease(s.place.Since)
	l := &leased{origin: s, host: h, lookUp: lookUp, paced: s.spacings(h, lookUp, f.paces.NodesAt(h.Address()))}
	if robots || lookUp {
		f.pickRobots(s, l)
	} else if err := f.pickPage(s, l, link); err != nil {
		return nil, err
	}
	f.grant(l, now, lease)
	return h, nil
}

// passNew finds what may be requested of an origin of which no new page may be, because of a page
// limit: what is first, if it is no new page, for which link is zero, or else the first target of a
// link that is only checked. If ok is false, the origin is not leased now.
func (f *Frontier) passNew(s *originState) (link record.Queued, ok bool, err error) {
	first := s.window.First(s.First)
	switch {
	case first.IsAgain() || first.IsLink():
		return link, true, nil
	case first.IsNamedNew():
		return link, false, f.demote(s)
	}
	link, ok, err = f.windows.FirstLink(f.kv, &s.window, s.id, s.keyed, s.out)
	if err == nil && !ok {
		f.limited[s.id] = true // until the limit permits a page, a link is due, or a lease that is out ends
		f.unschedule(s)
	}
	return link, ok, err
}

// grant hands a lease out and reserves the next request of everything that it affects.
func (f *Frontier) grant(l *leased, now record.Instant, lease *aranea.Lease) {
	s, h, id := l.origin, l.host, f.nextLease
	f.nextLease++
	view := s.view()
	l.fetcher = f.ready.Hold(s.place.Standing(), now, record.Micros(schedule.Patience(&view)))
	f.leases[id] = l
	send := now + record.Micros(f.opt.SendBudget)
	l.expires = send + leaseLife
	f.expires(l.expires)
	*lease = aranea.Lease{
		ID: id, Entry: l.entry.Entry, Host: view, SendBefore: send.Time(),
		LookUp: l.lookUp, Route: f.route(h),
	}
	if l.entry.Again { // until the outcome, its state and reason are those of the last visit; the lease shows the state as queued
		lease.Entry.State, lease.Entry.Again = aranea.StateQueued, false
	}
	lease.Spacing = f.reserve(l, id, now, send)
	s.place.Since = 0
	f.reschedule(s)
}

// wants returns the host of the next request for the origin and whether that is for the robots
// file. A nil host means that there is nothing to request now.
func (f *Frontier) wants(s *originState, now record.Instant) (h *hostState, robots bool, err error) {
	if s.hop != nil {
		return s.hop.host, true, nil
	}
	if err := f.windows.Refill(f.kv, &s.window, s.id, s.keyed, s.out); err != nil || s.window.Len() == 0 && !s.recheck {
		return nil, false, err
	}
	if s.Robots.Version == 0 || record.InstantAfter(s.Robots.Expires) <= now {
		if len(s.out) > 0 {
			return nil, false, nil // the outcomes of pages under way come first
		}
		return s.host, true, nil
	}
	if s.window.Len() == 0 {
		s.recheck = false
		return nil, false, nil
	}
	return s.host, false, nil
}

func (f *Frontier) pickRobots(s *originState, l *leased) {
	e := &l.entry
	e.URL, e.Kind, e.State, e.How = s.Origin.RobotsURL(), aranea.KindRobots, aranea.StateQueued, aranea.HowRobots
	if s.hop != nil {
		e.URL, e.Hops = s.hop.url, s.hop.hops
	}
	s.robots = true
}

// takeFirst takes the first entry out of the window of an origin.
func (f *Frontier) takeFirst(s *originState) (record.Queued, record.Entry, error) {
	q, v := f.windows.Take(&s.window)
	e, err := f.queued(q.ID(s.id), v)
	return q, e, err
}

// take takes an entry out of the window of an origin, wherever in its queue it is.
func (f *Frontier) take(s *originState, q record.Queued) (record.Entry, error) {
	e, err := f.queued(q.ID(s.id), s.window.Entry(q.ID(s.id)))
	f.windows.Remove(&s.window, q)
	return e, err
}

// queued reads an entry of a queue; v is its record, if that is at hand.
func (f *Frontier) queued(id weburl.ID, v []byte) (record.Entry, error) {
	e, known, err := f.entryOf(id, v)
	if err == nil && !known {
		err = record.Corrupt(record.EntryKey(id), errors.New("a queued entry is missing"))
	}
	return e, err
}

// demoteMax is the number of pages demoted at once, which takes some milliseconds: others get
// the lock in between, and the next Lease continues.
const demoteMax = 256

// demote moves the first page, which is new and first because it was named, after the pages of
// its origin that are visited again: a page limit permits no new one, and those must not wait
// for it. It need not be durable: after a crash it is repeated.
func (f *Frontier) demote(s *originState) error {
	was, e, err := f.takeFirst(s)
	if err != nil {
		return err
	}
	id := was.ID(s.id)
	e.Demote()
	b := f.kv.NewBatch()
	s.unqueue(b, was)
	m := move{s, e.Queued(id)}
	m.put(b)
	b.Put(record.EntryKey(id), e.Encode(nil, s.id))
	if err := f.fence(); err != nil {
		return err
	}
	if err := b.Commit(false); err != nil {
		return fmt.Errorf("queue a named page behind others: %w", err)
	}
	f.windows.Insert(&s.window, m.Queued)
	f.reschedule(s)
	f.demoted++
	return nil
}

// pickPage takes what is first in the queue of an origin or, if it is not zero, a link.
func (f *Frontier) pickPage(s *originState, l *leased, link record.Queued) (err error) {
	if link == (record.Queued{}) {
		l.queue, l.entry, err = f.takeFirst(s)
	} else {
		l.queue = link
		l.entry, err = f.take(s, link)
	}
	if err != nil {
		return err
	}
	if l.entry.IsNewPage() {
		f.spend(s.host)
	}
	s.out = append(s.out, l.queue)
	return nil
}

// promoteMax is the number of entries promoted at once.
const promoteMax = 1000

// promote moves waiting entries that are due to the queues of their hosts. It need not be
// durable: after a crash it is repeated.
func (f *Frontier) promote(now record.Instant) error {
	b := f.kv.NewBatch()
	var due []record.Instant
	var ids []weburl.ID
	for p, err := range f.kv.Scan(record.WaitKey(f.waitFrom, weburl.ID{}), record.WaitKey(now+1, weburl.ID{})) {
		if err != nil {
			return fmt.Errorf("promote waiting entries: %w", err)
		}
		at, id, err := record.ParseDue(p.Key)
		if err != nil {
			return err
		}
		due, ids = append(due, at), append(ids, id)
		if len(ids) == promoteMax {
			break
		}
	}
	var moved []move
	for i, id := range ids {
		m, err := f.promoteOne(b, id)
		if err != nil {
			return err
		}
		b.Delete(record.WaitKey(due[i], id))
		moved = append(moved, m)
		f.waitFrom = due[i]
	}
	if err := f.fence(); err != nil {
		return err
	}
	if err := b.Commit(false); err != nil {
		return fmt.Errorf("promote waiting entries: %w", err)
	}
	for _, m := range moved {
		f.windows.Insert(&m.origin.window, m.Queued)
		f.reschedule(m.origin)
	}
	return f.loadWaiting()
}

func (f *Frontier) promoteOne(b store.Batch, id weburl.ID) (move, error) {
	e, known, err := f.storedEntry(id)
	if err != nil {
		return move{}, fmt.Errorf("promote waiting entries: %w", err)
	}
	if !known {
		return move{}, record.Corrupt(record.EntryKey(id), errors.New("a waiting entry is missing"))
	}
	s, err := f.origin(e.URL.Origin(), id.Origin())
	if err != nil {
		return move{}, err
	}
	m := move{s, e.Queued(id)}
	m.put(b)
	if first := s.First.Earlier(m.Position); first != s.First {
		s.First = first
		b.Put(record.OriginKey(s.id), s.Encode(nil))
	}
	return m, nil
}
