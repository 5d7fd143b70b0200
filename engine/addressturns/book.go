package addressturns

import (
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea/frontier/ratelimit"
)

const (
	// maxPlaces is the number of addresses that a Book remembers, in about 150 bytes each. Beyond it no turn
	// is given at further ones until one of them is free.
	maxPlaces = 1 << 16
	// sweepPlaces is the number from which on those that are free are forgotten.
	sweepPlaces = 1 << 10
	// fullTime is how long a full book looks for no room: to look at all places takes milliseconds.
	fullTime = time.Second
)

// A Book gives turns at the addresses of one node. It is safe for concurrent use.
type Book struct {
	mu    sync.Mutex
	ready time.Time // no turn begins before
	all   map[netip.Addr]*place
	sweep int       // the number of places from which on some are forgotten
	full  time.Time // until then there is no room for further ones
}

// A place is what is known of an address.
type place struct {
	last   int               // the node that was given the last turn
	next   time.Time         // when the next turn of that node may begin: it spaces its requests itself
	others time.Time         // when that of any other node may begin, however late the last request leaves
	asked  map[int]time.Time // by node, of those that asked lately
}

// NewBook returns an empty book. Turns that an earlier process gave, of requests that keep others away
// for the longest distance at most, and requests that left without a turn while there was none to ask,
// are over before the first turn begins.
func NewBook(longest time.Duration) *Book {
	return &Book{
		ready: time.Now().Add(MostAhead + awayTime + longest + ratelimit.Leeway(longest)),
		all:   map[netip.Addr]*place{}, sweep: sweepPlaces,
	}
}

// Take gives a node the turns that it asks for.
func (b *Book) Take(from int, asks []Ask) Turns {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	turns := make([]Turn, len(asks))
	for i := range asks {
		turns[i] = b.take(from, &asks[i], now)
	}
	return Turns{turns}
}

func (b *Book) take(from int, a *Ask, now time.Time) Turn {
	p := b.at(a.Address, now)
	if p == nil {
		return Turn{Wait: MostAhead}
	}
	p.asked[from] = now
	maps.DeleteFunc(p.asked, func(_ int, at time.Time) bool { return now.Sub(at) > Lately })
	free := p.others
	if p.last == from {
		free = p.next
	}
	at := slices.MaxFunc([]time.Time{now, b.ready, free}, time.Time.Compare)
	t := Turn{Wait: at.Sub(now), Nodes: len(p.asked)}
	if t.Wait > min(a.Within, MostAhead) {
		return t
	}
	t.Given = true
	p.last, p.next = from, at.Add(a.Apart)
	if after := p.next.Add(ratelimit.Leeway(a.Apart)); after.After(p.others) {
		p.others = after
	}
	return t
}

// at returns the place of an address, nil if there is no room for it.
func (b *Book) at(a netip.Addr, now time.Time) *place {
	if p := b.all[a]; p != nil {
		return p
	}
	if len(b.all) >= b.sweep && !now.Before(b.full) {
		b.forget(func(p *place) bool { return now.Sub(latest(p.asked)) > Lately }, now)
		if len(b.all) >= maxPlaces {
			b.forget(func(*place) bool { return true }, now)
		}
		b.sweep = min(max(2*len(b.all), sweepPlaces), maxPlaces)
	}
	if len(b.all) >= maxPlaces {
		if !now.Before(b.full) {
			b.full = now.Add(fullTime)
		}
		return nil
	}
	p := &place{asked: map[int]time.Time{}}
	b.all[a] = p
	return p
}

// forget forgets some of the places that are free.
func (b *Book) forget(which func(*place) bool, now time.Time) {
	maps.DeleteFunc(b.all, func(_ netip.Addr, p *place) bool { return !p.others.After(now) && which(p) })
}

func latest(all map[int]time.Time) time.Time {
	return slices.MaxFunc(slices.Collect(maps.Values(all)), time.Time.Compare)
}
