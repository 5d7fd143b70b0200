package frontier

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
)

// leaseLife is how long after its SendBefore the outcome of a lease is waited
// for: longer than any exchange, and than the batch that commits it.
const leaseLife = record.Instant(15 * time.Minute / time.Microsecond)

// maxLost bounds the expired leases that are remembered.
const maxLost = 1 << 16

// expire ends the leases whose outcomes did not come in time: who held them has
// gone. Their requests count as sent, and their entries are leased anew.
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
		if len(f.lost) >= maxLost {
			clear(f.lost)
		}
		f.lost[id] = true
		f.takeBack(id, l)
	}
}

// expires notes when a lease ends by itself.
func (f *Frontier) expires(at record.Instant) {
	if f.expiry == 0 || at < f.expiry {
		f.expiry = at
	}
}

// takeBack ends a lease without an outcome. Nothing is written: its entry still
// has its key in the queue, and its claim on the clock is durable.
func (f *Frontier) takeBack(id aranea.LeaseID, l *leased) {
	s, k := l.origin, l.host
	delete(f.leases, id)
	f.ready.out[l.standing]--
	l.forfeit(id)
	if l.entry.Kind == aranea.KindRobots {
		s.robots = false
	} else {
		s.out = slices.DeleteFunc(s.out, func(q record.Queued) bool { return q == l.queue })
		f.windows.change(s, func() { s.insert(l.queue) })
		if l.entry.IsNewPage() {
			f.pages--
		}
	}
	f.reschedule(s)
	f.rescheduleAll(k)
}

// heard returns the outcomes but for those of leases that had expired: their
// entries are somebody else's now, and what they say is dropped.
func (f *Frontier) heard(outcomes []aranea.Outcome) []aranea.Outcome {
	if len(f.lost) == 0 {
		return outcomes
	}
	var in []aranea.Outcome
	for i := range outcomes {
		if id := outcomes[i].Lease; f.lost[id] {
			delete(f.lost, id)
			continue
		}
		in = append(in, outcomes[i])
	}
	return in
}

// startBatch starts a batch, unless another process has opened the store since:
// then what memory holds is no longer true, and nothing of it may be written.
func (f *Frontier) startBatch(b store.Batch) (func() error, error) {
	if err := f.fence(); err != nil {
		return nil, err
	}
	return b.Start()
}

// fence reports whether another has opened the store.
func (f *Frontier) fence() error {
	v, err := f.kv.Get([]byte(record.KeyEpoch))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(v) != 8 {
		return record.Corrupt([]byte(record.KeyEpoch), record.ErrRecord)
	}
	if err != nil {
		return fmt.Errorf("read the epoch: %w", err)
	}
	if epoch := binary.BigEndian.Uint64(v); epoch != f.epoch {
		return &aranea.Error{Op: "frontier", Kind: aranea.Denied, Err: fmt.Errorf("its store was opened by another (epoch %d, ours is %d)", epoch, f.epoch)}
	}
	return nil
}
