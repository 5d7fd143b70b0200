package addressturns_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// delay is that of every host, and nodes how many nodes there are.
const (
	delay = time.Second
	nodes = 3
)

// A shared machine has one address, and records what arrives there.
type shared struct {
	address netip.Addr
	serving sync.WaitGroup
	mu      sync.Mutex
	came    []arrival
}

// An arrival is a request with the number of the node that sent it.
type arrival struct {
	at    time.Time
	node  int
	first bool // of its host
}

// dial connects a node.
func (m *shared) dial(node int) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		m.serving.Go(func() {
			defer far.Close()
			for in := bufio.NewReader(far); ; {
				r, err := http.ReadRequest(in)
				if err != nil {
					return
				}
				m.mu.Lock()
				m.came = append(m.came, arrival{time.Now(), node, r.URL.Path == "/robots.txt"})
				m.mu.Unlock()
				if _, err := io.WriteString(far, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"); err != nil {
					return
				}
			}
		})
		return near, nil
	}
}

// A wire leads to the book of a node, which answers after a while, or not at all without a book.
type wire struct {
	mu   sync.Mutex
	book *addressturns.Book
}

func (w *wire) set(b *addressturns.Book) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.book = b
}

func (w *wire) Turns(_ context.Context, b addressturns.Batch) (addressturns.Turns, error) {
	w.mu.Lock()
	book := w.book
	w.mu.Unlock()
	if book == nil {
		return addressturns.Turns{}, errors.New("connection refused")
	}
	time.Sleep(2 * time.Millisecond)
	defer time.Sleep(3 * time.Millisecond)
	return book.Take(b.From, b.Asks), nil
}

// crawl runs a process of a node until ctx ends: it leases, requests and commits.
func crawl(ctx context.Context, t *testing.T, m *shared, kv store.KV, number int, wires []*wire) {
	own := partition.Partition{Number: number, Of: nodes}
	book := addressturns.NewBook(delay)
	var all []addressturns.Node
	for _, w := range wires {
		all = append(all, w)
	}
	asker := addressturns.NewAsker(own, book, all)
	wires[number-1].set(book)
	defer wires[number-1].set(nil)
	f, err := frontier.Open(ctx, kv, frontier.Options{Addresses: true, Delay: delay, Nodes: nodes, Shared: asker})
	if err != nil {
		t.Error(err)
		return
	}
	c, err := fetch.New(fetch.Options{Contact: "me@example.org", DialContext: m.dial(number), Gate: fetch.NewGate(asker)})
	if err != nil {
		t.Error(err)
		return
	}
	defer c.Close()
	var visits sync.WaitGroup
	defer visits.Wait()
	for ctx.Err() == nil {
		leases, wake, err := f.Lease(ctx, time.Now(), 10)
		if err != nil {
			return // it was killed
		}
		for _, l := range leases {
			visits.Go(func() { visit(ctx, t, m, f, c, l) })
		}
		wait := 10 * time.Millisecond
		if len(leases) == 0 && !wake.IsZero() {
			wait = min(max(time.Until(wake), time.Millisecond), delay)
		}
		time.Sleep(wait)
	}
}

// visit makes the request of a lease.
func visit(ctx context.Context, t *testing.T, m *shared, f *frontier.Frontier, c *fetch.Client, l aranea.Lease) {
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
	if l.LookUp {
		o.Resolution = &aranea.Resolution{Addresses: []netip.Addr{m.address}}
	} else {
		got := c.Do(ctx, fetch.Request{URL: l.Entry.URL, SendBefore: l.SendBefore, Address: l.Route.Address, Spacing: l.Spacing, Robots: l.Entry.Kind == aranea.KindRobots})
		now := time.Now()
		switch o.Sent, o.Reached = got.WasSent(), now; {
		case !o.Sent:
			o.Host.NextAllowed = now.Add(schedule.LateRest)
		case l.Entry.Kind == aranea.KindRobots:
			o.Requests, o.Robots = 1, &acquire.Copy{Class: acquire.ClassRules, Expires: now.Add(time.Hour)}
		default:
			o.Requests, o.Entry.State, o.Entry.Reason, o.Entry.Visits, o.Entry.VisitedAt = 1, aranea.StateDone, aranea.IndexAdded, 1, now
		}
	}
	if _, err := f.Commit(ctx, time.Now(), []aranea.Outcome{o}); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
}

