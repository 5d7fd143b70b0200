package main

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func usage() syscall.Rusage {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal("buildcost: ", err)
	}
	return u
}

// processTime returns the processor time that the process has taken.
func processTime() time.Duration {
	u := usage()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// queueTime returns how long the threads of the process, all together, were ready to run
// and had no processor, as the kernel counts it for those that are left; 0 if it does not.
func queueTime() (all time.Duration) {
	threads, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, name := range threads {
		var ran, queued int64
		if b, err := os.ReadFile(name); err == nil {
			fmt.Sscan(string(b), &ran, &queued)
		}
		all += time.Duration(queued)
	}
	return all
}

// peak returns the largest resident size so far, in bytes.
func peak() int64 {
	u := usage()
	return u.Maxrss << 10
}

// sizes returns how many bytes the files of segments take, and by their endings.
func sizes(dir string) (all int64, parts map[string]int64, err error) {
	parts = map[string]int64{}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(d.Name(), "seg-") {
			return err
		}
		info, err := d.Info()
		if err == nil {
			all += info.Size()
			parts[strings.TrimPrefix(filepath.Ext(d.Name()), ".")] += info.Size()
		}
		return err
	})
	return all, parts, err
}
