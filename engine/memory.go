package engine

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// DefaultMemory is what an owner may take of memory, in bytes, if nothing else is
// said, and LeastMemory what it needs.
const (
	DefaultMemory = 512 << 20
	LeastMemory   = 128 << 20
)

// A share is a part of the memory that one setting divides. The rest is for what
// is under way: pages in extraction, answers, and garbage.
type share struct {
	seen    int                 // known URLs in memory: the frontier
	store   pebblestore.Options // the frontier's store
	written int                 // pages that wait to become a segment, with all workers of the index; its words take half as much
	anchors int                 // likewise, words of links
	bodies  int64               // large bodies under way
}

// shares divides memory.
func shares(memory int64) share {
	return share{
		seen: int(memory / 2), store: pebblestore.Within(memory),
		written: int(min(memory/32, 96<<20)), anchors: int(min(memory/64, 16<<20)), bodies: memory * 3 / 16,
	}
}

// HeapLimit returns how much of so much memory the Go run time may have: three
// quarters, but for what the frontier's store takes outside of it. The rest is for
// pages of the index that are at hand, which are the system's.
func HeapLimit(memory int64) int64 {
	return memory/4*3 - pebblestore.Within(memory).OutsideHeap()
}

func checkMemory(memory int64) error {
	if memory >= LeastMemory {
		return nil
	}
	return &aranea.Error{Op: "open data folder", Kind: aranea.Invalid, Err: fmt.Errorf("the setting memory (--memory) is %d bytes; at least %dMiB are needed", memory, LeastMemory>>20)}
}
