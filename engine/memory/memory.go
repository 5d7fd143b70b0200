// Package memory divides the memory budget of the owner of a data folder, which is one setting,
// among the parts of the engine.
//
// Floor: 5, inside engine. Stability: engine. It allocates no memory itself.
package memory

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/gctuner"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// Default is the default memory budget of an owner in bytes, and Least the minimum.
const (
	Default = 512 << 20
	Least   = 128 << 20
)

// Shares are the parts of a memory budget: at most fifteen sixteenths of it, if each uses all of
// its share. The rest is for work in progress: pages in extraction, answers, and garbage.
type Shares struct {
	Seen    int                 // everything the frontier keeps
	Store   pebblestore.Options // the store of the frontier
	Written int                 // pages waiting to become a segment, over all workers of the index; their words take half as much
	Anchors int                 // the same for words of links
	Bodies  int64               // large bodies in progress
	Learned int                 // what was learned about hosts, by its stored size; in memory it takes up to three times that, and more while it grows
}

// mostOfOne is a share of bodies in bytes that no longer grows beyond Default, because the
// largest document that is read then fits.
const mostOfOne = Default * 3 / 32

// Of divides a memory budget in bytes.
func Of(memory int64) Shares {
	return Shares{
		Seen: int(memory / 2), Store: pebblestore.Within(memory),
		Written: int(min(memory/32, 96<<20)), Anchors: int(min(memory/64, 16<<20)), Bodies: memory*3/32 + min(memory*3/32, mostOfOne),
		Learned: int(min(memory/64, 32<<20)),
	}
}

// HeapLimit returns how much of a memory budget the Go runtime may use: seven eighths, minus
// what the frontier's store allocates outside of the Go heap. The rest is for the program itself
// and for cached pages of the index, which the system can reclaim. Usage comes close to the
// limit only with millions of URLs, and garbage collection is cheaper the further away the limit
// is.
func HeapLimit(memory int64) int64 {
	return memory/8*7 - pebblestore.Within(memory).OutsideHeap()
}

// garbageShare is the fraction of a memory budget for garbage: one part in this number.
const garbageShare = 10

// Pace has the garbage collector work harder near the limit of a memory budget in bytes, until end is called.
func Pace(memory int64) (end func()) { return gctuner.Pace(memory/garbageShare, HeapLimit(memory)) }

// Check returns an error of kind Invalid if a memory budget is less than an owner needs.
func Check(memory int64) error {
	if memory >= Least {
		return nil
	}
	said := fmt.Sprintf("%d bytes (a number without a unit is bytes)", memory)
	if memory >= 1<<20 {
		said = fmt.Sprintf("%d.%dMiB", memory>>20, memory%(1<<20)*10>>20)
	}
	return &aranea.Error{Op: "open data folder", Kind: aranea.Invalid, Err: fmt.Errorf("the setting memory (--memory) is %s; at least %dMiB are needed", said, Least>>20)}
}
