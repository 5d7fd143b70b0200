package fetch

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// refused4 and refused6 hold the first, a middle and the last address of each range that is not
// public unicast.
var refused4 = []string{
	"0.0.0.0", "0.1.2.3", "0.255.255.255", "10.0.0.0", "10.1.2.3", "10.255.255.255", "100.64.0.0", "100.100.1.1", "100.127.255.255",
	"127.0.0.0", "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255",
	"172.16.0.0", "172.20.1.1", "172.31.255.255", "192.0.0.0", "192.0.0.8", "192.0.0.170", "192.0.0.255", "192.0.2.1", "192.31.196.1", "192.52.193.1",
	"192.88.99.1", "192.168.0.0", "192.168.1.1", "192.168.255.255", "192.175.48.1", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.9",
	"224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
}

var refused6 = []string{
	"::", "::1", "::7f00:1", "::8.8.8.8", "64:ff9b::", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "100:0:0:1::1",
	"2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::1", "2001:db8::1",
	"2002:7f00:1::", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "4000::1", "5f00::1", "8000::1",
	"fc00::1", "fd12:3456::1", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "feff::1", "ff00::1", "ff02::1", "ffff:ffff::1",
}

var public = []string{
	"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.216.34", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
	"169.253.255.255", "172.15.255.255", "172.32.0.1", "191.255.255.255", "192.0.1.0", "192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.0", "223.255.255.255",
	"2000::1", "2001:200::1", "2001:db7::1", "2003::1", "2606:4700::1111", "2a00:1450::1", "3ffe::1",
}

// spellings returns the ways in which a URL can write the IPv4 address.
func spellings(a netip.Addr) []string {
	b := a.As4()
	n := binary.BigEndian.Uint32(b[:])
	return []string{
		a.String(), fmt.Sprint(n), fmt.Sprintf("0x%x", n), fmt.Sprintf("0%o", n),
		fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]), fmt.Sprintf("0x%x.0X%X.%d.0%o", b[0], b[1], b[2], b[3]),
		fmt.Sprintf("%d.%d", b[0], n&0xffffff), fmt.Sprintf("%d.%d.%d", b[0], b[1], n&0xffff), a.String() + ".",
		fmt.Sprintf("[::ffff:%s]", a), fmt.Sprintf("[::ffff:%x:%x]", n>>16, n&0xffff), fmt.Sprintf("%%3%d%s", a.String()[0]-'0', a.String()[1:]),
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	var g guard
	for _, s := range append(refused4, refused6...) {
		a := netip.MustParseAddr(s)
		if g.permits(a) {
			t.Errorf("%s is permitted", s)
		}
		if a.Is4() && (g.permits(netip.AddrFrom16(a.As16())) || g.permits(netip.MustParseAddr("::ffff:"+s+"%eth0"))) {
			t.Errorf("%s is permitted as an IPv4-mapped address", s)
		}
		if a.Is6() && !a.Is4In6() && g.permits(a.WithZone("eth0")) {
			t.Errorf("%s is permitted with a zone", s)
		}
		if err := g.control("tcp", net.JoinHostPort(s, "80"), nil); reasonOf(err) != aranea.NetGuard {
			t.Errorf("connecting to %s: %v", s, err)
		}
	}
	for _, s := range public {
		if !g.permits(netip.MustParseAddr(s)) {
			t.Errorf("%s is refused", s)
		}
		if err := g.control("tcp", net.JoinHostPort(s, "443"), nil); err != nil {
			t.Errorf("connecting to %s: %v", s, err)
		}
	}
	if g.permits(netip.Addr{}) || g.control("tcp", "name.test:80", nil) == nil {
		t.Error("what is no address is permitted")
	}
}

func reasonOf(err error) aranea.Reason {
	var f *fault
	if errors.As(err, &f) {
		return f.reason
	}
	return aranea.ReasonNone
}

func TestGuardOpens(t *testing.T) {
	t.Parallel()
	g := newGuard([]netip.Prefix{
		netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00:1::9/32"), netip.MustParsePrefix("::ffff:192.168.7.0/120"),
	})
	for s, want := range map[string]bool{
		"10.1.2.3": true, "::ffff:10.1.2.3": true, "10.2.0.1": false, "192.168.7.9": true, "192.168.8.1": false,
		"fd00:1:2::1": true, "fd00:2::1": false, "fe80::1": false, "127.0.0.1": false, "1.1.1.1": true,
	} {
		if g.permits(netip.MustParseAddr(s)) != want {
			t.Errorf("%s: permitted is %v", s, !want)
		}
	}
}

