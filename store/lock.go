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

// What tryLock returns when no lock is available.
var (
	errLocked  = errors.New("it is locked")
	errNoLocks = errors.New("the file system has no locks")
)

// A Holder is the process that has a data folder open for writing, as it wrote
// itself into the folder's lock file.
type Holder struct {
	PID     int       `json:"pid"`
	Command string    `json:"command,omitempty"` // what it was started as, such as "aranea crawl"
	Since   time.Time `json:"since"`
	Version string    `json:"version,omitempty"` // of the program

	// Control is the path of its control socket if that is not in the folder.
	Control string `json:"control,omitempty"`
}

// maxHolder bounds what is read of a lock file.
const maxHolder = 8 << 10

// Lock files are looked at with a shared lock for a moment. An owner to be that
// meets such a look tries again.
const (
	lockTries = 200
	lockRetry = time.Millisecond
)

// lockFolder opens the lock file of dir and locks it against all others.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for range lockTries {
		if err = tryLock(f, false); !errors.Is(err, errLocked) {
			break
		}
		// Whoever only looks does not keep another who looks away.
		if tryLock(f, true) != nil {
			break
		}
		_ = unlock(f) // the next try says whether it worked
		time.Sleep(lockRetry)
	}
	if err != nil {
		_ = f.Close() // the first error counts
		return nil, err
	}
	return f, nil
}

// LockFolder locks a folder that is not a data folder, by the same kind of file,
// until unlock is called or the process ends. The error has the words of a folder
// that somebody else has open.
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

// writeHolder says in a locked file who has the lock. The length is cut last, so
// that a reader always finds one whole value at the beginning.
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

// readHolder returns what the lock file says, and the zero Holder if it says
// nothing that can be read.
func readHolder(f *os.File) Holder {
	var h Holder
	if json.NewDecoder(io.NewSectionReader(f, 0, maxHolder)).Decode(&h) != nil {
		return Holder{}
	}
	return h
}

// holderOf looks whether a process has the folder open for writing, and which.
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
