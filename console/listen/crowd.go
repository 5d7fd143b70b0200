package listen

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// maxConnections is how many connections there are at once, each with some 20 KiB of memory, and fileShare the part
// of the files that the process may have open which they take at most: the data folder needs files, too.
const (
	maxConnections = 4096
	fileShare      = 4
)

// most returns how many connections there may be in this process.
func most() int {
	if files, ok := maxFiles(); ok {
		return int(max(1, min(maxConnections, files/fileShare)))
	}
	return maxConnections
}

// A crowd is the clients that are connected. One more than there may be takes the place of the one that has said
// nothing for longest, so that nobody keeps others out by doing nothing. It is safe for concurrent use.
type crowd struct {
	most int

	mu      sync.Mutex
	all     map[net.Conn]*client
	waiting *list.List // of those without a request that is worked on, the longest first
	working *list.List // of the others, likewise
}

// A client is a connection.
type client struct {
	conn net.Conn
	in   *list.List
	at   *list.Element
}

func newCrowd(most int) *crowd {
	return &crowd{most: most, all: map[net.Conn]*client{}, waiting: list.New(), working: list.New()}
}

// changed follows the state of a connection. See http.Server.
func (c *crowd) changed(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if out := c.enter(conn); out != nil {
			_ = out.Close() // whoever reads from it gets an error
		}
	case http.StateClosed, http.StateHijacked:
		c.leave(conn)
	}
}

// enter adds a connection, and returns the one that has to go for it, nil for none.
func (c *crowd) enter(conn net.Conn) (out net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) >= c.most {
		first := c.waiting.Front()
		if first == nil {
			first = c.working.Front()
		}
		out = first.Value.(*client).conn //nolint:forcetypeassert // the lists have nothing else
		c.remove(out)
	}
	x := &client{conn: conn}
	c.all[conn] = x
	x.moveTo(c.waiting)
	return out
}

func (c *crowd) leave(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(conn)
}

func (c *crowd) remove(conn net.Conn) {
	if x := c.all[conn]; x != nil {
		x.in.Remove(x.at)
		delete(c.all, conn)
	}
}

// move notes that a request of a connection is worked on, or none.
func (c *crowd) move(conn net.Conn, to *list.List) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if x := c.all[conn]; x != nil {
		x.moveTo(to)
	}
}

func (x *client) moveTo(l *list.List) {
	if x.in != nil {
		x.in.Remove(x.at)
	}
	x.in, x.at = l, l.PushBack(x)
}

// connKey is the context key, in requests, for their connection.
type connKey struct{}

// know makes the connection of a request known to it. See http.Server.
func (c *crowd) know(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// through passes requests on and knows meanwhile that they are worked on.
func (c *crowd) through(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _ := r.Context().Value(connKey{}).(net.Conn)
		c.move(conn, c.working)
		defer c.move(conn, c.waiting)
		next.ServeHTTP(w, r)
	})
}
