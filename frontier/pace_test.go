package frontier

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// zone crawls many hosts at one address for a minute, with answers that come at once and a
// restart now and then, and returns when each lease was made.
func zone(t *testing.T, host func(n int) string, delay time.Duration) (asked []time.Time, names int) {
	t.Helper()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: delay, SendBudget: time.Second})
	var urls []string
	for n := range 200 {
		for p := range 20 {
			urls = append(urls, fmt.Sprintf("http://%s/%d", host(n), p))
		}
	}
	seed(t, f, urls...)
	seen := map[string]bool{}
	for now, n := t0, 0; now.Before(t0.Add(time.Minute)); n++ {
		if n%50 == 49 {
			f = open(t, kv, Options{Delay: delay, SendBudget: time.Second}) // killed
		}
		ls, wake := lease(t, f, now, 64)
		for _, l := range ls {
			asked = append(asked, now)
			seen[l.Entry.URL.Host()] = true
			o := done(l, now)
			o.Host.Address = netip.MustParseAddr("192.0.2.7")
			commit(t, f, now, o)
		}
		if len(ls) == 0 {
			if wake.IsZero() {
				break
			}
			now = wake
		}
	}
	return asked, len(seen)
}

// TestWildcardZone: of a site with any number of names, all at one address, one new name is
// requested per delay, and the address never faster than its pace.
func TestWildcardZone(t *testing.T) {
	t.Parallel()
	asked, names := zone(t, func(n int) string { return fmt.Sprintf("n%d.evil.test", n) }, time.Second)
	if names > 61 {
		t.Errorf("%d names were asked in a minute at a delay of a second", names)
	}
	if most := (schedule.AddressShare + 1) * 61; len(asked) > most || len(asked) < 200 {
		t.Errorf("%d requests in a minute, at most %d may be", len(asked), most)
	}
}

// TestSharedAddress: hosts of many sites at one address share its pace; the operator's own
// hosts, which have no delay, do not.
func TestSharedAddress(t *testing.T) {
	t.Parallel()
	asked, names := zone(t, func(n int) string { return fmt.Sprintf("n%d.test", n) }, time.Second)
	if names != 200 {
		t.Errorf("%d names were asked", names)
	}
	after := 0
	for _, at := range asked {
		if at.After(t0.Add(2 * time.Second)) { // by then the address of all is known
			after++
		}
	}
	if most := 60 * schedule.AddressShare; after > most || after < most/2 {
		t.Errorf("%d requests to one address, at most %d may be", after, most)
	}
	if asked, _ := zone(t, func(n int) string { return fmt.Sprintf("n%d.test", n) }, 0); len(asked) != 200*21 {
		t.Errorf("without delays %d requests", len(asked))
	}
}

// resolve returns the outcome of a look-up that found addresses, or failed.
func resolve(l aranea.Lease, addresses ...string) aranea.Outcome {
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Resolution: &aranea.Resolution{}}
	for _, a := range addresses {
		o.Resolution.Addresses = append(o.Resolution.Addresses, netip.MustParseAddr(a))
	}
	if len(addresses) == 0 {
		o.Resolution.Failure, o.Resolution.Detail = aranea.NetDNS, "no such host"
	}
	return o
}

