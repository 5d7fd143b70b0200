package frontier

import (
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Lease returns at most max leases of hosts that may be asked now. The clocks
// they move are durable when it returns. Without a lease, wake is the instant
// to ask again; it is zero if nothing waits for an instant, that is, if nothing
// is queued but what is leased already.
func (f *Frontier) Lease(ctx context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return nil, time.Time{}, f.broken
	}
	if err := ctx.Err(); err != nil {
		return nil, time.Time{}, err
	}
	if !f.waiting.IsZero() && !f.waiting.After(now) {
		if err := f.promote(now); err != nil {
			return nil, time.Time{}, f.fail(err)
		}
	}
	clocks := f.kv.NewBatch()
	durable := false
	for len(leases) < max && len(f.ready) > 0 && !f.ready[0].at.After(now) {
		s := f.ready[0]
		l, c, err := f.leaseFrom(s, now)
		if err != nil {
			return nil, time.Time{}, f.fail(err)
		}
		if l == nil {
			continue // leaseFrom moved the host out of the way
		}
		if c.next.After(l.Host.NextAllowed) {
			clocks.Put(clockKey(c.name), encodeClock(c.next))
			durable = true
		}
		leases = append(leases, *l)
	}
	if durable {
		if err := clocks.Commit(true); err != nil {
			return nil, time.Time{}, f.fail(fmt.Errorf("lease: %w", err))
		}
	}
	if len(leases) == 0 {
		wake = f.wake()
	}
	return leases, wake, nil
}

func encodeClock(t time.Time) []byte {
	w := newWriter()
	w.time(t)
	return w.b
}

// wake returns the earliest instant at which a host or a waiting entry is free.
func (f *Frontier) wake() time.Time {
	wake := f.waiting
	if len(f.ready) > 0 && (wake.IsZero() || f.ready[0].at.Before(wake)) {
		wake = f.ready[0].at
	}
	return wake
}

// leaseFrom makes one lease of the host at the top of the heap. It returns nil
// if the host cannot be leased now; the host then has left its place.
func (f *Frontier) leaseFrom(s *hostState, now time.Time) (*aranea.Lease, *clock, error) {
	if s.robots {
		f.drop(s) // Commit brings it back
		return nil, nil, nil
	}
	entry, q, c, err := f.next(s, now)
	if err != nil || entry == nil {
		f.drop(s)
		return nil, nil, err
	}
	delay := s.host.Delay
	limit := 1
	if delay == 0 && entry.Kind == aranea.KindPage {
		limit = f.opt.PerHost
	}
	if c.inflight >= limit {
		c.waiters = append(c.waiters, s)
		f.restore(s, entry, q)
		f.drop(s)
		return nil, nil, nil
	}
	if c.next.After(now) {
		f.restore(s, entry, q)
		f.push(s)
		if !s.at.After(now) { // the clock of a robots redirect's host
			s.at = c.next
			heap.Fix(&f.ready, s.index)
		}
		return nil, nil, nil
	}
	l := &leased{host: s, clock: c, entry: *entry, queue: q, prev: c.next}
	send := now.Add(f.opt.SendBudget)
	lease := &aranea.Lease{ID: f.nextLease, Entry: *entry, Host: s.host, SendBefore: send}
	lease.Host.NextAllowed = c.next
	f.nextLease++
	if delay > 0 {
		c.next = send.Add(delay)
	}
	c.inflight++
	s.inflight++
	f.leases[lease.ID] = l
	if entry.Kind == aranea.KindRobots {
		s.robots = true
		f.drop(s)
		return lease, c, nil
	}
	f.pages++
	s.out = append(s.out, q)
	f.push(s)
	return lease, c, nil
}

// next returns what the host is to be visited for: its robots file if the copy
// is missing or stale, else the first entry of its queue. A nil entry means
// nothing.
func (f *Frontier) next(s *hostState, now time.Time) (*aranea.Entry, queued, *clock, error) {
	if s.hop != nil {
		c, err := f.clock(s.hop.url.Host())
		if err != nil {
			return nil, queued{}, nil, err
		}
		return &aranea.Entry{URL: s.hop.url, Kind: aranea.KindRobots, State: aranea.StateQueued, How: aranea.HowRobots, Hops: s.hop.hops}, queued{}, c, nil
	}
	if s.host.Counts.Queued == 0 || f.exhausted() {
		return nil, queued{}, nil, nil
	}
	if s.host.Robots.Version == 0 || !s.host.Robots.Expires.After(now) {
		if s.inflight > 0 && s.host.Robots.Version != 0 {
			return nil, queued{}, nil, nil // wait for the pages under way
		}
		if !s.pending() {
			return nil, queued{}, nil, nil
		}
		if err := f.refill(s); err != nil || len(s.window) == 0 {
			return nil, queued{}, nil, err
		}
		return &aranea.Entry{URL: s.host.Origin.RobotsURL(), Kind: aranea.KindRobots, State: aranea.StateQueued, How: aranea.HowRobots}, queued{}, s.clock, nil
	}
	if err := f.refill(s); err != nil || len(s.window) == 0 {
		return nil, queued{}, nil, err
	}
	q := s.window[0]
	s.window = s.window[1:]
	key := entryKey(q.id)
	v, err := f.kv.Get(key)
	if err != nil {
		return nil, queued{}, nil, fmt.Errorf("read queued entry %s: %w", q.id, err)
	}
	e, err := decodeEntry(key, v)
	if err != nil {
		return nil, queued{}, nil, err
	}
	return &e, q, s.clock, nil
}

