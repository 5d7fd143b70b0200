package render

import (
	"bytes"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// nobody returns the user for a browser that is started by root, because a browser run by root
// has no sandbox.
func nobody() *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	c := &syscall.Credential{Uid: 65534, Gid: 65534}
	if u, err := user.Lookup("nobody"); err == nil {
		uid, uerr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gerr := strconv.ParseUint(u.Gid, 10, 32)
		if uerr == nil && gerr == nil {
			c.Uid, c.Gid = uint32(uid), uint32(gid)
		}
	}
	return c
}

// giveAway makes the browser's user the owner of the profile.
func giveAway(profile string) error {
	if c := nobody(); c != nil {
		return os.Chown(profile, int(c.Uid), int(c.Gid))
	}
	return nil
}

// confinements are the possible restrictions of the browser's process, the strictest first: an
// empty network namespace of its own needs a permission that not every machine gives.
func confinements() []func(*exec.Cmd) {
	plain := func(c *exec.Cmd) {
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: nobody()}
	}
	alone := func(c *exec.Cmd) {
		plain(c)
		c.SysProcAttr.Cloneflags = syscall.CLONE_NEWNET
		if os.Getuid() != 0 {
			c.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			c.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
			c.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		}
	}
	return []func(*exec.Cmd){alone, plain}
}

// kill ends the browser and its children immediately.
func (p *process) kill() {
	for _, id := range p.family() {
		_ = syscall.Kill(id, syscall.SIGKILL) // a process that has already ended is not an error
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
}

// memory returns the private memory of the browser and its children in bytes.
func (p *process) memory() int64 {
	var pages int64
	for _, id := range p.family() {
		b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "statm"))
		if err != nil {
			continue // it has ended
		}
		if f := bytes.Fields(b); len(f) > 2 {
			resident, _ := strconv.ParseInt(string(f[1]), 10, 64)
			shared, _ := strconv.ParseInt(string(f[2]), 10, 64)
			pages += max(resident-shared, 0)
		}
	}
	return pages * int64(os.Getpagesize())
}

// spent returns the processor time of the browser and its children, including children that have
// ended.
func (p *process) spent() time.Duration {
	var ticks int64
	for _, id := range p.family() {
		b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "stat"))
		if err != nil {
			continue // it has ended, and its time is included in that of its parent
		}
		ticks += parseTicks(b)
	}
	return time.Duration(ticks) * tick
}

// tick is the unit of times in /proc: USER_HZ is 100 on all platforms of Linux.
const tick = 10 * time.Millisecond

// parseTicks returns the processor time of a process and its ended children, from the fields
// after the name in proc(5): utime, stime, cutime, cstime.
func parseTicks(b []byte) (sum int64) {
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	for at := 11; at < 15 && at < len(f); at++ {
		n, _ := strconv.ParseInt(string(f[at]), 10, 64)
		sum += max(n, 0)
	}
	return sum
}

// family returns the browser's process and its descendants.
func (p *process) family() []int {
	names, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		id, parent := parseStat(b)
		children[parent] = append(children[parent], id)
	}
	family := []int{p.cmd.Process.Pid}
	for i := 0; i < len(family); i++ {
		family = append(family, children[family[i]]...)
	}
	return family
}

// parseStat returns a process and its parent from the format of proc(5): "1 (name) S 0 ...".
func parseStat(b []byte) (id, parent int) {
	id, _ = strconv.Atoi(string(bytes.Fields(append(b, " 0"...))[0]))
	if i := bytes.LastIndexByte(b, ')'); i >= 0 {
		if f := bytes.Fields(b[i+1:]); len(f) > 1 {
			parent, _ = strconv.Atoi(string(f[1]))
		}
	}
	return id, parent
}
