package console

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Timeouts of the listener: slow clients are disconnected.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = 30 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 16 << 10
	shutdownGrace     = 3 * time.Second
)

// Serve serves l until ctx ends, and then lets running requests finish. Requests that take longer
// than a few seconds are canceled. When Serve returns, no request is running, so what the pages
// read from may be closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.Handler())
}

// ServeMonitoring is Serve for those who watch the server.
func (s *Server) ServeMonitoring(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.Monitoring())
}

func (s *Server) serve(ctx context.Context, l net.Listener, handler http.Handler) error {
	base, callOff := context.WithCancel(context.WithoutCancel(ctx))
	defer callOff()
	requests := newGate()
	srv := &http.Server{
		Handler: requests.through(handler), BaseContext: func(net.Listener) context.Context { return context.WithValue(base, baseKey{}, base) },
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: log.New(s.journal, "", 0),
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	var err error
	select {
	case err = <-done:
		err = fmt.Errorf("serve the search page: %w", err)
	case <-ctx.Done():
		grace, cancel := context.WithTimeout(base, shutdownGrace)
		defer cancel()
		if err = srv.Shutdown(grace); errors.Is(err, context.DeadlineExceeded) {
			err = nil
		}
		if serr := <-done; !errors.Is(serr, http.ErrServerClosed) {
			err = errors.Join(err, serr)
		}
	}
	callOff()
	cerr := srv.Close()
	requests.close()
	return errors.Join(err, cerr)
}

// A gate counts the running requests and can be closed.
type gate struct {
	mu      sync.Mutex
	running int
	closed  bool
	empty   chan struct{} // closed when the gate is closed and no request is running
}

func newGate() *gate { return &gate{empty: make(chan struct{})} }

// through passes requests on while the gate is open.
func (g *gate) through(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.enter() {
			http.Error(w, "The server is stopping.", http.StatusServiceUnavailable)
			return
		}
		defer g.leave()
		next.ServeHTTP(w, r)
	})
}

func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.running++
	}
	return !g.closed
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running--; g.closed && g.running == 0 {
		close(g.empty)
	}
}

// close rejects further requests and waits until the last one has ended.
func (g *gate) close() {
	g.mu.Lock()
	g.closed = true
	if g.running == 0 {
		close(g.empty)
	}
	g.mu.Unlock()
	<-g.empty
}
