package store

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Usage returns the number and the total size of the files below a folder. It ignores files that
// disappear in the meantime.
func Usage(dir string) (files int, bytes uint64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return ignoreMissing(err)
		}
		info, err := d.Info()
		if err == nil {
			files++
			bytes += uint64(info.Size())
		}
		return ignoreMissing(err)
	})
	return files, bytes, err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
