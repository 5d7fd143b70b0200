package console

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/aranea-search/aranea/console/gate"
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
// read from may be closed, and crawls that were ordered on the pages are left.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.orders != nil {
		defer s.orders.Close()
	}
	return s.serve(ctx, l, s.Handler())
}

// ServeMonitoring is Serve for those who watch the server.
func (s *Server) ServeMonitoring(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.Monitoring())
}

func (s *Server) serve(ctx context.Context, l net.Listener, handler http.Handler) error {
	base, callOff := context.WithCancel(context.WithoutCancel(ctx))
	defer callOff()
	requests := gate.New()
	srv := &http.Server{
		Handler: requests.Through(handler), BaseContext: func(net.Listener) context.Context { return context.WithValue(base, baseKey{}, base) },
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
	requests.Close()
	return errors.Join(err, cerr)
}
