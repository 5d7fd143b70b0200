//go:build unix

package disk

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// mapMemory maps the first size bytes of a file for reading.
func mapMemory(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
}

// unmapMemory ends a mapping.
func unmapMemory(m []byte) error { return syscall.Munmap(m) }

// forgetMemory lets the system reclaim the memory of a part of a mapping, whose file still has
// the bytes. It is only advice.
func forgetMemory(m []byte) {
	if len(m) > 0 {
		_ = unix.Madvise(m, unix.MADV_DONTNEED)
	}
}
