//go:build !linux

package cage

// lock does nothing, because the system has no portable means: the worker and its host limit the
// memory and time of the worker.
func lock() error { return nil }
