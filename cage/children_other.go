//go:build !unix

package cage

import (
	"os"
	"os/exec"
)

// withChildren does nothing, because the system has no groups of processes.
func withChildren(*exec.Cmd) {}

// killAll ends a process. Its children go on, and are not waited for.
func killAll(p *os.Process) { _ = p.Kill() } // a process that has already ended is not an error
