//go:build !linux

package cage

import (
	"os"
	"os/exec"
)

// becomeProgram runs a program in the place of this process: it has its standard
// input and output, and ends when they do.
func becomeProgram(path string) error {
	cmd := exec.Command(path) //nolint:gosec,noctx // the operator's program; the end of its input ends it
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, []string{"PATH=" + os.Getenv("PATH")}
	return startFault(cmd.Run())
}
