package webtest

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"time"
)

// An Uplink is the connection of one process to the web. It is safe for concurrent use.
type Uplink struct {
	web  *Web
	life int

	mu    sync.Mutex
	cut   bool
	conns map[net.Conn]bool
	wait  sync.WaitGroup
}

// Plug returns an uplink; its number distinguishes its requests from those of others.
func (w *Web) Plug(life int) *Uplink {
	return &Uplink{web: w, life: life, conns: map[net.Conn]bool{}}
}

// Cut ends all connections at once, like the end of a process, and refuses new ones.
func (u *Uplink) Cut() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.cut = true
	for c := range u.conns {
		_ = c.Close()
	}
}

// Wait returns when the web has noticed the end of all connections.
func (u *Uplink) Wait() { u.wait.Wait() }

// Lookup resolves a host name.
func (u *Uplink) Lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	s := u.web.resolve(host)
	if s == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	now := time.Now()
	if sp, on := under(s.Troubles, now, Nameless); on {
		if sp.Strength < 30 { // the resolver does not answer
			<-ctx.Done()
			return nil, &net.DNSError{Err: "no answer", Name: host, IsTimeout: true}
		}
		return nil, &net.DNSError{Err: "server failure", Name: host, IsTemporary: true}
	}
	if sp, on := under(s.Troubles, now, Rebinding); on {
		inside := netip.MustParseAddr([]string{"127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:192.168.0.1"}[sp.Strength%5])
		if sp.Strength < 50 {
			return []netip.Addr{inside}, nil
		}
		return []netip.Addr{inside, s.Address}, nil
	}
	return s.addresses(), nil
}

// addresses returns the addresses of the name in arbitrary order.
func (s *Site) addresses() []netip.Addr {
	if !s.Another.IsValid() {
		return []netip.Addr{s.Address}
	}
	return []netip.Addr{s.Another, s.Address}
}

// resolve returns the site of a name, or nil if there is none.
func (w *Web) resolve(host string) *Site {
	if s := w.sites[host]; s != nil {
		return s
	}
	if _, zone, found := strings.Cut(host, "."); found {
		if s := w.sites[zone]; s != nil && s.Zone {
			return s
		}
	}
	return nil
}

// DialContext connects to a machine.
func (u *Uplink) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, err
	}
	spells, known := u.web.spell[ap.Addr()]
	if !known {
		u.web.trespass(address)
		return nil, refused(ap)
	}
	if s, on := under(spells, time.Now(), Silent|Refusing); on {
		if s.Fault == Refusing {
			return nil, refused(ap)
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return u.connect(ap)
}

func refused(ap netip.AddrPort) error {
	return &net.OpError{Op: "dial", Net: "tcp", Addr: net.TCPAddrFromAddrPort(ap), Err: syscall.ECONNREFUSED}
}

// errCut is the error that a process would get after its end.
var errCut = errors.New("the uplink is cut")

func (u *Uplink) connect(ap netip.AddrPort) (net.Conn, error) {
	client, server := net.Pipe()
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.cut {
		return nil, errCut
	}
	u.conns[server] = true
	u.wait.Add(1)
	go func() {
		defer u.wait.Done()
		defer u.leave(server)
		u.serve(server, ap.Addr())
	}()
	return client, nil
}

func (u *Uplink) leave(server net.Conn) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.conns, server)
	_ = server.Close()
}

// serve answers the requests of one connection.
func (u *Uplink) serve(c net.Conn, at netip.Addr) {
	in := bufio.NewReader(c)
	for {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		if err := r.ParseForm(); err != nil {
			return
		}
		x := Exchange{At: time.Now(), Host: r.Host, Address: at, Method: r.Method, Target: r.RequestURI, Header: r.Header, Form: r.PostForm, Life: u.life}
		x.Answer = u.web.answer(x)
		place := u.web.arrive(x)
		if !x.Answer.send(c, func() { u.web.answered(place) }) {
			return
		}
	}
}

// Name returns the requested host name without port.
func (x *Exchange) Name() string {
	name, _, _ := strings.Cut(x.Host, ":")
	return name
}
