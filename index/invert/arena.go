package invert

import "slices"

// An arena allocates pieces of memory that do not move. A piece is identified by its offset in
// all blocks. Pieces are freed all at once.
type arena struct {
	blocks [][]byte
	used   uint32 // bytes of all blocks, with the unused ends of blocks
}

// Sizes of blocks.
const (
	blockBits  = 18
	blockBytes = 1 << blockBits
)

// alloc returns a piece of n bytes, which is in one block. A piece larger than a block gets a
// block of its own.
func (a *arena) alloc(n int) uint32 {
	at := a.used
	if rest := -at & (blockBytes - 1); int(rest) < n {
		at += rest
	}
	i := int(at >> blockBits)
	if i == len(a.blocks) {
		a.blocks = append(a.blocks, make([]byte, max(n, blockBytes)))
	} else if len(a.blocks[i]) < n {
		a.blocks[i] = make([]byte, n)
	}
	a.used = at + uint32(min(n, blockBytes))
	return at
}

// at returns a piece and the rest of its block.
func (a *arena) at(n uint32) []byte { return a.blocks[n>>blockBits][n&(blockBytes-1):] }

// keptBlocks is how many blocks are kept when an arena shrinks.
const keptBlocks = 2

// shrink frees all pieces, and the blocks that few generations need.
func (a *arena) shrink() {
	a.used = 0
	if len(a.blocks) > keptBlocks {
		a.blocks = slices.Clone(a.blocks[:keptBlocks])
	}
}

// reset frees all pieces and the oversized blocks, and keeps the others for use.
func (a *arena) reset() {
	a.used = 0
	for i, b := range a.blocks {
		if len(b) > blockBytes {
			a.blocks[i] = make([]byte, blockBytes)
		}
	}
}
