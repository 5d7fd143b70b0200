package frontier

import (
	"container/list"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/ahead"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/turns"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// windowMax is the number of queue keys that a host keeps in memory.
	windowMax = 64
	// windowedMax is the number of queue keys that all hosts together keep in
	// memory, in 24 bytes each. Beyond it the hosts that were not touched for
	// the longest time read theirs again.
	windowedMax = 1 << 19
)

// originRecord is record.Origin under its own name, because it has a field Origin.
type originRecord = record.Origin

// An originState is an origin in memory: one that has queued entries or leases out.
type originState struct {
	originRecord
	id   weburl.OriginID
	host *hostState

	// window holds the queue's keys up to and including edge, but for leased
	// ones; whole says that there are none beyond edge.
	window []record.Queued
	edge   record.Position
	whole  bool
	// entries are those of the window that were read with it.
	entries ahead.Entries

	out     []record.Queued // keys of leased entries; they are still in the store
	robots  bool            // a robots lease is out
	recheck bool            // the robots file is to be read again, also if nothing waits
	anew    bool            // the robots file has changed: no page is leased before Redecide has ended
	refusal string          // why the network rules refuse it; "" if they do not
	hop     *robotHop       // the robots file continues at another URL

	answers time.Duration  // how long its answers take lately
	place   *dormant.Place // among those that have work
	used    *list.Element  // among those in memory
	run     turns.Run      // its leases since its turn came

	windowed *list.Element // among those whose window is not empty
}

// A robotHop is a redirect of a robots file that is still to be followed.
type robotHop struct {
	url  weburl.URL
	hops uint8
	host *hostState // of the URL's host name
}

// standing returns what the origin has shown so far.
func (s *originState) standing() schedule.Standing {
	return schedule.StandingOf(&aranea.Host{Robots: s.Robots, Failures: s.Failures, Backoff: s.host.Backoff, Counts: s.Counts, Held: s.answers})
}

// pending reports whether the queue may hold an entry that is not leased.
func (s *originState) pending() bool { return len(s.window) > 0 || !s.whole }

// insert adds a key to the window if it belongs there. A key beyond the edge of
// a window that is not whole is left to the store.
func (s *originState) insert(q record.Queued) {
	if !s.whole && q.Compare(s.edge) > 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(s.window, q.Position, func(w record.Queued, p record.Position) int { return w.Compare(p) })
	s.window = slices.Insert(s.window, i, q)
	if len(s.window) > windowMax {
		s.window = slices.Clip(s.window[:windowMax/2])
		s.edge, s.whole = s.window[len(s.window)-1].Position, false
		return
	}
	if q.Compare(s.edge) > 0 {
		s.edge = q.Position
	}
}

// take removes the first key of the window.
func (s *originState) take() record.Queued {
	q := s.window[0]
	s.window = s.window[1:]
	if len(s.window) == 0 {
		s.window = nil
	}
	return q
}

// dropWindow gives the window's memory back; the keys are read again later.
func (s *originState) dropWindow() {
	if len(s.window) == 0 {
		return
	}
	s.edge = s.window[0].Position
	s.edge.Seq-- // sequence numbers start at 1
	s.window, s.whole = nil, false
}

// A windowList keeps the hosts with windows in the order of last use and counts
// their keys.
type windowList struct {
	order list.List // the one used last first
	keys  int
}

// change runs f, which may change the window of s, and keeps the list true.
func (l *windowList) change(s *originState, f func()) {
	before := len(s.window)
	f()
	l.keys += len(s.window) - before
	switch {
	case len(s.window) == 0 && s.windowed != nil:
		l.order.Remove(s.windowed)
		s.windowed = nil
	case len(s.window) > 0 && s.windowed != nil:
		l.order.MoveToFront(s.windowed)
	case len(s.window) > 0:
		s.windowed = l.order.PushFront(s)
	}
}

// shrink drops the windows that were not used for the longest time until at
// most max keys are left, and with them the entries that were read with their keys.
func (l *windowList) shrink(max int, shelf *ahead.Shelf) {
	for l.keys > max && l.order.Len() > 0 {
		s := l.order.Back().Value.(*originState)
		l.change(s, s.dropWindow)
		s.entries.Drop(shelf)
	}
}
