package main

import (
	"io/fs"
	"log"
	"path/filepath"
	"runtime/pprof"
	"strconv"
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

// A queue holds the files in which the kernel counts how long each thread of the process
// was ready to run and had no processor.
type queue struct {
	files   []int
	threads int
}

// time returns that of all threads together; 0 if the kernel does not count it. It looks
// for threads only when there are more, so that looking is cheap.
func (q *queue) time() (all time.Duration) {
	if n := pprof.Lookup("threadcreate").Count(); n != q.threads {
		q.threads = n
		q.find()
	}
	var b [64]byte
	for _, fd := range q.files {
		n, err := syscall.Pread(fd, b[:], 0)
		if err != nil {
			continue // the thread ended
		}
		if words := strings.Fields(string(b[:n])); len(words) > 1 {
			queued, _ := strconv.ParseInt(words[1], 10, 64)
			all += time.Duration(queued)
		}
	}
	return all
}

// find opens the files of all threads.
func (q *queue) find() {
	for _, fd := range q.files {
		_ = syscall.Close(fd) // it was only read
	}
	q.files = q.files[:0]
	names, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, name := range names {
		if fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err == nil {
			q.files = append(q.files, fd)
		}
	}
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
