package frontier

import (
	"container/list"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/prefetch"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/scheduler"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// originRecord is record.Origin under its own name, because it has a field Origin.
type originRecord = record.Origin

// An originState is an origin in memory: one with queued entries or leases out.
type originState struct {
	originRecord
	id   weburl.OriginID
	host *hostState

	window  prefetch.Window // of its queue
	keyed   bool            // its queue has keys
	out     []record.Queued // keys of leased entries; they are still in the store
	robots  bool            // a robots lease is out
	recheck bool            // the robots file is to be read again, even if nothing waits
	named   bool            // with recheck: and before any page, when its copy expires, as somebody named it
	anew    bool            // the robots file has changed: no page is leased before Redecide has ended
	refusal string          // why the network rules refuse it; "" if they do not
	hop     *robotHop       // the robots file redirects to another URL

	answers time.Duration  // how long its recent answers took
	place   *dormant.Place // among those with work
	used    *list.Element  // among those in memory
	run     scheduler.Run  // its leases since its turn came
}

// A robotHop is a redirect of a robots file that has not been followed yet.
type robotHop struct {
	url  weburl.URL
	hops uint8
	host *hostState // of the URL's host name
}

// standing returns the standing of the origin by what it has shown so far.
func (s *originState) standing() schedule.Standing {
	return schedule.StandingOf(&aranea.Host{Robots: s.Robots, Failures: s.Failures, Backoff: s.host.Backoff, Counts: s.Counts, Held: s.answers})
}

// noteFirst records the first entry of the queue, leased or not, as far as that is known: never
// later than it is.
func (s *originState) noteFirst() {
	s.First = s.window.First(s.First)
	for _, q := range s.out {
		s.First = s.First.Earlier(q.Position)
	}
}

// A move is a position in the queue of an origin that goes into its window once it is stored.
type move struct {
	origin *originState
	record.Queued
}

// put writes the key of the position, if its queue has keys.
func (m move) put(b store.Batch) {
	if m.origin.keyed {
		b.Put(record.QueueKey(m.origin.id, m.Position), m.Hash[:])
	}
}

// unqueue deletes a key from the queue, if that has keys.
func (s *originState) unqueue(b store.Batch, q record.Queued) {
	if s.keyed {
		b.Delete(record.QueueKey(s.id, q.Position))
	}
}
