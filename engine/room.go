package engine

import (
	"context"

	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/room"
)

// keepRoom ends the crawl as if it were stopped when the folder has reached its quota,
// or the disk is nearly full. The caller calls stop.
func (e *Engine) keepRoom(ctx context.Context, j *job) (stop func()) {
	return room.Watch{Dir: e.dir, Quota: j.settings.Disk, Free: e.free, End: j.noRoom, Logger: e.opt.Logger}.Start(ctx)
}

// noRoom ends the crawl for all callers because of what is full.
func (j *job) noRoom(full *verdict.RoomError) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ending = true
	j.cancel(full)
}
