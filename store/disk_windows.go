package store

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// SyncDir makes the names in a folder durable. Windows has no such call; its
// file systems keep a journal of names.
func SyncDir(string) error { return nil }

// DiskFull reports whether err says that the disk or the quota is full.
func DiskFull(err error) bool {
	return errors.Is(err, ErrDiskFull) || isOne(err, windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// DiskStuck reports whether err will meet every later write too: the disk is
// full, broken or read-only, or the process may open no more files.
func DiskStuck(err error) bool {
	return DiskFull(err) || isOne(err, windows.ERROR_IO_DEVICE, windows.ERROR_WRITE_PROTECT, windows.ERROR_TOO_MANY_OPEN_FILES)
}

// forbidden reports whether err says that the file may not be used.
func forbidden(err error) bool {
	return errors.Is(err, fs.ErrPermission) || isOne(err, windows.ERROR_WRITE_PROTECT)
}

// misplaced reports whether err says that a file stands where a folder should
// be, or the other way round.
func misplaced(err error) bool {
	return isOne(err, windows.ERROR_DIRECTORY, windows.ERROR_INVALID_NAME)
}

func isOne(err error, numbers ...windows.Errno) bool {
	for _, n := range numbers {
		if errors.Is(err, n) {
			return true
		}
	}
	return false
}

// private reports whether the folder is this user's. Folders for temporary files
// are private to the user here.
func private(info fs.FileInfo) bool { return info.IsDir() }
