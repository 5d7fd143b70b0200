//go:build !linux

package disk

import "os"

// syncData makes the bytes of a file durable, with its length and all else.
func syncData(f *os.File) error { return f.Sync() }