// TestAddressComesFirst: the name of a host is looked up before anything is requested from it,
// every lease has the address, also after a restart, or the reason if there is none.
func TestAddressComesFirst(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{Addresses: true}
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/1", "http://a.test/2")
	l := one(t, f, t0, "http://a.test/robots.txt")
	if !l.LookUp {
		t.Fatalf("lease %+v is no look-up", l)
	}
	if more, _ := lease(t, f, t0, 10); len(more) != 0 {
		t.Fatalf("leased %+v while the name is looked up", more)
	}
	commit(t, f, t0, aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}) // stopped before it was done
	commit(t, f, t0, resolve(one(t, f, t0, "http://a.test/robots.txt"), "192.0.2.1", "192.0.2.2"))
	f = open(t, kv, opt)
	l = one(t, f, t0, "http://a.test/robots.txt")
	if l.LookUp || l.Route.Address.String() != "192.0.2.1" {
		t.Fatalf("route %+v", l.Route)
	}
	o := done(l, t0)
	o.Robots, o.Fault = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: t0.Add(time.Minute)}, aranea.Event{Reason: aranea.NetDial}
	commit(t, f, t0, o)
	at := t0.Add(time.Minute)
	l = one(t, f, at, "http://a.test/robots.txt")
	if l.Route.Address.String() != "192.0.2.2" {
		t.Errorf("after a failure at the first address the route is %+v", l.Route)
	}
	commit(t, f, at, done(l, at))
	later := at.Add(schedule.AddressLife)
	l = one(t, f, later, "http://a.test/robots.txt")
	if !l.LookUp {
		t.Fatalf("an address does not expire: %+v", l)
	}
	commit(t, f, later, resolve(l))
	if l = one(t, f, later, "http://a.test/1"); l.LookUp || l.Route.Failure != aranea.NetDNS || l.Route.Detail != "no such host" {
		t.Errorf("route of a name without address %+v", l.Route)
	}
	f = open(t, kv, opt)
	if l = one(t, f, later, "http://a.test/robots.txt"); !l.LookUp {
		t.Errorf("what is not known any more is not looked up again: %+v", l)
	}
}

// TestFirstContactAtOneAddress: sites that share nothing but their address are requested for the
// first time one at a time, whatever was known before; so is a wildcard zone.
func TestFirstContactAtOneAddress(t *testing.T) {
	t.Parallel()
	for name, host := range map[string]string{"many sites": "n%d.test", "a zone": "n%d.evil.test"} {
		kv, opt := memstore.New(), Options{Addresses: true, Delay: time.Second, SendBudget: time.Second}
		f := open(t, kv, opt)
		for n := range 100 {
			seed(t, f, fmt.Sprintf("http://"+host+"/", n))
		}
		var last time.Time
		asked := map[string]bool{}
		for now, n := t0, 0; now.Before(t0.Add(20 * time.Second)); n++ {
			if n%30 == 29 {
				f = open(t, kv, opt) // killed
			}
			ls, wake := lease(t, f, now, 64)
			for _, l := range ls {
				if l.LookUp {
					commit(t, f, now, resolve(l, "192.0.2.7"))
					continue
				}
				first := l.Entry.Kind == aranea.KindRobots
				if gap := now.Sub(last); first && gap < time.Second/schedule.AddressShare {
					t.Fatalf("%s: %s is asked %s after another", name, l.Entry.URL, gap)
				}
				last = now
				asked[l.Entry.URL.Host()] = true
				commit(t, f, now, done(l, now))
			}
			if now = wake; len(ls) > 0 {
				now = last
			}
			if now.IsZero() {
				now = t0
			}
		}
		if len(asked) > 21 || len(asked) < 5 {
			t.Errorf("%s: %d hosts of one address were asked for the first time in 20 s", name, len(asked))
		}
	}
}

// TestAddressAfterKill: a lease says how far its request must be from others, and because it may
// be sent late, the next process waits one delay for the address.
func TestAddressAfterKill(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{Addresses: true, Delay: time.Second}
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/", "http://b.test/")
	now, pages := t0, 0
	for n := 0; pages == 0 && n < 20; n++ {
		ls, wake := lease(t, f, now, 1)
		if len(ls) == 0 {
			now = wake
			continue
		}
		want := aranea.Spacing{Behind: time.Second, Apart: time.Second}
		if ls[0].Entry.Kind == aranea.KindPage {
			want.Apart /= schedule.AddressShare
		}
		switch {
		case ls[0].LookUp:
			commit(t, f, now, resolve(ls[0], "192.0.2.7"))
		case ls[0].Spacing != want:
			t.Fatalf("lease %+v is not spaced by %+v", ls[0], want)
		case ls[0].Entry.Kind == aranea.KindPage:
			pages++
		default:
			commit(t, f, now, done(ls[0], now))
		}
	}
	f = open(t, kv, opt) // killed
	now = now.Add(200 * time.Millisecond)
	none(t, f, now, now.Add(time.Second))
	if ls, _ := lease(t, f, now.Add(time.Second), 5); len(ls) != 1 {
		t.Errorf("leased %+v", ls)
	}
	f = open(t, kv, opt) // long after
	if ls, _ := lease(t, f, now.Add(time.Minute), 5); len(ls) != 1 {
		t.Errorf("leased %+v", ls)
	}
}

