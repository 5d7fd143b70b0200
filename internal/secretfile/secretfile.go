// Package secretfile reads files that contain secrets.
//
// Floor: 0 (leaves). Stability: engine. It does not interpret the files, and no error
// contains any of their content.
package secretfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// Read reads a file of at most limit bytes that must be readable only by its owner.
func Read(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err == nil {
		err = Check(info)
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("it is larger than %d bytes", limit)
	}
	return data, err
}

// Check returns why a file is none that only its owner may read. On Windows, where files have no such
// rights, that is not checked.
func Check(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return errors.New("it is no file")
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return fmt.Errorf("others may read it (mode %04o); make it yours alone: chmod 600", info.Mode().Perm())
	}
	return nil
}
