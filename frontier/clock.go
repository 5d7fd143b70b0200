package frontier

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A clock is the politeness state of one host name, shared by all origins that
// have the name.
type clock struct {
	name    string
	origin  weburl.OriginID // of one of them, for the key
	base    record.Instant  // no request may leave before, by the outcomes so far
	absent  record.Absent   // the longest delay of origins that are not in memory
	stored  record.Clock    // what the store holds
	delay   time.Duration   // the longest delay of all
	held    []hold          // leases out
	stopped bool            // the operator holds the name
	users   []*hostState    // hosts of this name in memory
	waiters []*hostState    // hosts whose robots file continues at this name
}

// A hold is the claim of a lease on the clock: until the outcome is known, its
// request counts as sent at the last instant when it may.
type hold struct {
	lease aranea.LeaseID
	until record.Instant // 0 without a delay
}

// next returns the instant before which no further lease may be handed out.
func (c *clock) next() record.Instant {
	next := c.base
	for _, h := range c.held {
		next = max(next, h.until)
	}
	return next
}

// release ends a hold.
func (c *clock) release(id aranea.LeaseID) {
	c.held = slices.DeleteFunc(c.held, func(h hold) bool { return h.lease == id })
}

// measure finds the longest delay again.
func (c *clock) measure() {
	c.delay = c.absent.Delay
	if slices.ContainsFunc(c.users, func(s *hostState) bool { return s.id == c.absent.Origin }) {
		c.delay = 0
	}
	for _, s := range c.users {
		c.delay = max(c.delay, s.Delay)
	}
}

// enter makes a host a user of the clock.
func (c *clock) enter(s *hostState) {
	c.users = append(c.users, s)
	c.measure()
}

// leave ends that; the clock remembers the host's delay.
func (c *clock) leave(s *hostState) {
	c.users = slices.DeleteFunc(c.users, func(u *hostState) bool { return u == s })
	if s.Delay >= c.absent.Delay || s.id == c.absent.Origin {
		c.absent = record.Absent{Origin: s.id, Delay: s.Delay}
	}
	c.measure()
}

// idle reports whether nothing holds the clock in memory.
func (c *clock) idle() bool { return len(c.users) == 0 && len(c.held) == 0 && len(c.waiters) == 0 }

// put writes the clock if the store holds something else.
func (c *clock) put(b store.Batch) bool {
	r := record.Clock{Next: c.next(), Absent: c.absent}
	if r == c.stored {
		return false
	}
	b.Put(record.ClockKey(c.origin, c.name), r.Encode(nil))
	c.stored = r
	return true
}

// clockOf returns the clock of an origin's host name.
func (f *Frontier) clockOf(o weburl.Origin, id weburl.OriginID) (*clock, error) {
	name := o.Host()
	if c, ok := f.clocks[name]; ok {
		return c, nil
	}
	r, err := f.storedClock(id, name)
	if err != nil {
		return nil, err
	}
	c := f.newClock(strings.Clone(name), id)
	c.set(r)
	f.bound(c)
	return c, nil
}

func (f *Frontier) newClock(name string, id weburl.OriginID) *clock {
	_, held := f.held[name]
	c := &clock{name: name, origin: id, stopped: held}
	f.clocks[name] = c
	return c
}

// set takes over what the store holds.
func (c *clock) set(r record.Clock) {
	c.base, c.absent, c.stored = r.Next, r.Absent, r
	c.measure()
}

func (f *Frontier) storedClock(id weburl.OriginID, name string) (record.Clock, error) {
	key := record.ClockKey(id, name)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return record.Clock{}, nil
	}
	if err != nil {
		return record.Clock{}, fmt.Errorf("read clock of %s: %w", name, err)
	}
	return record.DecodeClock(key, v)
}

// releaseClock lets go of a clock that nothing needs.
func (f *Frontier) releaseClock(c *clock) {
	if c.idle() {
		delete(f.clocks, c.name)
	}
}
