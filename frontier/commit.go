package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A change collects what one call writes: the batch, and what memory takes over
// once the batch is durable.
type change struct {
	b       store.Batch
	now     time.Time
	touched map[*hostState]bool
	fresh   map[weburl.ID]aranea.Reason // entries stored by this batch, by reason
	queue   []func()                    // window inserts
	added   int
}

func (f *Frontier) begin(now time.Time) *change {
	return &change{b: f.kv.NewBatch(), now: now, touched: map[*hostState]bool{}, fresh: map[weburl.ID]aranea.Reason{}}
}

// Add stores discoveries that are not known yet and returns how many of them
// were queued. It is durable when it returns.
func (f *Frontier) Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return 0, f.broken
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	c := f.begin(now)
	for i := range found {
		if err := f.discover(c, &found[i]); err != nil {
			return 0, f.fail(err)
		}
	}
	return c.added, f.finish(c)
}

// Commit stores outcomes in one durable batch, ends their leases and returns
// how many of the discovered URLs were queued. A lease that is not out is an
// error, and nothing is written.
func (f *Frontier) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return 0, f.broken
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	for i := range outcomes {
		if _, ok := f.leases[outcomes[i].Lease]; !ok {
			return 0, &aranea.Error{Op: "commit outcome", Kind: aranea.Invalid, Obj: outcomes[i].Entry.URL.String(), Err: errors.New("its lease is not out")}
		}
	}
	c := f.begin(now)
	for i := range outcomes {
		if err := f.settle(c, &outcomes[i]); err != nil {
			return 0, f.fail(err)
		}
	}
	for i := range outcomes {
		for j := range outcomes[i].Links {
			if err := f.discover(c, &outcomes[i].Links[j]); err != nil {
				return 0, f.fail(err)
			}
		}
	}
	return c.added, f.finish(c)
}

// finish writes the touched hosts and commits.
func (f *Frontier) finish(c *change) error {
	for s := range c.touched {
		c.b.Put(hostKey(s.id), encodeHost(&s.host))
		s.dirty = false
	}
	if err := f.commitMeta(c.b); err != nil {
		return f.fail(fmt.Errorf("commit frontier: %w", err))
	}
	for _, insert := range c.queue {
		insert()
	}
	for s := range c.touched {
		f.wakeHost(s)
	}
	f.evict()
	return nil
}

// wakeHost puts a host into the heap if it has work that a lease may take.
func (f *Frontier) wakeHost(s *hostState) {
	if s.robots || s.hop == nil && (s.host.Counts.Queued == 0 || !s.pending()) {
		return
	}
	f.push(s)
}

// settle carries out one outcome but for its links.
func (f *Frontier) settle(c *change, o *aranea.Outcome) error {
	l := f.leases[o.Lease]
	delete(f.leases, o.Lease)
	s := l.host
	c.touched[s] = true
	f.settleClock(c, l, o)
	s.inflight--
	s.out = slices.DeleteFunc(s.out, func(q queued) bool { return q == l.queue })
	s.host.Robots, s.host.Delay, s.host.DelayReason = merged(s.host.Robots, o), o.Host.Delay, o.Host.DelayReason
	s.host.Backoff, s.host.BackoffAt, s.host.Failures = o.Host.Backoff, o.Host.BackoffAt, o.Host.Failures
	cost := aranea.HostCounts{Requests: o.Requests, Bytes: o.Bytes}
	s.host.Counts, f.counts = s.host.Counts.Add(cost), f.counts.Add(cost)
	if l.entry.Kind == aranea.KindRobots {
		s.robots, s.hop = false, nil
		if o.Entry.State == aranea.StateQueued && o.Robots == nil && o.Entry.Hops > l.entry.Hops {
			s.hop = &robotHop{url: o.Entry.URL, hops: o.Entry.Hops}
		}
		return f.settleRobots(c, s, o)
	}
	f.pages--
	return f.settleEntry(c, l, o)
}

// merged returns the robots reference after the outcome: the next version if a
// new copy came.
func merged(old aranea.RobotsRef, o *aranea.Outcome) aranea.RobotsRef {
	if o.Robots == nil {
		return old
	}
	return aranea.RobotsRef{Version: old.Version + 1, Expires: o.Robots.Expires}
}

// settleClock sets the clock of the host name: to what plan computed if a
// request left, back to what it was before if none did.
func (f *Frontier) settleClock(c *change, l *leased, o *aranea.Outcome) {
	k := l.clock
	k.inflight--
	next := l.prev
	if o.Sent {
		next = o.Host.NextAllowed
	}
	if next.Before(l.prev) {
		next = l.prev
	}
	if l.host.host.Delay == 0 && k.next.After(next) {
		next = k.next // another lease of this name has seen a longer wish
	}
	k.next = next
	c.b.Put(clockKey(k.name), encodeClock(next))
	for _, w := range k.waiters {
		c.touched[w] = true
	}
	k.waiters = nil
}

func (f *Frontier) settleRobots(c *change, s *hostState, o *aranea.Outcome) error {
	if o.Robots != nil {
		c.b.Put(robotsKey(s.id, s.host.Robots.Version), encodeCopy(o.Robots))
		if len(o.Robots.Body) > 0 {
			c.b.Put(bodyKey(o.Robots.Hash), o.Robots.Body)
		}
	}
	f.trail(c, s.host.Origin.RobotsURL().IDIn(s.id), s.host.Robots.Version, o.Events)
	return nil
}