// leaseSlowHosts requests two hosts at one address, whose robots files ask for a delay of 8 s,
// until a page is leased, and returns when; then the process is killed.
func leaseSlowHosts(t *testing.T, kv store.KV, opt Options) (*Frontier, time.Time) {
	t.Helper()
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/1", "http://b.test/1")
	now := t0
	for range 20 {
		ls, wake := lease(t, f, now, 1)
		if len(ls) == 0 {
			now = wake
			continue
		}
		o := done(ls[0], now)
		o.Asked, o.AskedBy, o.Wished = 8*time.Second, "crawl-delay", true
		switch l := ls[0]; {
		case l.LookUp:
			o = resolve(l, "192.0.2.7")
		case l.Entry.Kind == aranea.KindPage:
			if want := 8 * time.Second / schedule.AddressShare; l.Spacing.Apart != want {
				t.Fatalf("a page is leased %s apart from others, want %s", l.Spacing.Apart, want)
			}
			return open(t, kv, opt), now
		}
		commit(t, f, now, o)
	}
	t.Fatal("no page was leased")
	return nil, now
}

// TestSlowHostsAfterKill: an eighth of a Crawl-delay spaces the other hosts of an address after
// a kill as well, from the last instant at which the request can have been sent.
func TestSlowHostsAfterKill(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{0, time.Second} {
		f, at := leaseSlowHosts(t, memstore.New(), Options{Addresses: true, Delay: delay})
		at = at.Add(DefaultSendBudget - 100*time.Millisecond)
		for began := at; ; {
			ls, wake := lease(t, f, at, 1)
			if len(ls) > 0 && !ls[0].LookUp && ls[0].Host.Delay > 0 {
				if gap := at.Sub(began); gap != 8*time.Second/schedule.AddressShare {
					t.Errorf("delay %s: %s is leased %s behind a request at its address", delay, ls[0].Entry.URL, gap)
				}
				break
			}
			for _, l := range ls {
				o := done(l, at)
				if l.LookUp {
					o = resolve(l, "192.0.2.7")
				}
				commit(t, f, at, o)
			}
			if len(ls) == 0 {
				at = wake
			}
		}
	}
}

// TestAbsurdWishesAtAnAddress: hosts that ask for five minutes between two requests slow down a
// neighbour at their address no more than others do, however many they are.
func TestAbsurdWishesAtAnAddress(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Addresses: true, Delay: time.Second})
	for i := range 40 {
		for n := range 10 {
			seed(t, f, fmt.Sprintf("http://slow%d.test/%d", i, n))
		}
	}
	for n := range 2000 {
		seed(t, f, fmt.Sprintf("http://good.test/%d", n))
	}
	good := 0
	for now := t0; now.Before(t0.Add(20 * time.Minute)); {
		ls, wake := lease(t, f, now, 1)
		if len(ls) == 0 {
			now = wake
			continue
		}
		l, o := ls[0], done(ls[0], now)
		switch isGood := l.Entry.URL.Host() == "good.test"; {
		case l.LookUp:
			o = resolve(l, "192.0.2.7")
		case isGood:
			good++
		default:
			o.Asked, o.AskedBy, o.Wished = schedule.MaxCrawlDelay, "crawl-delay", true
		}
		commit(t, f, now, o)
	}
	if good < 900 {
		t.Errorf("the good host was asked %d times in 20 minutes", good)
	}
}

