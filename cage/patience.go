package cage

import (
	"context"
	"fmt"
	"time"
)

// A document is late according to the processor time of its reader, so that a loaded machine
// reads the same documents as an idle one. Two further limits apply: the time to wait for an
// inactive reader, and the total time to wait.
const (
	idleShare = 100 // a reader that takes less than this part of the deadline as processor time within it is inactive
	longest   = 5   // maximum wall-clock time of a document, in deadlines
)

// A patience is the state of the time limits of a document.
type patience struct {
	deadline    time.Duration // processor time
	began       time.Time
	spent       time.Duration // processor time of the process before the document
	moved       time.Time     // when it was last active
	spentByThen time.Duration
}

func newPatience(deadline time.Duration, now time.Time, spent time.Duration) patience {
	return patience{deadline: deadline, began: now, spent: spent, moved: now, spentByThen: spent}
}

// ended returns why the document may take no more time, or nil if it may. spent is the processor
// time of its process, which is always 0 where it is not available.
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

// How often the processor time of a process is read: this number of times within a deadline, at
// intervals between these limits.
const (
	looks     = 50
	leastLook = time.Millisecond
	mostLook  = 250 * time.Millisecond
)

// patient returns a context that ends when a document has used up its time, and a function that
// ends the supervision.
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
