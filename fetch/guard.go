package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/ports"
)

// special lists the ranges that are not public unicast although they look like it: the IANA
// special-purpose registries for IPv4 and IPv6, and ranges that embed an IPv4 address. The few
// entries that the registries call globally reachable (AS112, AMT, anycast services) serve no
// web pages and are refused as well.
var special = prefixes(
	"0.0.0.0/8",       // this network, RFC 791
	"10.0.0.0/8",      // private use, RFC 1918
	"100.64.0.0/10",   // carrier-grade NAT, RFC 6598
	"127.0.0.0/8",     // loopback, RFC 1122
	"169.254.0.0/16",  // link-local and cloud metadata, RFC 3927
	"172.16.0.0/12",   // private use, RFC 1918
	"192.0.0.0/24",    // IETF protocol assignments, RFC 6890
	"192.0.2.0/24",    // documentation, RFC 5737
	"192.31.196.0/24", // AS112, RFC 7535
	"192.52.193.0/24", // AMT, RFC 7450
	"192.88.99.0/24",  // 6to4 relay anycast, RFC 7526
	"192.168.0.0/16",  // private use, RFC 1918
	"192.175.48.0/24", // AS112, RFC 7534
	"198.18.0.0/15",   // benchmarking, RFC 2544
	"198.51.100.0/24", // documentation, RFC 5737
	"203.0.113.0/24",  // documentation, RFC 5737
	"224.0.0.0/4",     // multicast, RFC 5771
	"240.0.0.0/4",     // reserved and limited broadcast, RFC 1112, RFC 8190

	"2001::/23",         // IETF protocol assignments; Teredo, benchmarking, ORCHID, RFC 2928
	"2001:db8::/32",     // documentation, RFC 3849
	"2002::/16",         // 6to4, embeds IPv4, RFC 3056
	"2620:4f:8000::/48", // AS112, RFC 7534
	"3fff::/20",         // documentation, RFC 9637
)

// metadata lists the addresses of the metadata services of clouds.
var metadata = prefixes("169.254.0.0/16", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::254/128")

// globalUnicast is the only part of IPv6 with public hosts (RFC 4291 section 2.4 as allocated by
// IANA). Outside it are loopback, v4-compatible and v4-mapped addresses, NAT64 (64:ff9b::/96 and
// 64:ff9b:1::/48), discard-only, segment routing, unique local, link-local, site-local and
// multicast addresses.
var globalUnicast = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, 0, len(texts))
	for _, t := range texts {
		out = append(out, netip.MustParsePrefix(t))
	}
	return out
}

// A guard decides which addresses may be connected to. It is immutable.
type guard struct{ allow []netip.Prefix }

func newGuard(allow []netip.Prefix) guard {
	g := guard{allow: make([]netip.Prefix, 0, len(allow))}
	for _, p := range allow {
		if p.Addr().Is4In6() && p.Bits() >= 96 {
			p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
		g.allow = append(g.allow, p.Masked())
	}
	return g
}

// permits reports whether a connection to the address may be made. A zone is ignored, and a
// v4-mapped address is the IPv4 address that it maps.
func (g guard) permits(a netip.Addr) bool {
	if !a.IsValid() {
		return false
	}
	a = a.WithZone("").Unmap()
	if contains(g.allow, a) {
		return true
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return false
	}
	return !contains(special, a)
}

func contains(list []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(list, func(p netip.Prefix) bool { return p.Contains(a) })
}

// check returns why no connection may be made to the address and port, or nil.
func (g guard) check(ap netip.AddrPort) error {
	if !g.permits(ap.Addr()) {
		return private(ap.Addr())
	}
	return checkPort(ap.Port())
}

// How the errors end that say what the operator may open, and what a name of the machine itself
// leads to.
const (
	notPublic    = " is not a public address"
	noPublicName = " is not a public name"
)

var machine = netip.MustParsePrefix("127.0.0.0/8")

// private returns the error for a refused address, with what the operator may open. It does not
// propose to open an address where machines in a cloud find their credentials.
func private(a netip.Addr) error {
	if contains(metadata, a.WithZone("").Unmap()) {
		return faultf(aranea.NetGuard, "%s is not a public address; machines in a cloud find their credentials at such a one", a)
	}
	bare := a.WithZone("").Unmap()
	return &fault{aranea.NetGuard, fmt.Errorf("%s%s", a, notPublic), netip.PrefixFrom(bare, bare.BitLen())}
}

// choose returns the targets of one name that may be connected to. A name with a public and a
// refused address is refused: no honest name has both, and one that leads inside could hide
// behind one that leads outside. A name in the operator's own ranges is used as far as they are
// open ("localhost" where 127.0.0.0/8 is).
func (g guard) choose(targets []netip.AddrPort) ([]netip.AddrPort, error) {
	var chosen []netip.AddrPort
	var refusal error
	own := true
	for _, t := range targets {
		if err := g.check(t); err != nil {
			refusal = err
			continue
		}
		chosen = append(chosen, t)
		own = own && contains(g.allow, t.Addr())
	}
	if refusal != nil && (len(chosen) == 0 || !own) {
		return nil, refusal
	}
	return chosen, nil
}

// control is called by the system's dialer with the address that it is about to connect to: what
// is checked is what is used.
func (g guard) control(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return faultf(aranea.NetGuard, "%q is not an address", address)
	}
	return g.check(ap)
}

// checkName returns why a proxy must not be asked for a host: it is a private address, or a name
// that always means the machine itself (RFC 6761 section 6.3). Other names are resolved by the
// proxy.
func (g guard) checkName(host string) error {
	host = bareHost(host)
	if a, err := netip.ParseAddr(host); err == nil {
		if !g.permits(a) {
			return private(a)
		}
		return nil
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		a := netip.AddrFrom4([4]byte{127, 0, 0, 1})
		if !g.permits(a) {
			return &fault{aranea.NetGuard, fmt.Errorf("%s%s", host, noPublicName), machine}
		}
	}
	return nil
}

// checkPort returns an error for a port that no web server uses.
func checkPort(p uint16) error {
	if ports.Blocked(p) {
		return faultf(aranea.NetGuard, "port %d belongs to another protocol than HTTP", p)
	}
	return nil
}

// A fault is an error whose reason is known where it occurs.
type fault struct {
	reason aranea.Reason
	err    error
	open   netip.Prefix // see Openable
}

func faultf(r aranea.Reason, format string, args ...any) error {
	return &fault{reason: r, err: fmt.Errorf(format, args...)}
}

// Openable returns the addresses that a refusal is about and that would be requested if
// Options.AllowNet had them; ok is false for all other errors.
func Openable(err error) (open netip.Prefix, ok bool) {
	var f *fault
	if !errors.As(err, &f) {
		return netip.Prefix{}, false
	}
	return f.open, f.open.IsValid()
}

// OpenableIn is Openable for the text of a refusal, as the detail of aranea.NetGuard has it.
func OpenableIn(detail string) (open netip.Prefix, ok bool) {
	if strings.HasSuffix(detail, noPublicName) {
		return machine, true
	}
	rest, found := strings.CutSuffix(detail, notPublic)
	a, err := netip.ParseAddr(rest[strings.LastIndexByte(rest, ' ')+1:])
	if !found || err != nil {
		return netip.Prefix{}, false
	}
	return Openable(private(a))
}

// Opening returns a range of addresses, or a single one, as Options.AllowNet is told in words.
func Opening(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}
	return p.String()
}

// Error returns the text of the cause.
func (f *fault) Error() string { return f.err.Error() }

// Unwrap returns the cause.
func (f *fault) Unwrap() error { return f.err }