// settleEntry stores a page's entry, moves it between queue and wait table, and
// keeps the fingerprint table.
func (f *Frontier) settleEntry(c *change, l *leased, o *aranea.Outcome) error {
	e, s := &o.Entry, l.host
	id := l.queue.id
	f.count(s, l.entry.Tally(), e.Tally())
	switch {
	case e.State != aranea.StateQueued:
		c.b.Delete(l.queue.key[:])
		e.Due = time.Time{}
	case e.Due.After(c.now):
		c.b.Delete(l.queue.key[:])
		c.b.Put(waitKey(e.Due, id), nil)
		if f.waiting.IsZero() || e.Due.Before(f.waiting) {
			f.waiting = unstamp(stamp(e.Due))
		}
	default:
		q := l.queue
		c.queue = append(c.queue, func() { s.insert(q) })
	}
	c.b.Put(entryKey(id), encodeEntry(e))
	f.seen.put(id, scopeExcluded(e.State, e.Reason))
	f.trail(c, id, e.Visits, o.Events)
	return f.settleText(c, id, &l.entry, e)
}

// settleText keeps for each fingerprint the first indexed page that has it.
func (f *Frontier) settleText(c *change, id weburl.ID, before, now *aranea.Entry) error {
	had := before.Indexed && !before.Fingerprint.IsZero()
	has := now.Indexed && !now.Fingerprint.IsZero()
	if had && (!has || before.Fingerprint != now.Fingerprint) {
		holder, _, found, err := f.twin(before.Fingerprint)
		if err != nil {
			return err
		}
		if found && holder == id {
			c.b.Delete(textKey(before.Fingerprint))
		}
	}
	if has && (!had || before.Fingerprint != now.Fingerprint) {
		if _, _, found, err := f.twin(now.Fingerprint); err != nil || found {
			return err
		}
		c.b.Put(textKey(now.Fingerprint), id[:])
	}
	return nil
}

func (f *Frontier) trail(c *change, id weburl.ID, visit uint32, events []aranea.Event) {
	if len(events) == 0 {
		return
	}
	if len(events) > maxEvents {
		events = events[:maxEvents]
	}
	c.b.Put(trailKey(id, visit), encodeEvents(events))
}

// count moves an entry from one place in the counts to another.
func (f *Frontier) count(s *hostState, from, to aranea.HostCounts) {
	s.host.Counts = s.host.Counts.Add(to).Sub(from)
	f.counts = f.counts.Add(to).Sub(from)
}

// scopeExcluded reports whether a later discovery may queue the entry after
// all: it was left out for how it was found, not for what a site says.
func scopeExcluded(s aranea.EntryState, r aranea.Reason) bool {
	return s == aranea.StateExcluded && r != aranea.RobotsDenied
}

// discover stores a URL if it is new. An entry that scope excluded is queued
// after all when it is now found inside the scope: by a shorter way, or by a
// link that may be followed.
func (f *Frontier) discover(c *change, d *aranea.Discovery) error {
	origin := d.URL.Origin()
	s, err := f.host(origin)
	if err != nil {
		return err
	}
	id := d.URL.IDIn(s.id)
	wanted := d.Reason == aranea.ScheduleQueued
	if known, excluded := f.seen.has(id); known && !(excluded && wanted) {
		return nil
	}
	if r, ok := c.fresh[id]; ok && !(wanted && r != aranea.ScheduleQueued) {
		return nil
	}
	key := entryKey(id)
	var before aranea.Entry
	if r, ok := c.fresh[id]; ok {
		before = aranea.Entry{State: aranea.StateExcluded, Reason: r}
	} else {
		v, err := f.kv.Get(key)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("look up %s: %w", d.URL, err)
		}
		if err == nil {
			if before, err = decodeEntry(key, v); err != nil {
				return err
			}
			excluded := scopeExcluded(before.State, before.Reason)
			if !(excluded && wanted) {
				f.seen.put(id, excluded)
				return nil
			}
		}
	}
	e := aranea.Entry{
		URL: d.URL, State: aranea.StateExcluded, Reason: d.Reason, Detail: d.Detail, Depth: d.Depth,
		How: d.How, FoundOn: d.FoundOn, FoundAt: c.now, Hops: d.Hops,
	}
	c.touched[s] = true
	if wanted {
		e.State = aranea.StateQueued
		q := f.enqueue(c.b, s, e.Depth, id)
		c.queue = append(c.queue, func() { s.insert(q) })
		c.added++
	}
	f.count(s, before.Tally(), e.Tally())
	c.b.Put(key, encodeEntry(&e))
	c.fresh[id] = d.Reason
	f.seen.put(id, !wanted)
	return nil
}

// evict forgets hosts without work when there are many.
func (f *Frontier) evict() {
	if len(f.hosts) < 2*MaxIdleHosts {
		return
	}
	for o, s := range f.hosts {
		if s.host.Counts.Queued == 0 && s.inflight == 0 && !s.robots && s.hop == nil && s.index < 0 && !s.dirty {
			delete(f.hosts, o)
			if s.clock.users--; s.clock.users == 0 && s.clock.inflight == 0 {
				delete(f.clocks, s.clock.name)
			}
		}
		if len(f.hosts) < MaxIdleHosts {
			return
		}
	}
}
