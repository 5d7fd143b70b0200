package frontiertest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/inlinks"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/weburl"
)

// Naive is a frontier made of maps that are searched linearly, and its own State. Others are
// compared with it, and it is a fake for small tests. It is used by one goroutine, and follows
// no redirects of robots files.
type Naive struct {
	opt     Options
	entries map[weburl.ID]*naiveEntry
	hosts   map[weburl.Origin]*aranea.Host
	robots  map[weburl.Origin]acquire.Copy
	next    map[string]time.Time // host name -> no lease before, as if stored
	seq     uint64
	pages   uint64                  // that were fetched
	names   map[string][]netip.Addr // that were looked up

	holders   map[aranea.Fingerprint]weburl.ID // of texts whose first page was displaced
	undecided map[weburl.Origin]bool           // whose robots file has changed
	removals  []target.Target

	// State of a process.
	anew   map[weburl.Origin]bool // undecided origins whose file it has read
	reread map[weburl.Origin]bool // origins whose file comes before any page
	barred map[weburl.Origin]bool // by the network rules
	links  map[weburl.ID]*naiveLinks
	broken bool // the disk fails

	lease  aranea.LeaseID
	leases map[aranea.LeaseID]naiveLease
}

type naiveEntry struct {
	aranea.Entry
	seq    uint64
	listed int8 // its priority before it was named
	leased bool
}

type naiveLease struct {
	origin weburl.Origin
	entry  *naiveEntry // nil for a robots file and a look-up
	lookUp bool
	before time.Time // the clock of the name before

	arrived bool // it was answered, and its host is free
}

// naiveLinks counts the links to a URL that one process has seen.
type naiveLinks struct {
	pages int             // of its own site
	sites map[string]bool // all others
}

// NewNaive returns an empty state.
func NewNaive() *Naive {
	return &Naive{
		entries: map[weburl.ID]*naiveEntry{}, hosts: map[weburl.Origin]*aranea.Host{},
		robots: map[weburl.Origin]acquire.Copy{}, next: map[string]time.Time{}, names: map[string][]netip.Addr{},
		undecided: map[weburl.Origin]bool{}, holders: map[aranea.Fingerprint]weburl.ID{},
	}
}

// Open implements State and ends all leases.
func (f *Naive) Open(_ testing.TB, opt Options) Frontier {
	if opt.SendBudget == 0 {
		opt.SendBudget = 5 * time.Second
	}
	f.opt, f.leases = opt, map[aranea.LeaseID]naiveLease{}
	f.anew, f.barred, f.broken = map[weburl.Origin]bool{}, map[weburl.Origin]bool{}, false
	f.links, f.reread = map[weburl.ID]*naiveLinks{}, map[weburl.Origin]bool{}
	for _, e := range f.entries {
		e.leased = false
	}
	return f
}

// Add implements Frontier.
func (f *Naive) Add(_ context.Context, now time.Time, found []aranea.Discovery) (int, error) {
	if err := f.usable(); err != nil {
		return 0, err
	}
	queued := 0
	for _, wanted := range []bool{true, false} {
		for _, d := range found {
			e := f.entries[d.URL.ID()]
			if e != nil && wanted && d.Reason == aranea.ScheduleQueued && e.Kind == aranea.KindLink && d.Kind != aranea.KindLink {
				e.Entry = aranea.Entry{URL: e.URL, FoundAt: e.FoundAt, State: aranea.StateExcluded} // it becomes a page
			}
			if d.URL.IsRobots() || (d.Reason == aranea.ScheduleQueued) != wanted || e != nil && (!wanted || e.State != aranea.StateExcluded || e.Reason == aranea.RobotsDenied) {
				continue
			}
			if e == nil {
				f.seq++
				e = &naiveEntry{Entry: aranea.Entry{URL: d.URL, FoundAt: now}, seq: f.seq}
				f.entries[d.URL.ID()] = e
			}
			e.State, e.Reason, e.Detail, e.Depth, e.How, e.FoundOn, e.Hops = aranea.StateExcluded, d.Reason, d.Detail, d.Depth, d.How, d.FoundOn, d.Hops
			e.Kind = d.Kind
			if e.listed = 0; d.Priority == aranea.PriorityNamed {
				e.listed = e.Priority
			}
			e.Priority = d.Priority
			if by, removed := f.Removed(d.URL); wanted && removed {
				e.Reason, e.Detail = aranea.OperatorRemoved, by
			} else if wanted {
				e.State = aranea.StateQueued
				queued++
			}
			f.host(d.URL.Origin())
		}
	}
	return queued, nil
}

