package server

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

// flushEvery is how long a logged line may stay in memory.
const flushEvery = 100 * time.Millisecond

// A Log writes one line per request, with tabs between the fields:
//
//	arrival (ns since 1970)  host  method  path and query  status  body bytes  user agent
//
// Tabs, line ends and other control bytes inside a field are written as %XX. A
// status of 0 means that no answer was given. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	w    *bufio.Writer
	err  error
	stop chan struct{}
	done chan struct{}
}

// NewLog returns a log that writes to w in the background until Close.
func NewLog(w io.Writer) *Log {
	l := &Log{w: bufio.NewWriterSize(w, 256<<10), stop: make(chan struct{}), done: make(chan struct{})}
	go l.flushLoop()
	return l
}

func (l *Log) flushLoop() {
	defer close(l.done)
	t := time.NewTicker(flushEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			l.flush()
		case <-l.stop:
			l.flush()
			return
		}
	}
}

func (l *Log) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.w.Flush(); err != nil && l.err == nil {
		l.err = err
	}
}

// Add notes one request and what it was answered.
func (l *Log) Add(q Request, status, body int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.w.AvailableBuffer()
	b = strconv.AppendInt(b, q.At.UnixNano(), 10)
	b = appendField(append(b, '\t'), q.Host)
	b = appendField(append(b, '\t'), q.Method)
	b = appendField(append(b, '\t'), q.Target)
	b = strconv.AppendInt(append(b, '\t'), int64(status), 10)
	b = strconv.AppendInt(append(b, '\t'), int64(body), 10)
	b = appendField(append(b, '\t'), q.Agent)
	if _, err := l.w.Write(append(b, '\n')); err != nil && l.err == nil {
		l.err = err
	}
}

// Close writes what is left and returns the first error of the log's life.
func (l *Log) Close() error {
	close(l.stop)
	<-l.done
	if l.err != nil {
		return fmt.Errorf("write access log: %w", l.err)
	}
	return nil
}

func appendField(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == 0x7f {
			b = append(b, '%', hex[c>>4], hex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return b
}
