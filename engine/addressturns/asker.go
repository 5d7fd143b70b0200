package addressturns

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/scope/partition"
)

const (
	// patience is how long a request waits for the answer of a node.
	patience = 500 * time.Millisecond
	// awayTime is how long a node that did not answer is not asked.
	awayTime = time.Second
	// maxTries is how often a turn is asked for whose answer comes when it is over.
	maxTries = 3
	// maxKnown is the number of addresses of which an Asker remembers what it was told, in about 100 bytes each.
	maxKnown = 1 << 16
)

// A Node is one that is asked for turns.
type Node interface {
	Turns(ctx context.Context, b Batch) (Turns, error)
}

// An Asker asks the nodes of addresses for turns. A request whose node does not answer leaves without a
// turn: its process keeps the distance for the case that all nodes request the address, so that together
// they ask it no more often than one would, but two requests of different nodes may meet. The log says
// once that a node does not answer, and once when it is over. An Asker is safe for concurrent use.
type Asker struct {
	own   partition.Partition
	book  *Book
	peers []*peer // by number, less one

	mu    sync.Mutex
	known map[netip.Addr]told
	log   *slog.Logger
}

// told is what an Asker was told of an address.
type told struct {
	nodes    int
	at, free time.Time
}

// NewAsker returns the Asker of a node with a partition and a book, for a cluster of these nodes in the
// order of their numbers. That of the node itself is not asked.
func NewAsker(own partition.Partition, book *Book, nodes []Node) *Asker {
	a := &Asker{own: own, book: book, known: map[netip.Addr]told{}, log: slog.New(slog.DiscardHandler)}
	for i, n := range nodes {
		a.peers = append(a.peers, &peer{number: i + 1, node: n, from: own.Number, nodes: len(nodes), flight: make(chan struct{}, 1)})
	}
	return a
}

// Book returns the book of the node.
func (a *Asker) Book() *Book { return a.book }

// LogTo sets where it logs. Before that it logs nothing.
func (a *Asker) LogTo(log *slog.Logger) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log = log
}

// Turn implements fetch.Turns.
func (a *Asker) Turn(addr netip.Addr, apart time.Duration, before time.Time) (from, until time.Time, ok bool) {
	addr = plain(addr)
	p := a.peers[partition.OfAddress(addr, len(a.peers))-1]
	for range maxTries {
		began := time.Now()
		q := Ask{Address: addr, Apart: apart, Within: MostAhead}
		if !before.IsZero() {
			q.Within = min(q.Within, before.Sub(began))
		}
		t, sent, err := a.ask(p, q)
		now := time.Now()
		if err != nil {
			a.miss(p, addr, err)
			return now, time.Time{}, true
		}
		a.note(addr, t, now)
		until = sent.Add(t.Wait + ratelimit.Leeway(apart))
		switch from = now.Add(t.Wait); {
		case !t.Given:
			return from, until, false
		case from.Before(until):
			a.meet(p)
			return from, until, true
		}
	}
	p.leave(errLate)
	a.miss(p, addr, errLate)
	return time.Now(), time.Time{}, true
}

// errLate is for a node whose answers come when the turns are over.
var errLate = errors.New("its answers come too late")

// ask asks the node of an address. sent is an instant before which it gave no answer.
func (a *Asker) ask(p *peer, q Ask) (t Turn, sent time.Time, err error) {
	if p.number == a.own.Number {
		return a.book.Take(p.number, []Ask{q}).Turns[0], time.Now(), nil
	}
	x := &question{Ask: q}
	p.ask(x)
	return x.turn, x.sent, x.err
}

// miss records that a node gives no turn at an address, and logs why if that is new of the node.
func (a *Asker) miss(p *peer, addr netip.Addr, err error) {
	a.mu.Lock()
	delete(a.known, addr)
	log, news := a.log, !p.told
	p.told = true
	a.mu.Unlock()
	if news {
		log.Warn("a node gives no turns at its addresses; requests of several nodes may meet there, but are no more than delays allow", "node", p.number, "error", err)
	}
}

// meet records that a node gives turns, and logs it if it did not before.
func (a *Asker) meet(p *peer) {
	a.mu.Lock()
	log, news := a.log, p.told
	p.told = false
	a.mu.Unlock()
	if news {
		log.Info("a node gives turns at its addresses again", "node", p.number)
	}
}

// note remembers what was told of an address.
func (a *Asker) note(addr netip.Addr, t Turn, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.known) >= maxKnown {
		clear(a.known) // it is asked for again with the next request
	}
	k := told{nodes: cmp.Or(t.Nodes, len(a.peers)), at: now}
	if !t.Given {
		k.free = now.Add(t.Wait)
	}
	a.known[addr] = k
}

// At implements ratelimit.Shared. Of an address of which nothing was told lately, all nodes may ask.
func (a *Asker) At(addr netip.Addr) (nodes int, wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k, ok := a.known[plain(addr)]
	if !ok || time.Since(k.at) > Lately {
		return len(a.peers), 0
	}
	return k.nodes, max(time.Until(k.free), 0)
}

// A question is an Ask that waits for its turn.
type question struct {
	Ask
	turn Turn
	sent time.Time
	err  error
	done bool // the rest is set
}

// A peer is a node that is asked. There is one batch on its way to it at a time; what is asked meanwhile
// goes with the next one.
type peer struct {
	number int
	node   Node
	from   int  // who asks
	nodes  int  // how many there are
	told   bool // the log says that it gives no turns; guarded by the lock of the Asker

	flight chan struct{} // holds a token while a batch is on its way; it guards what follows
	away   time.Time     // the node is not asked before
	fault  error         // why

	mu      sync.Mutex
	waiting []*question
}

// ask answers a question with the next batch.
func (p *peer) ask(q *question) {
	p.mu.Lock()
	p.waiting = append(p.waiting, q)
	p.mu.Unlock()
	p.flight <- struct{}{}
	defer func() { <-p.flight }()
	for !q.done { // otherwise it went with the batch of another
		p.mu.Lock()
		n := min(len(p.waiting), MaxAsks)
		all := p.waiting[:n:n]
		p.waiting = p.waiting[n:]
		p.mu.Unlock()
		p.send(all)
	}
}

// send sends a batch, unless the node did not answer a moment ago.
func (p *peer) send(all []*question) {
	sent := time.Now()
	if sent.Before(p.away) {
		settle(all, nil, sent, p.fault)
		return
	}
	b := Batch{From: p.from, Asks: make([]Ask, len(all))}
	for i, q := range all {
		b.Asks[i] = q.Ask
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	got, err := p.node.Turns(ctx, b)
	if ctx.Err() != nil {
		err = fmt.Errorf("it does not answer within %s", patience)
	}
	if err == nil {
		err = got.check(len(all), p.nodes)
	}
	if err != nil {
		p.missed(err)
	}
	settle(all, got.Turns, sent, err)
}

// settle answers questions.
func settle(all []*question, turns []Turn, sent time.Time, err error) {
	for i, q := range all {
		q.sent, q.err, q.done = sent, err, true
		if err == nil {
			q.turn = turns[i]
		}
	}
}

// missed records that the node does not answer as it should: it is not asked for a while.
func (p *peer) missed(err error) { p.fault, p.away = err, time.Now().Add(awayTime) }

// leave is missed for who has no batch on its way.
func (p *peer) leave(err error) {
	p.flight <- struct{}{}
	defer func() { <-p.flight }()
	p.missed(err)
}
