package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncData makes the bytes and the length of a file durable.
func syncData(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		for {
			if failed = unix.Fdatasync(int(fd)); !errors.Is(failed, unix.EINTR) {
				return
			}
		}
	})
	if err = errors.Join(err, failed); err != nil {
		return &os.PathError{Op: "fdatasync", Path: f.Name(), Err: err}
	}
	return nil
}
