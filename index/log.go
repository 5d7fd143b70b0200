package index

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/s2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/varint"
)

// The write-ahead log holds changes whose documents are not in a segment yet. A
// log is a run of records; a record is a head and a payload. The head is
// recordMagic (4), the record's number in the log from one on (4), the number of
// the first record of the call that wrote it (4), the length of the payload (4),
// the checksum of the payload (4), and the checksum of the head (4). A payload is
// compressed; its first byte says what it holds.
//
// A crash may leave the last record cut or with bytes that were never written.
// Only what no whole record of a later call follows is taken for that; anything
// else is damage. The first record of each log says where the log before it
// ended, so that a cut end which was passed over once stays known.

const (
	recordMagic = "ALOG"
	recordHead  = 24
	maxRecord   = 64 << 20 // bytes of a payload, compressed or not
	fullRecord  = 1 << 20  // no change is added to a payload of that length

	payloadStart   = 1 // where the log before ended: its number and its length
	payloadChanges = 2 // changes, each with its length
)

// A changeLog is the log that is being written. It is used by one goroutine at
// a time.
type changeLog struct {
	f      disk.File
	number uint64
	stored uint32 // records that are durable
	count  uint32 // and those of the call under way
	first  uint32 // of the call under way
	size   uint64
	buf    []byte
	plain  []byte
	one    []byte // change
}

func logName(n uint64) string { return fmt.Sprintf("wal-%08d", n) }

// logNumber returns the number in the name of a log.
func logNumber(file string) (uint64, bool) {
	digits, ok := strings.CutPrefix(file, "wal-")
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, ok && err == nil
}

// createLog starts a log behind one of which the first end bytes count, in place of one
// in which nothing counts. Nothing runs beside.
func createLog(files disk.Folder, n, before, end uint64) (*changeLog, error) {
	f, err := files.Create(logName(n))
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := files.Sync(); err != nil {
		_ = f.Close() // the error that counts is the other
		return nil, fmt.Errorf("create log: %w", err)
	}
	w := &changeLog{f: f, number: n}
	return w, w.follow(before, end)
}

// prepareLog makes the file of a log that is to follow another; none may be there. As
// long as nothing is written to it, it is what a crash leaves that comes while a log is
// made.
func prepareLog(files disk.Folder, n uint64) (*changeLog, error) {
	f, err := files.CreateNew(logName(n))
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := files.Sync(); err != nil {
		_ = f.Close() // the error that counts is the other
		_ = files.Remove(logName(n))
		return nil, fmt.Errorf("create log: %w", err)
	}
	return &changeLog{f: f, number: n}, nil
}

// follow starts a log that was prepared behind one of which the first end bytes count.
// If that fails it is closed.
func (w *changeLog) follow(before, end uint64) error {
	start := binary.AppendUvarint([]byte{payloadStart}, before)
	w.begin()
	w.record(binary.AppendUvarint(start, end))
	err := w.commit()
	if err != nil {
		_ = w.close() // the error that counts is the other
	}
	return err
}

// append makes changes durable.
func (w *changeLog) append(changes []aranea.IndexChange) error {
	w.begin()
	w.plain = append(w.plain[:0], payloadChanges)
	for i := range changes {
		w.one = encodeChange(w.one[:0], &changes[i])
		if len(w.one) > maxRecord/2 {
			return &aranea.Error{Op: "apply to index", Kind: aranea.Limit, Obj: changes[i].URL.String(), Err: fmt.Errorf("the page takes %d bytes in the log", len(w.one))}
		}
		w.plain = binary.AppendUvarint(w.plain, uint64(len(w.one)))
		w.plain = append(w.plain, w.one...)
		if len(w.plain) >= fullRecord {
			w.record(w.plain)
			w.plain = w.plain[:1]
		}
	}
	if len(w.plain) > 1 {
		w.record(w.plain)
	}
	return w.commit()
}

// begin begins a call. What one before it did not write is forgotten.
func (w *changeLog) begin() {
	w.buf = w.buf[:0]
	w.count = w.stored
	w.first = w.count + 1
}

