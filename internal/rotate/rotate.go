// Package rotate writes log files of limited size: a full one is renamed by appending a number,
// and the oldest of these is removed.
//
// Floor: 0 (leaves). Stability: engine. It does not know what is logged.
package rotate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// A File is a log file. Each Write adds one record, which is never split. It is safe for
// concurrent use.
type File struct {
	name string
	most int64
	keep int
	turn chan struct{} // holds a token during a write
	file *os.File
	size int64

	info   fs.FileInfo // of file when it was opened
	looked time.Time   // when the name was last found to be its
}

// LooksEvery is the least time between two looks whether the name is still that of the file.
const LooksEvery = time.Second

// follow opens the name again if somebody has moved or removed the file.
func (f *File) follow() error {
	if time.Since(f.looked) < LooksEvery {
		return nil
	}
	f.looked = time.Now()
	if now, err := os.Stat(f.name); err == nil && os.SameFile(now, f.info) {
		return nil
	}
	_ = f.file.Close() // what it holds belongs to somebody else now
	f.file = nil
	return f.open()
}

// Open opens or creates a log file. When it would grow beyond most bytes it becomes NAME.1, that
// becomes NAME.2, and so on, of which keep are kept.
func Open(name string, most int64, keep int) (*File, error) {
	f := &File{name: name, most: most, keep: keep, turn: make(chan struct{}, 1)}
	if err := f.open(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) open() error {
	file, err := os.OpenFile(f.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // the first error is returned
		return err
	}
	f.file, f.size, f.info, f.looked = file, info.Size(), info, time.Now()
	return nil
}

// Write adds one record.
func (f *File) Write(p []byte) (int, error) {
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	if f.file == nil {
		return 0, fs.ErrClosed
	}
	if err := f.follow(); err != nil {
		return 0, err
	}
	if f.size > 0 && f.size+int64(len(p)) > f.most {
		if err := f.rotate(); err != nil {
			return 0, err
		}
	}
	n, err := f.file.Write(p)
	f.size += int64(n)
	return n, err
}

// rotate renames the file and begins a new one.
func (f *File) rotate() error {
	if err := f.file.Close(); err != nil {
		return err
	}
	f.file = nil
	for i := f.keep; i >= 1; i-- {
		younger := f.name
		if i > 1 {
			younger = fmt.Sprintf("%s.%d", f.name, i-1)
		}
		err := os.Rename(younger, fmt.Sprintf("%s.%d", f.name, i))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return f.open()
}

// Close closes the file. Later writes fail.
func (f *File) Close() error {
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}

var _ io.WriteCloser = (*File)(nil)
