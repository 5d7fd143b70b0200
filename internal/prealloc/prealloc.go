// Package prealloc determines how many zeros are written after an append to a log, so that the next
// append changes neither the length of the file nor its location on disk, and making it durable
// costs only the write of its own bytes (docs/decisions/025-log-into-zeros.md).
//
// Floor: 0 (leaves). Stability: engine. It is pure.
package prealloc

// The limits of Behind, in bytes.
const (
	Least = 16 << 10  // least and most zeros at once: as many as the log has bytes, so that a
	Most  = 256 << 10 // small log stays small and a large one seldom grows
	Small = 64 << 10  // larger writes are followed by no zeros, which would cost more than the length
)

// Behind returns how many zeros are written with or after a write of the given number of bytes
// to a log of a size, in bytes. It returns 0 after a large write.
func Behind(size, written int64) int {
	if written > Small {
		return 0
	}
	return int(min(max(size, Least), Most))
}
