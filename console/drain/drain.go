// Package drain lets the requests that run end before what they need is closed.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know what is asked for.
package drain

import (
	"net/http"
	"sync"
)

// A Gate counts the running requests and can be closed.
type Gate struct {
	mu      sync.Mutex
	running int
	closed  bool
	empty   chan struct{} // closed when the gate is closed and no request is running
}

// New returns an open Gate.
func New() *Gate { return &Gate{empty: make(chan struct{})} }

// Through passes requests on while the gate is open.
func (g *Gate) Through(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.enter() {
			http.Error(w, "The server is stopping.", http.StatusServiceUnavailable)
			return
		}
		defer g.leave()
		next.ServeHTTP(w, r)
	})
}

func (g *Gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.running++
	}
	return !g.closed
}

func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running--; g.closed && g.running == 0 {
		close(g.empty)
	}
}

// Close rejects further requests and waits until the last one has ended.
func (g *Gate) Close() {
	g.mu.Lock()
	g.closed = true
	if g.running == 0 {
		close(g.empty)
	}
	g.mu.Unlock()
	<-g.empty
}
