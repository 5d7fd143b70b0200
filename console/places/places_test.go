package places

import (
	"net/netip"
	"testing"
)

// TestShares: one reader has a share of the places at most, whatever others have, and gets further ones when they are
// given back. Of an address of version 6 the network tells the reader, and nothing does where no address is known.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		first, second, third string
		want                 Answer // of the third one
	}{
		{"192.0.2.1", "192.0.2.1", "192.0.2.1", Yours},
		{"192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", Yours},
		{"192.0.2.1", "192.0.2.1", "192.0.2.2", Free},
		{"192.0.2.1", "192.0.2.2", "192.0.2.1", Free},
		{"2001:db8::1", "2001:db8::2", "2001:db8:0:0:ff::", Yours},
		{"2001:db8::1", "2001:db8::2", "2001:db8:0:1::", Free},
		{"10.0.0.1", "10.0.0.1", "10.0.0.1", Yours},
		{"fe80::1%eth0", "fe80::1", "fe80::2%eth1", Yours},
		{"64:ff9b::192.0.2.1", "64:ff9b::192.0.2.2", "64:ff9b::192.0.2.3", Free},
		{"", "", "", Free},
	} {
		addr := func(s string) netip.Addr { a, _ := netip.ParseAddr(s); return a }
		p := New(4, 2)
		if p.Take(addr(tt.first)) != Free || p.Take(addr(tt.second)) != Free {
			t.Fatalf("%+v: the first two get none", tt)
		}
		if got := p.Take(addr(tt.third)); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
		if tt.want == Yours {
			p.Leave(addr(tt.second))
			if got := p.Take(addr(tt.third)); got != Free {
				t.Errorf("%+v: %d after one was given back", tt, got)
			}
		}
	}
}

// TestFull: all places are taken once, in any order, and what was given back leaves nothing behind.
func TestFull(t *testing.T) {
	t.Parallel()
	p := New(3, 2)
	a, b := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	if p.Take(a) != Free || p.AreMany() || p.Take(b) != Free || !p.AreMany() || p.Take(a) != Free {
		t.Fatal("three places")
	}
	if p.Take(a) != Full || p.Take(b) != Full || p.Take(netip.Addr{}) != Full {
		t.Error("there is a fourth place")
	}
	for _, from := range []netip.Addr{b, a, a} {
		p.Leave(from)
	}
	if p.AreMany() || p.taken != 0 || len(p.by) != 0 {
		t.Errorf("%d are taken by %v", p.taken, p.by)
	}
	whole := New(3, 0)
	for i, want := range []Answer{Free, Free, Free, Full} {
		if got := whole.Take(a); got != want || len(whole.by) != 0 {
			t.Errorf("%d of places without shares: %d", i, got)
		}
	}
}
