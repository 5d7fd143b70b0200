package tally

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/weburl"
)

// maxFailing is the maximum number of hosts whose failures a run remembers.
const maxFailing = 10_000

// A Tally counts what a run did. The zero value has counted nothing. It is safe for
// concurrent use.
type Tally struct {
	mu      sync.Mutex
	began   time.Time
	counts  Counts
	failing map[weburl.Origin]*verdict.HostTrouble
	leftAt  time.Time
	left    time.Duration
}

// Begin says when the run begins, zero for before all visits.
func (t *Tally) Begin(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.began = at
}

// Add counts a visit: its entry as it was leased, its page, nil if there is none, and its outcome.
func (t *Tally) Add(before *aranea.Entry, page *aranea.Page, o *aranea.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := o.Entry.Tally()
	n[aranea.CountQueued], n[aranea.CountLinksWaiting] = 0, 0
	if o.Entry.Again { // it has another try, which is counted
		n = aranea.HostCounts{}
	}
	n[aranea.CountRequests], n[aranea.CountBytes] = o.Requests, o.Bytes
	t.counts.Sum = t.counts.Sum.Add(n)
	t.counts.Again.count(before, &o.Entry, t.began)
	t.counts.Lists.count(&o.Entry)
	t.counts.Broken.count(&o.Entry)
	t.counts.Scans.count(&o.Entry, page)
	t.counts.Items.count(page)
	t.note(o)
	if o.Entry.Kind == aranea.KindPage {
		t.counts.LastURL = o.Entry.URL.String()
	}
}

// Fence counts visits whose leases were fenced.
func (t *Tally) Fence(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts.Fenced += uint64(n)
}

// note records what is wrong with the outcome's host, and forgets it when the host is healthy
// again and no page was given up.
func (t *Tally) note(o *aranea.Outcome) {
	h := t.failing[o.Host.Origin]
	if o.Entry.Kind == aranea.KindLink {
		return
	}
	if o.Fault.Reason == aranea.ReasonNone {
		if o.Sent && h != nil && h.Failed == 0 {
			delete(t.failing, o.Host.Origin)
		}
		return
	}
	t.counts.Failures++
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

// Trouble merges what the frontier says of waiting hosts with the failures of this run, hosts
// with the most entries first, at most most of them. It returns the number of further hosts.
func (t *Tally) Trouble(waiting aranea.Troubles, most int) (list []verdict.HostTrouble, hosts int) {
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
		if w.Unmet {
			h.Detail = strings.TrimPrefix(h.Detail+"; only canonical links lead there", "; ")
		}
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
	return list[:min(len(list), most)], hosts
}

// Counts are the totals of the visits of a run.
type Counts struct {
	Sum      aranea.HostCounts
	Again    Again  // what pages showed that had been visited before
	Lists    Lists  // broken sitemaps and feeds
	Broken   Broken // pages whose answers broke off
	Scans    Scans  // documents without text
	Items    Items  // what pages had of the records that are wanted
	Failures uint64 // visits with a fault
	Fenced   uint64 // visits whose leases were fenced, which are counted nowhere else
	LastURL  string // the last page visited, "" before the first
}

// Counts returns what was counted so far.
func (t *Tally) Counts() Counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts
}

// timeLeftEvery is the time between two estimates of how long the queue will take.
const timeLeftEvery = time.Second

// TimeLeft returns the least time that the queue takes, as estimated by look at most a second ago.
func (t *Tally) TimeLeft(now time.Time, look func(time.Time) time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if since := now.Sub(t.leftAt); since >= timeLeftEvery || since < 0 {
		t.leftAt, t.left = now, look(now)
	}
	return t.left
}
