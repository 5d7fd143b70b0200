// Package appendbuffer collects written bytes in memory that does not move, so that some goroutines read
// what is written while another writes on.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package appendbuffer

import (
	"io"
	"unsafe"
)

// Guard line: blocks are written to it as to a file.
var _ io.Writer = (*Buffer)(nil)

// A Buffer is the bytes of all writes so far. The zero value is empty. It is written by one goroutine.
type Buffer struct {
	pieces, blocks [][]byte
}

// least is the minimal size of a piece in bytes.
const least = 64 << 10

// Write is part of io.Writer. It never fails.
func (m *Buffer) Write(b []byte) (int, error) {
	last := len(m.pieces) - 1
	if last < 0 || cap(m.pieces[last])-len(m.pieces[last]) < len(b) {
		m.pieces = append(m.pieces, make([]byte, 0, max(least, len(b))))
		last++
	}
	at := len(m.pieces[last])
	m.pieces[last] = append(m.pieces[last], b...)
	m.blocks = append(m.blocks, m.pieces[last][at:])
	return len(b), nil
}

// Blocks returns what each Write has written. What is in it stays valid.
func (m *Buffer) Blocks() [][]byte { return m.blocks }

// Bytes returns the memory that the pieces take.
func (m *Buffer) Bytes() (n int) {
	for _, b := range m.pieces {
		n += cap(b)
	}
	return n + cap(m.blocks)*int(unsafe.Sizeof(m.blocks[0]))
}

// CopyTo writes everything to w.
func (m *Buffer) CopyTo(w io.Writer) error {
	for _, b := range m.pieces {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}
