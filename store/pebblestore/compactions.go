package pebblestore

import (
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// compactions schedules the compactions of a store: as many concurrent ones as Pebble allows,
// and none before the store is verified. Pebble's own scheduler is not stopped if opening fails:
// it continued to compact closed files, which panics, in a folder that another Open may have by
// then.
//
// Pebble calls TrySchedule and UpdateGetAllowedWithoutPermission while it holds its locks, so
// the only method they call on it is the one for the allowed number, which takes no lock.
type compactions struct {
	db pebble.DBForCompaction // set by Register before all other calls

	mu       sync.Mutex
	running  int
	allowed  bool           // the store is verified
	ended    bool           // the store is being closed, or opening failed
	granting sync.WaitGroup // running calls of grant
}

var (
	_ pebble.CompactionScheduler   = (*compactions)(nil)
	_ pebble.CompactionGrantHandle = (*compactions)(nil)
)

// Register sets the database.
func (c *compactions) Register(_ int, db pebble.DBForCompaction) { c.db = db }

// Unregister stops the scheduler: when it returns, no more compactions begin.
func (c *compactions) Unregister() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.granting.Wait()
}

// allow permits compactions and starts those that are due since the store was opened.
func (c *compactions) allow() {
	c.mu.Lock()
	c.allowed = true
	c.mu.Unlock()
	c.UpdateGetAllowedWithoutPermission()
}

// forbid permits no more compactions: one that met damage would be repeated at once, without
// end.
func (c *compactions) forbid() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.allowed = false
}

// TrySchedule requests one compaction.
func (c *compactions) TrySchedule() (bool, pebble.CompactionGrantHandle) {
	if !c.take() {
		return false, nil
	}
	return true, c
}

// UpdateGetAllowedWithoutPermission is called when more compactions may run at once than before.
func (c *compactions) UpdateGetAllowedWithoutPermission() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.allowed && !c.ended {
		c.granting.Go(c.grant)
	}
}

// Started is called by each granted compaction.
func (c *compactions) Started() {}

// MeasureCPU does nothing.
func (c *compactions) MeasureCPU(pebble.CompactionGoroutineKind) {}

// CumulativeStats does nothing.
func (c *compactions) CumulativeStats(pebble.CompactionGrantHandleStats) {}

// Done ends a compaction, so that the next one may begin.
func (c *compactions) Done() {
	c.release()
	c.UpdateGetAllowedWithoutPermission()
}

// grant starts the waiting compactions one by one.
func (c *compactions) grant() {
	for c.take() {
		waiting, _ := c.db.GetWaitingCompaction()
		if !waiting || !c.db.Schedule(c) {
			c.release()
			return
		}
	}
}

// take counts one more compaction if it may run.
func (c *compactions) take() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.allowed || c.ended || c.running >= c.db.GetAllowedWithoutPermission() {
		return false
	}
	c.running++
	return true
}

func (c *compactions) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running--
}
