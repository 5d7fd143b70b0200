package frontier

import (
	"encoding/binary"
	"errors"
	"time"
)

// recordVersion is the first byte of every record.
const recordVersion = 1

// errRecord says that a record does not decode.
var errRecord = errors.New("record does not decode")

// A writer appends fields to a record.
type writer struct{ b []byte }

func newWriter() *writer { return &writer{b: []byte{recordVersion}} }

func (w *writer) uint(v uint64)    { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) raw(p []byte)     { w.b = append(w.b, p...) }
func (w *writer) text(s string)    { w.uint(uint64(len(s))); w.b = append(w.b, s...) }
func (w *writer) bytes(p []byte)   { w.uint(uint64(len(p))); w.b = append(w.b, p...) }
func (w *writer) bool(v bool)      { w.b = append(w.b, map[bool]byte{true: 1}[v]) }
func (w *writer) time(t time.Time) { w.b = binary.AppendVarint(w.b, stamp(t)) }

// stamp is microseconds since 1970, 0 for the zero instant.
func stamp(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func unstamp(v int64) time.Time {
	if v == 0 {
		return time.Time{}
	}
	return time.UnixMicro(v).UTC()
}

// A reader takes fields off a record; the first fault sticks and all further
// fields are zero.
type reader struct {
	b   []byte
	err error
}

func newReader(b []byte) *reader {
	r := &reader{b: b}
	if len(b) == 0 || b[0] != recordVersion {
		r.err = errRecord
		return r
	}
	r.b = b[1:]
	return r
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if r.err != nil || n <= 0 {
		r.err = errRecord
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) raw(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.b)) {
		r.err = errRecord
		return nil
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

func (r *reader) text() string  { return string(r.raw(r.uint())) }
func (r *reader) bytes() []byte { return append([]byte(nil), r.raw(r.uint())...) }

func (r *reader) bool() bool {
	p := r.raw(1)
	return len(p) == 1 && p[0] == 1
}

func (r *reader) time() time.Time {
	v, n := binary.Varint(r.b)
	if r.err != nil || n <= 0 {
		r.err = errRecord
		return time.Time{}
	}
	r.b = r.b[n:]
	return unstamp(v)
}