// TestPacesLeaveMemory: hosts without work leave nothing in memory.
func TestPacesLeaveMemory(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/1", "http://b.a.test/1", "http://c.test/1")
	visitAll(t, f, t0)
	if f.paces.Len() != 0 || len(f.hosts) != 0 || len(f.origins) != 0 {
		t.Errorf("%d paces, %d hosts, %d origins", f.paces.Len(), len(f.hosts), len(f.origins))
	}
	var n aranea.HostCounts
	if n, _ = f.Counts(); n[aranea.CountFetched] != 3 {
		t.Errorf("counts %v", n)
	}
}

// A paceReader records which paces are read.
type paceReader struct {
	store.KV
	names []string
}

func (r *paceReader) Get(key []byte) ([]byte, error) {
	if key[0] == record.TablePace {
		r.names = append(r.names, string(key[1:]))
	}
	return r.KV.Get(key)
}

// TestPaceOfSiteIsReadWhenItCounts: the pace of the site of a host with a known address does not
// matter, so it is read when the host has lost its address, and then delays it.
func TestPaceOfSiteIsReadWhenItCounts(t *testing.T) {
	t.Parallel()
	kv, ctx := &paceReader{KV: memstore.New()}, context.Background()
	f := open(t, kv, Options{Addresses: true, Delay: time.Second})
	seed(t, f, "http://a.zone.test/1")
	commit(t, f, t0, resolve(one(t, f, t0, "http://a.zone.test/robots.txt"), "192.0.2.1"))
	now := t0
	for n := 0; n < 2; {
		ls, wake := lease(t, f, now, 1)
		for _, l := range ls {
			commit(t, f, now, done(l, now))
			n++
		}
		if len(ls) == 0 {
			now = wake
		}
	}
	kv.names = nil
	later := now.Add(schedule.AddressLife)
	seed(t, f, "http://a.zone.test/2")
	l := one(t, f, later, "http://a.zone.test/robots.txt")
	if !l.LookUp || !slices.Equal(kv.names, []string{"address 192.0.2.1"}) {
		t.Fatalf("lease %+v, and read %q", l, kv.names)
	}
	c, err := f.ClaimResolved(ctx, later, "http://b.zone.test", time.Minute, aranea.Resolution{Failure: aranea.NetDNS}, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.EndClaim(ctx, "http://b.zone.test", c.SendBefore, c.SendAfter); err != nil {
		t.Fatal(err)
	}
	kv.names = nil
	commit(t, f, later, resolve(l))
	if !slices.Equal(kv.names, []string{"site zone.test"}) {
		t.Errorf("without an address read %q", kv.names)
	}
	apart := schedule.Apart(time.Second, time.Second, true)
	if ls, wake := lease(t, f, later, 1); len(ls) > 0 || wake.Before(later.Add(apart)) {
		t.Errorf("leases %+v, and the next at %s, but another name of the site has its turn until %s", ls, wake, later.Add(apart))
	}
}

// TestAddressesThatAreLeft: a name that leads to another address at each look-up leaves no pace
// behind for each of them, and that of another host at one of them stays.
func TestAddressesThatAreLeft(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: time.Second, SendBudget: time.Second, Addresses: true})
	var urls []string
	for n := range 200 {
		urls = append(urls, fmt.Sprintf("http://moves.test/%d", n), fmt.Sprintf("http://stays.test/%d", n))
	}
	seed(t, f, urls...)
	const shared = "192.0.2.250"
	looked, now := 0, t0
	for now.Before(t0.Add(100 * schedule.AddressLife)) {
		ls, wake := lease(t, f, now, 10)
		for _, l := range ls {
			o := done(l, now)
			if l.LookUp {
				at := shared
				if l.Entry.URL.Host() == "moves.test" && looked%2 == 0 {
					at = fmt.Sprintf("192.0.2.%d", looked)
				}
				if l.Entry.URL.Host() == "moves.test" {
					looked++
				}
				o = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Resolution: &aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr(at)}}}
			}
			commit(t, f, now, o)
		}
		if len(ls) > 0 {
			continue
		}
		if wake.IsZero() {
			break
		}
		now = wake.Add(schedule.AddressLife / 4)
	}
	if looked < 20 {
		t.Fatalf("the name was looked up %d times", looked)
	}
	var left []string
	for p, err := range kv.Scan([]byte{record.TablePace}, []byte{record.TablePace + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, string(p.Key[1:]))
	}
	if len(left) > 4 || !slices.Contains(left, "address "+shared) {
		t.Errorf("after %d look-ups there are the paces %q", looked, left)
	}
}

