//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
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

// ofAnother returns the user to whom a data folder belongs if this process has the rights of root
// and that user has not. On file systems that keep no owners, it belongs to everybody.
func ofAnother(dir string) (name string, ok bool) {
	info, err := os.Stat(filepath.Join(dir, formatFile)) // the folder itself may be a volume that root has made
	if err != nil {
		return "", false
	}
	uid, ok := strangerTo(os.Geteuid(), info)
	if !ok || !keepsOwners(dir) {
		return "", false
	}
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return u.Username, true
	}
	return id, true
}

// strangerTo returns the owner of a file if a process of the user euid could make files beside it
// that this owner cannot open.
func strangerTo(euid int, info fs.FileInfo) (uid int, ok bool) {
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known || euid != 0 || owner.Uid == 0 {
		return 0, false
	}
	return int(owner.Uid), true
}

// keepsOwners reports whether a file that this process makes in the folder belongs to its user.
func keepsOwners(dir string) bool {
	f, err := os.CreateTemp(dir, ".owner-*")
	if err != nil {
		return true
	}
	info, err := f.Stat()
	_, _ = f.Close(), os.Remove(f.Name()) // nothing was written
	if err != nil {
		return true
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(owner.Uid) == os.Geteuid()
}

// private reports whether the folder belongs to this user and nobody else has access.
func private(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.IsDir() && info.Mode().Perm()&0o077 == 0 && int(owner.Uid) == os.Getuid()
}

// A fileID is the same for all names of a file.
type fileID struct{ device, inode uint64 }

// idOf returns what tells a file from others, and whether it has several names.
func idOf(info fs.FileInfo) (id fileID, several bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok || s.Nlink < 2 {
		return fileID{}, false
	}
	return fileID{uint64(s.Dev), s.Ino}, true //nolint:unconvert // not of one type on all systems
}
