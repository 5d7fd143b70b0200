package frontier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
)

// A Held is a host that the operator holds.
type Held struct {
	Host  string // the host name, for all schemes and ports
	Since time.Time
}

// maxHeld is the maximum number of held hosts; each is in memory.
const maxHeld = 100_000

// Hold stops the visits of a host name, for all schemes and ports, if on is true, or else
// releases it. It is durable when it returns. Requests under way are not aborted; no further one
// is sent, not even for the host's robots file. Holding a held host, or releasing one that is
// not held, does nothing.
func (f *Frontier) Hold(ctx context.Context, now time.Time, host string, on bool) error {
	name, err := target.HostName(host)
	if err != nil {
		return &aranea.Error{Op: "hold host", Kind: aranea.Invalid, Obj: fmt.Sprintf("%.200q", host), Err: err}
	}
	wait, err := f.startHold(ctx, now, name, on)
	if err != nil || wait == nil {
		return err
	}
	return f.await(wait, "hold host")
}

func (f *Frontier) startHold(ctx context.Context, now time.Time, name string, on bool) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	if _, held := f.held[name]; held == on {
		return nil, nil
	}
	if on && len(f.held) >= maxHeld {
		return nil, &aranea.Error{Op: "hold host", Kind: aranea.Limit, Obj: name, Err: fmt.Errorf("%d hosts are held already", maxHeld)}
	}
	b := f.kv.NewBatch()
	if on {
		w := record.NewWriter(nil)
		w.Time(now)
		b.Put(record.HeldKey(name), w.Bytes)
		f.held[name] = record.InstantOf(now)
	} else {
		b.Delete(record.HeldKey(name))
		delete(f.held, name)
	}
	wait, err := f.startBatch(b)
	if err != nil {
		return nil, f.fail(fmt.Errorf("hold host: %w", err))
	}
	if c, ok := f.hosts[name]; ok {
		c.stopped = on
		f.rescheduleAll(c)
	}
	return wait, nil
}

// rescheduleAll reschedules the origins that wait for a clock.
func (f *Frontier) rescheduleAll(c *hostState) {
	for _, s := range c.users {
		f.reschedule(s)
	}
	for _, s := range c.waiters {
		f.reschedule(s)
	}
}

// Held returns the hosts that are held, by name.
func (f *Frontier) Held() []Held {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := make([]Held, 0, len(f.held))
	for name, since := range f.held {
		all = append(all, Held{name, since.Time()})
	}
	slices.SortFunc(all, func(a, b Held) int { return cmp.Compare(a.Host, b.Host) })
	return all
}

// heldSince reports whether a host name is held, and since when.
func (f *Frontier) heldSince(name string) (time.Time, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, ok := f.held[name]
	return at.Time(), ok
}
