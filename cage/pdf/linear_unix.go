//go:build unix

package pdf

import (
	"fmt"
	"sync/atomic"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// outsideHeap returns the allocator for the memory of modules, outside of the heap, where it grows in
// place: in the heap each growth is a copy, and the former one takes memory until it is collected and
// returned. used counts the bytes.
func outsideHeap(used *atomic.Int64) experimental.MemoryAllocator {
	return experimental.MemoryAllocatorFunc(func(_, most uint64) experimental.LinearMemory {
		all, err := unix.Mmap(-1, 0, int(most), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			panic(fmt.Sprintf("reserve %d bytes for a module: %v", most, err)) // as the heap does
		}
		return &linear{all: all, used: used}
	})
}

// A linear is the memory of a module: addresses for as much as it may ever have, to which the system
// gives memory when they are written.
type linear struct {
	all  []byte
	size int64
	used *atomic.Int64
}

// Reallocate is part of experimental.LinearMemory.
func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(len(l.all)) {
		return nil
	}
	l.used.Add(int64(size) - l.size)
	l.size = int64(size)
	return l.all[:size:size]
}

// Free is part of experimental.LinearMemory.
func (l *linear) Free() {
	l.used.Add(-l.size)
	_ = unix.Munmap(l.all) // what cannot be returned stays until the process ends
	l.all, l.size = nil, 0
}
