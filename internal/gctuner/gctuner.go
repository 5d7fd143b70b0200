// Package gctuner controls how much garbage a process may have in addition to the memory in use.
//
// Floor: 0 (plumbing). Stability: engine. It changes settings of the process; it does not know
// what the memory is for.
package gctuner

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Limits on garbage relative to the memory in use, in percent. Below leastPercent the collector
// would run all the time.
const (
	leastPercent = 40
	mostPercent  = 1000
)

// leastHeap is the size of the heap up to which the runtime does not collect at 100 percent. At other
// percentages it is that much more or less.
const leastHeap = 4 << 20

// overhead estimates the memory outside of the heap and the fragmentation inside it.
const overhead = 40 << 20

// Pace lets garbage grow to room bytes in addition to the memory in use, while the runtime would
// let it grow to the size of the memory in use: a small heap is collected less often, and a
// large one does not double. Free memory beyond that is returned to the system. If possible, the
// total memory of the process stays below most. This holds until stop is called.
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
	beforePercent int // the settings before the pacer
	beforeLimit   int64

	mu    sync.Mutex
	ended bool
}

// set sets the values until the next collection, and returns the previous ones.
func (p *pacer) set() (percent int, limit int64) {
	to, most := bounds(live(), p.room, p.most)
	return p.setPercent(to), p.setLimit(most)
}

// watch arranges for a call after the next collection.
func (p *pacer) watch() {
	type told struct{ _ *pacer } // contains a pointer, so that it is allocated separately
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

// live returns the number of bytes in use at the last collection.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// bounds returns room as a percentage of the memory in use, and the resulting memory limit.
func bounds(live, room, most int64) (percent int, limit int64) {
	room = max(room, 0)
	share := max(min(100*room/max(live, 1), 100*room/leastHeap, mostPercent), leastPercent)
	return int(share), min(live+max(live/100*share, room)+overhead, most)
}
