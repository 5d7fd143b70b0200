//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

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

// DiskFull reports whether err means that the disk or the quota is full.
func DiskFull(err error) bool {
	return errors.Is(err, ErrDiskFull) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// DiskStuck reports whether err will affect all later writes: the disk is full, broken or
// read-only, or the process may open no more files.
func DiskStuck(err error) bool {
	return DiskFull(err) || isOne(err, syscall.EIO, syscall.EROFS, syscall.EFBIG, syscall.EMFILE, syscall.ENFILE)
}

// Forbidden reports whether err means that access to the file is denied.
func Forbidden(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// misplaced reports whether err means that there is a file instead of a folder, or vice versa.
func misplaced(err error) bool {
	return isOne(err, syscall.ENOTDIR, syscall.EISDIR)
}

func isOne(err error, numbers ...syscall.Errno) bool {
	for _, n := range numbers {
		if errors.Is(err, n) {
			return true
		}
	}
	return false
}

// private reports whether the folder belongs to this user and nobody else has access.
func private(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.IsDir() && info.Mode().Perm()&0o077 == 0 && int(owner.Uid) == os.Getuid()
}
