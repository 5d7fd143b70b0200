package crawl

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/weburl"
)

// MaxTrouble is how many hosts in trouble a report lists.
const MaxTrouble = 100

// maxFailing bounds the hosts whose failures a run remembers.
const maxFailing = 10_000

// tally counts what this run did. It is safe for concurrent use.
type tally struct {
	mu      sync.Mutex
	n       aranea.HostCounts
	errors  uint64
	fenced  uint64
	last    string
	failing map[weburl.Origin]*verdict.HostTrouble
	leftAt  time.Time
	left    time.Duration
}

func (t *tally) add(outcomes []aranea.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range outcomes {
		o := &outcomes[i]
		n := o.Entry.Tally()
		n[aranea.CountQueued], n[aranea.CountRequests], n[aranea.CountBytes] = 0, o.Requests, o.Bytes
		t.n = t.n.Add(n)
		t.note(o)
		if o.Entry.Kind == aranea.KindPage {
			t.last = o.Entry.URL.String()
		}
	}
}

// fence counts visits whose leases were fenced.
func (t *tally) fence(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fenced += uint64(n)
}

// note remembers what is wrong with the outcome's host, and forgets it when the
// host is well again and nothing was given up.
func (t *tally) note(o *aranea.Outcome) {
	h := t.failing[o.Host.Origin]
	if o.Fault.Reason == aranea.ReasonNone {
		if o.Sent && h != nil && h.Failed == 0 {
			delete(t.failing, o.Host.Origin)
		}
		return
	}
	t.errors++
	if h == nil {
		if len(t.failing) >= maxFailing {
			return
		}
		if t.failing == nil {
			t.failing = map[weburl.Origin]*verdict.HostTrouble{}
		}
		h = &verdict.HostTrouble{Origin: o.Host.Origin}
		t.failing[o.Host.Origin] = h
	}
	h.Reason, h.Detail = o.Fault.Reason, o.Fault.Detail
	if o.Entry.Kind == aranea.KindPage {
		h.URL = o.Entry.URL.String()
		n := o.Entry.Tally()
		if h.Failed += n[aranea.CountFailed]; o.Fault.Reason == aranea.HTTPChallenge {
			h.Failed += n[aranea.CountRefused]
		}
	}
}

// trouble puts together what the frontier says of hosts that wait and what this
// run met, the hosts with most entries first. It returns how many there are
// besides.
func (t *tally) trouble(waiting aranea.Troubles) (list []verdict.HostTrouble, hosts int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	listed := map[weburl.Origin]bool{}
	for _, w := range waiting.List {
		h := verdict.HostTrouble{Origin: w.Origin, Reason: w.Reason, Detail: w.Detail}
		if w.Reason == aranea.RobotsUnreachable && w.Cause != aranea.ReasonNone {
			h.Reason = w.Cause
		}
		if met := t.failing[w.Origin]; met != nil {
			h = *met
		}
		h.Queued, h.Until = w.Queued, w.Until
		if h.URL == "" {
			h.URL = w.URL
		}
		listed[w.Origin] = true
		list = append(list, h)
	}
	hosts = waiting.Hosts
	for o, met := range t.failing {
		if listed[o] || met.Failed == 0 {
			continue
		}
		hosts++
		list = append(list, *met)
	}
	for i := range list {
		if list[i].URL == "" {
			list[i].URL = string(list[i].Origin) + "/"
		}
	}
	slices.SortFunc(list, func(a, b verdict.HostTrouble) int {
		return cmp.Or(cmp.Compare(b.Queued+b.Failed, a.Queued+a.Failed), cmp.Compare(a.Origin, b.Origin))
	})
	return list[:min(len(list), MaxTrouble)], hosts
}

func (t *tally) sum() aranea.HostCounts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

func (t *tally) failures() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.errors
}

func (t *tally) dropped() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.fenced
}

func (t *tally) lastURL() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}
