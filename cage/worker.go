package cage

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// A worker is a process that reads one document at a time.
type worker struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	pipe      io.Closer // of out
	out       *frame.Reader
	said      *lastWords
	hello     frame.Hello
	documents int
	broken    bool // it was killed, or violated the protocol
	rest      *time.Timer
	ended     sync.Once

	mu     sync.Mutex
	waited bool // its number may be that of another process
}

// leaveTime is how long children of a worker that hold its standard error are waited for when it
// has ended.
const leaveTime = time.Second

// errLate means that a document took longer than its deadline.
var errLate = errors.New("it took longer than it may")

// start starts a worker and waits until it is ready.
func start(ctx context.Context, o Options, group string) (*worker, error) {
	command := append(slices.Clone(o.Command), group)
	w := &worker{cmd: exec.Command(command[0], command[1:]...), said: new(lastWords)} //nolint:gosec,noctx // the operator's program, which outlives the call that starts it
	w.cmd.Stderr = w.said
	w.cmd.WaitDelay = leaveTime
	withChildren(w.cmd)
	var err error
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start a reader: %w", err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a reader: %w", err)
	}
	if err := w.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a reader: %w", err)
	}
	w.pipe, w.out = out, frame.NewReader(bufio.NewReaderSize(out, 64<<10))
	limited, cancel := context.WithTimeoutCause(ctx, o.Start, fmt.Errorf("%w: %s", errLate, o.Start))
	defer cancel()
	err = w.within(ctx, limited, func() error {
		var err error
		w.hello, err = frame.ReadHello(w.out)
		return err
	})
	if err != nil {
		w.end()
		return nil, err
	}
	return w, nil
}

// within runs do, and kills the worker when limited ends before do does. The error is that of
// ctx, or content.ErrKilled with the reason why the worker ended.
func (w *worker) within(ctx, limited context.Context, do func() error) error {
	stop := context.AfterFunc(limited, w.kill)
	err := do()
	if !stop() || err != nil {
		w.broken = true
	}
	var fault *frame.Fault
	switch {
	case err == nil || errors.As(err, &fault):
		w.broken = w.broken && err == nil || limited.Err() != nil
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return fmt.Errorf("%w: %w", content.ErrKilled, context.Cause(limited))
	}
	w.end()
	return fmt.Errorf("%w: %s", content.ErrKilled, w.said.tell(err))
}

// read sends a document to the worker and receives the result within a deadline.
func (w *worker) read(ctx context.Context, deadline time.Duration, j frame.Job, body []byte) (r content.Document, err error) {
	w.documents++
	limited, stop := w.patient(ctx, deadline)
	defer stop()
	err = w.within(ctx, limited, func() error {
		if err := frame.WriteJob(w.in, j, body); err != nil {
			return err
		}
		r, err = frame.ReadContent(w.out, j.Limits())
		return err
	})
	return r, err
}

// kill ends the process and its children immediately, and what waits for its pipes: a child that
// left its group may hold them.
func (w *worker) kill() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.waited {
		killAll(w.cmd.Process)
	}
	_, _ = w.in.Close(), w.pipe.Close() // that they are closed already is not an error
}

// end ends the process and waits for it.
func (w *worker) end() {
	w.ended.Do(func() {
		w.kill()
		w.mu.Lock()
		w.waited = true
		w.mu.Unlock()
		_ = w.cmd.Wait() // the error is that it was killed
	})
}

// lastWords keeps the beginning of a worker's standard error: a failing program prints the reason
// before the location.
type lastWords struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// maxWords is the maximum number of bytes that are kept.
const maxWords = 4 << 10

// Write implements io.Writer.
func (l *lastWords) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Write(p[:min(len(p), max(maxWords-l.b.Len(), 0))])
	return len(p), nil
}

// tell returns the first line that the worker wrote, or err.
func (l *lastWords) tell(err error) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	line, _, _ := strings.Cut(strings.TrimSpace(l.b.String()), "\n")
	if line == "" {
		return err.Error()
	}
	return strings.ToValidUTF8(line, "?")
}
