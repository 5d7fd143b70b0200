//go:build unix

package listen

import "syscall"

// maxFiles returns how many files the process may have open.
func maxFiles() (uint64, bool) {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	return uint64(limit.Cur), err == nil //nolint:unconvert // it is signed on some systems
}
