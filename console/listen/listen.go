// Package listen serves HTTP to anybody: slow clients are disconnected, connections are bounded, and the requests
// that run end before what they need is closed.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know what is asked for.
package listen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/aranea-search/aranea/console/drain"
)

// Timeouts of connections: slow clients are disconnected.
const (
	ReadHeaderTimeout = 5 * time.Second
	ReadTimeout       = 10 * time.Second // for a request
	writeTimeout      = 30 * time.Second
	IdleTimeout       = 2 * time.Minute // between requests
	MaxHeaderBytes    = 16 << 10
)

// Grace is how long running requests may take when the server is to end.
const Grace = 3 * time.Second

// Serve answers on l with h until ctx ends, and then lets running requests finish. Requests that take longer than
// Grace are canceled. When Serve returns, no request is running. What the library has to say goes to faults.
func Serve(ctx context.Context, l net.Listener, h http.Handler, faults io.Writer) error {
	return serve(ctx, l, h, faults, most())
}

// serve is Serve with a maximum of connections.
func serve(ctx context.Context, l net.Listener, h http.Handler, faults io.Writer, most int) error {
	base, callOff := context.WithCancel(context.WithoutCancel(ctx))
	defer callOff()
	requests, clients := drain.New(), newCrowd(most)
	srv := &http.Server{
		Handler: requests.Through(clients.through(h)), BaseContext: func(net.Listener) context.Context { return Based(base) },
		ConnContext: clients.know, ConnState: clients.changed,
		ReadHeaderTimeout: ReadHeaderTimeout, ReadTimeout: ReadTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: IdleTimeout, MaxHeaderBytes: MaxHeaderBytes,
		ErrorLog: log.New(faults, "", 0),
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	var err error
	select {
	case err = <-done:
		err = fmt.Errorf("serve the search page: %w", err)
	case <-ctx.Done():
		grace, cancel := context.WithTimeout(base, Grace)
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

// baseKey is the context key, in requests, for the context that ends with the server.
type baseKey struct{}

// Based returns the context of the requests of a server that ends with base.
func Based(base context.Context) context.Context { return context.WithValue(base, baseKey{}, base) }

// Lasting returns a context for work that continues when the client closes the connection, but not longer than
// limit, and not after the server ends.
func Lasting(request context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(request), limit)
	base, ok := request.Value(baseKey{}).(context.Context)
	if !ok {
		return ctx, cancel
	}
	stop := context.AfterFunc(base, cancel)
	return ctx, func() { stop(); cancel() }
}
