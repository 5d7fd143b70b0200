//go:build !linux

package cage

import "time"

// processorTime returns 0: the processor time of a process is not available, and the deadline of
// a document is in wall-clock time.
func processorTime(int) time.Duration { return 0 }
