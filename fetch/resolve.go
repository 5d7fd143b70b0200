package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// maxResolveRules limits the list of rules, which is searched for each new connection.
const maxResolveRules = 10_000

// A mapping is one rule of Options.Resolve.
type mapping struct {
	host string // in canonical form, without a final dot; "*" for any
	port string // in decimal; "*" for any
	addr netip.Addr
	// newPort is the port to connect to; 0 keeps the requested one.
	newPort uint16
}

// rank orders mappings from specific to general.
func (m mapping) rank() int {
	switch {
	case m.host != "*" && m.port != "*":
		return 0
	case m.host != "*":
		return 1
	case m.port != "*":
		return 2
	}
	return 3
}

// parseResolve reads rules and orders them from specific to general; among equals the order is
// kept. It reports all faults at once.
func parseResolve(rules []string) ([]mapping, error) {
	if len(rules) > maxResolveRules {
		return nil, fmt.Errorf("%d resolve rules are more than the %d that are read; use '*' for the host or the port", len(rules), maxResolveRules)
	}
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
	slices.SortStableFunc(out, func(a, b mapping) int { return a.rank() - b.rank() })
	return out, errors.Join(faults...)
}

// parseMapping reads one rule: host:port:address, host:port:address:port, with IPv6 addresses in
// brackets; brackets may be omitted if no port follows.
func parseMapping(rule string) (mapping, error) {
	bad := func(why string) (mapping, error) {
		return mapping{}, fmt.Errorf("the resolve rule %q %s; write host:port:address, for example example.org:443:192.0.2.1 or *:*:127.0.0.1:8080", rule, why)
	}
	host, rest, ok := cutHost(rule)
	if !ok {
		return bad("names no host")
	}
	port, target, ok := strings.Cut(rest, ":")
	if !ok || target == "" {
		return bad("names no address")
	}
	m := mapping{host: host, port: port}
	if host != "*" {
		u, err := weburl.Parse("http://" + host + "/")
		if err != nil || u.Path() != "/" || u.Origin().Port() != 80 {
			return bad("has a host that is not a host name")
		}
		m.host = bareHost(u.Host())
	}
	if port != "*" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return bad("has a port that is neither a number from 1 to 65535 nor '*'")
		}
		m.port = strconv.FormatUint(n, 10)
	}
	ok, m.addr, m.newPort = parseTarget(target)
	if !ok {
		return bad("has an address that is not an IP address, with or without a port")
	}
	return m, nil
}

// parseTarget reads an IP address, with a port or without (0). Without, brackets around an IPv6
// address may be omitted.
func parseTarget(s string) (ok bool, a netip.Addr, port uint16) {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Port() != 0, ap.Addr().Unmap(), ap.Port()
	}
	if inner, bracket := strings.CutPrefix(s, "["); bracket {
		if s, ok = strings.CutSuffix(inner, "]"); !ok {
			return false, a, 0
		}
	}
	a, err := netip.ParseAddr(s)
	return err == nil, a.Unmap(), 0
}

// cutHost splits a rule after its host, which may be an address in brackets.
func cutHost(rule string) (host, rest string, ok bool) {
	if strings.HasPrefix(rule, "[") {
		host, rest, ok = strings.Cut(rule, "]:")
		return host + "]", rest, ok
	}
	host, rest, ok = strings.Cut(rule, ":")
	return host, rest, ok && host != "" && !strings.ContainsAny(host, "/?#@\\")
}

// bareHost converts a host to the form in which rules and names are compared.
func bareHost(host string) string {
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// mapped returns the first rule for host and port, and false if there is none.
func mapped(rules []mapping, host, port string) (mapping, bool) {
	if len(rules) == 0 {
		return mapping{}, false
	}
	host = bareHost(host)
	for _, m := range rules {
		if (m.host == "*" || m.host == host) && (m.port == "*" || m.port == port) {
			return m, true
		}
	}
	return mapping{}, false
}