// TestGuardOnURLs requests every refused address in every spelling that a URL has for it. None
// may reach the network, in any way.
func TestGuardOnURLs(t *testing.T) {
	t.Parallel()
	var urls []string
	for _, s := range refused4 {
		for _, host := range spellings(netip.MustParseAddr(s)) {
			urls = append(urls, "http://"+host+"/")
		}
	}
	for _, s := range refused6 {
		urls = append(urls, "http://["+s+"]/", "https://["+netip.MustParseAddr(s).StringExpanded()+"]/")
	}
	m := &inMemory{handle: say(okAnswer)}
	direct := client(t, m.options(Options{}))
	proxied := client(t, m.options(Options{Proxy: "http://proxy.test:3128"}))
	tried := 0
	for _, s := range urls {
		u, err := weburl.Parse(s)
		if err != nil {
			continue // this spelling is not a URL
		}
		tried++
		for name, c := range map[string]*Client{"direct": direct, "proxied": proxied} {
			if f := c.Do(context.Background(), Request{URL: u, MaxBody: 10}); f.Failure != aranea.NetGuard || f.WasSent() {
				t.Errorf("%s %s: %s", name, s, brief(f))
			}
		}
	}
	if len(m.dialed) > 0 || tried < 10*len(refused4) {
		t.Errorf("%d URLs tried, dialed %v", tried, m.dialed)
	}
}

// TestGuardOnNames: what is checked is what is connected to, and one private address is enough
// to refuse the name.
func TestGuardOnNames(t *testing.T) {
	t.Parallel()
	inside := netip.MustParseAddr("127.0.0.1")
	m := &inMemory{handle: say(okAnswer), hosts: map[string][]netip.Addr{
		"inside.test": {inside}, "mixed.test": {somewhere, inside}, "mapped.test": {netip.MustParseAddr("::ffff:10.0.0.1")}, "none.test": {},
	}}
	o := m.options(Options{})
	var turn atomic.Int32
	o.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
		if host == "rebinding.test" && turn.Add(1)%2 == 0 {
			return []netip.Addr{inside}, nil
		}
		return m.lookup(ctx, host)
	}
	c := client(t, o)
	for _, tt := range []struct {
		url  string
		want aranea.Reason
	}{
		{"http://inside.test/", aranea.NetGuard}, {"http://mixed.test/", aranea.NetGuard}, {"http://mapped.test/", aranea.NetGuard},
		{"http://none.test/", aranea.NetDNS}, {"http://outside.test/", 0},
		{"http://rebinding.test/", 0}, {"http://rebinding.test/", aranea.NetGuard}, {"http://rebinding.test/", 0},
		{"http://outside.test:22/", aranea.NetGuard}, {"https://outside.test:6667/", aranea.NetGuard}, {"http://outside.test:0/", aranea.NetGuard},
	} {
		if f := c.Do(context.Background(), page(t, tt.url)); f.Failure != tt.want {
			t.Errorf("%s: %s, want %s", tt.url, brief(f), tt.want)
		}
	}
	for _, a := range m.dialed {
		if a != somewhere.String()+":80" {
			t.Errorf("connected to %s", a)
		}
	}
}

func TestGuardChooses(t *testing.T) {
	t.Parallel()
	g := newGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	for name, tt := range map[string]struct{ in, want string }{
		"one public":                  {"1.1.1.1", "1.1.1.1"},
		"two public":                  {"1.1.1.1 2606:4700::1", "1.1.1.1 2606:4700::1"},
		"one private":                 {"10.0.0.1", ""},
		"two private":                 {"10.0.0.1 fd00::1", ""},
		"public and private":          {"1.1.1.1 10.0.0.1", ""},
		"private and public":          {"::1 1.1.1.1", ""},
		"opened":                      {"127.0.0.1", "127.0.0.1"},
		"opened and private":          {"::1 127.0.0.1", "127.0.0.1"},
		"opened and public":           {"127.0.0.1 1.1.1.1", "127.0.0.1 1.1.1.1"},
		"opened, public and private":  {"127.0.0.1 1.1.1.1 10.0.0.1", ""},
		"opened, private and private": {"10.0.0.1 127.0.0.1 fe80::1 127.0.0.2", "127.0.0.1 127.0.0.2"},
	} {
		var in []netip.AddrPort
		for a := range strings.FieldsSeq(tt.in) {
			in = append(in, netip.AddrPortFrom(netip.MustParseAddr(a), 80))
		}
		out, err := g.choose(in)
		var got []string
		for _, t := range out {
			got = append(got, t.Addr().String())
		}
		if strings.Join(got, " ") != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %v, %v; want %q", name, got, err, tt.want)
		}
	}
}

