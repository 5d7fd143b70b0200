package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFittedTerminal checks that a terminal gets lines of its width, as they are when they are written.
func TestFittedTerminal(t *testing.T) {
	t.Parallel()
	shown, program := pair(t)
	if err := unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: 40, Row: 24}); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintln(Fitted(program), "Index:  one two three four five six seven"); err != nil {
		t.Fatal(err)
	}
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	const want = "Index:  one two three four five six\r\n        seven\r\n"
	if got, err := io.ReadAll(shown); !errors.Is(err, unix.EIO) || string(got) != want { // EIO: nobody writes there any more
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// pair returns both ends of a terminal: what it shows, and what a program writes to.
func pair(t *testing.T) (shown, program *os.File) {
	t.Helper()
	shown, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = shown.Close() })
	if err := unix.IoctlSetPointerInt(int(shown.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(shown.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Close() })
	return shown, program
}
