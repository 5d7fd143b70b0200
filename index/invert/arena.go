package invert

import "slices"

// An arena hands out pieces of memory that do not move. A piece is a number: its
// place in the blocks. Pieces are given back all at once.
type arena struct {
	blocks [][]byte
	used   uint32 // of all blocks, in bytes, what is left at their ends included
}

// Sizes of blocks.
const (
	blockBits  = 18
	blockBytes = 1 << blockBits
)

// alloc returns a piece of n bytes, which lies in one block. A piece that is larger
// than a block gets one of its own.
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

// at returns a piece and what follows it in its block.
func (a *arena) at(n uint32) []byte { return a.blocks[n>>blockBits][n&(blockBytes-1):] }

// keptBlocks is how many blocks are kept when an arena shrinks.
const keptBlocks = 2

// shrink lets go of all pieces, and of blocks that few generations need.
func (a *arena) shrink() {
	a.used = 0
	if len(a.blocks) > keptBlocks {
		a.blocks = slices.Clone(a.blocks[:keptBlocks])
	}
}

// reset takes all pieces back. Blocks that are larger than others are let go of.
func (a *arena) reset() {
	a.used = 0
	for i, b := range a.blocks {
		if len(b) > blockBytes {
			a.blocks[i] = make([]byte, blockBytes)
		}
	}
}