// TestNodesShareAnAddress: of several nodes with other sites at one address each keeps as many times the
// distance, and the leeway of turns, between its leases there, with leases and claims alike and across a
// kill. The distance of requests when they leave, delays of hosts and of new hosts of a site stay as they
// are, and none stays none.
func TestNodesShareAnAddress(t *testing.T) {
	t.Parallel()
	const delay = time.Second
	for _, nodes := range []int{0, 1, 4} {
		kv, opt := memstore.New(), Options{Addresses: true, Delay: delay, Nodes: nodes, SendBudget: time.Second}
		f := open(t, kv, opt)
		seed(t, f, "http://a.test/1", "http://a.test/2", "http://b.test/1", "http://b.test/2")
		var last time.Time // of any host
		var apart time.Duration
		asked := map[string]time.Time{}
		now := t0
		for n := 0; n < 60; n++ {
			if n%10 == 9 {
				f = open(t, kv, opt) // killed
			}
			ls, wake := lease(t, f, now, 1)
			if len(ls) == 0 {
				if wake.IsZero() {
					break
				}
				now = wake
				continue
			}
			l := ls[0]
			if l.LookUp {
				commit(t, f, now, resolve(l, "192.0.2.7"))
				continue
			}
			want := delay
			if l.Entry.Kind == aranea.KindPage {
				want /= schedule.AddressShare
			}
			if l.Spacing != (aranea.Spacing{Behind: delay, Apart: want}) {
				t.Fatalf("%d nodes: %s is spaced by %+v, want %s", nodes, l.Entry.URL, l.Spacing, want)
			}
			if gap := now.Sub(last); gap < apart {
				t.Fatalf("%d nodes: %s is asked %s after another, want %s", nodes, l.Entry.URL, gap, apart)
			}
			host := l.Entry.URL.Host()
			if gap := now.Sub(asked[host]); gap < delay {
				t.Fatalf("%d nodes: %s is asked %s after its host", nodes, l.Entry.URL, gap)
			}
			last, apart, asked[host] = now, ratelimit.Among(nodes, want), now
			commit(t, f, now, done(l, now))
		}
		if len(asked) != 2 {
			t.Fatalf("%d nodes: asked %v", nodes, asked)
		}
		later := now.Add(time.Minute)
		c, err := f.Claim(t.Context(), later, "http://a.test", 0)
		if want := delay / schedule.AddressShare; err != nil || c.Spacing != (aranea.Spacing{Behind: delay, Apart: want}) {
			t.Errorf("%d nodes: claim %+v, %v", nodes, c, err)
		}
		if next, err := f.Claim(t.Context(), later, "http://b.test", time.Minute); err != nil || next.SendAfter.Sub(c.SendAfter) < ratelimit.Among(nodes, delay/schedule.AddressShare) {
			t.Errorf("%d nodes: a claim at the address %s after another, %v", nodes, next.SendAfter.Sub(c.SendAfter), err)
		}
	}
	f := open(t, memstore.New(), Options{Addresses: true, Delay: 0, Nodes: 4})
	seed(t, f, "http://a.test/1")
	for _, l := range []string{"look-up", "robots file"} {
		x := one(t, f, t0, "http://a.test/robots.txt")
		if x.Spacing != (aranea.Spacing{}) {
			t.Errorf("the %s of a host without a delay is spaced by %+v", l, x.Spacing)
		}
		if x.LookUp {
			commit(t, f, t0, resolve(x, "192.0.2.7"))
		}
	}
	if _, err := Open(t.Context(), memstore.New(), Options{Nodes: -1}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a negative number of nodes: %v", err)
	}
}