func (f *Naive) host(o weburl.Origin) *aranea.Host {
	if f.hosts[o] == nil {
		delay := f.opt.HostDelays.Of(o.Host(), f.opt.Delay).Length
		f.hosts[o] = &aranea.Host{Origin: o, Delay: delay}
	}
	return f.hosts[o]
}

// delay returns the longest delay of a name's origins.
func (f *Naive) delay(name string) (delay time.Duration) {
	for o, h := range f.hosts {
		if o.Host() == name {
			delay = max(delay, h.Delay)
		}
	}
	if f.isForeign(name) && f.opt.HostDelays.Of(name, f.opt.Delay).Source != hostdelay.Own {
		return max(delay, schedule.DefaultDelay)
	}
	return delay
}

// isForeign reports whether a host is asked only because pages link to it.
func (f *Naive) isForeign(name string) bool {
	links := false
	for _, e := range f.entries {
		switch {
		case e.URL.Host() != name:
		case e.Kind == aranea.KindLink:
			links = true
		case e.State != aranea.StateExcluded || e.Reason == aranea.RobotsDenied:
			return false
		}
	}
	return links
}

// Lease implements Frontier: it returns one lease for each free host.
func (f *Naive) Lease(_ context.Context, now time.Time, max int) (leases []aranea.Lease, wake time.Time, err error) {
	if err := f.usable(); err != nil {
		return nil, wake, err
	}
	origins := make([]weburl.Origin, 0, len(f.hosts))
	for o := range f.hosts {
		origins = append(origins, o)
	}
	slices.SortFunc(origins, func(a, b weburl.Origin) int { return cmp.Compare(a, b) })
	for _, o := range origins {
		if len(leases) == max {
			break
		}
		if f.spent() && !f.reread[o] {
			continue
		}
		e, at := f.pick(o, now)
		if e == nil {
			if !at.IsZero() && (wake.IsZero() || at.Before(wake)) {
				wake = at
			}
			continue
		}
		leases = append(leases, f.grant(o, e, now))
	}
	if len(leases) > 0 || f.spent() {
		wake = time.Time{}
	}
	return leases, wake, nil
}

// spent reports whether the page limit has been reached, including pages under way.
func (f *Naive) spent() bool {
	n := f.pages
	for _, l := range f.leases {
		if l.entry != nil && l.entry.Kind == aranea.KindPage {
			n++
		}
	}
	return f.opt.MaxPages > 0 && n >= f.opt.MaxPages
}

// spentBy reports whether the budget of a host name is spent, including pages under way.
func (f *Naive) spentBy(name string) bool {
	n := uint64(0)
	for _, e := range f.entries {
		if e.URL.Host() == name {
			n += e.Tally()[aranea.CountFetched]
		}
	}
	for _, l := range f.leases {
		if l.entry != nil && l.origin.Host() == name {
			n++
		}
	}
	return f.opt.MaxHostPages > 0 && n >= f.opt.MaxHostPages
}

// mustLookUp reports whether a name has to be looked up.
func (f *Naive) mustLookUp(name string) bool {
	_, known := f.names[name]
	return f.opt.Addresses && !known
}

