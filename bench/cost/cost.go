// Package cost tells what the commands of bench cost: on a machine that does other
// things, time by the clock says little.
package cost

import (
	"syscall"
	"time"
)

// Processor returns the processor time of the process, its collector's included.
func Processor() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}
