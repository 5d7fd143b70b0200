//go:build linux || darwin || freebsd

package store

import "syscall"

// Free returns the number of bytes that this process may still write to the disk of a folder, or
// 0 if no more files can be created there.
func Free(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	if s.Files > 0 && s.Ffree == 0 {
		return 0, nil // no more inodes
	}
	return uint64(max(int64(s.Bavail), 0)) * uint64(s.Bsize), nil
}