// stored returns the store of a node that knows some hosts.
func stored(t *testing.T, number, hosts int) store.KV {
	kv := memstore.New()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var found []aranea.Discovery
	for h := range hosts {
		for p := range 400 {
			u, err := weburl.Parse(fmt.Sprintf("http://n%dh%d.example/%d", number, h, p))
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
		}
	}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Fatal(err)
	}
	return kv // never closed: its process is killed
}

// check compares the distances of requests with what is promised, and returns how many each node sent.
func (m *shared) check(t *testing.T) (sent [nodes + 1]int) {
	t.Helper()
	for i, a := range m.came {
		sent[a.node]++
		if i == 0 {
			continue
		}
		before := m.came[i-1]
		want := schedule.Apart(delay, delay, before.first)
		if gap := a.at.Sub(before.at); gap < want {
			t.Errorf("after %s: node %d sends %s after node %d, and not %s", a.at.Sub(m.came[0].at), a.node, gap, before.node, want)
		}
	}
	return sent
}

// addressOf returns an address that a node orders.
func addressOf(number int) netip.Addr {
	for a := netip.MustParseAddr("93.184.216.1"); ; a = a.Next() {
		if partition.OfAddress(a, nodes) == number {
			return a
		}
	}
}

// TestNodes: several nodes with hosts at one address keep its distances together, whoever orders it, while
// one of the others is killed and begins again; and each gets its part.
func TestNodes(t *testing.T) {
	t.Parallel()
	for number := range 2 {
		synctest.Test(t, func(t *testing.T) {
			m := &shared{address: addressOf(number + 1)}
			wires := []*wire{{}, {}, {}}
			var all sync.WaitGroup
			end, cancel := context.WithTimeout(t.Context(), 100*time.Second)
			defer cancel()
			for n := range nodes {
				kv := stored(t, n+1, 5)
				all.Go(func() {
					for _, life := range []time.Duration{30*time.Second + 50*time.Millisecond, 100 * time.Second} {
						if n != 2 {
							life = time.Hour // only one is killed
						}
						ctx, kill := context.WithTimeout(end, life)
						if end.Err() == nil {
							crawl(ctx, t, m, kv, n+1, wires)
						}
						kill()
					}
				})
			}
			all.Wait()
			m.serving.Wait()
			sent := m.check(t)
			most := int(100 * time.Second / ratelimit.Among(nodes, delay/schedule.AddressShare))
			for _, n := range sent[1:] {
				if n < most*7/10 || n > most*11/10 {
					t.Errorf("address of node %d: the nodes have sent %v requests, each may send %d", number+1, sent[1:], most)
				}
			}
		})
	}
}

// TestNodeAlone: one node with hosts at an address is as fast as if there were no others.
func TestNodeAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &shared{address: addressOf(2)}
		wires := []*wire{{}, {}, {}}
		wires[1].set(addressturns.NewBook(delay))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
		defer cancel()
		crawl(ctx, t, m, stored(t, 1, 20), 1, wires)
		m.serving.Wait()
		sent, most := m.check(t), int(100*time.Second*schedule.AddressShare/delay)
		if sent[1] < most/2 {
			t.Errorf("sent %d requests; the address permits %d", sent[1], most)
		}
	})
}

// TestNodeAway: as long as the node of an address does not answer, others go on, together no faster
// than one would.
func TestNodeAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &shared{address: addressOf(3)}
		wires := []*wire{{}, {}, {}}
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		defer cancel()
		var all sync.WaitGroup
		for n := range 2 {
			kv := stored(t, n+1, 5)
			all.Go(func() { crawl(ctx, t, m, kv, n+1, wires) })
		}
		all.Wait()
		m.serving.Wait()
		if most := 60 * schedule.AddressShare * 2 / nodes; len(m.came) > most || len(m.came) < most/2 {
			t.Errorf("%d requests of two nodes in a minute; at most %d may be", len(m.came), most)
		}
	})
}
