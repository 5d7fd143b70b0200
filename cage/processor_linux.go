package cage

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time of a process, or 0 if it is not known.
func processorTime(pid int) time.Duration {
	const ofProcess = 2 // of all threads, by the scheduler (clock_getcpuclockid(3))
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|ofProcess), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