// TestGuardOnTheRealNetwork tries every path to a server on this machine.
func TestGuardOnTheRealNetwork(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	addr := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	host := strings.TrimPrefix(addr, "http://")
	tests := []struct {
		name string
		opt  Options
		url  string
	}{
		{"an address", Options{}, addr},
		{"a name that means this machine", Options{}, strings.Replace(addr, "127.0.0.1", "localhost", 1)},
		{"a hexadecimal address", Options{}, strings.Replace(addr, "127.0.0.1", "0x7f000001", 1)},
		{"the unspecified address", Options{}, strings.Replace(addr, "127.0.0.1", "0.0.0.0", 1)},
		{"a resolve rule", Options{Resolve: []string{"*:*:" + host}}, "http://public.test/"},
		{"a private target behind a proxy", Options{Proxy: addr}, "http://10.0.0.1/"},
		{"the proxy itself as target", Options{Proxy: addr}, addr},
	}
	for _, tt := range tests {
		if f := client(t, tt.opt).Do(context.Background(), page(t, tt.url)); f.Failure != aranea.NetGuard || f.WasSent() {
			t.Errorf("%s: %s", tt.name, brief(f))
		}
	}
	// The check at the moment of connecting is sufficient alone.
	d := newDialer(Options{}.withDefaults(), nil, nil)
	if _, err := d.connect(context.Background(), "tcp", host); reasonOf(err) != aranea.NetGuard {
		t.Errorf("connecting past the first check: %v", err)
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d requests got through", n)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		opt  Options
		url  string
		says string // "" if it may be tried
		open string // what AllowNet would have to contain
	}{
		{"a name", Options{}, "http://a.test/", "", ""},
		{"a public address", Options{}, "http://8.8.8.8/", "", ""},
		{"loopback", Options{}, "http://127.0.0.1:8080/", "is not a public", "127.0.0.1/32"},
		{"loopback as one number", Options{}, "http://2130706433/", "is not a public", "127.0.0.1/32"},
		{"private", Options{}, "http://10.0.0.1/", "is not a public", "10.0.0.1/32"},
		{"a cloud's metadata", Options{}, "http://169.254.169.254/latest/", "find their credentials", ""},
		{"IPv6", Options{}, "http://[fd00::1]/", "is not a public", "fd00::1/128"},
		{"localhost", Options{}, "http://localhost/", "is not a public", "127.0.0.0/8"},
		{"opened", Options{AllowNet: loopback}, "http://127.0.0.1/", "", ""},
		{"localhost opened", Options{AllowNet: loopback}, "http://localhost/", "", ""},
		{"another protocol's port", Options{}, "http://a.test:25/", "port 25 belongs", ""},
		{"mapped to a public address", Options{Resolve: []string{"127.0.0.1:80:8.8.8.8"}}, "http://127.0.0.1/", "", ""},
		{"mapped to a private address", Options{Resolve: []string{"a.test:80:10.0.0.1"}}, "http://a.test/", "is not a public", "10.0.0.1/32"},
		{"by a proxy", Options{Proxy: "http://proxy.test:3128"}, "http://10.0.0.1/", "is not a public", "10.0.0.1/32"},
	}
	for _, tt := range tests {
		err := client(t, tt.opt).Refuses(parse(t, tt.url))
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
		if open, ok := Openable(err); ok != (tt.open != "") || ok && open.String() != tt.open {
			t.Errorf("%s: may be opened by %v, want %q", tt.name, open, tt.open)
		}
		if err == nil {
			continue
		}
		if open, ok := OpenableIn(err.Error()); ok != (tt.open != "") || ok && open.String() != tt.open {
			t.Errorf("%s: by its text, may be opened by %v, want %q", tt.name, open, tt.open)
		}
	}
}
