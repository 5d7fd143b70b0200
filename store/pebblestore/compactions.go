package pebblestore

import (
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// compactions is the scheduler of a store's compactions: as many at once as Pebble
// asks for, and none before the store was verified. Pebble's own scheduler is not
// ended when an opening fails; it went on to compact with files that were closed,
// which is a panic, and in a folder that was another opening's by then.
//
// Pebble calls TrySchedule and UpdateGetAllowedWithoutPermission with its locks
// held, so they call it back only for its count, which takes none.
type compactions struct {
	db pebble.DBForCompaction // set by Register, before all other calls

	mu       sync.Mutex
	running  int
	allowed  bool           // the store was verified
	ended    bool           // it is being closed, or its opening failed
	granting sync.WaitGroup // calls of grant
}

var (
	_ pebble.CompactionScheduler   = (*compactions)(nil)
	_ pebble.CompactionGrantHandle = (*compactions)(nil)
)

// Register takes over the database.
func (c *compactions) Register(_ int, db pebble.DBForCompaction) { c.db = db }

// Unregister ends compactions: when it returns, none begins any more.
func (c *compactions) Unregister() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.granting.Wait()
}

// allow begins compactions, with those that the opening found to be due.
func (c *compactions) allow() {
	c.mu.Lock()
	c.allowed = true
	c.mu.Unlock()
	c.UpdateGetAllowedWithoutPermission()
}

// forbid begins no more compactions: one that met damage would be begun again at
// once, and without end.
func (c *compactions) forbid() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.allowed = false
}

// TrySchedule asks for one compaction.
func (c *compactions) TrySchedule() (bool, pebble.CompactionGrantHandle) {
	if !c.take() {
		return false, nil
	}
	return true, c
}

// UpdateGetAllowedWithoutPermission hears that more may run at once than before.
func (c *compactions) UpdateGetAllowedWithoutPermission() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.allowed && !c.ended {
		c.granting.Go(c.grant)
	}
}

// Started is told by each compaction that was granted.
func (c *compactions) Started() {}

// MeasureCPU could watch the goroutines of a compaction.
func (c *compactions) MeasureCPU(pebble.CompactionGoroutineKind) {}

// CumulativeStats could watch the bytes of a compaction.
func (c *compactions) CumulativeStats(pebble.CompactionGrantHandleStats) {}

// Done ends a compaction, and the next may begin.
func (c *compactions) Done() {
	c.release()
	c.UpdateGetAllowedWithoutPermission()
}

// grant begins the compactions that wait, one after the other.
func (c *compactions) grant() {
	for c.take() {
		waiting, _ := c.db.GetWaitingCompaction()
		if !waiting || !c.db.Schedule(c) {
			c.release()
			return
		}
	}
}

// take counts one more compaction, if it may run.
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
