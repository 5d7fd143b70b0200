//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file, exclusively or shared, without waiting. It returns errLocked if another
// process has a conflicting lock, and errNoLocks if the file system does not support locks. The
// lock ends with the file's last descriptor, and so with the process.
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

// unlock releases a lock.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
