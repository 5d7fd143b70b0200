package frontier

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
)

// A brake is the second reach of politeness: it spaces the leases of all hosts
// that share an address, or that are new to us and share a site, whatever the
// clocks of their names say. It is not held until the outcome, so that a host
// that does not answer cannot keep its neighbours waiting. It is durable before
// the lease returns, like a clock.
type brake struct {
	name   string         // "address 192.0.2.1" or "site a.test"
	next   record.Instant // no lease before
	stored record.Instant
	users  int // hosts in memory
}

// brakeName names what spaces the leases of a host: its address, as soon as an
// exchange has told it; until then its site, so that names which nobody knows
// come one by one.
func brakeName(s *hostState) string {
	if s.Address.IsValid() {
		return "address " + s.Address.String()
	}
	return "site " + s.Origin.Site()
}

// space returns how far apart the leases of a host's brake are.
func (s *hostState) space(delay time.Duration) record.Instant {
	if s.Address.IsValid() {
		return record.Micros(schedule.AddressDelay(delay))
	}
	return record.Micros(delay)
}

// use notes a lease at instant now.
func (k *brake) use(now, space record.Instant) {
	if space > 0 {
		k.next = max(k.next, now) + space
	}
}

// put writes the brake if the store holds something else.
func (k *brake) put(b store.Batch) bool {
	if k.next == k.stored {
		return false
	}
	w := record.NewWriter(nil)
	w.At(k.next)
	b.Put(record.PaceKey(k.name), w.Bytes)
	k.stored = k.next
	return true
}

// grip gives a host its brake, which may be another than before. fresh says that
// the store is read later, for all brakes together.
func (f *Frontier) grip(s *hostState, fresh bool) error {
	name := brakeName(s)
	if s.brake != nil && s.brake.name == name {
		return nil
	}
	k, ok := f.brakes[name]
	if !ok {
		k = &brake{name: strings.Clone(name)}
		if !fresh {
			if err := f.readBrake(k); err != nil {
				return err
			}
		}
		f.brakes[k.name] = k
	}
	f.releaseBrake(s)
	s.brake = k
	k.users++
	return nil
}

// releaseBrake takes a host's brake from it, and out of memory if it was the last.
func (f *Frontier) releaseBrake(s *hostState) {
	if s.brake == nil {
		return
	}
	if s.brake.users--; s.brake.users == 0 {
		delete(f.brakes, s.brake.name)
	}
	s.brake = nil
}

func (f *Frontier) readBrake(k *brake) error {
	key := record.PaceKey(k.name)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the pace of %s: %w", k.name, err)
	}
	return f.setBrake(k, key, v)
}

func (f *Frontier) setBrake(k *brake, key, value []byte) error {
	r := record.NewReader(value)
	k.next = r.At()
	if err := r.End(); err != nil {
		return record.Corrupt(key, err)
	}
	k.stored = k.next
	f.boundBrake(k)
	return nil
}

// loadBrakes sets the brakes of the hosts in memory.
func (f *Frontier) loadBrakes() error {
	for p, err := range f.kv.Scan([]byte{record.TablePace}, []byte{record.TablePace + 1}) {
		if err != nil {
			return fmt.Errorf("open frontier: %w", err)
		}
		if k, ok := f.brakes[string(p.Key[1:])]; ok {
			if err := f.setBrake(k, p.Key, p.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// boundBrake takes back a brake that was stored under a clock far ahead.
func (f *Frontier) boundBrake(k *brake) {
	if f.clockNow != 0 && k.next > f.clockNow+maxAhead {
		k.next = f.clockNow
		f.faults++
	}
}
