package frontier

import (
	"bytes"
	"container/heap"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// windowMax is the number of queue keys that a host keeps in memory; a refill
// reads half of it.
const windowMax = 128

// MaxIdleHosts is how many hosts without queued entries stay in memory.
const MaxIdleHosts = 16384

// A queued value is one key of a host's queue.
type queued struct {
	key [queueLen]byte
	id  weburl.ID
}

func (q queued) compare(r queued) int { return bytes.Compare(q.key[:], r.key[:]) }

// A hostState is a host in memory.
type hostState struct {
	host  aranea.Host
	id    weburl.OriginID
	clock *clock

	// window holds the queue's keys, but for leased ones, up to and including
	// edge; whole says that there are none beyond edge.
	window []queued
	edge   [queueLen]byte
	whole  bool

	inflight int       // leases out
	out      []queued  // their queue keys, which are still in the store
	robots   bool      // a robots lease is out
	hop      *robotHop // the robots file continues at another URL
	at       time.Time // place in the heap
	index    int       // in the heap, -1 if not
	dirty    bool      // its record changed in this batch
}

// A robotHop is a redirect of a robots file that is still to be followed.
type robotHop struct {
	url  weburl.URL
	hops uint8
}

// A clock is the politeness state of one host name.
type clock struct {
	name     string
	next     time.Time // no request may leave before
	inflight int
	users    int          // hosts in memory that hold it
	waiters  []*hostState // hosts that wait for a lease of this name to end
}

// A hostHeap orders hosts by the instant when they may be leased.
type hostHeap []*hostState

func (h hostHeap) Len() int           { return len(h) }
func (h hostHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h hostHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push adds a host; it is part of heap.Interface.
func (h *hostHeap) Push(x any) {
	s := x.(*hostState)
	s.index = len(*h)
	*h = append(*h, s)
}

// Pop takes the last host off; it is part of heap.Interface.
func (h *hostHeap) Pop() any {
	old := *h
	s := old[len(old)-1]
	s.index = -1
	*h = old[:len(old)-1]
	return s
}

var _ heap.Interface = (*hostHeap)(nil)

// insert adds a key to the window if it belongs there. A key beyond the edge of
// a window that is not whole is left to the store.
func (s *hostState) insert(q queued) {
	if !s.whole && bytes.Compare(q.key[:], s.edge[:]) > 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(s.window, q, queued.compare)
	s.window = slices.Insert(s.window, i, q)
	if len(s.window) > windowMax {
		s.window = s.window[:windowMax/2]
		s.edge, s.whole = s.window[len(s.window)-1].key, false
		return
	}
	if s.whole && bytes.Compare(q.key[:], s.edge[:]) > 0 {
		s.edge = q.key
	}
}

// pending reports whether the queue holds an entry that is not leased.
func (s *hostState) pending() bool { return len(s.window) > 0 || !s.whole }