// claimApart claims two requests to hosts at one address and returns how far apart they are.
func claimApart(t *testing.T, f *Frontier, now time.Time) time.Duration {
	t.Helper()
	seed(t, f, "http://a.test/1", "http://b.test/1")
	var at []time.Time
	for _, o := range []weburl.Origin{"http://a.test", "http://b.test"} {
		found := aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.7")}}
		c, err := f.ClaimResolved(t.Context(), now, o, time.Hour, found, false)
		if err != nil || c.SendBefore.IsZero() {
			t.Fatalf("claim %+v, %v", c, err)
		}
		at = append(at, c.SendAfter)
	}
	return at[1].Sub(at[0])
}

// TestNodesAreConfigured: the next crawl sets the number of nodes.
func TestNodesAreConfigured(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Addresses: true, Delay: time.Second})
	f.Configure(Pace{Delay: time.Second, Addresses: true, Nodes: 3})
	if got := claimApart(t, f, t0); got != ratelimit.Among(3, time.Second) {
		t.Errorf("spaced by %s", got)
	}
}

// A told tells the same of all addresses.
type told struct {
	nodes int
	wait  time.Duration
}

func (x *told) At(netip.Addr) (int, time.Duration) { return x.nodes, x.wait }

// TestSharedWithFewer: of an address that fewer nodes request than there are, each has a greater part.
func TestSharedWithFewer(t *testing.T) {
	t.Parallel()
	for nodes := 1; nodes < 4; nodes++ {
		f := open(t, memstore.New(), Options{Addresses: true, Delay: time.Second, Nodes: 4, Shared: &told{nodes: nodes}})
		if got := claimApart(t, f, t0); got != ratelimit.Among(nodes, time.Second) {
			t.Errorf("%d of 4 nodes: spaced by %s", nodes, got)
		}
	}
}

// TestYield: a request that did not leave because other nodes have their turns at its address comes back
// when these are over, and so do those of other hosts there; one that left changes nothing.
func TestYield(t *testing.T) {
	t.Parallel()
	for _, sent := range []bool{false, true} {
		x := &told{nodes: 1}
		f := open(t, memstore.New(), Options{Addresses: true, Delay: time.Second, Nodes: 4, Shared: x})
		seed(t, f, "http://a.test/1", "http://b.test/1")
		ls, _ := lease(t, f, t0, 2)
		for _, l := range ls {
			commit(t, f, t0, resolve(l, "192.0.2.7"))
		}
		if ls, _ = lease(t, f, t0, 2); len(ls) != 1 || ls[0].LookUp {
			t.Fatalf("leases %+v", ls)
		}
		x.wait = 40 * time.Second
		o := aranea.Outcome{Lease: ls[0].ID, Entry: ls[0].Entry, Host: ls[0].Host}
		want := x.wait
		if sent {
			o, want = done(ls[0], t0), time.Second
		}
		commit(t, f, t0, o)
		ls, now := lease(t, f, t0, 2)
		for at := t0; len(ls) == 0 && now.After(at); {
			at = now
			if ls, now = lease(t, f, at, 2); len(ls) > 0 {
				now = at
			}
		}
		if len(ls) != 1 || now.Sub(t0) != want {
			t.Errorf("sent %t: %d leases after %s, want one after %s", sent, len(ls), now.Sub(t0), want)
		}
	}
}
