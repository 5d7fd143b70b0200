package wire

import (
	"context"
	"errors"
	"time"
)

// Times to wait for an owner that is just starting or ending.
const (
	JoinPatience = 30 * time.Second
	joinFirst    = 5 * time.Millisecond
	joinMost     = 200 * time.Millisecond
)

// A Patience waits longer and longer between attempts, for JoinPatience in total.
type Patience struct{ next, left time.Duration }

// NewPatience returns a Patience before the first attempt.
func NewPatience() Patience { return Patience{joinFirst, JoinPatience} }

var errNoOwner = errors.New("the process that has the folder open does not answer")

// Wait waits before the next attempt. It returns an error if there should be none.
func (p *Patience) Wait(ctx context.Context) error {
	if p.left <= 0 {
		return errNoOwner
	}
	t := time.NewTimer(p.next)
	defer t.Stop()
	p.left -= p.next
	p.next = min(p.next*2, joinMost)
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
