package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// tmpSuffix is appended to the name of a file while WriteFile writes it.
const tmpSuffix = ".tmp"

// ownerOnly is the mode of the data folder's own files.
const ownerOnly = 0o600

// readSmall reads a file of at most maxSmallFile bytes.
func readSmall(path string) (data []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err = io.ReadAll(io.LimitReader(f, maxSmallFile+1))
	if err == nil && len(data) > maxSmallFile {
		err = fmt.Errorf("%s is larger than %d bytes: %w", filepath.Base(path), maxSmallFile, os.ErrInvalid)
	}
	return data, err
}

// WriteFile creates or replaces a file so that, after a crash of the machine, either the old or
// the new content is there completely. mode is for new files. It writes to a file with the
// suffix .tmp first, which a crash may leave behind. A name must not be written concurrently.
func WriteFile(path string, data []byte, mode os.FileMode) (err error) {
	tmp := path + tmpSuffix
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return SyncDir(filepath.Dir(path))
}
