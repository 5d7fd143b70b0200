package main

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"
)

// stamps keeps when the kernel received the requests to one address: a handler that runs
// late on a loaded machine would show gaps that were not there. It is safe for concurrent
// use.
type stamps struct {
	mu  sync.Mutex
	all []time.Duration // since the epoch
}

// listen returns a listener whose connections tell when requests came.
func (s *stamps) listen() (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) (err error) {
		failed := c.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_TIMESTAMPNS, 1)
		})
		return errors.Join(failed, err)
	}}
	l, err := config.Listen(context.Background(), "tcp4", ":0")
	return stampListener{l, s}, err
}

type stampListener struct {
	net.Listener
	stamps *stamps
}

// Accept waits for a connection.
func (l stampListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	raw, err := c.(*net.TCPConn).SyscallConn()
	return &stampConn{Conn: c, raw: raw, stamps: l.stamps}, err
}

// A stampConn notes when what it reads came.
type stampConn struct {
	net.Conn
	raw    syscall.RawConn
	stamps *stamps
	last   time.Duration
}

// Read reads what came, and notes when. What is read in two parts came at once.
func (c *stampConn) Read(p []byte) (n int, err error) {
	var control [64]byte
	var size int
	failed := c.raw.Read(func(fd uintptr) bool {
		n, size, _, _, err = syscall.Recvmsg(int(fd), p, control[:], syscall.MSG_DONTWAIT)
		return !errors.Is(err, syscall.EAGAIN)
	})
	switch {
	case failed != nil:
		return 0, failed
	case err != nil:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	all, err := syscall.ParseSocketControlMessage(control[:size])
	for _, m := range all {
		if m.Header.Type == syscall.SCM_TIMESTAMPNS && len(m.Data) >= 16 {
			at := time.Duration(binary.NativeEndian.Uint64(m.Data))*time.Second + time.Duration(binary.NativeEndian.Uint64(m.Data[8:]))
			if at != c.last {
				c.stamps.note(at)
			}
			c.last = at
		}
	}
	return n, err
}

func (s *stamps) note(at time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, at)
}

// String returns the least time between two requests, "-" if there is none.
func (s *stamps) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) < 2 {
		return "-"
	}
	slices.Sort(s.all)
	least := s.all[1] - s.all[0]
	for i := range s.all[1:] {
		least = min(least, s.all[i+1]-s.all[i])
	}
	return least.Round(10 * time.Microsecond).String()
}
