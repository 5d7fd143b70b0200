// Package frame is the protocol between a host and a document reader that runs outside of its
// process: frames over a pair of pipes, or over the memory of a WebAssembly module.
// docs/format/frames.md describes it.
//
// Floor: 2 (pure). Stability: engine. It starts nothing and waits for nothing.
package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Protocol is the version of the protocol.
const Protocol = 1

// A Kind is the kind of a frame.
type Kind byte

// The kinds of frames. All but Data carry JSON.
const (
	KindHello  Kind = 'H' // from the reader, once: its name and what it reads
	KindJob    Kind = 'J' // from the host: a document follows
	KindData   Kind = 'D' // from the host: a piece of the document
	KindEnd    Kind = 'E' // from the host: the document is complete
	KindBlock  Kind = 'B' // from the reader: a block of text
	KindResult Kind = 'R' // from the reader: the document has been read
)

// Limits of frames.
const (
	MaxFrame = 4 << 20 // bytes of a frame's content
	piece    = 1 << 20 // bytes of the document in one frame
	headSize = 5
)

// ErrProtocol means that the other side violates the protocol.
var ErrProtocol = errors.New("not the protocol of readers")

// Write writes one frame.
func Write(w io.Writer, k Kind, content []byte) error {
	if len(content) > MaxFrame {
		return fmt.Errorf("%w: a frame of %d bytes", ErrProtocol, len(content))
	}
	var head [headSize]byte
	binary.BigEndian.PutUint32(head[:], uint32(len(content)))
	head[4] = byte(k)
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}

// A Reader reads frames.
type Reader struct {
	r io.Reader
	b []byte
}

// NewReader returns a Reader of r, which should be buffered.
func NewReader(r io.Reader) *Reader { return &Reader{r: r} }

// Next returns the next frame. Its content is valid until the next call. The
// error is io.EOF if the other side ended between two frames.
func (r *Reader) Next() (Kind, []byte, error) {
	var head [headSize]byte
	if _, err := io.ReadFull(r.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > MaxFrame {
		return 0, nil, fmt.Errorf("%w: a frame of %d bytes", ErrProtocol, n)
	}
	if err := r.fill(int(n)); err != nil {
		return 0, nil, err
	}
	return Kind(head[4]), r.b, nil
}

// fill reads n bytes and allocates memory as they arrive: the declared length is not trusted.
func (r *Reader) fill(n int) error {
	r.b = r.b[:0]
	for len(r.b) < n {
		step := min(n-len(r.b), max(len(r.b), 64<<10))
		at := len(r.b)
		if cap(r.b) < at+step {
			r.b = append(make([]byte, 0, at+step), r.b...)
		}
		r.b = r.b[:at+step]
		if _, err := io.ReadFull(r.r, r.b[at:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
	}
	return nil
}
