package fetch

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

// lookUp finds the addresses that a request for the URL may go to.
func (c *Client) lookUp(ctx context.Context, r *Request, out *aranea.Fetched) {
	if c.disk.has(r.URL) || c.recorded(r.URL) { // it has none
		out.Ended = time.Now()
		return
	}
	limit, cancel := context.WithTimeout(ctx, cmp.Or(r.Connect, c.opt.Dial))
	defer cancel()
	host, port := bareHost(r.URL.Host()), strconv.Itoa(int(r.URL.Origin().Port()))
	targets, err := c.dialer.targets(limit, net.JoinHostPort(host, port))
	out.Ended = time.Now()
	switch {
	case ctx.Err() != nil:
		fail(out, aranea.ScheduleStopped, context.Cause(ctx).Error())
		return
	case err != nil:
		var f *fault
		reason := aranea.NetDNS
		if errors.As(err, &f) {
			reason = f.reason
		}
		fail(out, reason, err.Error())
	}
	for _, t := range targets {
		out.Addresses = append(out.Addresses, t.Addr())
	}
}

// targets returns where a connection to address may go: what the guard permits of the address
// that an exchange under way is bound to, otherwise of all addresses of the name. Its errors are
// faults.
func (d *dialer) targets(ctx context.Context, address string) ([]netip.AddrPort, error) {
	targets, err := d.resolvePinned(ctx, address)
	if err != nil {
		return nil, d.fault(aranea.NetDNS, err)
	}
	if d.toProxy(address) {
		return targets, nil
	}
	return d.guard.choose(targets)
}

// resolvePinned resolves an address unless an exchange is bound to one.
func (d *dialer) resolvePinned(ctx context.Context, address string) ([]netip.AddrPort, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	pin, pinned := d.pins.of(host)
	if !pinned {
		return d.resolve(ctx, address)
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, err
	}
	return []netip.AddrPort{netip.AddrPortFrom(pin, uint16(port))}, nil
}

// binding returns the only address that a request may go to, invalid if there is none. The
// operator's own rules take precedence, because they name ports as well; a proxy resolves names
// itself.
func (c *Client) binding(r *Request) netip.Addr {
	port := strconv.Itoa(int(r.URL.Origin().Port()))
	if _, ok := mapped(c.dialer.rules, r.URL.Host(), port); ok || c.dialer.proxied || c.disk.has(r.URL) {
		return netip.Addr{}
	}
	return r.Address
}

// pins are the addresses that exchanges under way are bound to, by host name: the HTTP library
// asks for a connection by name only. They are safe for concurrent use, and there are no more of
// them than exchanges.
type pins struct {
	mu     sync.Mutex
	byHost map[string]pin
}

// A pin is the address of a host, with the number of exchanges that use it.
type pin struct {
	addr  netip.Addr
	users int
}

func newPins() *pins { return &pins{byHost: map[string]pin{}} }

// put binds a host to an address until free is called.
func (p *pins) put(host string, a netip.Addr) (free func()) {
	host = bareHost(host)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byHost[host] = pin{a, p.byHost[host].users + 1}
	return func() { p.free(host) }
}

func (p *pins) free(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.byHost[host]
	if x.users--; x.users == 0 {
		delete(p.byHost, host)
		return
	}
	p.byHost[host] = x
}

// of returns the address that a host is bound to, and false if there is none.
func (p *pins) of(host string) (netip.Addr, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x, ok := p.byHost[bareHost(host)]
	return x.addr, ok
}