// pick returns what to request from a host now, or when to try again; zero if that depends on an
// outcome. A robots file is an entry of its kind.
func (f *Naive) pick(o weburl.Origin, now time.Time) (*naiveEntry, time.Time) {
	first, due := f.first(o, now)
	if f.anew[o] || f.barred[o] {
		return nil, time.Time{}
	}
	if !f.reread[o] && (first == nil || f.spentBy(o.Host())) {
		return nil, due
	}
	for _, l := range f.leases {
		if l.origin.Host() == o.Host() && !l.arrived && (f.delay(o.Host()) > 0 || l.origin == o) {
			return nil, f.next[o.Host()]
		}
	}
	h := f.hosts[o]
	stale := h.Robots.Version == 0 || !now.Before(h.Robots.Expires)
	if at := f.next[o.Host()]; now.Before(at) {
		return nil, at
	}
	if f.reread[o] && !stale {
		return nil, h.Robots.Expires
	}
	if stale || f.mustLookUp(o.Host()) {
		return &naiveEntry{Entry: aranea.Entry{URL: o.RobotsURL(), Kind: aranea.KindRobots, State: aranea.StateQueued}}, time.Time{}
	}
	if f.robots[o].Class == acquire.ClassUnreachable {
		return nil, h.Robots.Expires
	}
	if h.RefusedUntil.After(now) {
		return nil, h.RefusedUntil
	}
	return first, time.Time{}
}

// first returns the first entry of a host, or when one is due.
func (f *Naive) first(o weburl.Origin, now time.Time) (first *naiveEntry, due time.Time) {
	for _, e := range f.entries {
		if e.URL.Origin() != o || !e.Waits() || e.leased {
			continue
		}
		if e.Due.After(now) {
			if due.IsZero() || e.Due.Before(due) {
				due = e.Due
			}
			continue
		}
		if first == nil || cmp.Or(cmp.Compare(place(&e.Entry), place(&first.Entry)), cmp.Compare(f.opt.Order.Rank(&e.Entry), f.opt.Order.Rank(&first.Entry)), cmp.Compare(e.seq, first.seq)) < 0 {
			first = e
		}
	}
	return first, due
}

// place orders named entries before others, previously visited ones first, and those that are only
// checked behind them.
func place(e *aranea.Entry) int {
	switch {
	case e.Priority == aranea.PriorityNamed && e.Again:
		return 0
	case e.Priority == aranea.PriorityNamed:
		return 1
	case e.Kind == aranea.KindLink:
		return 3
	}
	return 2
}

func (f *Naive) grant(o weburl.Origin, e *naiveEntry, now time.Time) aranea.Lease {
	f.lease++
	l := aranea.Lease{ID: f.lease, Entry: e.Entry, Host: *f.hosts[o], SendBefore: now.Add(f.opt.SendBudget)}
	l.Host.Delay = max(l.Host.Delay, f.delay(o.Host()))
	if e.Again {
		l.Entry.State, l.Entry.Again = aranea.StateQueued, false
	}
	held := naiveLease{origin: o, before: f.next[o.Host()], lookUp: f.mustLookUp(o.Host())}
	l.LookUp = held.lookUp
	if a := f.names[o.Host()]; len(a) > 0 {
		l.Route.Address = a[0]
	}
	if e.Kind != aranea.KindRobots {
		e.leased, held.entry = true, e
	}
	if delay := f.delay(o.Host()); delay > 0 {
		f.next[o.Host()] = l.SendBefore.Add(delay)
	}
	f.leases[f.lease] = held
	return l
}

// Arrived implements Frontier.
func (f *Naive) Arrived(_ context.Context, id aranea.LeaseID, reached time.Time, after aranea.Host) error {
	l, out := f.leases[id]
	if !out || l.lookUp || l.arrived {
		return nil
	}
	l.arrived = true
	f.leases[id] = l
	f.after(l, after, true, reached)
	return nil
}

