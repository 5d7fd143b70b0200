package api

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea"
)

// markOf returns where the mark of a backup into the folder dir is: an empty file in dir or, if
// that does not exist, in the closest folder above it that does. By the mark an owner recognizes
// the folder that a client names. Another process may see other files under the same name: a
// service of systemd often has a /tmp of its own, a container its own file system. A backup that
// the owner wrote there would be lost to the one who asked for it.
func markOf(dir string) (name string, exists bool) {
	sum := sha256.Sum256([]byte(dir)) // backups of other folders may have their marks beside it
	at := dir
	for {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return filepath.Join(at, fmt.Sprintf(".aranea-backup-%x", sum[:6])), at == dir
		}
		at = filepath.Dir(at)
	}
}

// mark puts the mark of a backup into dir, and unmark takes it away.
func mark(dir string) (unmark func(), err error) {
	name, _ := markOf(dir)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, markError(dir, err)
	}
	return func() { _ = os.Remove(name) }, f.Close() // the owner may have removed it
}

// takeMark finds the mark of a client, and removes it if it is in the folder dir itself, which
// must be empty. It fails if the owner does not see what the client sees under that name.
func takeMark(dir string) error {
	name, exists := markOf(dir)
	if _, err := os.Lstat(name); err != nil {
		return markError(dir, errors.New("the process that has the data folder open sees other files there, as a service with its own /tmp or a container does; name a folder that both see, such as one beside the data folder"))
	}
	if !exists {
		return nil
	}
	if err := os.Remove(name); err != nil {
		return unwritable(dir, err)
	}
	return nil
}

// unwritable returns the error for a folder to which the owner may not write.
func unwritable(dir string, err error) error {
	return markError(dir, fmt.Errorf("the process that has the data folder open may not write there, because of the user that it runs as or of systemd, whose ReadWritePaths allows a folder to a service; name a folder that it may write to, such as one beside the data folder: %w", err))
}

func markError(dir string, err error) error {
	return &aranea.Error{Op: "backup", Kind: aranea.Invalid, Obj: dir, Err: err}
}
