package invert

import "encoding/binary"

// chains hold the postings of all terms: of each what fits into the term, and then a
// chain of chunks, each twice as large as the one before.
type chains struct{ arena }

// Sizes of chunks in bytes, without their heads. Most terms are rare and need none.
const (
	firstChunk = 24
	lastChunk  = 1536
	chunkHead  = 4 // the next chunk
)

func (c *chains) reset() {
	c.arena.reset()
	c.alloc(chunkHead) // 0 means none
}

// room returns how many bytes fit into what a term writes to, of the first chunk or
// a later one.
func room(chunk uint8) int { return min(firstChunk<<chunk, lastChunk) }

// rooms is the number of sizes of chunks.
const rooms = 7

// word is how many bytes are written at once where there is room, of which some may count.
const word = 8

// put appends the lowest n bytes of a word to a term's chain. Who writes bytes one by one and
// reads them as one word waits until they are written.
func (c *chains) put(t *term, p uint64, n int) {
	to := t.inline[:]
	if t.tail != 0 {
		to = c.at(t.tail)[chunkHead : chunkHead+room(t.chunk)]
	}
	if used := int(t.used); used+word <= len(to) {
		binary.LittleEndian.PutUint64(to[used:], p)
		t.used += uint16(n)
		return
	}
	var b [word]byte
	binary.LittleEndian.PutUint64(b[:], p)
	c.write(t, b[:n])
}

// write appends bytes to a term's chain.
func (c *chains) write(t *term, p []byte) {
	if t.tail == 0 {
		n := copy(t.inline[t.used:], p)
		t.used += uint16(n)
		p = p[n:]
	}
	for len(p) > 0 {
		if t.tail == 0 || int(t.used) == room(t.chunk) {
			c.grow(t)
		}
		n := copy(c.at(t.tail)[chunkHead+int(t.used):chunkHead+room(t.chunk)], p)
		t.used += uint16(n)
		p = p[n:]
	}
}

// grow adds a chunk to a term's chain.
func (c *chains) grow(t *term) {
	chunk := uint8(0)
	if t.tail != 0 {
		chunk = min(t.chunk+1, rooms-1)
	}
	at := c.alloc(chunkHead + room(chunk))
	if t.tail == 0 {
		t.head = at
	} else {
		binary.LittleEndian.PutUint32(c.at(t.tail), at)
	}
	t.tail, t.chunk, t.used = at, chunk, 0
}

// read returns a term's chain, in buf if it is more than what fits into the term.
func (c *chains) read(buf *[]byte, t *term) []byte {
	if t.tail == 0 {
		return t.inline[:t.used]
	}
	*buf = c.append((*buf)[:0], t)
	return *buf
}

// append appends a term's chain to dst.
func (c *chains) append(dst []byte, t *term) []byte {
	if t.tail == 0 {
		return append(dst, t.inline[:t.used]...)
	}
	dst = append(dst, t.inline[:]...)
	chunk := uint8(0)
	for at := t.head; at != t.tail; chunk = min(chunk+1, rooms-1) {
		b := c.at(at)
		dst = append(dst, b[chunkHead:chunkHead+room(chunk)]...)
		at = binary.LittleEndian.Uint32(b)
	}
	return append(dst, c.at(t.tail)[chunkHead:chunkHead+int(t.used)]...)
}
