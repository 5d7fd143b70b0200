package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
)

// Options say who asks, through what, and with which limits. The zero value of
// a field means its default.
type Options struct {
	// Product, Version and Operator make the User-Agent field; see UserAgent.
	Product, Version, Operator string
	// Contact is an e-mail address or a URL by which the operator can be
	// reached. An e-mail address is also sent as the From field.
	Contact string
	// Proxy is the URL of a forward proxy, "" for none.
	Proxy string
	// Resolve maps names to addresses as curl does: "host:port:address", where
	// host and port may be "*" and the address may carry a port of its own.
	Resolve []string
	// AllowNet opens address ranges that the guard refuses.
	AllowNet []netip.Prefix
	// Timeouts of the phases of an exchange.
	Dial, TLS, FirstByte, Idle, Total time.Duration
	// MaxHeaderBytes bounds the response header; default 256 KiB.
	MaxHeaderBytes int64
	// MaxIdleConns bounds the connections kept for reuse; default 512.
	MaxIdleConns int
	// DialContext replaces the network, for tests; the guard does not apply to
	// it.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// Defaults of Options.
const (
	DefaultDial           = 10 * time.Second
	DefaultTLS            = 10 * time.Second
	DefaultFirstByte      = 20 * time.Second
	DefaultIdle           = 15 * time.Second
	DefaultTotal          = 60 * time.Second
	DefaultMaxHeaderBytes = 256 << 10
	DefaultMaxIdleConns   = 512
	DefaultProduct        = "Aranea"
)

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
	}
	set(&o.Dial, DefaultDial)
	set(&o.TLS, DefaultTLS)
	set(&o.FirstByte, DefaultFirstByte)
	set(&o.Idle, DefaultIdle)
	set(&o.Total, DefaultTotal)
	if o.MaxHeaderBytes == 0 {
		o.MaxHeaderBytes = DefaultMaxHeaderBytes
	}
	if o.MaxIdleConns == 0 {
		o.MaxIdleConns = DefaultMaxIdleConns
	}
	if o.Product == "" {
		o.Product = DefaultProduct
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Validate reports all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	for _, d := range []time.Duration{o.Dial, o.TLS, o.FirstByte, o.Idle, o.Total} {
		if d < 0 {
			faults = append(faults, errors.New("a timeout is negative"))
			break
		}
	}
	if o.MaxHeaderBytes < 0 || o.MaxIdleConns < 0 {
		faults = append(faults, errors.New("a limit is negative"))
	}
	if o.Proxy != "" {
		u, err := url.Parse(o.Proxy)
		if err != nil || u.Scheme != "http" || u.Host == "" {
			faults = append(faults, fmt.Errorf("proxy %q is not of the form http://host:port", o.Proxy))
		}
	}
	if _, err := parseResolve(o.Resolve); err != nil {
		faults = append(faults, err)
	}
	if strings.ContainsFunc(o.Product+o.Version+o.Operator+o.Contact, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		faults = append(faults, errors.New("the name or the contact holds control characters"))
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "fetch options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

// UserAgent returns the User-Agent field: the operator's token first if there
// is one, then product and version, and the contact, for example
// "Aranea/0.1 (+https://example.org/bot)" or
// "DocsBot (Aranea/0.1; +mailto:me@example.org)".
func UserAgent(o Options) string {
	o = o.withDefaults()
	product := o.Product
	if o.Version != "" {
		product += "/" + o.Version
	}
	contact := o.Contact
	if isMail(contact) {
		contact = "mailto:" + contact
	}
	switch {
	case o.Operator != "" && contact != "":
		return fmt.Sprintf("%s (%s; +%s)", o.Operator, product, contact)
	case o.Operator != "":
		return fmt.Sprintf("%s (%s)", o.Operator, product)
	case contact != "":
		return fmt.Sprintf("%s (+%s)", product, contact)
	}
	return product
}

func isMail(contact string) bool {
	return strings.Contains(contact, "@") && !strings.Contains(contact, "://")
}
