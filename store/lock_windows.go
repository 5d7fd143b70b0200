package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is the offset that is locked. It is far after the content, because on Windows other
// processes cannot read a locked range.
const lockedByte = 1 << 30

// tryLock locks a file, exclusively or shared, without waiting. It returns errLocked if another
// process has a conflicting lock, and errNoLocks if the file system does not support locks. The
// lock ends with the file's handle, and so with the process.
func tryLock(f *os.File, shared bool) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if !shared {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{Offset: lockedByte})
	switch {
	case isOne(err, windows.ERROR_LOCK_VIOLATION, windows.ERROR_IO_PENDING):
		return errLocked
	case isOne(err, windows.ERROR_NOT_SUPPORTED, windows.ERROR_INVALID_FUNCTION, windows.ERROR_CALL_NOT_IMPLEMENTED):
		return errors.Join(errNoLocks, err)
	}
	return err
}

// unlock releases a lock.
func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{Offset: lockedByte})
}
