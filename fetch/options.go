package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/internal/ports"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Secrets provides what sites ask for before they show a page. It is safe for concurrent use.
type Secrets interface {
	// For returns the header fields to send with a request of a method (GET or HEAD) to u, none if the secret
	// has no session yet, and the label of the secret; "" if u needs none.
	For(method string, u weburl.URL) (label string, fields http.Header)
	// Certificate returns what the connections to the site of u show, nil for nothing.
	Certificate(u weburl.URL) *tls.Certificate
	// Learn stores what the answer to such a request says of the session. If it was refused only because the
	// session had to be renewed, which is done now, it returns that in words, else "".
	Learn(u weburl.URL, answer http.Header) (renewed string)
}

// Options say who makes requests, through what, and with which limits. The zero value of a field
// means its default, and the zero Options are usable.
type Options struct {
	// Product, Version and Operator make up the User-Agent field; see UserAgent. Product and
	// Operator are a token or token/version (RFC 9110 section 10.1.5); Product defaults to
	// "Aranea".
	Product, Version, Operator string
	// Contact is an e-mail address or an http or https URL by which the
	// operator can be reached. It is part of the User-Agent field.
	Contact string
	// From is the e-mail address of the From field (RFC 9110 section 10.1.2); the default is
	// Contact if that is an e-mail address, otherwise none is sent.
	From string
	// Proxy is the URL of a forward proxy, http://host:port, "" for none. The proxies of the
	// environment are never used.
	Proxy string
	// Resolve maps names to addresses as curl does: "host:port:address", where host and port may
	// be "*" and the address may have its own port. The most specific rule wins.
	Resolve []string
	// Folders answer for the hosts of their URLs, of which nothing is requested over the network.
	Folders static.Folders
	// Archive answers for all hosts but those of Folders, so that nothing is requested over the
	// network; nil for none.
	Archive *replay.Archive
	// Partition is the only one whose sites are asked for anything, even for their addresses; the
	// zero one is the whole web.
	Partition partition.Partition
	// AllowNet opens address ranges that the guard refuses.
	AllowNet []netip.Prefix
	// Secrets provides what sites ask for before they show a page; nil for nothing.
	Secrets Secrets
	// Sign returns the header fields that sign a request to an origin at an instant; nil for
	// none. It must be safe for concurrent use.
	Sign func(o weburl.Origin, now time.Time) http.Header
	// RootCAs are the authorities that certificates are verified against; nil means those of the
	// system.
	RootCAs *x509.CertPool

	// Dial limits resolving and connecting, TLS the handshake.
	Dial, TLS time.Duration
	// FirstByte limits the time from the request to the end of the response header, Idle the
	// time between two reads of the body, Total the whole exchange.
	FirstByte, Idle, Total time.Duration
	// MinRate is the minimum number of body bytes per second, measured over each RateWindow.
	MinRate int64
	// MaxHeaderBytes limits the response header, including interim responses.
	MaxHeaderBytes int64
	// MaxConnsPerHost limits the connections to one host; further exchanges wait for a free one.
	// Behind a proxy it limits only those to https hosts.
	MaxConnsPerHost int
	// MaxIdleConns limits the connections that are kept for reuse, of all hosts together.
	MaxIdleConns int

	// Memory is the budget in bytes for bodies larger than 1 MiB, of all exchanges together; an
	// exchange that finds it used up waits.
	Memory int64
	// MaxSlow is the number of exchanges longer than SlowAfter that may be under way at once; a
	// further one ends as if it were too slow.
	MaxSlow int

	// Gate spaces the requests of all clients that share it; nil means a separate one.
	Gate *Gate

	// Lookup resolves names; the default is the system's resolver.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	// DialContext connects to an address that has passed the guard, written as IP address and
	// port; the default is the system's network.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)
}

// Defaults and fixed limits of Options.
const (
	DefaultProduct         = "Aranea"
	DefaultDial            = 10 * time.Second
	DefaultTLS             = 10 * time.Second
	DefaultFirstByte       = 20 * time.Second
	DefaultIdle            = 15 * time.Second
	DefaultTotal           = 60 * time.Second
	DefaultMinRate         = 200 // bytes per second
	DefaultMaxHeaderBytes  = 256 << 10
	DefaultMaxConnsPerHost = 8
	DefaultMaxIdleConns    = 512

	// RateWindow is the span over which MinRate is measured; the first one allows for a slow
	// start.
	RateWindow = 10 * time.Second

	idleConnLife = 90 * time.Second // how long an unused connection is kept
	tlsSessions  = 512              // hosts whose TLS session is kept for resumption
	writeBuffer  = 2 << 10          // bytes per connection; holds a request
	readBuffer   = 16 << 10         // bytes per connection; holds a header and a small page
	streamBuffer = 1 << 20          // bytes an HTTP/2 peer may send ahead of the reader
)

