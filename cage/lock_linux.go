package cage

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// lock gives up what a reader of documents does not need: no descriptor can be opened, so there
// are no files and no network; writing is possible only to pipes; no core is dumped; no privilege
// can be gained; and the address space can grow only by the memory that a document may take.
func lock() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	limits := []struct {
		what  int
		limit uint64
	}{
		{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, 0}, {unix.RLIMIT_AS, addressSpace()}, {unix.RLIMIT_NOFILE, 0},
	}
	for _, l := range limits {
		if err := unix.Setrlimit(l.what, &unix.Rlimit{Cur: l.limit, Max: l.limit}); err != nil {
			return fmt.Errorf("limit %d: %w", l.what, err)
		}
	}
	return nil
}

// spareAddresses is how much address space the runtime may reserve beyond the memory that it
// uses.
const spareAddresses = 512 << 20

// addressSpace returns the limit of the address space in bytes.
func addressSpace() uint64 {
	stat, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return unix.RLIM_INFINITY
	}
	pages, err := strconv.ParseUint(strings.Fields(string(stat) + " 0")[0], 10, 64)
	if err != nil {
		return unix.RLIM_INFINITY
	}
	return pages*uint64(os.Getpagesize()) + memoryLimit + spareAddresses
}
