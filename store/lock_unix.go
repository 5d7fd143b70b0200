//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file, against all others or only against those that lock it
// against all, without waiting. It returns errLocked if somebody has the lock
// and errNoLocks if the file system knows none. The lock ends with the file's
// last descriptor, and so with the process.
func tryLock(f *os.File, shared bool) error {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	for {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errLocked
		case isOne(err, syscall.ENOTSUP, syscall.EOPNOTSUPP, syscall.ENOLCK, syscall.ENOSYS, syscall.EINVAL):
			return errors.Join(errNoLocks, err)
		}
		return err
	}
}

// unlock gives a lock back.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
