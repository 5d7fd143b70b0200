package store

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// SyncDir does nothing: Windows has no such call, and its file systems journal names.
func SyncDir(string) error { return nil }

// DiskFull reports whether err means that the disk or the quota is full.
func DiskFull(err error) bool {
	return errors.Is(err, ErrDiskFull) || isOne(err, windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// DiskStuck reports whether err will affect all later writes: the disk is full, broken or
// read-only, or the process may open no more files.
func DiskStuck(err error) bool {
	return DiskFull(err) || isOne(err, windows.ERROR_IO_DEVICE, windows.ERROR_WRITE_PROTECT, windows.ERROR_TOO_MANY_OPEN_FILES)
}

// Forbidden reports whether err means that access to the file is denied.
func Forbidden(err error) bool {
	return errors.Is(err, fs.ErrPermission) || isOne(err, windows.ERROR_WRITE_PROTECT)
}

// misplaced reports whether err means that there is a file instead of a folder, or vice versa.
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

// ofAnother returns the user to whom a data folder belongs if that is another than who runs this
// process. On Windows, rights are inherited from the folder.
func ofAnother(string) (name string, ok bool) { return "", false }

// private reports whether the path is a folder. On Windows, folders for temporary files are
// private to the user.
func private(info fs.FileInfo) bool { return info.IsDir() }

// A fileID is the same for all names of a file.
type fileID struct{}

// idOf says of no file that it has several names: to ask that, each would have to be opened.
func idOf(fs.FileInfo) (id fileID, several bool) { return fileID{}, false }
