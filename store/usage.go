package store

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Usage returns the number and the total size of the files below a folder, of which one that has several
// names there counts once. It ignores files that disappear in the meantime.
func Usage(dir string) (files int, bytes uint64, err error) {
	linked := map[fileID]bool{}
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return ignoreMissing(err)
		}
		info, err := d.Info()
		if err == nil {
			if id, several := idOf(info); several {
				if linked[id] {
					return nil
				}
				linked[id] = true
			}
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
