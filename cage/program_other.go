//go:build !linux

package cage

import (
	"os"
	"os/exec"
)

// becomeProgram runs a program in place of this process: it has the same standard input and
// output, and this process ends with it.
func becomeProgram(path string) error {
	cmd := exec.Command(path) //nolint:gosec,noctx // the operator's program; the end of its input ends it
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, []string{"PATH=" + os.Getenv("PATH")}
	return startFault(cmd.Run())
}

// limitProgram does nothing: there are no such limits here.
func limitProgram() error { return nil }
