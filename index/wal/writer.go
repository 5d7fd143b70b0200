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
	"github.com/aranea-search/aranea/internal/zeros"
)

const (
	magic    = "ALOG"
	headSize = 24

	maxRecord  = 64 << 20 // bytes of a payload, compressed or not
	fullRecord = 1 << 20  // no entry is added to a payload of that length
	// MaxEntry is how many bytes an entry has at most.
	MaxEntry = maxRecord / 2

	sector = 512 // bytes that a disk writes as a whole or not at all
)

// Kinds of payloads, which are their first bytes.
const (
	start   = 1 // where the log before ended: its number and its length
	changes = 2 // entries, each with its length
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
	stored uint32 // records that are durable
	count  uint32 // and those of the call under way
	first  uint32 // of the call under way
	size   uint64 // bytes of the records that are durable
	length uint64 // of the file: behind size there are zeros
	buf    []byte // the records of the call
	plain  []byte // the payload of the next one
}

// Create starts a log behind one of which the first end bytes count, in place of one
// in which nothing counts. Nothing runs beside.
func Create(files disk.Folder, n, before, end uint64) (*Writer, error) {
	f, err := files.Create(Name(n))
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := files.Sync(); err != nil {
		_ = f.Close() // the error that counts is the other
		return nil, fmt.Errorf("create log: %w", err)
	}
	w := &Writer{f: f, number: n}
	return w, w.Follow(before, end)
}

// Prepare makes the file of a log that is to follow another; none may be there. As
// long as nothing is written to it, it is what a crash leaves that comes while a log is
// made.
func Prepare(files disk.Folder, n uint64) (*Writer, error) {
	f, err := files.CreateNew(Name(n))
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := files.Sync(); err != nil {
		_ = f.Close() // the error that counts is the other
		_ = files.Remove(Name(n))
		return nil, fmt.Errorf("create log: %w", err)
	}
	return &Writer{f: f, number: n}, nil
}

// Follow starts a log that was prepared behind one of which the first end bytes count.
// If that fails it is closed.
func (w *Writer) Follow(before, end uint64) error {
	w.Begin()
	w.record(binary.AppendUvarint(binary.AppendUvarint([]byte{start}, before), end))
	err := w.write(w.buf)
	if err != nil {
		_ = w.Close() // the error that counts is the other
	}
	return err
}

// Number returns the number of the log.
func (w *Writer) Number() uint64 { return w.number }

// Size returns how many bytes the records take that are durable.
func (w *Writer) Size() uint64 { return w.size }

// Close closes the file. What Commit did not write is lost.
func (w *Writer) Close() error { return w.f.Close() }

// Begin begins a call. What a call before it did not write is forgotten.
func (w *Writer) Begin() {
	w.buf, w.plain = w.buf[:0], append(w.plain[:0], changes)
	w.count = w.stored
	w.first = w.count + 1
}

// Add adds an entry of MaxEntry bytes at most to those that Commit writes.
func (w *Writer) Add(entry []byte) {
	w.plain = append(binary.AppendUvarint(w.plain, uint64(len(entry))), entry...)
	if len(w.plain) >= fullRecord {
		w.record(w.plain)
		w.plain = w.plain[:1]
	}
}

// Commit writes the entries of a call and makes them durable. After an error nothing more
// may be written to the log.
func (w *Writer) Commit() error {
	if len(w.plain) > 1 {
		w.record(w.plain)
	}
	n := len(w.buf)
	ahead := zeros.Behind(int64(w.size), int64(n))
	if ahead == 0 || w.size+uint64(n) <= w.length {
		return w.write(w.buf)
	}
	w.buf = slices.Grow(w.buf, ahead)
	clear(w.buf[n : n+ahead])
	return w.write(w.buf[:n+ahead])
}

// record adds a record to those of the call.
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

// asIs begins an S2 block that is one literal: four bytes hold its length less one.
const asIs = 63 << 2

// encode appends a payload as an S2 block to dst, which has room for it: what is in it as it
// is, for to write more bytes costs less than to compress them, unless it may be taken for
// sectors that were never written.
func encode(dst, plain []byte) []byte {
	if hasZeros(plain) {
		at := len(dst)
		return dst[:at+len(s2.Encode(dst[at:cap(dst)], plain))]
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(plain))), asIs)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(plain)-1))
	return append(dst, plain...)
}

// hasZeros reports whether a payload may have a sector of zeros in a row: such a run has a
// zero in two places that are half a sector apart.
func hasZeros(plain []byte) bool {
	const half = sector / 2
	for at := 0; at+half < len(plain); at += half {
		if plain[at]|plain[at+half] == 0 && allZero(plain[at:at+half]) {
			return true
		}
	}
	return false
}

// write writes the records of a call, behind which zeros may follow.
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
