// Package due says when the verb run crawls again, and keeps the folder of a process
// that stays open for writing when its disk was full.
//
// Floor: 7 (glue). Stability: engine.
package due

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/room"
	"github.com/aranea-search/aranea/store"
)

// Spacing is the least time between two crawls that notices of sites start.
const Spacing = time.Minute

// Tell says that something is due. The channel holds one value.
func Tell(due chan<- struct{}) {
	select {
	case due <- struct{}{}:
	default: // it is known
	}
}

// looksEvery is how often is looked whether the folder has an owner and can still be written.
const looksEvery = 5 * time.Second

// A Folder is a session on a data folder.
type Folder interface {
	Owner() bool
	Ordered(ctx context.Context) (halt.State, error) // asks the owner; takes the folder over if there is none
	Failed() error
	Recover(ctx context.Context) error
	Logger() *slog.Logger
}

var _ Folder = (*engine.Session)(nil)

// Keep returns what looks whether the disk was full for a write of this process, and then
// awaits room: nothing is written any more before the folder is opened anew, even if
// there is room again. It takes the folder over when its owner has ended, which may have
// been a short question: one who stays does not wait until somebody asks it something.
func Keep(w io.Writer, f Folder) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		if err := f.Failed(); store.DiskFull(err) {
			return AwaitRoom(ctx, w, f, err)
		}
		if !f.Owner() {
			_, _ = f.Ordered(ctx)
		}
		return nil // other errors are told to those who ask
	}
}

// AwaitRoom lets the search page answer from the folder as it lies there until its disk
// has room again, and tells w. full tells which file could not be written.
func AwaitRoom(ctx context.Context, w io.Writer, f Folder, full error) error {
	f.Logger().Error("the disk is full", "error", full)
	fmt.Fprintf(w, "The disk is full: crawls wait for room, and the search page goes on with what is there. Make room; all else then goes on by itself, and nothing that was reported as done is lost (%v).\n", full)
	if err := f.Recover(ctx); err != nil {
		return err
	}
	if err := room.Beside(ctx, full, store.Free); err != nil {
		return err
	}
	fmt.Fprintln(w, "There is room on the disk again: all goes on.")
	return nil
}

// Wait waits for the next crawl: until something is said to be due, but not sooner
// after the last crawl that this started than Spacing, or else for so long. It
// returns when something said to be due last started a crawl. An error of check,
// which is called each five seconds, ends it.
func Wait(ctx context.Context, every time.Duration, due <-chan struct{}, last time.Time, check func(context.Context) error) (time.Time, error) {
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
			due, spaced = nil, time.After(Spacing-time.Since(last))
		case <-looks.C:
			if err := check(ctx); err != nil {
				return last, err
			}
		case <-ctx.Done():
			return last, context.Cause(ctx)
		}
	}
}
