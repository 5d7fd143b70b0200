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

// nobody is who a browser is when it is started by root, whose browser would have
// no sandbox.
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

// giveAway makes the profile that of the browser.
func giveAway(profile string) error {
	if c := nobody(); c != nil {
		return os.Chown(profile, int(c.Uid), int(c.Gid))
	}
	return nil
}

// confinements are what may be done to the process of a browser, the strictest
// first: a network of its own, in which there is nothing, needs a right that not
// every machine gives.
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

// kill ends the browser and its children at once.
func (p *process) kill() {
	for _, id := range p.family() {
		_ = syscall.Kill(id, syscall.SIGKILL) // one that has ended is no fault
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
}

// memory returns the bytes of the browser and its children that they share with
// nobody.
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

// spent returns the processor time of the browser and its children, those that have
// ended among them.
func (p *process) spent() time.Duration {
	var ticks int64
	for _, id := range p.family() {
		b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "stat"))
		if err != nil {
			continue // it has ended, and its parent has its time
		}
		ticks += parseTicks(b)
	}
	return time.Duration(ticks) * tick
}

// tick is the unit of times in /proc: USER_HZ is 100 on all that Linux runs on.
const tick = 10 * time.Millisecond

// parseTicks returns the processor time of a process and of its children that have
// ended, as proc(5) tells them behind the name: utime, stime, cutime, cstime.
func parseTicks(b []byte) (sum int64) {
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	for at := 11; at < 15 && at < len(f); at++ {
		n, _ := strconv.ParseInt(string(f[at]), 10, 64)
		sum += max(n, 0)
	}
	return sum
}

// family returns the browser's process and those below it.
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

// parseStat returns a process and its parent as proc(5) tells them: "1 (name) S 0 ...".
func parseStat(b []byte) (id, parent int) {
	id, _ = strconv.Atoi(string(bytes.Fields(append(b, " 0"...))[0]))
	if i := bytes.LastIndexByte(b, ')'); i >= 0 {
		if f := bytes.Fields(b[i+1:]); len(f) > 1 {
			parent, _ = strconv.Atoi(string(f[1]))
		}
	}
	return id, parent
}
