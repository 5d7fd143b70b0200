package engine

import (
	"context"
	"errors"
	"time"

	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// leastFree is what must be free on the disk for a crawl to go on, in bytes: what is
// under way and the segments that are being merged need room as well.
const leastFree = 256 << 20

// roomEvery is the time between two looks at how much room there is.
const roomEvery = 2 * time.Second

// keepRoom ends the crawl as if it were stopped when the folder has reached its quota,
// or the disk is nearly full. It has looked once when it returns. The caller calls
// stop, which returns when nobody looks any more.
func (e *Engine) keepRoom(ctx context.Context, j *job) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	quota := j.settings.Disk
	if e.endWithoutRoom(j, quota) {
		return cancel
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(roomEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if e.endWithoutRoom(j, quota) {
				return
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// endWithoutRoom looks once, and reports whether it has ended the crawl. What cannot
// be measured does not end it: the writes that fail will.
func (e *Engine) endWithoutRoom(j *job, quota int64) bool {
	err := e.room(quota)
	if err == nil {
		return false
	}
	var full *verdict.RoomError
	if !errors.As(err, &full) {
		e.opt.Logger.Warn("the room that is left cannot be measured", "error", err)
		return false
	}
	e.opt.Logger.Warn("the crawl ends because there is no room", "why", full)
	j.noRoom(full)
	return true
}

// room returns a *verdict.RoomError if a crawl must not go on.
func (e *Engine) room(quota int64) error {
	if quota > 0 {
		_, used, err := store.Usage(e.dir)
		if err != nil {
			return err
		}
		if used >= uint64(quota) {
			return &verdict.RoomError{Quota: uint64(quota), Used: used}
		}
	}
	free, err := e.free(e.dir)
	if err == nil && free < leastFree {
		return &verdict.RoomError{Free: free}
	}
	return err
}

// noRoom ends the crawl for all callers because of what is full.
func (j *job) noRoom(full *verdict.RoomError) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ending = true
	j.cancel(full)
}
