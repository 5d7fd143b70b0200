// Package hostnames has the names of hosts under which a server answers, so that a foreign page cannot
// read its answers by DNS rebinding.
//
// Floor: 6 (faces), a part of console. Stability: engine. It looks no name up.
package hostnames

import (
	"net"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

// Names are the allowed host names of requests, as browsers write them.
type Names map[string]bool

// Of returns the names of a list, with or without ports, and localhost.
func Of(allowed []string) Names {
	names := Names{"localhost": true}
	for _, h := range allowed {
		name := bare(h)
		if a, err := idna.Lookup.ToASCII(name); err == nil {
			name = a
		}
		if name != "" {
			names[name] = true
		}
	}
	return names
}

// Allows reports whether the host of a request, with or without a port, is an allowed name, or an
// address, which DNS rebinding cannot use.
func (n Names) Allows(host string) bool {
	name := bare(host)
	if n[name] {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

// bare returns a host in lower case without port, brackets and final dot.
func bare(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	} else if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
