//go:build !linux

package disk

import "os"

// syncData makes the bytes and all metadata of a file durable.
func syncData(f *os.File) error { return f.Sync() }
