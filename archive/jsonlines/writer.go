// Package jsonlines writes JSON lines into the files of a folder for other programs to take, and
// ends a file when it is large or old enough (docs/documents.md).
//
// Floor: 3 (state and input/output). Stability: engine. It does not know what the lines say.
package jsonlines

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea/store"
)

// A file is ended when it has this size or age. It exceeds the size by at most one Write.
const (
	FileSize = 64 << 20 // bytes
	FileAge  = 10 * time.Minute
)

// Endings of names. openEnding follows while a file is being written.
const (
	ending     = ".jsonl"
	openEnding = ".open"
)

// Options configure a Writer. All fields are required.
type Options struct {
	Prefix string // of the names of files
	Logger *slog.Logger
	Now    func() time.Time
}

// A Writer writes to a folder. It is safe for concurrent use.
type Writer struct {
	dir    string
	opt    Options
	unlock func() error

	mu   sync.Mutex
	file *os.File // nil if none is being written
	path string   // its name when it is ended
	size int64
	aged *time.Timer // ends file
	left bool        // a file that could not be ended is there
	last time.Time   // in the name of the last file
}

// Open returns a Writer for a folder, which it makes and locks. It ends the files that a killed
// process left there, each behind its last whole line.
func Open(dir string, opt Options) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	unlock, err := store.LockFolder(dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, opt: opt, unlock: unlock}
	if err := w.putRight(); err != nil {
		_ = unlock() // the first error is returned
		return nil, err
	}
	return w, nil
}

// Write writes whole lines, or none of them if the disk is full. They are handed to the system
// when it returns, and synced to the disk when their file is ended.
func (w *Writer) Write(lines []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		if err := w.begin(); err != nil {
			return 0, err
		}
	}
	if _, err := w.file.Write(lines); err != nil {
		if w.takeBack() != nil {
			w.aged.Stop()
			_ = w.file.Close() // the first error is returned
			w.file, w.left = nil, true
		}
		return 0, err
	}
	if w.size += int64(len(lines)); w.size < FileSize {
		return len(lines), nil
	}
	return len(lines), w.end()
}

// takeBack cuts off what a failed write has left.
func (w *Writer) takeBack() error {
	if err := w.file.Truncate(w.size); err != nil {
		return err
	}
	_, err := w.file.Seek(w.size, io.SeekStart)
	return err
}

// begin begins a file, after it has ended those that could not be ended before.
func (w *Writer) begin() error {
	if w.left {
		if err := w.putRight(); err != nil {
			return err
		}
		w.left = false
	}
	return w.create()
}

// The instant in a name, there without its point.
const (
	instant = "20060102T150405.000"
	seconds = len("20060102T150405")
)

// instantIn returns the instant in the name of a file, zero if there is none.
func (w *Writer) instantIn(name string) time.Time {
	text, _, _ := strings.Cut(strings.TrimPrefix(name, w.opt.Prefix), ending)
	if len(text) != len(instant)-1 {
		return time.Time{}
	}
	at, _ := time.Parse(instant, text[:seconds]+"."+text[seconds:]) // zero if it is none
	return at
}

// create creates a file, whose name sorts behind those of earlier ones, whatever the clock says.
func (w *Writer) create() error {
	at := w.opt.Now().UTC()
	if next := w.last.Add(time.Millisecond); next.After(at) {
		at = next
	}
	for ; ; at = at.Add(time.Millisecond) {
		path := filepath.Join(w.dir, w.opt.Prefix+strings.Replace(at.Format(instant), ".", "", 1)+ending)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		f, err := os.OpenFile(path+openEnding, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		w.file, w.path, w.size, w.last = f, path, 0, at
		w.aged = time.AfterFunc(FileAge, func() { w.endOld(f) })
		return nil
	}
}

// endOld ends a file that is old enough, unless it was ended before.
func (w *Writer) endOld(f *os.File) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != f {
		return
	}
	if err := w.end(); err != nil {
		w.opt.Logger.Error("a file of JSON lines could not be ended", "error", err)
	}
}

// End ends the current file, if there is one: it has its name and is synced to the disk.
func (w *Writer) End() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	return w.end()
}

func (w *Writer) end() error {
	f := w.file
	w.file = nil
	w.aged.Stop()
	err := f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = settle(w.path, w.size)
	}
	w.left = w.left || err != nil
	return err
}

// settle gives an ended file its name, or removes it if it is empty.
func settle(path string, size int64) error {
	if size == 0 {
		return os.Remove(path + openEnding)
	}
	return os.Rename(path+openEnding, path)
}

// Close ends the current file and unlocks the folder. Write must not be called afterwards.
func (w *Writer) Close() error { return errors.Join(w.End(), w.unlock()) }

// putRight ends the files that were not ended, and notes the last instant in the names of all.
func (w *Writer) putRight() error {
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if at := w.instantIn(name); at.After(w.last) {
			w.last = at
		}
		if !strings.HasPrefix(name, w.opt.Prefix) || !strings.HasSuffix(name, ending+openEnding) || !e.Type().IsRegular() {
			continue
		}
		whole, cut, err := cutBehindLine(filepath.Join(w.dir, name))
		if err != nil {
			return err
		}
		name = strings.TrimSuffix(name, openEnding)
		if err := settle(filepath.Join(w.dir, name), whole); err != nil {
			return err
		}
		w.opt.Logger.Warn("a file of JSON lines that was not ended was put right", "file", name, "bytes", whole, "bytes_cut", cut)
	}
	return nil
}

// cutBehindLine cuts what is behind the last whole line of a file, and returns how many bytes
// stay and how many were cut.
func cutBehindLine(path string) (whole, cut int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = f.Close() }() // after a write it is synced
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	whole, err = endOfLines(f, info.Size())
	if err != nil || whole == info.Size() {
		return whole, 0, err
	}
	if err := f.Truncate(whole); err != nil {
		return 0, 0, err
	}
	return whole, info.Size() - whole, f.Sync()
}

// endOfLines returns where the last line of a file with a line feed ends.
func endOfLines(f io.ReaderAt, size int64) (int64, error) {
	var buf [64 << 10]byte
	for size > 0 {
		from := max(0, size-int64(len(buf)))
		part := buf[:size-from]
		if _, err := f.ReadAt(part, from); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		size = from
	}
	return 0, nil
}
