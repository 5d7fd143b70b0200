//go:build !linux && !darwin && !freebsd && !windows

package store

import "math"

// Free returns how many bytes this process may still write to the disk of a folder: of
// this system that is not known, and a write that fails tells.
func Free(string) (uint64, error) { return math.MaxUint64, nil }
