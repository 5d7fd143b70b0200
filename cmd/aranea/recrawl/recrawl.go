// Package recrawl determines when the command run crawls again, and lets a process that stays open
// continue to write to its folder after its disk was full.
//
// Floor: 7 (glue). Stability: engine.
package recrawl

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea/engine/diskspace"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/store"
)

// Minimum times between two crawls that are started because something is due.
const (
	Spacing = time.Minute     // by notices of sites
	Handed  = 5 * time.Second // in a cluster, where other nodes hand over what is found there
)

// Tell signals that something is due. The channel has room for one value.
func Tell(due chan<- struct{}) {
	select {
	case due <- struct{}{}:
	default: // it was already signaled
	}
}

// looksEvery is the interval at which a process checks that the folder has an owner and is
// writable.
const looksEvery = 5 * time.Second

// A Folder is a session on a data folder.
type Folder interface {
	Owner() bool
	Ordered(ctx context.Context) (halt.State, error) // gets the orders from the owner; takes the folder over if there is none
	Failed() error
	Recover(ctx context.Context) error
	Logger() *slog.Logger
}

var _ Folder = (*session.Session)(nil)

// Keep returns a function that checks whether the disk was full for a write of this process, and
// then waits for room: nothing can be written before the folder is opened again, even if there is
// room. The function also takes the folder over when its owner has ended, which may have been a
// short command: a process that stays does not wait until it gets a question.
func Keep(w io.Writer, f Folder) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		if err := f.Failed(); store.DiskFull(err) {
			return AwaitRoom(ctx, w, f, err)
		}
		if !f.Owner() {
			_, _ = f.Ordered(ctx)
		}
		return nil // other errors are reported to those who ask
	}
}

// firstEvery is the interval at which a process looks whether a first crawl has begun.
const firstEvery = time.Second

// AwaitFirst waits until a crawl has begun in a folder that had none: one that an operator begins on the
// pages, or another command.
func AwaitFirst(ctx context.Context, begun func() (bool, error), check func(context.Context) error) error {
	for tick := time.Tick(firstEvery); ; {
		if yes, err := begun(); yes || err != nil {
			return err
		}
		if err := check(ctx); err != nil {
			return err
		}
		select {
		case <-tick:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// AwaitRoom lets the search page read the folder without changes until its disk has room again,
// and prints this to w. full is the error with the file that could not be written.
func AwaitRoom(ctx context.Context, w io.Writer, f Folder, full error) error {
	f.Logger().Error("the disk is full", "error", full)
	fmt.Fprintf(w, "The disk is full: crawls wait for room, and the search page goes on with what is there. Make room; all else then goes on by itself, and nothing that was reported as done is lost (%v).\n", full)
	if err := f.Recover(ctx); err != nil {
		return err
	}
	if err := diskspace.Beside(ctx, full, store.Free); err != nil {
		return err
	}
	fmt.Fprintln(w, "There is room on the disk again: all goes on.")
	return nil
}

// WhenRoom returns check for a crawl that has ended because its disk was full: it also signals on
// due once that disk has what a crawl needs. free returns the free bytes on the disk.
func WhenRoom(check func(context.Context) error, free func() (uint64, error), due chan<- struct{}) func(context.Context) error {
	return func(ctx context.Context) error {
		if n, err := free(); err == nil && n >= diskspace.Least {
			Tell(due)
		}
		return check(ctx)
	}
}

// Wait waits for the next crawl: until something is due, but at least spacing after the last
// crawl that was started in this way, or else for the duration every. It returns the time when
// something due last started a crawl. check is called every five seconds, and an error of it ends
// the wait.
func Wait(ctx context.Context, every, spacing time.Duration, due <-chan struct{}, last time.Time, check func(context.Context) error) (time.Time, error) {
	over, looks := time.NewTimer(every), time.NewTicker(looksEvery)
	defer over.Stop()
	defer looks.Stop()
	var spaced <-chan time.Time
	for {
		select {
		case <-over.C:
			return last, nil
		case <-spaced:
			return time.Now(), nil
		case <-due:
			due, spaced = nil, time.After(spacing-time.Since(last))
		case <-looks.C:
			if err := check(ctx); err != nil {
				return last, err
			}
		case <-ctx.Done():
			return last, context.Cause(ctx)
		}
	}
}
