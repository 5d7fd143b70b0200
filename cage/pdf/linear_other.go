//go:build !unix

package pdf

import (
	"sync/atomic"

	"github.com/tetratelabs/wazero/experimental"
)

// outsideHeap returns no allocator: the memory of modules is in the heap.
func outsideHeap(*atomic.Int64) experimental.MemoryAllocator { return nil }
