package cage

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Limits of plugins that are programs of this system.
const (
	programMemory = 1 << 30 // bytes of its own memory
	programFiles  = 64      // open descriptors
)

// becomeProgram replaces this process with a program, within limits.
func becomeProgram(path string) error {
	if err := limitProgram(); err != nil {
		return err
	}
	return startFault(unix.Exec(path, []string{path}, []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8"}))
}

// limitProgram sets limits that this process and its children cannot remove: on memory and
// descriptors, without writing files or gaining privileges.
func limitProgram() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	limits := []struct {
		what  int
		limit uint64
	}{
		{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, 0}, {unix.RLIMIT_NOFILE, programFiles}, {unix.RLIMIT_DATA, programMemory},
	}
	for _, l := range limits {
		if err := unix.Setrlimit(l.what, &unix.Rlimit{Cur: l.limit, Max: l.limit}); err != nil {
			return fmt.Errorf("limit %d: %w", l.what, err)
		}
	}
	return nil
}
