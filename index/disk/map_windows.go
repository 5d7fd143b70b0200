package disk

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapMemory maps the first size bytes of a file for reading.
func mapMemory(f *os.File, size int) ([]byte, error) {
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = windows.CloseHandle(h) }() // the view keeps the mapping
	addr, err := windows.MapViewOfFile(h, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, err
	}
	// The address belongs to the system, not to the garbage collector. It is read through a
	// variable because it never was a Go pointer.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), size), nil
}

// unmapMemory ends a mapping.
func unmapMemory(m []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(m))))
}

// forgetMemory does nothing: the system reclaims unused memory by itself.
func forgetMemory([]byte) {}
