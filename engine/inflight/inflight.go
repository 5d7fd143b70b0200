// Package inflight keeps a data folder open as long as somebody asks its owner for something, over the socket
// or in its own process, and lets nobody begin once it closes.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It does not know what is asked for.
package inflight

import (
	"context"
	"net/http"
	"sync"

	"github.com/aranea-search/aranea/engine/wire"
)

// Calls are those in progress. They are safe for concurrent use.
type Calls struct {
	closed error           // of calls that come too late, or are canceled
	Cut    context.Context // ends when calls are canceled
	cutOff context.CancelFunc

	mu      sync.Mutex
	over    bool // no new call begins
	running sync.WaitGroup
}

// New returns Calls, of which closed is the error that those get which come too late, or are canceled.
func New(closed error) *Calls {
	c := &Calls{closed: closed}
	c.Cut, c.cutOff = context.WithCancel(context.Background()) //nolint:gosec // End calls it
	return c
}

// Counted counts the requests to h as calls, and refuses new ones once there are no more.
func (c *Calls) Counted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.begin() {
			wire.Tell(w, c.closed)
			return
		}
		defer c.running.Done()
		h.ServeHTTP(w, r)
	})
}

func (c *Calls) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.running.Add(1)
	}
	return !c.over
}

// Hold begins a call in this process, until end is called. held ends when the folder must close. ok is
// false if no more calls may begin.
func (c *Calls) Hold(ctx context.Context) (held context.Context, end func(), ok bool) {
	if !c.begin() {
		return ctx, func() {}, false
	}
	held, cancel := context.WithCancelCause(ctx)
	unbind := context.AfterFunc(c.Cut, func() { cancel(c.closed) })
	return held, func() {
		unbind()
		cancel(nil)
		c.running.Done()
	}, true
}

// End refuses new calls and waits for those in progress. Calls in this process that do not end before
// inTime does are canceled, and still waited for: they read what is closed next.
func (c *Calls) End(inTime context.Context) {
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	defer context.AfterFunc(inTime, c.cutOff)()
	c.running.Wait()
}
