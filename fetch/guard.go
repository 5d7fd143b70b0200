package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
)

// errGuard marks a connection that the guard refused.
var errGuard = errors.New("the address is not public")

// errPort marks a port that no web server listens on.
var errPort = errors.New("the port belongs to another protocol")

// special lists the address ranges that are not public unicast, after the IANA
// special-purpose registries, and ranges that embed an IPv4 address.
var special = parsePrefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
	"192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/4", "240.0.0.0/4",
	"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
	"3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
)

// globalUnicast is the only part of IPv6 that public hosts live in.
var globalUnicast = netip.MustParsePrefix("2000::/3")

func parsePrefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, 0, len(texts))
	for _, t := range texts {
		out = append(out, netip.MustParsePrefix(t))
	}
	return out
}

// A guard decides which addresses may be connected to.
type guard struct{ allow []netip.Prefix }

// permits reports whether a connection to the address may be made.
func (g guard) permits(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	for _, p := range g.allow {
		if p.Contains(a) {
			return true
		}
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsValid()
}

// control is called by the dialer with the address that the connection goes to,
// after resolving and before connecting: what is checked is what is used.
func (g guard) control(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", errGuard, address)
	}
	if !g.permits(ap.Addr()) {
		return fmt.Errorf("%w: %s; open it with --allow-net if it is yours", errGuard, ap.Addr())
	}
	if badPorts[ap.Port()] {
		return fmt.Errorf("%w: %d", errPort, ap.Port())
	}
	return nil
}

// badPorts are the ports that browsers refuse (WHATWG Fetch, bad port).
var badPorts = func() map[uint16]bool {
	m := map[uint16]bool{}
	for _, p := range []uint16{
		0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
		110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530,
		531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
		5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
	} {
		m[p] = true
	}
	return m
}()

// A mapping is one --resolve rule.
type mapping struct {
	host, port string // "*" for any
	addr       string
	addrPort   string // "" keeps the port
}

// parseResolve reads rules of the form host:port:address. An IPv6 address
// stands in brackets if a port follows it.
func parseResolve(rules []string) ([]mapping, error) {
	var out []mapping
	var faults []error
	for _, r := range rules {
		m, err := parseMapping(r)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		out = append(out, m)
	}
	return out, errors.Join(faults...)
}

func parseMapping(rule string) (mapping, error) {
	bad := fmt.Errorf("resolve rule %q is not of the form host:port:address, for example example.org:443:192.0.2.1 or *:*:127.0.0.1:8080", rule)
	parts := strings.SplitN(rule, ":", 3)
	if len(parts) != 3 || parts[0] == "" || parts[2] == "" {
		return mapping{}, bad
	}
	m := mapping{host: strings.ToLower(parts[0]), port: parts[1]}
	if m.port != "*" {
		if _, err := strconv.ParseUint(m.port, 10, 16); err != nil {
			return mapping{}, bad
		}
	}
	if ap, err := netip.ParseAddrPort(parts[2]); err == nil {
		m.addr, m.addrPort = ap.Addr().String(), strconv.Itoa(int(ap.Port()))
		return m, nil
	}
	a, err := netip.ParseAddr(strings.Trim(parts[2], "[]"))
	if err != nil {
		return mapping{}, bad
	}
	m.addr = a.String()
	return m, nil
}

// dialer returns the one function by which every connection is made.
func (o Options) dialer(rules []mapping) func(ctx context.Context, network, address string) (net.Conn, error) {
	g := guard{allow: o.AllowNet}
	d := &net.Dialer{Timeout: o.Dial, KeepAlive: -1, Control: g.control}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		for _, m := range rules {
			if (m.host == "*" || m.host == strings.ToLower(host)) && (m.port == "*" || m.port == port) {
				host = m.addr
				if m.addrPort != "" {
					port = m.addrPort
				}
				break
			}
		}
		address = net.JoinHostPort(host, port)
		if o.DialContext != nil {
			return o.DialContext(ctx, network, address)
		}
		return d.DialContext(ctx, network, address)
	}
}
