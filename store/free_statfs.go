//go:build linux || darwin || freebsd

package store

import "syscall"

// Free returns how many bytes this process may still write to the disk of a folder: none
// if no further file can be made there.
func Free(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	if s.Files > 0 && s.Ffree == 0 {
		return 0, nil // no file can be made, whatever room there is
	}
	return uint64(max(int64(s.Bavail), 0)) * uint64(s.Bsize), nil
}
