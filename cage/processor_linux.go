package cage

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns what a process has taken of the processors, 0 if that is not known.
func processorTime(pid int) time.Duration {
	const ofProcess = 2 // of all its threads, by the scheduler (clock_getcpuclockid(3))
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|ofProcess), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
