// Package memory divides what an owner of a data folder may take of memory, which one
// setting says, among the parts of the engine.
//
// Floor: 5, inside engine. Stability: engine. It takes no memory itself.
package memory

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// Default is what an owner may take of memory, in bytes, if nothing else is said, and
// Least what it needs.
const (
	Default = 512 << 20
	Least   = 128 << 20
)

// Shares are the parts of the memory that one setting divides: fifteen sixteenths of it at
// most, if each takes all that it may. The rest is for what is under way: pages in
// extraction, answers, and garbage.
type Shares struct {
	Seen    int                 // all that the frontier keeps
	Store   pebblestore.Options // the frontier's store
	Written int                 // pages that wait to become a segment, with all workers of the index; its words take half as much
	Anchors int                 // likewise, words of links
	Bodies  int64               // large bodies under way
	Learned int                 // what was learned of hosts, as it was stored last; in memory it takes up to three times that, and more while it grows
}

// mostOfOne is a share of all bodies, in bytes, that grows no more beyond Default: with it
// the largest document that is read has its room.
const mostOfOne = Default * 3 / 32

// Of divides memory, in bytes.
func Of(memory int64) Shares {
	return Shares{
		Seen: int(memory / 2), Store: pebblestore.Within(memory),
		Written: int(min(memory/32, 96<<20)), Anchors: int(min(memory/64, 16<<20)), Bodies: memory*3/32 + min(memory*3/32, mostOfOne),
		Learned: int(min(memory/64, 32<<20)),
	}
}

// HeapLimit returns how much of so much memory the Go run time may have: seven
// eighths, but for what the frontier's store takes outside of it. The rest is for the
// program itself and for pages of the index that are at hand, which are the system's to
// take back. What is in use comes near the limit with millions of URLs only, and then a
// collection costs less the further away the limit is.
func HeapLimit(memory int64) int64 {
	return memory/8*7 - pebblestore.Within(memory).OutsideHeap()
}

// Check refuses less memory than an owner needs, with an error of kind invalid.
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
