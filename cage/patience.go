package cage

import (
	"context"
	"fmt"
	"time"
)

// A document is late by the time that its reader takes of the processor, so that a machine
// with much else to do reads what an idle one does. Two limits stand behind that one: of
// waiting for a reader that does nothing, and of waiting at all.
const (
	idleShare = 100 // a reader that takes less than this part of the deadline within it does nothing
	longest   = 5   // deadlines that a document may take by the clock of the wall
)

// A patience is what is left of the time for a document.
type patience struct {
	deadline    time.Duration // of the processor
	began       time.Time
	spent       time.Duration // by the process before it began
	moved       time.Time     // when it had last done something
	spentByThen time.Duration
}

func newPatience(deadline time.Duration, now time.Time, spent time.Duration) patience {
	return patience{deadline: deadline, began: now, spent: spent, moved: now, spentByThen: spent}
}

// ended returns why the document may take no more time, nil if it may. spent is what its
// process has taken of the processor, always 0 where that is not known.
func (p *patience) ended(now time.Time, spent time.Duration) error {
	if spent-p.spentByThen >= p.deadline/idleShare && spent > p.spentByThen {
		p.moved, p.spentByThen = now, spent
	}
	switch {
	case spent-p.spent >= p.deadline:
		return fmt.Errorf("%w: %s of the processor", errLate, p.deadline)
	case now.Sub(p.moved) >= p.deadline:
		return fmt.Errorf("%w: %s", errLate, p.deadline)
	case now.Sub(p.began) >= longest*p.deadline:
		return fmt.Errorf("%w: %s", errLate, longest*p.deadline)
	}
	return nil
}

// How often the time of a process is looked at: so often within a deadline, between these.
const (
	looks     = 50
	leastLook = time.Millisecond
	mostLook  = 250 * time.Millisecond
)

// patient returns a context that ends when a document has taken its time, and what ends
// the watch over it.
func (w *worker) patient(ctx context.Context, deadline time.Duration) (limited context.Context, stop func()) {
	limited, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		left := newPatience(deadline, time.Now(), processorTime(w.cmd.Process.Pid))
		look := time.NewTicker(min(max(deadline/looks, leastLook), mostLook))
		defer look.Stop()
		for {
			select {
			case <-limited.Done():
				return
			case now := <-look.C:
				if err := left.ended(now, processorTime(w.cmd.Process.Pid)); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	return limited, func() {
		cancel(nil)
		<-ended
	}
}
