// Package heap says how much garbage a process may have beside what it uses.
//
// Floor: 0 (plumbing). Stability: engine. What it sets is the process's own; it
// knows nothing of what the memory is for.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Bounds of how much garbage there may be, as a share of what is in use, in percent.
// With less than the first the collector would work all the time.
const (
	leastPercent = 40
	mostPercent  = 1000
)

// overhead is what stands beside the heap, and what is lost in it between objects,
// for the most part.
const overhead = 40 << 20

// Pace lets garbage grow to room bytes beside what is in use, where the run time
// would let it grow to as much as is in use: a small heap is collected less often,
// and a large one does not double. What is free beyond that goes back to the system.
// In all the process's own memory stays below most, if it can. This holds until stop
// is called.
func Pace(room, most int64) (stop func()) {
	p := &pacer{room: room, most: most, setPercent: debug.SetGCPercent, setLimit: debug.SetMemoryLimit}
	p.beforePercent, p.beforeLimit = p.set()
	p.watch()
	return p.end
}

// A pacer is called after each collection.
type pacer struct {
	room, most    int64
	setPercent    func(int) int
	setLimit      func(int64) int64
	beforePercent int // what was set before the pacer
	beforeLimit   int64

	mu    sync.Mutex
	ended bool
}

// set sets what holds until the next collection, and returns what did before.
func (p *pacer) set() (percent int, limit int64) {
	to, most := bounds(live(), p.room, p.most)
	return p.setPercent(to), p.setLimit(most)
}

// watch has the next collection told.
func (p *pacer) watch() {
	type told struct{ _ *pacer } // holds a pointer, so that it is allocated alone
	runtime.AddCleanup(&told{}, (*pacer).collected, p)
}

// collected is called after a collection.
func (p *pacer) collected() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.set()
	p.watch()
}

func (p *pacer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.ended = true
		p.setPercent(p.beforePercent)
		p.setLimit(p.beforeLimit)
	}
}

// live returns how many bytes the last collection found in use.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// bounds returns the share of garbage that room is of what is in use, in percent, and
// the limit of memory that follows.
func bounds(live, room, most int64) (percent int, limit int64) {
	share := min(max(100*max(room, 0)/max(live, 1), leastPercent), mostPercent)
	return int(share), min(live+max(live/100*share, room)+overhead, most)
}
