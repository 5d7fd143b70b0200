package wal

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/s2"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/internal/prealloc"
)

const (
	magic    = "ALOG"
	headSize = 24

	maxRecord  = 64 << 20 // bytes of a payload, compressed or not
	fullRecord = 1 << 20  // bytes of a payload from which on no entry is added
	// MaxEntry is the maximal length of an entry in bytes.
	MaxEntry = maxRecord / 2

	sector = 512 // bytes that a disk writes completely or not at all
)

// Kinds of payloads, in their first byte.
const (
	start   = 1 // number and length of the previous log
	changes = 2 // entries, each preceded by its length
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Name returns the name of the file of a log.
func Name(n uint64) string { return fmt.Sprintf("wal-%08d", n) }

// Number returns the number in the name of a log.
func Number(file string) (uint64, bool) {
	digits, ok := strings.CutPrefix(file, "wal-")
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, ok && err == nil
}

// A Writer writes a log. It is used by one goroutine at a time.
type Writer struct {
	f      disk.File
	number uint64
	stored uint32 // durable records
	count  uint32 // and those of the current call
	first  uint32 // first record of the current call
	size   uint64 // bytes of the durable records
	length uint64 // bytes of the file: zeros follow size
	buf    []byte // records of the current call
	plain  []byte // payload of the next record
}

// Create starts log n after log before, of which the first end bytes count. It replaces an
// existing file, in which nothing may count. Nothing else runs.
func Create(files disk.Folder, n, before, end uint64) (*Writer, error) {
	f, err := files.Create(Name(n))
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := files.Sync(); err != nil {
		_ = f.Close() // the other error counts
		return nil, fmt.Errorf("create log: %w", err)
	}
	w := &Writer{f: f, number: n}
	return w, w.Follow(before, end)
}

// Prepare creates the file of a later log; it must not exist. While nothing is written to it,
// it looks like the result of a crash during creation.
func Prepare(files disk.Folder, n uint64) (*Writer, error) {
	f, err := files.CreateNew(Name(n))
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := files.Sync(); err != nil {
		_ = f.Close() // the other error counts
		_ = files.Remove(Name(n))
		return nil, fmt.Errorf("create log: %w", err)
	}
	return &Writer{f: f, number: n}, nil
}

// Follow starts a prepared log after log before, of which the first end bytes count. If that
// fails, the log is closed.
func (w *Writer) Follow(before, end uint64) error {
	w.Begin()
	w.record(binary.AppendUvarint(binary.AppendUvarint([]byte{start}, before), end))
	err := w.write(w.buf)
	if err != nil {
		_ = w.Close() // the other error counts
	}
	return err
}

// Number returns the number of the log.
func (w *Writer) Number() uint64 { return w.number }

// Size returns the number of bytes of the durable records.
func (w *Writer) Size() uint64 { return w.size }

// Close closes the file. Entries that were not committed are lost.
func (w *Writer) Close() error { return w.f.Close() }

// Begin begins a call and drops what an earlier call did not commit.
func (w *Writer) Begin() {
	w.buf, w.plain = w.buf[:0], append(w.plain[:0], changes)
	w.count = w.stored
	w.first = w.count + 1
}

// Add adds an entry of at most MaxEntry bytes to the current call.
func (w *Writer) Add(entry []byte) {
	w.plain = append(binary.AppendUvarint(w.plain, uint64(len(entry))), entry...)
	if len(w.plain) >= fullRecord {
		w.record(w.plain)
		w.plain = w.plain[:1]
	}
}

// Commit writes the entries of the current call and makes them durable. After an error nothing
// more may be written to the log.
func (w *Writer) Commit() error {
	if len(w.plain) > 1 {
		w.record(w.plain)
	}
	n := len(w.buf)
	ahead := prealloc.Behind(int64(w.size), int64(n))
	if ahead == 0 || w.size+uint64(n) <= w.length {
		return w.write(w.buf)
	}
	w.buf = slices.Grow(w.buf, ahead)
	clear(w.buf[n : n+ahead])
	return w.write(w.buf[:n+ahead])
}

// record adds a record to the current call.
func (w *Writer) record(plain []byte) {
	at := len(w.buf)
	w.buf = slices.Grow(w.buf, headSize+s2.MaxEncodedLen(len(plain)))
	w.buf = encode(w.buf[:at+headSize], plain)
	h, payload := w.buf[at:at+headSize], w.buf[at+headSize:]
	copy(h, magic)
	w.count++
	binary.LittleEndian.PutUint32(h[4:], w.count)
	binary.LittleEndian.PutUint32(h[8:], w.first)
	binary.LittleEndian.PutUint32(h[12:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(h[16:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint32(h[20:], crc32.Checksum(h[:20], castagnoli))
}

// asIs begins an S2 block with one literal, whose length minus one follows in four bytes.
const asIs = 63 << 2

// encode appends a payload as an S2 block to dst, which has room for it. It is stored
// uncompressed, since writing more bytes costs less than compressing them, unless it might look
// like sectors that were never written.
func encode(dst, plain []byte) []byte {
	if hasZeros(plain) {
		at := len(dst)
		return dst[:at+len(s2.Encode(dst[at:cap(dst)], plain))]
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(plain))), asIs)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(plain)-1))
	return append(dst, plain...)
}

// hasZeros reports whether a payload may contain a whole sector of zeros: such a run has zeros
// at two places half a sector apart.
func hasZeros(plain []byte) bool {
	const half = sector / 2
	for at := 0; at+half < len(plain); at += half {
		if plain[at]|plain[at+half] == 0 && allZero(plain[at:at+half]) {
			return true
		}
	}
	return false
}

// write writes the records of the current call, possibly followed by zeros.
func (w *Writer) write(b []byte) error {
	if _, err := w.f.WriteAt(b, int64(w.size)); err != nil {
		return fmt.Errorf("write log: %w", err)
	}
	if err := w.f.Sync(); err != nil {
		return fmt.Errorf("sync log: %w", err)
	}
	w.length = max(w.length, w.size+uint64(len(b)))
	w.size += uint64(len(w.buf))
	w.stored = w.count
	return nil
}