// exhausted reports whether the page limit is reached, counting pages under way.
func (f *Frontier) exhausted() bool {
	return f.opt.MaxPages > 0 && f.counts.Fetched+f.pages >= f.opt.MaxPages
}

// refill reads the next part of the host's queue if the window is empty.
func (f *Frontier) refill(s *hostState) error {
	if len(s.window) > 0 || s.whole {
		return nil
	}
	lo := append(append([]byte(nil), s.edge[:]...), 0) // beyond the edge: no deleted keys are met
	if s.edge == [queueLen]byte(queueKey(s.id, 0, 0)) {
		lo = s.edge[:]
	}
	hi := after(append([]byte{tableQueue}, s.id[:]...))
	s.window = s.window[:0:0]
	s.whole = true
	for p, err := range f.kv.Scan(lo, hi) {
		if err != nil {
			return fmt.Errorf("read queue of %s: %w", s.host.Origin, err)
		}
		if len(p.Key) != queueLen || len(p.Value) != idLen {
			return corrupt(p.Key, errRecord)
		}
		if len(s.window) == windowMax/2 {
			s.whole = false
			break
		}
		if q := (queued{key: [queueLen]byte(p.Key), id: weburl.ID(p.Value)}); !slices.Contains(s.out, q) {
			s.window = append(s.window, q)
		}
	}
	if n := len(s.window); n > 0 {
		s.edge = s.window[n-1].key
	}
	return nil
}

// restore puts an entry that was taken but not leased back.
func (f *Frontier) restore(s *hostState, e *aranea.Entry, q queued) {
	if e.Kind == aranea.KindPage {
		s.insert(q)
	}
}

// drop takes the host out of the heap.
func (f *Frontier) drop(s *hostState) {
	if s.index >= 0 {
		heap.Remove(&f.ready, s.index)
	}
}

// promote moves waiting entries that are due to the queues of their hosts.
func (f *Frontier) promote(now time.Time) error {
	hi := binary.BigEndian.AppendUint64([]byte{tableWait}, uint64(stamp(now))+1)
	b := f.kv.NewBatch()
	type move struct {
		s *hostState
		q queued
	}
	var moves []move
	for p, err := range f.kv.Scan([]byte{tableWait}, hi) {
		if err != nil {
			return fmt.Errorf("promote waiting entries: %w", err)
		}
		if len(p.Key) != 1+8+idLen {
			return corrupt(p.Key, errRecord)
		}
		id := weburl.ID(p.Key[9:])
		key := entryKey(id)
		v, err := f.kv.Get(key)
		if errors.Is(err, store.ErrNotFound) {
			return corrupt(key, err)
		}
		if err != nil {
			return fmt.Errorf("promote waiting entries: %w", err)
		}
		e, err := decodeEntry(key, v)
		if err != nil {
			return err
		}
		s, err := f.host(e.URL.Origin())
		if err != nil {
			return err
		}
		q := f.enqueue(b, s, e.Depth, id)
		b.Delete(p.Key)
		moves = append(moves, move{s, q})
		if len(moves) >= promoteMax {
			break
		}
	}
	if err := f.commitMeta(b); err != nil {
		return fmt.Errorf("promote waiting entries: %w", err)
	}
	for _, m := range moves {
		m.s.insert(m.q)
		f.push(m.s)
	}
	return f.loadWaiting()
}

// promoteMax bounds the entries promoted at once.
const promoteMax = 1000

// enqueue writes a queue key with the next sequence number.
func (f *Frontier) enqueue(b store.Batch, s *hostState, depth uint16, id weburl.ID) queued {
	f.sequence++
	q := queued{key: [queueLen]byte(queueKey(s.id, depth, f.sequence)), id: id}
	b.Put(q.key[:], id[:])
	return q
}

// commitMeta adds the sequence number and commits the batch with sync.
func (f *Frontier) commitMeta(b store.Batch) error {
	b.Put(keySequence, binary.BigEndian.AppendUint64(nil, f.sequence))
	return b.Commit(true)
}
