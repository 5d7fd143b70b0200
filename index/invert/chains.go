package invert

import "encoding/binary"

// chains hold the postings of all terms: of each a chain of chunks, each twice as
// large as the one before. A chunk is a number: its place in the blocks.
type chains struct {
	blocks [][]byte
	used   uint32 // of all blocks, in bytes
}

// Sizes of blocks and chunks. The first chunk is small, because most terms are
// rare.
const (
	blockBits  = 18
	blockBytes = 1 << blockBits
	firstChunk = 12
	lastChunk  = 1536
	chunkHead  = 4 // the next chunk
)

func (c *chains) reset() { c.used = chunkHead } // 0 means none

func (c *chains) bytes() int { return int(c.used) }

// chunk returns a chunk and what follows it in its block.
func (c *chains) chunk(at uint32) []byte { return c.blocks[at>>blockBits][at&(blockBytes-1):] }

// write appends bytes to a term's chain.
func (c *chains) write(t *term, p []byte) {
	for len(p) > 0 {
		if t.used == t.room {
			c.grow(t)
		}
		n := copy(c.chunk(t.tail)[chunkHead+int(t.used):chunkHead+int(t.room)], p)
		t.used += uint16(n)
		p = p[n:]
	}
}

// grow adds a chunk to a term's chain.
func (c *chains) grow(t *term) {
	room := nextRoom(t.room)
	at := c.used
	if rest := blockBytes - at&(blockBytes-1); rest < chunkHead+uint32(room) {
		at += rest // no chunk lies in two blocks
	}
	c.used = at + chunkHead + uint32(room)
	if int(at>>blockBits) >= len(c.blocks) {
		c.blocks = append(c.blocks, make([]byte, blockBytes))
	}
	if t.head == 0 {
		t.head = at
	} else {
		binary.LittleEndian.PutUint32(c.chunk(t.tail), at)
	}
	t.tail, t.room, t.used = at, room, 0
}

// nextRoom returns the size of the chunk behind one of a size, which is 0 for the
// first.
func nextRoom(room uint16) uint16 {
	if room == 0 {
		return firstChunk
	}
	return min(room*2, lastChunk)
}

// read appends a term's chain to dst.
func (c *chains) read(dst []byte, t *term) []byte {
	room := nextRoom(0)
	for at := t.head; at != t.tail; room = nextRoom(room) {
		chunk := c.chunk(at)
		dst = append(dst, chunk[chunkHead:chunkHead+int(room)]...)
		at = binary.LittleEndian.Uint32(chunk)
	}
	if t.tail == 0 {
		return dst
	}
	return append(dst, c.chunk(t.tail)[chunkHead:chunkHead+int(t.used)]...)
}
