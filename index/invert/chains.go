package invert

import "encoding/binary"

// chains hold the postings of all terms: of each a chain of chunks, each twice as large as
// the one before, and what comes behind them in the term itself. So most postings are written
// to the term, which is at hand, and a chunk is asked for once for some five of them; most
// terms are rare and need none.
type chains struct{ arena }

// Sizes of chunks in bytes, without their heads. They hold what terms were full of.
const (
	firstChunk = inlineBytes
	rooms      = 6 // the number of sizes
	chunkHead  = 4 // the next chunk
)

func (c *chains) reset() {
	c.arena.reset()
	c.alloc(chunkHead) // 0 means none
}

// room returns how many bytes fit into the first chunk or a later one.
func room(chunk uint8) int { return firstChunk << chunk }

// word is how many bytes are written at once where there is room, of which some may count.
const word = 8

// put appends the lowest n bytes of a word to a term's chain. Who writes bytes one by one and
// reads them as one word waits until they are written.
func (c *chains) put(t *term, p uint64, n int) {
	if used := int(t.used); used+word <= inlineBytes {
		binary.LittleEndian.PutUint64(t.inline[used:], p)
		t.used += uint8(n)
		return
	}
	c.putOver(t, p, n)
}

// putOver is put where the term is nearly full. What was just written is not read back.
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

// pass copies what is in a term to its last chunk, and returns where it is there.
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

// first returns where a term's chain begins, with more than a number of it if it has one.
func (c *chains) first(t *term) []byte {
	if t.head == 0 {
		return t.inline[:]
	}
	return c.at(t.head)[chunkHead:]
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
	chunk := uint8(0)
	for at := t.head; at != t.tail; chunk = min(chunk+1, rooms-1) {
		b := c.at(at)
		dst = append(dst, b[chunkHead:chunkHead+room(chunk)]...)
		at = binary.LittleEndian.Uint32(b)
	}
	dst = append(dst, c.at(t.tail)[chunkHead:chunkHead+int(t.passed)*inlineBytes]...)
	return append(dst, t.inline[:t.used]...)
}
