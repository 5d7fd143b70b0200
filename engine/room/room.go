// Package room looks how much a data folder has of the disk while a crawl goes on,
// says when there is no room any more, and waits until there is some again.
//
// Floor: 5 (owner). Stability: engine. It ends nothing itself, and what a crawl is
// told that ended for it is crawl/verdict's.
package room

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// Least is what must be free on the disk for a crawl to go on, in bytes: what is
// under way and the segments that are being merged need room as well.
const Least = 256 << 20

// every is the time between two looks at how much room there is.
const every = 2 * time.Second

// A Watch says what is looked at. All fields but Quota are needed.
type Watch struct {
	Dir   string // the data folder
	Quota int64  // bytes that it may have; 0 is no limit
	// Free returns how many bytes are free on the disk of a folder.
	Free func(dir string) (uint64, error)
	// End is told once that there is no room any more.
	End    func(*verdict.RoomError)
	Logger *slog.Logger
}

// Start looks once before it returns, and then now and then until there is no room
// any more or ctx ends. The caller calls stop, which returns when nobody looks any
// more.
func (w Watch) Start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	if w.look() {
		return cancel
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if w.look() {
				return
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// look looks once, and reports whether it has told that there is no room. What
// cannot be measured ends nothing: the writes that fail will.
func (w Watch) look() bool {
	err := w.measure()
	if err == nil {
		return false
	}
	var full *verdict.RoomError
	if !errors.As(err, &full) {
		w.Logger.Warn("the room that is left cannot be measured", "error", err)
		return false
	}
	w.Logger.Warn("the crawl ends because there is no room", "why", full)
	w.End(full)
	return true
}

// measure returns a *verdict.RoomError if a crawl must not go on.
func (w Watch) measure() error {
	if w.Quota > 0 {
		_, used, err := store.Usage(w.Dir)
		if err != nil {
			return err
		}
		if used >= uint64(w.Quota) {
			return &verdict.RoomError{Quota: uint64(w.Quota), Used: used}
		}
	}
	free, err := w.Free(w.Dir)
	if err == nil && free < Least {
		return &verdict.RoomError{Free: free, Least: Least}
	}
	return err
}
