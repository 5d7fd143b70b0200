// Package zeros says how many zeros are written behind what is appended to a log, so that
// what follows changes neither the length of the file nor where it lies: to make it durable
// then costs one write of its own bytes (docs/decisions/025-log-into-zeros.md).
//
// Floor: 0 (leaves). Stability: engine. It is pure.
package zeros

// The limits of Behind, in bytes.
const (
	Least = 16 << 10  // bytes at once: as many as the log has, so that a small log
	Most  = 256 << 10 // stays small and a large one seldom grows
	Small = 64 << 10  // no zeros follow more bytes at once: they cost more than the length
)

// Behind returns how many zeros, in bytes, are written with or behind a write of so many
// bytes to a log of a size; 0 behind a long one.
func Behind(size, written int64) int {
	if written > Small {
		return 0
	}
	return int(min(max(size, Least), Most))
}
