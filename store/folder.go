package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	tmpSuffix   = ".tmp"

	// maxSmallFile bounds what is read of FORMAT and options.json.
	maxSmallFile = 1 << 20
)

// A Folder is the data folder of one crawl:
//
//	FORMAT        one line: "aranea data folder, format 1"
//	LOCK          locked by the process that writes
//	options.json  the settings of the crawl, written by package main
//	frontier/     the key-value store of the frontier
//	index/        the index
//
// Errors of a Folder are *aranea.Error and end in what the operator can do.
type Folder struct {
	dir  string
	lock *os.File // nil when opened for reading
}

// OpenFolder opens the data folder for writing and creates it, for its owner
// only, if it is not there. It refuses a folder that another process writes
// (kind denied), that a newer version wrote or that holds something else (kind
// invalid), that is damaged (kind corrupt) or that may not be used (kind
// denied).
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, folderError(dir, "cannot be created", err)
	}
	// Look first, so that nothing is written into a folder that is not ours.
	if _, err := inspect(dir); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, folderError(dir, "cannot be written", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &aranea.Error{Op: OpenFolderOp, Kind: aranea.Denied, Obj: dir, Err: errors.New("another aranea process is using it; wait for it to end, stop it, or choose another folder with --data")}
		}
		return nil, folderError(dir, "cannot be locked", err)
	}
	f := &Folder{dir: dir, lock: lock}
	if err := f.claim(); err != nil {
		_ = lock.Close()
		return nil, err
	}
	return f, nil
}

// claim marks the locked folder as ours if it has no mark yet.
func (f *Folder) claim() error {
	marked, err := inspect(f.dir)
	if err != nil || marked {
		return err
	}
	line := formatLine + strconv.Itoa(FormatVersion) + "\n"
	if err := writeFileSync(filepath.Join(f.dir, formatFile), []byte(line)); err != nil {
		return folderError(f.dir, "cannot be written", err)
	}
	return nil
}

// OpenFolderReadOnly opens an existing data folder without locking it: the index
// may be read while a crawl runs. The frontier's store may not (see Busy).
func OpenFolderReadOnly(dir string) (*Folder, error) {
	var marked bool
	_, err := os.Stat(dir)
	if err == nil {
		marked, err = inspect(dir)
	}
	if errors.Is(err, fs.ErrNotExist) || err == nil && !marked {
		return nil, &aranea.Error{Op: OpenFolderOp, Kind: aranea.NotFound, Obj: dir, Err: errors.New("there is no crawl here; run 'aranea crawl' first or choose another folder with --data")}
	}
	if err != nil {
		var known *aranea.Error
		if errors.As(err, &known) {
			return nil, err
		}
		return nil, folderError(dir, "cannot be read", err)
	}
	return &Folder{dir: dir}, nil
}

// Busy reports whether another process has the folder open for writing. While
// one has, the frontier's store cannot be opened, not even for reading.
func (f *Folder) Busy() (bool, error) {
	if f.lock != nil {
		return false, nil
	}
	lock, err := os.Open(filepath.Join(f.dir, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, folderError(f.dir, "cannot be read", err)
	}
	defer func() { _ = lock.Close() }() // nothing was written
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	if err != nil {
		return false, folderError(f.dir, "cannot be read", err)
	}
	return false, nil
}

// OpenFolderOp is the Op of errors about the folder as a whole.
const OpenFolderOp = "open data folder"

// folderError classes an error of the file system.
func folderError(dir, what string, err error) error {
	e := &aranea.Error{Op: OpenFolderOp, Kind: aranea.Transient, Obj: dir, Err: fmt.Errorf("it %s: %w", what, err)}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		e.Kind = aranea.Denied
		e.Err = fmt.Errorf("it %s; check its owner and rights or choose another folder with --data: %w", what, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		e.Kind = aranea.Limit
		e.Err = fmt.Errorf("no space is left on the disk; make room and run the same command again: %w", err)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR), errors.Is(err, fs.ErrInvalid):
		e.Kind = aranea.Invalid
		e.Err = fmt.Errorf("it %s; choose another folder with --data: %w", what, err)
	}
	return e
}

// inspect reports whether dir is marked as ours, and refuses it if it holds
// something else or a format that this program does not know.
func inspect(dir string) (marked bool, err error) {
	data, err := readSmall(filepath.Join(dir, formatFile))
	switch {
	case err == nil:
		return true, checkFormat(dir, data)
	case !errors.Is(err, fs.ErrNotExist):
		return false, folderError(dir, "cannot be read", err)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return false, folderError(dir, "cannot be read", err)
	}
	ours := []string{lockFile, formatFile + tmpSuffix} // left by a crash in its first moment
	for _, n := range names {
		if !slices.Contains(ours, n.Name()) {
			return false, &aranea.Error{Op: OpenFolderOp, Kind: aranea.Invalid, Obj: dir, Err: fmt.Errorf("it holds other files (%s); choose an empty or new folder with --data", n.Name())}
		}
	}
	return false, nil
}

func checkFormat(dir string, data []byte) error {
	text, ok := strings.CutPrefix(strings.TrimSpace(string(data)), formatLine)
	version, err := strconv.Atoi(text)
	switch {
	case !ok || err != nil || version < 1:
		return &aranea.Error{Op: OpenFolderOp, Kind: aranea.Corrupt, Obj: dir, Err: fmt.Errorf("%s does not say a format: %.60q; put the folder back from a copy or choose another with --data", formatFile, data)}
	case version > FormatVersion:
		return &aranea.Error{Op: OpenFolderOp, Kind: aranea.Invalid, Obj: dir, Err: fmt.Errorf("it was written by a newer aranea (format %d, this program knows %d); use the newer program", version, FormatVersion)}
	}
	return nil
}

// FrontierDir returns the folder of the frontier's store.
func (f *Folder) FrontierDir() string { return filepath.Join(f.dir, "frontier") }

// IndexDir returns the folder of the index.
func (f *Folder) IndexDir() string { return filepath.Join(f.dir, "index") }

// Dir returns the folder itself.
func (f *Folder) Dir() string { return f.dir }

// ReadOptions returns the stored settings, nil if there are none yet.
func (f *Folder) ReadOptions() ([]byte, error) {
	data, err := readSmall(filepath.Join(f.dir, optionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, folderError(f.dir, "cannot be read", err)
	}
	return data, nil
}

// WriteOptions stores the settings durably, in place of the old ones.
func (f *Folder) WriteOptions(data []byte) error {
	if f.lock == nil {
		return &aranea.Error{Op: "write options", Kind: aranea.Invalid, Obj: f.dir, Err: errors.New("the data folder was opened for reading only")}
	}
	if len(data) > maxSmallFile {
		return &aranea.Error{Op: "write options", Kind: aranea.Limit, Obj: f.dir, Err: fmt.Errorf("%d bytes, limit %d", len(data), maxSmallFile)}
	}
	if err := writeFileSync(filepath.Join(f.dir, optionsFile), data); err != nil {
		return folderError(f.dir, "cannot be written", err)
	}
	return nil
}

// Close releases the lock.
func (f *Folder) Close() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Close()
}
