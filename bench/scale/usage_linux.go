package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"syscall"
	"time"
)

// rusageThread is RUSAGE_THREAD of Linux.
const rusageThread = 1

// processTime returns the processor time that the process has taken.
func processTime() time.Duration { return used(syscall.RUSAGE_SELF) }

// threadTime returns that of this thread.
func threadTime() time.Duration { return used(rusageThread) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		log.Fatal("scale: ", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak returns the largest resident size that there was, in bytes.
func peak() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal("scale: ", err)
	}
	return u.Maxrss << 10
}

// resident returns the resident size in bytes.
func resident() int64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		log.Fatal("scale: ", err)
	}
	var size, pages int64
	if _, err := fmt.Fscan(bytes.NewReader(b), &size, &pages); err != nil {
		log.Fatal("scale: ", err)
	}
	return pages * int64(os.Getpagesize())
}
