package invert

import "encoding/binary"

// chains hold the postings of all terms. Each term has a chain of chunks, each twice as large
// as the one before, and the most recent postings inline. So most postings are written to the
// term itself, which is cached, and a chunk is touched only once for about five of them. Most
// terms are rare and have no chunk.
type chains struct{ arena }

// Sizes of chunks in bytes, without their heads. A chunk holds several times what a term holds
// inline.
const (
	firstChunk = inlineBytes
	rooms      = 6 // number of chunk sizes
	chunkHead  = 4 // number of the next chunk
)

func (c *chains) reset() {
	c.arena.reset()
	c.alloc(chunkHead) // so that 0 can mean none
}

// room returns how many bytes fit into a chunk of a size class.
func room(chunk uint8) int { return firstChunk << chunk }

// word is how many bytes are written at once if there is room, even if not all of them count.
const word = 8

// put appends the lowest n bytes of p to a term's chain. Writing single bytes and then reading
// them as one word would stall.
func (c *chains) put(t *term, p uint64, n int) {
	if used := int(t.used); used+word <= inlineBytes {
		binary.LittleEndian.PutUint64(t.inline[used:], p)
		t.used += uint8(n)
		return
	}
	c.putOver(t, p, n)
}

// putOver is put for a term that is nearly full inline. It does not read back what was just
// written.
func (c *chains) putOver(t *term, p uint64, n int) {
	used := int(t.used)
	to := t.inline[:]
	if used+n > inlineBytes {
		to = c.pass(t)
	}
	end := min(used+n, inlineBytes)
	for i := used; i < end; i++ {
		to[i] = byte(p)
		p >>= 8
	}
	if t.used = uint8(end); used+n > inlineBytes {
		binary.LittleEndian.PutUint64(t.inline[:], p)
		t.used = uint8(used + n - inlineBytes)
	}
}

// write appends bytes to a term's chain.
func (c *chains) write(t *term, p []byte) {
	for len(p) > 0 {
		if t.used == inlineBytes {
			c.pass(t)
			t.used = 0
		}
		n := copy(t.inline[t.used:], p)
		t.used += uint8(n)
		p = p[n:]
	}
}

// pass moves the inline postings of a term to its last chunk and returns where they are there.
func (c *chains) pass(t *term) []byte {
	if t.tail == 0 || int(t.passed)*inlineBytes == room(t.chunk) {
		c.grow(t)
	}
	to := c.at(t.tail)[chunkHead+int(t.passed)*inlineBytes:]
	*(*[inlineBytes]byte)(to) = t.inline
	t.passed++
	return to
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
	t.tail, t.chunk, t.passed = at, chunk, 0
}

// first returns the beginning of a term's chain: at least one number of the first posting, if
// there is one.
func (c *chains) first(t *term) []byte {
	if t.head == 0 {
		return t.inline[:]
	}
	return c.at(t.head)[chunkHead:]
}

// read returns a term's chain, copied to buf if it is more than what the term holds inline.
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
	chunk := uint8(0)
	for at := t.head; at != t.tail; chunk = min(chunk+1, rooms-1) {
		b := c.at(at)
		dst = append(dst, b[chunkHead:chunkHead+room(chunk)]...)
		at = binary.LittleEndian.Uint32(b)
	}
	dst = append(dst, c.at(t.tail)[chunkHead:chunkHead+int(t.passed)*inlineBytes]...)
	return append(dst, t.inline[:t.used]...)
}
