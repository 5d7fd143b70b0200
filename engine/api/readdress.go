package api

import (
	"net/http"
	"sync"
)

// Readdress has all further calls of a client that DialNode returned made to another address of the same node, with
// another standby or key. Calls that are under way end where they began.
func (c *Client) Readdress(a NodeAddress) { c.way.lead(a) }

// A way makes requests to a node at the address that it has at that moment. It is safe for concurrent use.
type way struct {
	mu  sync.Mutex
	now *reach
}

// A reach is a node at one address, with its standby.
type reach struct {
	at      NodeAddress
	node    *node
	through http.RoundTripper // the node, or the pair of it and its standby

	// Under the lock of the way:
	left     bool // another reach has taken its place
	requests int  // under way
}

// newReach returns a node at an address. It makes no connection.
func newReach(a NodeAddress) *reach {
	n := a.node(a.URL)
	r := &reach{at: a, node: n, through: n}
	if a.Standby != "" {
		r.through = newPair(n, a.node(a.Standby), a.Logger)
	}
	return r
}

// close ends what is asked beside requests, and closes idle connections.
func (r *reach) close() {
	if p, ok := r.through.(*pair); ok {
		p.close()
		p.CloseIdleConnections()
		return
	}
	r.node.CloseIdleConnections()
}

// lead has further requests go to an address.
func (w *way) lead(a NodeAddress) {
	w.mu.Lock()
	before := w.now
	if before.at == a {
		w.mu.Unlock()
		return
	}
	w.now, before.left = newReach(a), true
	idle := before.requests == 0
	w.mu.Unlock()
	if idle {
		before.close()
	}
}

// RoundTrip implements http.RoundTripper.
func (w *way) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	to := w.now
	to.requests++
	w.mu.Unlock()
	resp, err := to.through.RoundTrip(r)
	if err != nil {
		w.end(to)
		return nil, err
	}
	resp.Body = &closing{resp.Body, sync.OnceFunc(func() { w.end(to) })}
	return resp, nil
}

// end notes the end of a request. The last one at an address that the node has left closes that.
func (w *way) end(r *reach) {
	w.mu.Lock()
	r.requests--
	last := r.left && r.requests == 0
	w.mu.Unlock()
	if last {
		r.close()
	}
}

// node returns the node at its address of this moment, nil for no way.
func (w *way) node() *node {
	if w == nil {
		return nil
	}
	return w.reach().node
}

// reach returns where requests go.
func (w *way) reach() *reach {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// close ends what is asked beside requests.
func (w *way) close() { w.reach().close() }

// CloseIdleConnections closes connections that are not in use.
func (w *way) CloseIdleConnections() {
	if c, ok := w.reach().through.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
