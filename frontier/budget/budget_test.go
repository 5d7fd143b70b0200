package budget

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRoom: the number of further origins and URLs of a site that are stored grows with its
// fetched pages.
func TestRoom(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		site   Site
		origin bool
		full   string
	}{
		{"nothing is known", Site{}, true, ""},
		{"one URL less", Site{Entries: SiteEntries - 1}, false, ""},
		{"as many URLs as may be", Site{Entries: SiteEntries}, false, "1000000 URLs"},
		{"a page was fetched", Site{Entries: SiteEntries + 99, Pages: 1}, false, ""},
		{"and its room is used", Site{Entries: SiteEntries + 100, Pages: 1}, false, "1000100 URLs"},
		{"one origin less", Site{Origins: SiteOrigins - 1}, true, ""},
		{"as many origins as may be", Site{Origins: SiteOrigins}, true, "10000 origins"},
		{"a known origin", Site{Origins: SiteOrigins}, false, ""},
		{"a page was fetched of the origins", Site{Origins: SiteOrigins + 9, Pages: 1}, true, ""},
	} {
		if got := tt.site.Full(tt.origin); (got == "") != (tt.full == "") || !strings.HasPrefix(got, tt.full) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.full)
		}
	}
}

func TestBook(t *testing.T) {
	t.Parallel()
	b := NewBook()
	site, www, shop := KeyOf("a.test"), KeyOf("www.a.test"), KeyOf("shop.a.test")
	b.AddOrigin(site)
	b.AddEntries(site, 3)
	b.AddPages(site, www, 2)
	b.AddOrigin(site)
	b.AddPages(site, shop, 1)
	b.ChangeLinks(site, 0, 7)
	b.ChangeLinks(site, 3, 1)
	if got := b.Site(site); got != (Site{Origins: 2, Entries: 3, Pages: 3, Links: 5}) {
		t.Errorf("site %+v", got)
	}
	if n, m := b.HostPages(www), b.HostPages(shop); n != 2 || m != 1 {
		t.Errorf("%d and %d pages of the hosts", n, m)
	}
	again := NewBook()
	again.Load("a.test", "www.a.test", 2, 2, 4)
	again.Load("a.test", "shop.a.test", 1, 1, 1)
	if again.Site(site) != b.Site(site) || again.HostPages(www) != 2 || again.HostPages(shop) != 1 {
		t.Errorf("loaded: %+v", again)
	}
	if got := b.Site(KeyOf("b.test")); got != (Site{}) || b.HostPages(KeyOf("b.test")) != 0 {
		t.Errorf("another site %+v", got)
	}
}

// TestSpent: pages under way count until they are over.
func TestSpent(t *testing.T) {
	t.Parallel()
	b := NewBook()
	site, www, shop := KeyOf("a.test"), KeyOf("www.a.test"), KeyOf("shop.a.test")
	check := func(what string, siteMax, hostMax uint64, want bool) {
		t.Helper()
		if got := b.Spent(site, www, siteMax, hostMax); got != want {
			t.Errorf("%s: %t, want %t", what, got, want)
		}
	}
	b.AddPages(site, www, 1)
	check("no limits", 0, 0, false)
	check("a page of the host", 0, 1, true)
	check("a page of the site", 1, 0, true)
	check("one of two", 2, 2, false)
	b.Lend(site, shop)
	check("another host's page is under way", 2, 0, true)
	check("which does not count here", 0, 2, false)
	b.Lend(site, www)
	check("now one of the host", 0, 2, true)
	b.Return(site, www)
	b.Return(site, shop)
	check("both are over", 2, 2, false)
	b.Return(site, www)
	check("one that was not under way is over", 2, 2, false)
	if len(b.sitesOut)+len(b.hostsOut) != 0 {
		t.Errorf("%d sites and %d hosts are kept", len(b.sitesOut), len(b.hostsOut))
	}
}

// TestTable: a growing table counts as a map does, in little more memory than its content.
func TestTable(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 1))
	var sites table[Site]
	want := map[Key]Site{}
	for range 50_000 {
		k := Key(rnd.Uint64N(20_000)) << 40 // nothing depends on the distribution of keys
		s := want[k]
		if got := sites.of(k); got != s {
			t.Fatalf("key %x: %+v, want %+v", k, got, s)
		}
		s.Entries++
		want[k] = s
		sites.set(k, s)
	}
	for k := range Key(20_001) {
		if got := sites.of(k << 40); got != want[k<<40] {
			t.Errorf("key %x: %+v, want %+v", k<<40, got, want[k<<40])
		}
	}
	if n, slots := len(want), len(sites.slots); sites.n != n || slots > 2*n {
		t.Errorf("%d sites and %d slots for %d keys", sites.n, slots, n)
	}
}

// TestFullOfLinks checks the limits of links that are only checked.
func TestFullOfLinks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		links     uint32
		all, most uint64
		full      bool
	}{
		{SiteLinks - 1, SiteLinks, 0, false}, {SiteLinks, SiteLinks, 0, true}, {SiteLinks, SiteLinks, 2 * SiteLinks, false},
		{9, 9, 10, false}, {10, 10, 10, true}, {0, AllLinks - 1, 0, false}, {0, AllLinks, 0, true},
	} {
		if why := (Site{Links: tt.links}).FullOfLinks(tt.all, tt.most); (why != "") != tt.full {
			t.Errorf("%+v: %q", tt, why)
		}
	}
}

// TestOverLinks: the sites that have more links than a limit are told, with how many.
func TestOverLinks(t *testing.T) {
	t.Parallel()
	b := NewBook()
	for name, n := range map[string]uint64{"a.test": 3, "b.test": 12, "c.test": SiteLinks + 1} {
		b.AddOrigin(KeyOf(name))
		b.ChangeLinks(KeyOf(name), 0, n)
	}
	for most, want := range map[uint64]map[Key]uint64{
		0:         {KeyOf("c.test"): 1},
		3:         {KeyOf("b.test"): 9, KeyOf("c.test"): SiteLinks - 2},
		SiteLinks: {KeyOf("c.test"): 1}, 2 * SiteLinks: {},
	} {
		if got := b.OverLinks(most); !maps.Equal(got, want) {
			t.Errorf("limit %d: %v, want %v", most, got, want)
		}
	}
}
