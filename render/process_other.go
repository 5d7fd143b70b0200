//go:build !linux

package render

import (
	"os/exec"
	"time"
)

func giveAway(string) error { return nil }

func confinements() []func(*exec.Cmd) { return []func(*exec.Cmd){func(*exec.Cmd) {}} }

// kill ends the browser immediately; its children end with their pipes.
func (p *process) kill() { _ = p.cmd.Process.Kill() } // a process that has already ended is not an error

// memory returns 0, for unknown.
func (p *process) memory() int64 { return 0 }

// spent returns 0, for unknown.
func (p *process) spent() time.Duration { return 0 }
