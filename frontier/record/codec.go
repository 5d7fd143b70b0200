package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/aranea-search/aranea"
)

// Version is the first byte of every record except those of entries, which have entryVersion, or
// Version before FormatVersion 8. FormatVersion is the number under KeyFormat in a store of this
// version; those from OldestVersion on are read as well: in 6 all queues have keys; up to 7 the
// last trail of an entry is stored with the others; up to 8 no entry has a level by its inlinks;
// up to 9 no origin has refusals; before RefVersion no robots body has references; up to 11 no
// entry is the target of a link that is only checked; up to 12 none has the date of a capture; and
// up to 13 none is to be read in another way.
const (
	Version       = 2
	entryVersion  = 3
	FormatVersion = 14
	RefVersion    = 11
	OldestVersion = 6
)

// CheckVersion rejects a store of another version of the format; fresh says that none was ever
// opened there.
func CheckVersion(version uint64, fresh bool) error {
	switch {
	case OldestVersion <= version && version <= FormatVersion || version == 0 && fresh:
		return nil
	case version == 0:
		version = 1 // which did not store it
	}
	maker := "a newer"
	if version < FormatVersion {
		maker = "an older"
	}
	return &aranea.Error{Op: "open data folder", Kind: aranea.Invalid, Err: fmt.Errorf(
		"it was made by %s version of aranea (format %d of the frontier, this version has %d): crawl into a new folder with --data, or use that version", maker, version, FormatVersion)}
}

// ErrRecord means that a record cannot be decoded.
var ErrRecord = errors.New("record does not decode")

// An Instant is a point in time in microseconds since 1970; 0 is none.
type Instant int64

// InstantOf converts a time, rounding down.
func InstantOf(t time.Time) Instant {
	if t.IsZero() {
		return 0
	}
	return Instant(t.UnixMicro())
}

// InstantAfter converts a time, rounding up: a wait is never cut short.
func InstantAfter(t time.Time) Instant {
	at := InstantOf(t)
	if !t.IsZero() && t.Nanosecond()%1000 != 0 {
		at++
	}
	return at
}

// Micros converts a duration to microseconds, rounding up.
func Micros(d time.Duration) Instant {
	return Instant((d + time.Microsecond - 1) / time.Microsecond)
}

// Duration converts microseconds to a duration.
func (i Instant) Duration() time.Duration { return time.Duration(i) * time.Microsecond }

// Time returns the instant in UTC, the zero time for none.
func (i Instant) Time() time.Time {
	if i == 0 {
		return time.Time{}
	}
	return time.UnixMicro(int64(i)).UTC()
}

// A Writer appends fields to a record.
type Writer struct{ Bytes []byte }

// NewWriter starts a record, reusing the memory of b.
func NewWriter(b []byte) Writer { return newWriter(b, Version) }

func newWriter(b []byte, version byte) Writer { return Writer{append(b[:0], version)} }

// Uint appends a number.
func (w *Writer) Uint(v uint64) { w.Bytes = binary.AppendUvarint(w.Bytes, v) }

// At appends an instant.
func (w *Writer) At(i Instant) { w.Bytes = binary.AppendVarint(w.Bytes, int64(i)) }

// Time appends an instant, rounded down.
func (w *Writer) Time(t time.Time) { w.At(InstantOf(t)) }
func (w *Writer) raw(p []byte)     { w.Bytes = append(w.Bytes, p...) }
func (w *Writer) text(s string)    { w.Uint(uint64(len(s))); w.Bytes = append(w.Bytes, s...) }

func (w *Writer) bool(v bool) {
	if v {
		w.Bytes = append(w.Bytes, 1)
	} else {
		w.Bytes = append(w.Bytes, 0)
	}
}

// A Reader reads fields of a record. The first error sticks, and all further fields are zero.
type Reader struct {
	b   []byte
	err error
}

// NewReader starts to read a record.
func NewReader(b []byte) *Reader {
	r := &Reader{b: b}
	if len(b) == 0 || b[0] != Version {
		r.err = ErrRecord
		return r
	}
	r.b = b[1:]
	return r
}

// Uint reads a number that is at most limit.
func (r *Reader) Uint(limit uint64) uint64 {
	v, n := binary.Uvarint(r.b)
	if r.err != nil || n <= 0 || v > limit {
		r.err = ErrRecord
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *Reader) u8() uint8   { return uint8(r.Uint(math.MaxUint8)) }
func (r *Reader) u16() uint16 { return uint16(r.Uint(math.MaxUint16)) }
func (r *Reader) u32() uint32 { return uint32(r.Uint(math.MaxUint32)) }

func (r *Reader) raw(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.b)) {
		r.err = ErrRecord
		return nil
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

func (r *Reader) text() string { return string(r.raw(r.Uint(uint64(len(r.b))))) }

func (r *Reader) bool() bool {
	p := r.raw(1)
	if len(p) == 1 && p[0] > 1 {
		r.err = ErrRecord
	}
	return r.err == nil && p[0] == 1
}

// At reads an instant.
func (r *Reader) At() Instant {
	v, n := binary.Varint(r.b)
	if r.err != nil || n <= 0 {
		r.err = ErrRecord
		return 0
	}
	r.b = r.b[n:]
	return Instant(v)
}

func (r *Reader) time() time.Time { return r.At().Time() }

// End returns the error, if any; remaining bytes are an error.
func (r *Reader) End() error {
	if r.err == nil && len(r.b) > 0 {
		r.err = ErrRecord
	}
	return r.err
}