// record adds a record to those that commit writes.
func (w *changeLog) record(plain []byte) {
	at := len(w.buf)
	w.buf = slices.Grow(w.buf, recordHead+s2.MaxEncodedLen(len(plain)))
	payload := s2.Encode(w.buf[at+recordHead:cap(w.buf)], plain)
	w.buf = w.buf[:at+recordHead+len(payload)]
	h := w.buf[at : at+recordHead]
	copy(h, recordMagic)
	w.count++
	binary.LittleEndian.PutUint32(h[4:], w.count)
	binary.LittleEndian.PutUint32(h[8:], w.first)
	binary.LittleEndian.PutUint32(h[12:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(h[16:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint32(h[20:], crc32.Checksum(h[:20], castagnoli))
}

// commit writes the records of a call and makes them durable.
func (w *changeLog) commit() error {
	if _, err := w.f.Write(w.buf); err != nil {
		return fmt.Errorf("write log: %w", err)
	}
	if err := w.f.Sync(); err != nil {
		return fmt.Errorf("sync log: %w", err)
	}
	w.size += uint64(len(w.buf))
	w.stored = w.count
	return nil
}

func (w *changeLog) close() error { return w.f.Close() }

// A logReader reads the records of a log.
type logReader struct {
	file  string
	data  []byte
	at    int
	count uint32 // records read
}

// openLog returns a reader of a log; it ends with release.
func openLog(files disk.Folder, n uint64) (r *logReader, release func(), err error) {
	data, release, err := files.Map(logName(n))
	if err != nil {
		return nil, nil, fmt.Errorf("read log: %w", err)
	}
	return &logReader{file: logName(n), data: data}, release, nil
}

// next returns the next payload; nil at the end of what is whole. The error is
// damage: at then stands at the next whole record, or at the end.
func (r *logReader) next() ([]byte, error) {
	if r.at == len(r.data) {
		return nil, nil
	}
	bad := r.at
	h, ok := r.whole(r.at)
	if !ok || h.number <= r.count {
		if r.at, ok = r.later(); ok {
			return nil, damage.Err(r.file, int64(bad), "a record is wrong, and whole ones follow")
		}
		if bad == 0 && !r.unwritten() {
			r.at = len(r.data)
			return nil, damage.Err(r.file, 0, "its first record is wrong")
		}
		return nil, nil
	}
	missing := h.number != r.count+1
	r.at, r.count = r.at+recordHead+h.length, h.number
	plain, err := decompress(r.data[bad+recordHead : r.at])
	switch {
	case err != nil:
		return nil, damage.Err(r.file, int64(bad), "a record does not decode: "+err.Error())
	case missing:
		r.at, r.count = bad, h.number-1 // it is read by the next call
		return nil, damage.Err(r.file, int64(bad), "records are missing before this one")
	}
	return plain, nil
}

// unwritten reports whether a log without a whole record is what a crash leaves
// that comes while the log is made: cut short, or of zeros. Its first record lies
// in one block of the disk, so it was written wholly or not at all.
func (r *logReader) unwritten() bool {
	if len(r.data) < recordHead || len(bytes.TrimLeft(r.data, "\x00")) == 0 {
		return true
	}
	h, _ := r.whole(0)
	return h.number == 1 && len(r.data) < recordHead+h.length
}

// torn reports whether bytes follow the last whole record.
func (r *logReader) torn() bool { return r.at < len(r.data) }

// later returns where the next whole record starts that was written by a later
// call than the wrong record at r.at: that one was acknowledged, so it is no cut
// end. Without such a record it returns r.at and false.
func (r *logReader) later() (int, bool) {
	wrong := r.count + 1
	for at := r.at + 1; ; at++ {
		i := bytes.Index(r.data[at:], []byte(recordMagic))
		if i < 0 {
			return r.at, false
		}
		at += i
		if h, ok := r.whole(at); ok && h.first > wrong {
			r.count = h.number - 1
			return at, true
		}
	}
}

// A head is the head of a record.
type head struct {
	number, first uint32
	length        int
}

// whole returns the head of the record at a place, if it is whole.
func (r *logReader) whole(at int) (head, bool) {
	b := r.data[at:]
	if len(b) < recordHead || string(b[:4]) != recordMagic || crc32.Checksum(b[:20], castagnoli) != binary.LittleEndian.Uint32(b[20:]) {
		return head{}, false
	}
	h := head{binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:]), int(binary.LittleEndian.Uint32(b[12:]))}
	if h.length > maxRecord || h.length > len(b)-recordHead {
		return h, false
	}
	return h, crc32.Checksum(b[recordHead:recordHead+h.length], castagnoli) == binary.LittleEndian.Uint32(b[16:])
}

func decompress(payload []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(payload); err != nil || n > maxRecord {
		return nil, damage.ErrShort
	}
	return s2.Decode(nil, payload)
}

// decodeStart reads where the log before ended.
func decodeStart(plain []byte) (before, end uint64, err error) {
	c := varint.NewReader(plain)
	if c.Byte() != payloadStart {
		return 0, 0, damage.ErrShort
	}
	before, end = c.Uint(), c.Uint()
	return before, end, asError(c.Bad())
}

// decodeChanges reads the changes of a payload.
func decodeChanges(plain []byte) ([]aranea.IndexChange, error) {
	c := varint.NewReader(plain)
	if c.Byte() != payloadChanges {
		return nil, damage.ErrShort
	}
	var out []aranea.IndexChange
	for c.Len() > 0 {
		one := c.Take(c.Uint())
		if c.Bad() {
			return nil, damage.ErrShort
		}
		ch, err := decodeChange(one)
		if err != nil {
			return nil, err
		}
		out = append(out, ch)
	}
	return out, nil
}
