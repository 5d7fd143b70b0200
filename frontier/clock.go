package frontier

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A clock is the politeness state of one host name, shared by all origins that
// have the name.
type clock struct {
	name   string
	origin weburl.OriginID // of one of them, for the key
	base   instant         // no request may leave before, by the outcomes so far
	stored instant         // what the store holds
	delay  time.Duration   // the longest delay of users
	held   []hold          // leases out
	users  []*hostState    // hosts of this name in memory
	guests []*hostState    // hosts whose robots file continues at this name
}

// A hold is the claim of a lease on the clock: until the outcome is known, its
// request counts as sent at the last instant when it may.
type hold struct {
	lease aranea.LeaseID
	until instant // 0 without a delay
}

// next returns the instant before which no further lease may be handed out.
func (c *clock) next() instant {
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

// measure finds the longest delay of the users again.
func (c *clock) measure() {
	c.delay = 0
	for _, s := range c.users {
		c.delay = max(c.delay, s.Delay)
	}
}

// idle reports whether nothing holds the clock in memory.
func (c *clock) idle() bool { return len(c.users) == 0 && len(c.held) == 0 && len(c.guests) == 0 }

// put writes the clock if the store holds another instant.
func (c *clock) put(b store.Batch, buf []byte) bool {
	next := c.next()
	if next == c.stored {
		return false
	}
	b.Put(clockKey(c.origin, c.name), encodeClock(buf, next))
	c.stored = next
	return true
}

// clockOf returns the clock of an origin's host name.
func (f *Frontier) clockOf(o weburl.Origin, id weburl.OriginID) (*clock, error) {
	name := o.Host()
	if c, ok := f.clocks[name]; ok {
		return c, nil
	}
	next, err := f.storedClock(id, name)
	if err != nil {
		return nil, err
	}
	return f.newClock(name, id, next), nil
}

func (f *Frontier) newClock(name string, id weburl.OriginID, next instant) *clock {
	c := &clock{name: name, origin: id, base: next, stored: next}
	f.clocks[name] = c
	return c
}

func (f *Frontier) storedClock(id weburl.OriginID, name string) (instant, error) {
	key := clockKey(id, name)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read clock of %s: %w", name, err)
	}
	return decodeClock(key, v)
}

// release lets go of a clock that nothing needs.
func (f *Frontier) releaseClock(c *clock) {
	if c.idle() {
		delete(f.clocks, c.name)
	}
}
