//go:build unix

package cage

import (
	"os"
	"os/exec"
	"syscall"
)

// withChildren lets a process begin a group of its own, in which its children are, such as the programs
// that a script calls.
func withChildren(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll ends a process that was not waited for, and its children.
func killAll(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // a group that has already ended is not an error