func (o Options) withDefaults() Options {
	o.Product = cmp.Or(o.Product, DefaultProduct)
	o.Dial = cmp.Or(o.Dial, DefaultDial)
	o.TLS = cmp.Or(o.TLS, DefaultTLS)
	o.FirstByte = cmp.Or(o.FirstByte, DefaultFirstByte)
	o.Idle = cmp.Or(o.Idle, DefaultIdle)
	o.Total = cmp.Or(o.Total, DefaultTotal)
	o.MinRate = cmp.Or(o.MinRate, DefaultMinRate)
	o.MaxHeaderBytes = cmp.Or(o.MaxHeaderBytes, DefaultMaxHeaderBytes)
	o.MaxConnsPerHost = cmp.Or(o.MaxConnsPerHost, DefaultMaxConnsPerHost)
	o.MaxIdleConns = cmp.Or(o.MaxIdleConns, DefaultMaxIdleConns)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	o.MaxSlow = cmp.Or(o.MaxSlow, DefaultMaxSlow)
	o.From = From(o)
	if o.Gate == nil {
		o.Gate = NewGate(nil)
	}
	return o
}

// Validate reports all faults of o at once, each as a sentence that says how to fix it. The
// error is an *aranea.Error of kind Invalid.
func (o Options) Validate() error {
	faults := o.limitFaults()
	faults = append(faults, o.identityFaults()...)
	if _, err := parseProxy(o.Proxy); err != nil {
		faults = append(faults, err)
	}
	if _, err := parseResolve(o.Resolve); err != nil {
		faults = append(faults, err)
	}
	if err := o.Partition.Validate(); err != nil {
		faults = append(faults, err)
	}
	for _, p := range o.AllowNet {
		if !p.IsValid() {
			faults = append(faults, fmt.Errorf("a prefix to open is not valid; write it as 10.0.0.0/8 or fd00::/8"))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "fetch options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

// limitFaults checks the limits: none may be negative.
func (o Options) limitFaults() []error {
	var faults []error
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"dial", o.Dial}, {"TLS", o.TLS}, {"first-byte", o.FirstByte}, {"idle", o.Idle}, {"total", o.Total}} {
		if d.value < 0 {
			faults = append(faults, fmt.Errorf("the %s timeout %s is negative; use a positive one, or 0 for the default", d.name, d.value))
		}
	}
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"least rate", o.MinRate}, {"header limit", o.MaxHeaderBytes},
		{"limit of connections per host", int64(o.MaxConnsPerHost)}, {"limit of idle connections", int64(o.MaxIdleConns)},
		{"memory for bodies", o.Memory}, {"limit of slow exchanges", int64(o.MaxSlow)},
	} {
		if n.value < 0 {
			faults = append(faults, fmt.Errorf("the %s %d is negative; use a positive one, or 0 for the default", n.name, n.value))
		}
	}
	return faults
}

// parseProxy reads the URL of a forward proxy; "" is none.
func parseProxy(s string) (*url.URL, error) {
	if s == "" {
		return nil, nil
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, errors.New("the proxy is not a URL; write it as http://host:port") // the text may contain a password
	}
	if u.Scheme != "http" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return nil, fmt.Errorf("the proxy %q is not a plain HTTP forward proxy; write it as http://host:port", u.Redacted())
	}
	if p := u.Port(); p != "" {
		n, err := strconv.ParseUint(p, 10, 16)
		switch {
		case err != nil:
			return nil, fmt.Errorf("the proxy %q has the port %s; the largest is 65535", u.Redacted(), p)
		case ports.Blocked(uint16(n)):
			return nil, fmt.Errorf("the proxy %q has the port %d, which belongs to another protocol than HTTP: like a browser, this robot sends nothing to it; let the proxy listen on another port, such as 3128", u.Redacted(), n)
		}
	}
	return u, nil
}
