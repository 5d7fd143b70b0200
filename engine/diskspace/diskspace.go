// Package diskspace measures the disk usage of a data folder during a crawl, reports when there is no
// more room, and waits until there is some again.
//
// Floor: 5 (owner). Stability: engine. It ends nothing itself; crawl/verdict describes how a
// crawl ended for lack of room.
package diskspace

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// Least is the free space on the disk in bytes that a crawl requires: work in progress and
// merges of segments need room as well.
const Least = 256 << 20

// every is the time between two measurements.
const every = 2 * time.Second

// A Watch configures what is measured. All fields except Quota are required.
type Watch struct {
	Dir   string // the data folder
	Quota int64  // maximum size in bytes; 0 for no limit
	// Free returns the free bytes on the disk of a folder.
	Free func(dir string) (uint64, error)
	// End is called once when there is no more room.
	End    func(*verdict.RoomError)
	Logger *slog.Logger
}

// Start measures once before it returns, and then from time to time until there is no more room
// or ctx ends. The caller must call stop, which returns when the measurements have ended.
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

// look measures once, and reports whether it has called End. It ignores errors of measurements:
// failing writes will end the crawl.
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
