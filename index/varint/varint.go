// Package varint reads numbers and texts from the start of a byte slice that may contain
// anything: no input makes it panic, and after the first error everything reads as empty.
//
// Floor: 3 (state and input/output). Stability: engine. It knows no format.
package varint

import "encoding/binary"

// A Reader reads numbers and texts from the start of a slice. It is used by one goroutine. The
// zero Reader reads an empty slice.
type Reader struct {
	rest []byte
	bad  bool
}

// NewReader returns a Reader of a slice, which it does not change.
func NewReader(b []byte) Reader { return Reader{rest: b} }

// Bad reports whether something that was asked for was missing.
func (r *Reader) Bad() bool { return r.bad }

// Rest returns the unread bytes.
func (r *Reader) Rest() []byte { return r.rest }

// Len returns the number of unread bytes.
func (r *Reader) Len() int { return len(r.rest) }

// Uint reads a number, 0 if there is none.
func (r *Reader) Uint() uint64 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 { // the usual case
		v := r.rest[0]
		r.rest = r.rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.rest, r.bad = nil, true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// Next returns the number at the start of a slice and the rest; 0 and nil if there is none. It
// is Uint for loops.
func Next(b []byte) (v uint64, rest []byte) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:]
	}
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil
	}
	return v, b[n:]
}

// Byte reads one byte, 0 if there is none.
func (r *Reader) Byte() byte {
	if len(r.rest) == 0 {
		r.bad = true
		return 0
	}
	v := r.rest[0]
	r.rest = r.rest[1:]
	return v
}

// Take reads n bytes, which share memory with the slice; nil if there are fewer.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest, r.bad = nil, true
		return nil
	}
	v := r.rest[:n:n]
	r.rest = r.rest[n:]
	return v
}

// Text reads a text preceded by its length.
func (r *Reader) Text() string { return string(r.Take(r.Uint())) }

// AppendText appends a text preceded by its length.
func AppendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
