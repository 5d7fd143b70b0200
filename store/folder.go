package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/aranea-search/aranea"
)

// FormatVersion is the version of the data folder's layout. It rises when an
// older program could not read a newer folder.
const FormatVersion = 1

const (
	formatFile  = "FORMAT"
	lockFile    = "LOCK"
	optionsFile = "options.json"
	formatLine  = "aranea data folder, format "
)

// A Folder is the data folder of one crawl:
//
//	FORMAT        one line: "aranea data folder, format 1"
//	LOCK          locked by the process that writes
//	options.json  the settings of the crawl, written by package main
//	frontier/     the key-value store of the frontier
//	index/        the index
type Folder struct {
	dir  string
	lock *os.File // nil when opened for reading
}

// OpenFolder opens the data folder for writing and creates it if it is not
// there. It refuses a folder that another process writes, that a newer version
// wrote, or that holds something else; errors are *aranea.Error.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, folderError(aranea.Denied, dir, err)
	}
	if err := claim(dir); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, folderError(aranea.Denied, dir, err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, folderError(aranea.Denied, dir, errors.New("another aranea process is using it; wait for it to end, stop it, or choose another folder with --data"))
	}
	return &Folder{dir: dir, lock: lock}, nil
}

// OpenFolderReadOnly opens an existing data folder without locking it.
func OpenFolderReadOnly(dir string) (*Folder, error) {
	if _, err := os.Stat(filepath.Join(dir, formatFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, folderError(aranea.NotFound, dir, errors.New("there is no crawl here; run 'aranea crawl' first or choose another folder with --data"))
	}
	if err := checkFormat(dir); err != nil {
		return nil, err
	}
	return &Folder{dir: dir}, nil
}

func folderError(kind aranea.Kind, dir string, err error) error {
	return &aranea.Error{Op: "open data folder", Kind: kind, Obj: dir, Err: err}
}

// claim checks that dir is ours, or empty and then marks it as ours.
func claim(dir string) error {
	_, err := os.Stat(filepath.Join(dir, formatFile))
	if err == nil {
		return checkFormat(dir)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return folderError(aranea.Denied, dir, err)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return folderError(aranea.Denied, dir, err)
	}
	for _, n := range names {
		if n.Name() != lockFile {
			return folderError(aranea.Invalid, dir, fmt.Errorf("it holds other files (%s); choose an empty or new folder with --data", n.Name()))
		}
	}
	line := formatLine + strconv.Itoa(FormatVersion) + "\n"
	if err := writeFileSync(filepath.Join(dir, formatFile), []byte(line)); err != nil {
		return folderError(aranea.Denied, dir, err)
	}
	return nil
}

func checkFormat(dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, formatFile))
	if err != nil {
		return folderError(aranea.Denied, dir, err)
	}
	text, ok := strings.CutPrefix(strings.TrimSpace(string(data)), formatLine)
	version, err := strconv.Atoi(text)
	if !ok || err != nil {
		return folderError(aranea.Corrupt, dir, fmt.Errorf("%s does not say a format: %.60q", formatFile, data))
	}
	if version > FormatVersion {
		return folderError(aranea.Invalid, dir, fmt.Errorf("it was written by a newer aranea (format %d, this program knows %d); use the newer program", version, FormatVersion))
	}
	return nil
}

// writeFileSync writes a file so that it is whole or not there after a crash.
func writeFileSync(path string, data []byte) (err error) {
	tmp := path + ".tmp"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir makes the names in a folder durable.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return err
}

// FrontierDir returns the folder of the frontier's store.
func (f *Folder) FrontierDir() string { return filepath.Join(f.dir, "frontier") }

// IndexDir returns the folder of the index.
func (f *Folder) IndexDir() string { return filepath.Join(f.dir, "index") }

// ReadOptions returns the stored settings, nil if there are none yet.
func (f *Folder) ReadOptions() ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(f.dir, optionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// WriteOptions stores the settings durably.
func (f *Folder) WriteOptions(data []byte) error {
	return writeFileSync(filepath.Join(f.dir, optionsFile), data)
}

// Close releases the lock.
func (f *Folder) Close() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Close()
}
