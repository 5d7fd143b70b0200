package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aranea-search/aranea"
)

const (
	// maxAddresses is the number of a name's addresses that are tried.
	maxAddresses = 4
	// leastDial is the least time for one address, if that much is left.
	leastDial = 2 * time.Second
)

// errUnasked ends a connection over which unrequested data arrives.
var errUnasked = faultf(aranea.NetProto, "more came than was asked for")

// A dialer makes all connections. It is safe for concurrent use.
type dialer struct {
	guard   guard
	rules   []mapping
	timeout time.Duration // for resolving and connecting together
	pins    *pins         // addresses that the exchanges under way must go to
	proxied bool          // all connections go to the proxy
	proxy   string        // its host and port
	lookup  func(ctx context.Context, host string) ([]netip.Addr, error)
	connect func(ctx context.Context, network, address string) (net.Conn, error)

	connectProxy func(ctx context.Context, network, address string) (net.Conn, error) // without the guard
}

func newDialer(o Options, rules []mapping, proxy *url.URL) *dialer {
	d := &dialer{
		guard: newGuard(o.AllowNet), rules: rules, timeout: o.Dial,
		lookup: o.Lookup, connect: o.DialContext, pins: newPins(),
	}
	if proxy != nil {
		d.proxied, d.proxy = true, net.JoinHostPort(proxy.Hostname(), cmp.Or(proxy.Port(), "80"))
	}
	if d.lookup == nil {
		d.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	if d.connect == nil {
		d.connect = (&net.Dialer{Control: d.guard.control, KeepAlive: -1}).DialContext
	}
	d.connectProxy = d.connect
	if o.DialContext == nil {
		d.connectProxy = (&net.Dialer{KeepAlive: -1}).DialContext
	}
	return d
}

// toProxy reports whether address is the proxy. The operator named it, so it may be at an
// address that the guard refuses to others.
func (d *dialer) toProxy(address string) bool {
	return d.proxied && strings.EqualFold(address, d.proxy)
}

// dial resolves address, checks the results, and connects. Its errors are faults.
func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if t := httptrace.ContextClientTrace(ctx); t != nil && t.DNSStart != nil {
		t.DNSStart(httptrace.DNSStartInfo{Host: address}) // only the system's resolver calls it itself
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	targets, err := d.targets(ctx, address)
	if err != nil {
		return nil, err
	}
	connect := d.connectProxy
	if !d.toProxy(address) {
		connect = d.connect
	}
	if len(targets) > maxAddresses {
		targets = targets[:maxAddresses]
	}
	var first error
	for i, t := range targets {
		c, err := connectOne(ctx, connect, network, t, len(targets)-i)
		if err == nil {
			return &conn{Conn: c, remote: t}, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, d.fault(aranea.NetDial, first)
}

// connectOne connects to one address and leaves time for the others.
func connectOne(ctx context.Context, connect func(context.Context, string, string) (net.Conn, error), network string, t netip.AddrPort, left int) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok && left > 1 {
		share := max(time.Until(deadline)/time.Duration(left), leastDial)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, share)
		defer cancel()
	}
	return connect(ctx, network, t.String())
}

// resolve returns the addresses that a connection to address may go to, at least one.
func (d *dialer) resolve(ctx context.Context, address string) ([]netip.AddrPort, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, err
	}
	port := uint16(n)
	if m, ok := mapped(d.rules, host, portText); ok {
		return []netip.AddrPort{netip.AddrPortFrom(m.addr, cmp.Or(m.newPort, port))}, nil
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.AddrPort{netip.AddrPortFrom(a.Unmap(), port)}, nil
	}
	addrs, err := d.lookup(ctx, host)
	if err != nil {
		return nil, err
	}
	if len(addrs) == 0 {
		return nil, &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	}
	out := make([]netip.AddrPort, 0, len(addrs))
	for _, a := range addrs {
		out = append(out, netip.AddrPortFrom(a.Unmap(), port))
	}
	return out, nil
}

// fault adds a reason to an error of the dialer.
func (d *dialer) fault(r aranea.Reason, err error) error {
	var f *fault
	if errors.As(err, &f) {
		return f // from the guard's check at the moment of connecting
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		r = aranea.NetDNS
		err = errors.New("look up " + dns.Name + ": " + dns.Err) // without the resolver's address
	} else if isTimeout(err) {
		r = aranea.NetTimeout
	}
	err = plain(err)
	if d.proxied {
		r = aranea.NetProxy
	}
	return &fault{reason: r, err: err}
}

// plain strips what the network library adds to the system's error: "192.0.2.1:80: connection
// refused".
func plain(err error) error {
	var op *net.OpError
	var no syscall.Errno
	switch {
	case !errors.As(err, &op) || op.Addr == nil:
		return err
	case op.Timeout():
		return fmt.Errorf("%s: no answer in time", op.Addr)
	case errors.As(op.Err, &no):
		return fmt.Errorf("%s: %w", op.Addr, no)
	}
	return err
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

// A conn is a guarded connection. Over HTTP/1 it carries one exchange at a time, and asks it
// before each write.
type conn struct {
	net.Conn
	remote netip.AddrPort
	turn   atomic.Pointer[exchange] // the exchange whose request may be written; nil during handshakes
	used   atomic.Bool              // it carried an exchange; before that come handshakes
	spare  atomic.Int32             // requests that its peer may still refuse to process; none before it brought an answer
	users  atomic.Int32             // exchanges that it carries
	idle   atomic.Int64             // bytes that arrived while it carried none
	h2     atomic.Int32             // whether it carries many exchanges at once: 0 unknown, 1 no, 2 yes
}

// guarded returns the conn below c, nil if there is none.
func guarded(c net.Conn) *conn {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	g, _ := c.(*conn)
	return g
}

// multiplexed reports whether top, the connection above c, speaks HTTP/2.
func (c *conn) multiplexed(top net.Conn) bool {
	known := c.h2.Load()
	if known == 0 {
		known = 1
		if t, ok := top.(*tls.Conn); ok && t.ConnectionState().NegotiatedProtocol == "h2" {
			known = 2
		}
		c.h2.Store(known)
	}
	return known == 2
}

// maxIdleBytes is the number of bytes that a peer may send over a connection that carries no
// exchange: the rest of the last one and frames of the connection itself.
const maxIdleBytes = 64 << 10

// begin records that the connection carries one more exchange; end reverts it.
func (c *conn) begin() {
	c.users.Add(1)
	c.idle.Store(0)
	c.used.Store(true)
}

func (c *conn) end() { c.users.Add(-1) }

// Read reads, and ends a connection over which much unrequested data arrives.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && c.used.Load() && c.users.Load() == 0 && c.idle.Add(int64(n)) > maxIdleBytes {
		_ = c.Close() // the reader gets errUnasked
		return n, errUnasked
	}
	return n, err
}

// Write writes p if the exchange whose turn it is may still be sent.
func (c *conn) Write(p []byte) (int, error) {
	e := c.turn.Load()
	if e == nil {
		return c.Conn.Write(p)
	}
	opening, err := e.leave(c)
	if err != nil {
		return 0, err
	}
	n, err := c.Conn.Write(p)
	if opening {
		e.departed()
	}
	if opening && n == 0 && err != nil {
		e.stay()
	}
	return n, err
}

var _ net.Conn = (*conn)(nil)
