//go:build unix

package disk

import (
	"os"
	"syscall"
)

// mapMemory maps the first size bytes of a file for reading.
func mapMemory(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
}

// unmapMemory ends a mapping.
func unmapMemory(m []byte) error { return syscall.Munmap(m) }
