package fetch

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/weburl"
)

// onDisk answers for the hosts of folders, over connections in memory: their exchanges have the same
// limits as all others, and no name is looked up. It is safe for concurrent use.
type onDisk struct {
	folders   static.Folders
	hosts     map[string]bool
	transport *http.Transport
	ends      []*pipeEnd
	serving   sync.WaitGroup
}

// newOnDisk returns nil if there are no folders.
func newOnDisk(o Options) *onDisk {
	if len(o.Folders) == 0 {
		return nil
	}
	l := &onDisk{folders: o.Folders, hosts: o.Folders.Hosts()}
	host := static.NewHost("http", l.folders)
	l.transport = newTransport(o, l.serve(host), nil)
	// There is no handshake: nobody can listen, and a certificate would say nothing.
	l.transport.DialTLSContext, l.transport.ForceAttemptHTTP2 = l.serve(host.WithScheme("https")), false
	return l
}

// serve starts to answer requests with a host, and returns what connects to that.
func (l *onDisk) serve(host *static.Host) func(context.Context, string, string) (net.Conn, error) {
	end := &pipeEnd{conns: make(chan net.Conn), closed: make(chan struct{})}
	s := &http.Server{Handler: host, ReadHeaderTimeout: DefaultTotal, IdleTimeout: 2 * idleConnLife, ErrorLog: log.New(io.Discard, "", 0)}
	l.ends = append(l.ends, end)
	l.serving.Go(func() { _ = s.Serve(end) }) // it ends when end is closed
	return end.dial
}

// has reports whether folders answer for the host of a URL.
func (l *onDisk) has(u weburl.URL) bool { return l != nil && l.hosts[u.Host()] }

// refuse returns the fault because of which a URL of a host of folders has no answer, or nil.
func (l *onDisk) refuse(u weburl.URL) error {
	if err := l.folders.Refuses(u); err != nil {
		return &fault{reason: aranea.ScopeFolder, err: err}
	}
	return nil
}

// close ends the answers when the exchanges under way are complete.
func (l *onDisk) close() {
	if l == nil {
		return
	}
	l.transport.CloseIdleConnections()
	for _, end := range l.ends {
		_ = end.Close() // it has no error
	}
	l.serving.Wait()
}

// A pipeEnd listens for connections in memory.
type pipeEnd struct {
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

// dial connects to the end.
func (p *pipeEnd) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return &conn{Conn: near}, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener.
func (p *pipeEnd) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pipeEnd) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements net.Listener.
func (p *pipeEnd) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "pipe"} }

var _ net.Listener = (*pipeEnd)(nil)