// after updates the host after the exchange of a lease.
func (f *Naive) after(l naiveLease, after aranea.Host, sent bool, reached time.Time) {
	h, name := f.hosts[l.origin], l.origin.Host()
	was := *h
	*h = after
	h.Counts, h.Robots, h.Delay, h.DelayReason = was.Counts, was.Robots, was.Delay, was.DelayReason
	next := after.NextAllowed
	if at := reached.Add(f.delay(name)); sent && at.After(next) {
		next = at
	}
	f.next[name] = l.before
	if next.After(l.before) {
		f.next[name] = next
	}
}

// Confirm implements Frontier.
func (f *Naive) Confirm(_ context.Context, _ time.Time, leases []aranea.LeaseID) (fenced []aranea.LeaseID, err error) {
	for _, id := range leases {
		if _, out := f.leases[id]; out {
			continue
		}
		if id > f.lease {
			return nil, &aranea.Error{Op: "confirm lease", Kind: aranea.Invalid, Err: errors.New("it was never handed out")}
		}
		fenced = append(fenced, id)
	}
	return fenced, nil
}

// Commit implements Frontier.
func (f *Naive) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (fenced []aranea.LeaseID, err error) {
	outcomes = slices.DeleteFunc(slices.Clone(outcomes), func(o aranea.Outcome) bool {
		_, out := f.leases[o.Lease]
		if !out && o.Lease <= f.lease {
			fenced = append(fenced, o.Lease)
			return true
		}
		return false
	})
	if err := f.usable(); err != nil {
		return nil, err
	}
	once := map[aranea.LeaseID]bool{}
	for i := range outcomes {
		o := &outcomes[i]
		l, ok := f.leases[o.Lease]
		if !ok || once[o.Lease] || (l.entry == nil) != (o.Entry.Kind == aranea.KindRobots) {
			return nil, &aranea.Error{Op: "commit outcome", Kind: aranea.Invalid, Err: errors.New("it does not fit its lease")}
		}
		once[o.Lease] = true
	}
	var links []aranea.Discovery
	for i := range outcomes {
		f.conclude(&outcomes[i])
		links = append(links, outcomes[i].Links...)
	}
	for i := range outcomes {
		f.displace(&outcomes[i])
	}
	_, err = f.Add(ctx, now, links)
	for i := range outcomes {
		f.countLinks(&outcomes[i])
	}
	return fenced, err
}

func (f *Naive) displace(o *aranea.Outcome) {
	if _, removed := f.Removed(o.Entry.URL); o.Displaced == nil || removed {
		return
	}
	f.holders[o.Entry.Fingerprint] = o.Entry.URL.ID()
	if e := f.entries[o.Displaced.Entry.URL.ID()]; e != nil && !e.leased {
		e.GiveWay(&o.Entry, o.Displaced.Entry.Detail)
	}
}

// countLinks counts the links of a first visit, and raises the URLs that reach a new level.
func (f *Naive) countLinks(o *aranea.Outcome) {
	if f.opt.Order != schedule.BestFirst || o.Entry.Visits != 1 {
		return
	}
	site, once := o.Entry.URL.Origin().Site(), map[weburl.ID]bool{}
	for _, d := range o.Links {
		id := d.URL.ID()
		if once[id] || d.Reason != aranea.ScheduleQueued {
			continue
		}
		once[id] = true
		if f.links[id] == nil {
			f.links[id] = &naiveLinks{sites: map[string]bool{}}
		}
		n := f.links[id]
		if d.URL.Origin().Site() == site {
			n.pages++
		} else {
			n.sites[site] = true
		}
		if e := f.entries[id]; e.State == aranea.StateQueued && e.Attempts == 0 && !e.leased {
			e.Nearer = max(e.Nearer, inlinks.Level(n.pages, len(n.sites)))
		}
	}
}

