package store

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
)

// Parts returns the paths of the frontier, the index, the index of the words of links, and the
// ranks of pages in a copy of a data folder at dir.
func Parts(dir string) (frontier, index, anchors, rank string) {
	return filepath.Join(dir, frontierName), filepath.Join(dir, indexName), filepath.Join(dir, anchorsName), filepath.Join(dir, rankName)
}

// Seal writes the settings of f into dir, and finally the file that marks it as a data folder,
// so that an incomplete copy is never taken for one.
func (f *Folder) Seal(dir string) error {
	settings, err := readSmall(filepath.Join(f.dir, optionsFile))
	if err == nil {
		err = WriteFile(filepath.Join(dir, optionsFile), settings, ownerOnly)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return folderError(dir, err)
	}
	line := formatLine + strconv.Itoa(FormatVersion) + "\n"
	if err := WriteFile(filepath.Join(dir, formatFile), []byte(line), ownerOnly); err != nil {
		return folderError(dir, err)
	}
	return nil
}
