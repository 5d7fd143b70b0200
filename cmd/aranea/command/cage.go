package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/aranea-search/aranea/cage"
)

// workerVerb makes this program a worker that reads documents. It is no command
// for people.
const workerVerb = "read-documents"

// Cage returns the host of the processes in which documents of risky formats are
// read. They are this program, started again.
func Cage() (*cage.Cage, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	kept := ""
	if dir, err := os.UserCacheDir(); err == nil {
		kept = filepath.Join(dir, "aranea")
	}
	return cage.New(cage.Options{Command: []string{program, workerVerb, kept}})
}

// Worker runs a worker if the arguments ask for one. It reports whether they did.
func Worker(args []string, in io.Reader, out, errs io.Writer) (code int, ok bool) {
	if len(args) != 3 || args[0] != workerVerb {
		return ExitOK, false
	}
	// An interrupt at the terminal is the host's to act on.
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	if err := cage.Serve(context.Background(), args[2], args[1], in, out); err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(errs, err)
		return ExitInternal, true
	}
	return ExitOK, true
}
