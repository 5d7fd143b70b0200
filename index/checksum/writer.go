package checksum

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/aranea-search/aranea/index/disk"
)

// written is how many blocks are written at once.
const written = 16

// A Writer writes a file. It is used by one goroutine.
type Writer struct {
	f    disk.File
	size int
	next []byte // to be written next
	sums []byte
	n    int64
	err  error
}

// Create makes a file of blocks of a size in bytes.
func Create(files disk.Folder, name string, size int) (*Writer, error) {
	f, err := files.Create(name)
	if err != nil {
		return nil, err
	}
	return &Writer{f: f, size: size}, nil
}

// Write is part of io.Writer.
func (w *Writer) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0 && w.err == nil; {
		n := min(len(rest), written*w.size-len(w.next))
		w.next = append(w.next, rest[:n]...)
		if rest = rest[n:]; len(w.next) == written*w.size {
			w.flush()
		}
	}
	w.n += int64(len(b))
	return len(b), w.err
}

// flush writes the blocks so far.
func (w *Writer) flush() {
	for block := range slices.Chunk(w.next, w.size) {
		w.sums = binary.LittleEndian.AppendUint32(w.sums, Sum(block))
	}
	_, w.err = w.f.Write(w.next)
	w.next = w.next[:0]
}

// Close abandons the file; some of what was written may be missing.
func (w *Writer) Close() error { return w.f.Close() }

// Finish makes the file durable.
func (w *Writer) Finish() error {
	if len(w.next) > 0 && w.err == nil {
		w.flush()
	}
	err := w.err
	if err == nil {
		err = w.f.Sync()
	}
	return errors.Join(err, w.f.Close())
}

// Len returns how many bytes were written.
func (w *Writer) Len() int64 { return w.n }

// Sums returns the checksums of the blocks of a finished file.
func (w *Writer) Sums() []byte { return w.sums }
