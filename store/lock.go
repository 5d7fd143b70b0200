package store

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
)

// Errors of tryLock.
var (
	errLocked  = errors.New("it is locked")
	errNoLocks = errors.New("the file system has no locks")
)

// A Holder is the process that has a data folder open for writing, as described in the folder's
// lock file.
type Holder struct {
	PID     int       `json:"pid"`
	Command string    `json:"command,omitempty"` // the command that started it, such as "aranea crawl"
	Since   time.Time `json:"since"`
	Version string    `json:"version,omitempty"` // of the program

	// Control is the path of its control socket if that is not in the folder.
	Control string `json:"control,omitempty"`
}

// maxHolder is how many bytes of a lock file are read.
const maxHolder = 8 << 10

// To inspect a lock file, a process takes a shared lock for a moment. A process that wants to be
// the owner retries if it meets such a lock.
const (
	lockTries = 200
	lockRetry = time.Millisecond
)

// lockFolder opens the lock file of dir and locks it exclusively.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for range lockTries {
		if err = tryLock(f, false); !errors.Is(err, errLocked) {
			break
		}
		// Inspecting processes do not exclude each other.
		if tryLock(f, true) != nil {
			break
		}
		_ = unlock(f) // the next attempt shows whether it worked
		time.Sleep(lockRetry)
	}
	if err != nil {
		_ = f.Close() // the first error is returned
		return nil, err
	}
	return f, nil
}

// LockFolder locks a folder that is not a data folder, with the same kind of lock file, until
// unlock is called or the process ends.
func LockFolder(dir string) (unlock func() error, err error) {
	f, err := lockFolder(dir)
	if errors.Is(err, errLocked) {
		return nil, &aranea.Error{Op: "lock", Kind: aranea.Denied, Obj: dir, Err: errors.New("another process writes into it; choose another folder")}
	}
	if err != nil {
		return nil, &aranea.Error{Op: "lock", Kind: aranea.KindOf(err), Obj: dir, Err: err}
	}
	return f.Close, nil
}

// writeHolder writes the owner of the lock into the locked file. It truncates the file last, so
// that a reader always finds one complete value at the beginning.
func writeHolder(f *os.File, h Holder) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if _, err := f.WriteAt(data, 0); err != nil {
		return err
	}
	return f.Truncate(int64(len(data)))
}

// readHolder returns the content of a lock file, or the zero Holder if that is not valid.
func readHolder(f *os.File) Holder {
	var h Holder
	if json.NewDecoder(io.NewSectionReader(f, 0, maxHolder)).Decode(&h) != nil {
		return Holder{}
	}
	return h
}

// holderOf reports whether a process has the folder open for writing, and which.
func holderOf(dir string) (h Holder, held bool, err error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return Holder{}, false, nil
	}
	if err != nil {
		return Holder{}, false, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	err = tryLock(f, true)
	if errors.Is(err, errLocked) {
		return readHolder(f), true, nil
	}
	return Holder{}, false, err
}
