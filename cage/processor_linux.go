package cage

import (
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time of a process and of its children that have ended, or 0
// if it is not known.
func processorTime(pid int) time.Duration {
	const ofProcess = 2 // of all threads, by the scheduler (clock_getcpuclockid(3))
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|ofProcess), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano()) + ofChildren(pid)
}

// Fields of /proc/PID/stat behind the name of the program (proc(5)), which may have spaces and
// brackets, and their unit.
const (
	fieldChildrenUser   = 13
	fieldChildrenSystem = 14
	tick                = time.Second / 100
)

// ofChildren returns the processor time of the children of a process that have ended.
func ofChildren(pid int) time.Duration {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0 // it is that of the process alone
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) <= fieldChildrenSystem {
		return 0
	}
	user, _ := strconv.ParseInt(fields[fieldChildrenUser], 10, 64)     // 0 if it is no number
	system, _ := strconv.ParseInt(fields[fieldChildrenSystem], 10, 64) // the same
	return time.Duration(user+system) * tick
}
