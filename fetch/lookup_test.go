package fetch

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
)

func TestLookUp(t *testing.T) {
	t.Parallel()
	m := &inMemory{hosts: map[string][]netip.Addr{
		"a.test":    {netip.MustParseAddr("93.184.216.34"), netip.MustParseAddr("2606:2800:220:1::1")},
		"in.test":   {netip.MustParseAddr("10.0.0.1")},
		"both.test": {somewhere, netip.MustParseAddr("127.0.0.1")},
		"none.test": {},
	}}
	c := client(t, m.options(Options{Resolve: []string{"mapped.test:80:93.184.216.40:8080"}}))
	for _, tt := range []struct {
		url  string
		want []netip.Addr
		fail aranea.Reason
	}{
		{"http://a.test/robots.txt", m.hosts["a.test"], aranea.ReasonNone},
		{"http://mapped.test/", []netip.Addr{netip.MustParseAddr("93.184.216.40")}, aranea.ReasonNone},
		{"http://93.184.216.34/", []netip.Addr{somewhere}, aranea.ReasonNone},
		{"http://in.test/", nil, aranea.NetGuard},
		{"http://both.test/", nil, aranea.NetGuard},
		{"http://none.test/", nil, aranea.NetDNS},
	} {
		got := c.Do(t.Context(), Request{URL: parse(t, tt.url), LookUp: true})
		if !slices.Equal(got.Addresses, tt.want) || got.Failure != tt.fail || got.WasSent() || got.Ended.IsZero() {
			t.Errorf("%s: %v, %s (%s)", tt.url, got.Addresses, got.Failure, got.Detail)
		}
	}
	if len(m.dialed) != 0 {
		t.Errorf("look-ups connected to %v", m.dialed)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := c.Do(ctx, Request{URL: parse(t, "http://a.test/"), LookUp: true}); got.Failure != aranea.ScheduleStopped || got.Addresses != nil {
		t.Errorf("a look-up that was stopped: %s, %v", got.Failure, got.Addresses)
	}
}

// TestBoundAddress: a request goes to the address that it is bound to, whatever the name
// resolves to by now, and the guard still decides.
func TestBoundAddress(t *testing.T) {
	t.Parallel()
	m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
		_, err := io.WriteString(c, okAnswer)
		return err == nil
	})}
	c := client(t, m.options(Options{}))
	r := page(t, "http://a.test/x")
	r.Address = netip.MustParseAddr("93.184.216.77")
	if got := c.Do(t.Context(), r); got.Status != http.StatusOK || got.Remote.Addr() != r.Address {
		t.Errorf("%s from %s", brief(got), got.Remote)
	}
	if len(m.looked) != 0 || !slices.Equal(m.dialed, []string{"93.184.216.77:80"}) {
		t.Errorf("looked up %v, connected to %v", m.looked, m.dialed)
	}
	r.Address = netip.MustParseAddr("93.184.216.78") // a connection to the other one is kept
	if got := c.Do(t.Context(), r); got.WasSent() || got.Failure != aranea.ScheduleLate {
		t.Errorf("over a connection to another address: %s", brief(got))
	}
	if got := c.Do(t.Context(), r); got.Status != http.StatusOK || got.Remote.Addr() != r.Address {
		t.Errorf("after that %s from %s", brief(got), got.Remote)
	}
	r = page(t, "http://b.test/")
	r.Address = netip.MustParseAddr("169.254.169.254")
	if got := c.Do(t.Context(), r); got.WasSent() || got.Failure != aranea.NetGuard {
		t.Errorf("bound to a private address: %s", brief(got))
	}
	if n := len(c.dialer.pins.byHost); n != 0 {
		t.Errorf("%d hosts are still bound", n)
	}
}
