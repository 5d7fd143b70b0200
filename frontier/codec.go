package frontier

import (
	"encoding/binary"
	"errors"
	"math"
	"time"
)

// recordVersion is the first byte of every record, and formatVersion the number
// under keyFormat in a store of this version.
const (
	recordVersion = 2
	formatVersion = 2
)

// errRecord says that a record does not decode.
var errRecord = errors.New("record does not decode")

// An instant is a point in time in microseconds since 1970; 0 is none.
type instant int64

// instantOf rounds down.
func instantOf(t time.Time) instant {
	if t.IsZero() {
		return 0
	}
	return instant(t.UnixMicro())
}

// instantAfter rounds up: a promise to wait is never cut short.
func instantAfter(t time.Time) instant {
	at := instantOf(t)
	if !t.IsZero() && t.Nanosecond()%1000 != 0 {
		at++
	}
	return at
}

func (i instant) time() time.Time {
	if i == 0 {
		return time.Time{}
	}
	return time.UnixMicro(int64(i)).UTC()
}

// A writer appends fields to a record.
type writer struct{ b []byte }

// record starts a record in the space of b.
func record(b []byte) writer { return writer{append(b[:0], recordVersion)} }

func (w *writer) uint(v uint64)    { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) at(i instant)     { w.b = binary.AppendVarint(w.b, int64(i)) }
func (w *writer) time(t time.Time) { w.at(instantOf(t)) }
func (w *writer) raw(p []byte)     { w.b = append(w.b, p...) }
func (w *writer) text(s string)    { w.uint(uint64(len(s))); w.b = append(w.b, s...) }

func (w *writer) bool(v bool) {
	if v {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
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

// uint reads a number of at most limit.
func (r *reader) uint(limit uint64) uint64 {
	v, n := binary.Uvarint(r.b)
	if r.err != nil || n <= 0 || v > limit {
		r.err = errRecord
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) u8() uint8   { return uint8(r.uint(math.MaxUint8)) }
func (r *reader) u16() uint16 { return uint16(r.uint(math.MaxUint16)) }
func (r *reader) u32() uint32 { return uint32(r.uint(math.MaxUint32)) }

func (r *reader) raw(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.b)) {
		r.err = errRecord
		return nil
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

func (r *reader) text() string { return string(r.raw(r.uint(uint64(len(r.b))))) }

func (r *reader) bool() bool {
	p := r.raw(1)
	if len(p) == 1 && p[0] > 1 {
		r.err = errRecord
	}
	return r.err == nil && p[0] == 1
}

func (r *reader) at() instant {
	v, n := binary.Varint(r.b)
	if r.err != nil || n <= 0 {
		r.err = errRecord
		return 0
	}
	r.b = r.b[n:]
	return instant(v)
}

func (r *reader) time() time.Time { return r.at().time() }

// end returns the fault; bytes that are left over are one.
func (r *reader) end() error {
	if r.err == nil && len(r.b) > 0 {
		r.err = errRecord
	}
	return r.err
}