func (f *Naive) conclude(o *aranea.Outcome) {
	l, h := f.leases[o.Lease], f.hosts[o.Host.Origin]
	delete(f.leases, o.Lease)
	if l.lookUp {
		if f.next[l.origin.Host()] = l.before; o.Resolution != nil {
			f.names[l.origin.Host()] = o.Resolution.Addresses
		}
		return
	}
	if o.Wished {
		h := f.hosts[l.origin]
		operator := f.opt.HostDelays.Of(l.origin.Host(), f.opt.Delay)
		if h.Delay, h.DelayReason = operator.Length, operator.Source; o.Asked > h.Delay {
			h.Delay, h.DelayReason = o.Asked, o.AskedBy
		}
	}
	if !l.arrived {
		f.after(l, o.Host, o.Sent, o.Reached)
	}
	h.Counts[aranea.CountRequests] += o.Requests
	if o.Robots != nil {
		h.Robots = aranea.RobotsRef{Version: h.Robots.Version + 1, Expires: o.Robots.Expires}
		f.robots[l.origin] = *o.Robots
		delete(f.reread, l.origin)
		if o.Redecide {
			f.undecided[l.origin], f.anew[l.origin] = true, true
		}
	}
	if o.Barred || o.Sent {
		f.barred[l.origin] = o.Barred
	}
	if l.entry != nil {
		was := l.entry.Tally()[aranea.CountFetched]
		tried := o.Entry.Attempts > l.entry.Attempts
		if o.Entry.State == aranea.StateQueued && (tried && o.Entry.Kind != aranea.KindLink || o.Refused) {
			f.seq++
			l.entry.seq = f.seq // a retry comes after those that were found before, but for a check
		}
		l.entry.Entry, l.entry.leased = o.Entry, false
		if (o.Entry.State != aranea.StateQueued || tried) && o.Entry.Priority == aranea.PriorityNamed {
			l.entry.Priority, l.entry.listed = l.entry.listed, 0
		}
		if by, removed := f.Removed(o.Entry.URL); removed {
			exclude(&l.entry.Entry, aranea.OperatorRemoved, by)
		}
		f.pages += l.entry.Tally()[aranea.CountFetched] &^ was
	}
}

// Robots implements Frontier.
func (f *Naive) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, ok := f.robots[o]
	return c, ok, nil
}

// Twin implements Frontier: it returns the first page found with the text, or the one that
// displaced it.
func (f *Naive) Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error) {
	var first *naiveEntry
	if e := f.entries[f.holders[fp]]; e != nil && e.Found() && e.Fingerprint == fp {
		return e.URL.ID(), e.URL.String(), true, nil
	}
	for _, e := range f.entries {
		if e.Indexed && bytes.Equal(e.Fingerprint[:], fp[:]) && (first == nil || e.seq < first.seq) {
			first = e
		}
	}
	if first == nil {
		return weburl.ID{}, "", false, nil
	}
	return first.URL.ID(), first.URL.String(), true, nil
}

// EntryByID implements Frontier.
func (f *Naive) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, ok := f.entries[id]
	if !ok {
		return aranea.Entry{}, false, nil
	}
	if e.State == aranea.StateQueued && e.Reason == aranea.ScheduleQueued && f.robots[e.URL.Origin()].Class == acquire.ClassUnreachable {
		told := e.Entry
		told.Reason, told.Due = aranea.RobotsUnreachable, f.hosts[e.URL.Origin()].Robots.Expires
		return told, true, nil
	}
	return e.Entry, true, nil
}

// StoredReason implements Frontier.
func (f *Naive) StoredReason(id weburl.ID) (aranea.Reason, error) {
	if e, ok := f.entries[id]; ok {
		return e.Reason, nil
	}
	return aranea.ReasonNone, nil
}

// Counts implements Frontier.
func (f *Naive) Counts() (n aranea.HostCounts, asked int) {
	for _, e := range f.entries {
		n = n.Add(e.Tally())
	}
	for _, h := range f.hosts {
		n = n.Add(h.Counts)
		if h.Counts[aranea.CountRequests] > 0 {
			asked++
		}
	}
	n[aranea.CountNew] = f.pages
	return n, asked
}

// Guard lines.
var (
	_ Frontier = (*Naive)(nil)
	_ State    = (*Naive)(nil)
)
