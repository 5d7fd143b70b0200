// Package private reads files that contain secrets.
//
// Floor: 3 (state and I/O). Stability: engine. It does not interpret the files, and no error
// contains any of their content.
package private

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
)

// Read reads a file of at most limit bytes that must be readable only by its owner. On Windows,
// where files have no such rights, that is not checked.
func Read(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("others may read it (mode %04o); make it yours alone: chmod 600", info.Mode().Perm())
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("it is larger than %d bytes", limit)
	}
	return data, err
}
