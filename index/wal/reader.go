package wal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/klauspost/compress/s2"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/varint"
)

// A Reader reads the records of a log.
type Reader struct {
	file  string
	data  []byte
	at    int
	count uint32 // records read
	begun Summary
}

// Open returns a reader of a log, valid until release is called.
func Open(files disk.Folder, n uint64) (r *Reader, release func(), err error) {
	data, release, err := files.Map(Name(n))
	if err != nil {
		return nil, nil, fmt.Errorf("read log: %w", err)
	}
	return &Reader{file: Name(n), data: data}, release, nil
}

// At returns the offset of the next record; after the last one, the number of bytes that count.
func (r *Reader) At() uint64 { return uint64(r.at) }

// File returns the name of the log.
func (r *Reader) File() string { return r.file }

// Torn reports whether anything but zeros follows the last valid record: a crash cut it off.
func (r *Reader) Torn() bool { return !allZero(r.data[r.at:]) }

// Next returns the entries of the next record, each preceded by its length as a varint; nil at
// the end. An error is damage; the next call continues with the next valid record, or ends.
func (r *Reader) Next() ([]byte, error) {
	for {
		at := r.at
		plain, err := r.next()
		switch {
		case err != nil || plain == nil:
			return nil, err
		case len(plain) > 0 && plain[0] == changes:
			return plain[1:], nil
		case !r.begin(plain):
			return nil, damage.Err(r.file, int64(at), "a record holds what no log does")
		}
	}
}

// begin reads where the previous log ended.
func (r *Reader) begin(plain []byte) bool {
	c := varint.NewReader(plain)
	if c.Byte() != start {
		return false
	}
	r.begun = Summary{Started: true, Before: c.Uint(), End: c.Uint()}
	return !c.Bad()
}

// next returns the next payload of any kind.
func (r *Reader) next() ([]byte, error) {
	if r.at == len(r.data) {
		return nil, nil
	}
	bad := r.at
	h, ok := r.whole(r.at)
	if !ok || h.number <= r.count {
		return nil, r.skip()
	}
	missing := h.number != r.count+1
	r.at, r.count = r.at+headSize+h.length, h.number
	plain, err := decompress(r.data[bad+headSize : r.at])
	switch {
	case err != nil:
		return nil, damage.Err(r.file, int64(bad), "a record does not decode: "+err.Error())
	case missing:
		r.at, r.count = bad, h.number-1 // the next call reads it
		return nil, damage.Err(r.file, int64(bad), "records are missing before this one")
	}
	return plain, nil
}

// skip moves past an invalid record to the next valid one, or to the end if that is damage, and
// returns what is wrong; nil if a crash may have left the record.
func (r *Reader) skip() error {
	bad := r.at
	var found bool
	if r.at, found = r.later(); found {
		return damage.Err(r.file, int64(bad), "a record is wrong, and whole ones follow")
	}
	if r.lacking() {
		return nil
	}
	r.at = len(r.data)
	if bad == 0 {
		return damage.Err(r.file, 0, "its first record is wrong")
	}
	return damage.Err(r.file, int64(bad), "a record is wrong, and none of it is missing")
}

// lacking reports whether a crash may have left the invalid record at r.at: the file ends
// within it, or a sector of it is all zeros and was never written.
func (r *Reader) lacking() bool {
	h, ok := r.head(r.at)
	end := r.at + headSize
	if ok {
		end += h.length
	}
	if end > len(r.data) {
		return true
	}
	for from := r.at; from < end; {
		to := min(from/sector*sector+sector, end)
		if allZero(r.data[from:to]) {
			return true
		}
		from = to
	}
	return false
}

// allZero reports whether b contains only zeros.
func allZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// later returns the offset of the next valid record written by a later call than the invalid
// record at r.at. That record was then acknowledged and is not an incomplete end. Without such
// a record, later returns r.at and false.
func (r *Reader) later() (int, bool) {
	wrong := r.count + 1
	for at := r.at + 1; at < len(r.data); at++ {
		i := bytes.Index(r.data[at:], []byte(magic))
		if i < 0 {
			break
		}
		at += i
		if h, ok := r.whole(at); ok && h.first > wrong {
			r.count = h.number - 1
			return at, true
		}
	}
	return r.at, false
}

// A head is the head of a record.
type head struct {
	number, first uint32
	length        int
}

// head returns the head of the record at an offset, if it is valid.
func (r *Reader) head(at int) (head, bool) {
	b := r.data[at:]
	if len(b) < headSize || string(b[:4]) != magic || crc32.Checksum(b[:20], castagnoli) != binary.LittleEndian.Uint32(b[20:]) {
		return head{}, false
	}
	length := binary.LittleEndian.Uint32(b[12:])
	return head{binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:]), int(min(length, maxRecord+1))}, length <= maxRecord
}

// whole returns the head of the record at an offset, if head and payload are valid.
func (r *Reader) whole(at int) (head, bool) {
	h, ok := r.head(at)
	b := r.data[at:]
	if !ok || h.length > len(b)-headSize {
		return h, false
	}
	return h, crc32.Checksum(b[headSize:headSize+h.length], castagnoli) == binary.LittleEndian.Uint32(b[16:])
}

func decompress(payload []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(payload); err != nil || n > maxRecord {
		return nil, damage.ErrShort
	}
	return s2.Decode(nil, payload)
}
