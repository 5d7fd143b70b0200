package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/prefetch"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/robotscopies"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A change collects what one call writes: the batch, and what is applied to memory once the
// batch has been started.
type change struct {
	b       store.Batch
	now     record.Instant
	origins map[*originState]bool // records to write, hosts to reschedule
	hosts   map[*hostState]bool   // clocks to write, whose hosts must be rescheduled
	texts   map[aranea.Fingerprint]weburl.ID
	copies  robotscopies.Change
	moves   []move // keys that go into windows
	added   int
	fenced  []aranea.LeaseID   // leases whose outcomes it leaves out
	changed map[weburl.ID]bool // known URLs that it changes
	risen   []weburl.ID        // URLs with more inlinks now; some may be new
}

func (f *Frontier) begin(now time.Time) *change {
	return &change{
		b: f.kv.NewBatch(), now: record.InstantOf(now), origins: map[*originState]bool{}, hosts: map[*hostState]bool{},
		texts: map[aranea.Fingerprint]weburl.ID{}, moves: f.moves, changed: map[weburl.ID]bool{},
	}
}

// durably makes a change, with the mutex held, and returns when it is durable. A change of no
// origin does nothing.
func (f *Frontier) durably(ctx context.Context, now time.Time, what string, do func(*change) error) error {
	wait, err := f.startChange(ctx, now, do)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if wait == nil {
		return nil
	}
	return f.await(wait, what)
}

func (f *Frontier) startChange(ctx context.Context, now time.Time, do func(*change) error) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	c := f.begin(now)
	if err := do(c); err != nil {
		return nil, f.fail(err)
	}
	if len(c.origins) == 0 {
		return nil, nil
	}
	wait, err := f.finish(c)
	if err != nil {
		return nil, f.fail(err)
	}
	return wait, nil
}

// Add stores discoveries that are not known yet and returns how many of them
// were queued. It is durable when it returns.
func (f *Frontier) Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error) {
	c, err := f.apply(ctx, now, nil, found)
	return c.added, err
}

// Commit stores outcomes in one durable batch and ends their leases. It returns those leases
// that are fenced: they had ended before, as in Confirm, and nothing of their outcomes is
// stored. An outcome whose lease was never handed out, or that does not belong to its lease, is
// an error of kind invalid, and nothing is written. If another process has opened the store, the
// error is of kind denied.
//
// From an outcome's Host the frontier takes delay, back-off and failures; counts are its own;
// NextAllowed moves the clock of the host name if it is later than what earlier outcomes said.
// What the lease itself added to the clock is reverted.
func (f *Frontier) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) (fenced []aranea.LeaseID, err error) {
	c, err := f.apply(ctx, now, outcomes, nil)
	return c.fenced, err
}

// apply makes a change durable. After an error the returned change is empty.
func (f *Frontier) apply(ctx context.Context, now time.Time, outcomes []aranea.Outcome, found []aranea.Discovery) (*change, error) {
	c, wait, err := f.start(ctx, now, outcomes, found)
	if err == nil {
		err = f.await(wait, "commit frontier")
	}
	if err != nil {
		return &change{}, err
	}
	return c, nil
}

// start makes the change and starts to make it durable.
func (f *Frontier) start(ctx context.Context, now time.Time, outcomes []aranea.Outcome, found []aranea.Discovery) (*change, func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, nil, err
	}
	outcomes, fenced := f.heard(outcomes)
	if err := f.check(outcomes, found); err != nil {
		return nil, nil, err
	}
	if err := f.needSeen(); err != nil {
		return nil, nil, f.fail(err)
	}
	f.tellLeased(outcomes, found)
	c := f.begin(now)
	c.fenced = fenced
	for i := range outcomes {
		if err := f.conclude(c, &outcomes[i]); err != nil {
			return nil, nil, f.fail(err)
		}
	}
	if err := c.copies.End(f.kv, c.b); err != nil {
		return nil, nil, f.fail(err)
	}
	for i := range outcomes {
		if err := f.hint(c, &outcomes[i]); err != nil {
			return nil, nil, f.fail(err)
		}
		f.collect(c, outcomes[i].Links)
		f.countLinks(c, &outcomes[i])
	}
	f.collect(c, found)
	if err := f.discover(c); err != nil {
		return nil, nil, f.fail(err)
	}
	wait, err := f.finish(c)
	if err != nil {
		return nil, nil, f.fail(fmt.Errorf("commit frontier: %w", err))
	}
	return c, wait, nil
}

// check rejects outcomes that do not fit their leases before anything changes.
func (f *Frontier) check(outcomes []aranea.Outcome, found []aranea.Discovery) error {
	once := make(map[aranea.LeaseID]bool, len(outcomes))
	for i := range outcomes {
		o := &outcomes[i]
		l, ok := f.leases[o.Lease]
		fault := ""
		switch {
		case !ok:
			fault = "its lease is not out"
		case once[o.Lease]:
			fault = "its lease has another outcome in the same batch"
		case o.Entry.Kind != l.entry.Kind && (o.Entry.Kind == aranea.KindRobots || l.entry.Kind == aranea.KindRobots):
			fault = "it is of another kind than its lease" // a page may prove to be a sitemap, and a sitemap a page
		case o.Entry.Kind != aranea.KindRobots && o.Entry.URL != l.entry.URL:
			fault = "its lease is for " + l.entry.URL.String()
		case o.Entry.State < aranea.StateQueued || o.Entry.State > aranea.StateExcluded:
			fault = fmt.Sprintf("the entry would be %s", o.Entry.State)
		case o.Host.Delay < 0 || o.Asked < 0:
			fault = "the delay is negative"
		case slices.ContainsFunc(o.Links, noURL):
			fault = "a link has no URL"
		}
		if fault != "" {
			return &aranea.Error{Op: "commit outcome", Kind: aranea.Invalid, Obj: o.Entry.URL.String(), Err: errors.New(fault)}
		}
		once[o.Lease] = true
	}
	if slices.ContainsFunc(found, noURL) {
		return &aranea.Error{Op: "add discoveries", Kind: aranea.Invalid, Err: errors.New("one has no URL")}
	}
	return nil
}

func noURL(d aranea.Discovery) bool { return d.URL.IsZero() }

// finish writes hosts and clocks, starts the batch and applies the change to memory.
func (f *Frontier) finish(c *change) (func() error, error) {
	for s := range c.origins {
		s.noteFirst()
		if s.keyed || !s.Keyed() {
			continue
		}
		s.keyed = true // the keys added by this change are among the moves
		if err := prefetch.WriteKeys(f.kv, c.b, s.id, c.changed); err != nil {
			return nil, err
		}
	}
	for _, m := range c.moves {
		m.origin.First = m.origin.First.Earlier(m.Position)
		m.put(c.b)
	}
	for s := range c.origins {
		f.buf = s.Encode(f.buf)
		c.b.Put(record.OriginKey(s.id), f.buf)
		if s.idle() {
			s.host.leave(s)
			c.hosts[s.host] = true
		}
	}
	for k := range c.hosts {
		if k.idle() {
			f.markClock(k)
		}
		k.put(c.b)
	}
	f.paces.Drop(c.b, c.now)
	f.putTotals(c.b)
	wait, err := f.startBatch(c.b)
	if err != nil {
		return nil, err
	}
	f.texts.Changed(c.texts)
	for _, m := range c.moves {
		f.windows.Insert(&m.origin.window, m.Queued)
	}
	clear(c.moves)
	if f.moves = c.moves[:0]; len(c.moves) > roomKept {
		f.moves = nil
	}
	f.windows.Shrink()
	for s := range c.origins {
		if s.idle() {
			f.forget(s)
		} else {
			f.reschedule(s)
		}
	}
	for k := range c.hosts {
		f.rescheduleAll(k)
		f.releaseHost(k)
	}
	f.evict()
	return wait, nil
}

// conclude applies one outcome except for its links.
func (f *Frontier) conclude(c *change, o *aranea.Outcome) error {
	l := f.leases[o.Lease]
	delete(f.leases, o.Lease)
	f.ready.End(l.fetcher)
	s := l.origin
	c.origins[s] = true
	if !l.arrived {
		f.noteHost(s, &o.Host)
		if o.Sent {
			s.NoteRefusals(&o.Host, o.Refused, c.now)
		}
	}
	if o.Wished {
		f.noteWish(s, o, c.now)
	}
	s.bar(o)
	l.release(o)
	for _, x := range l.paced {
		if !o.Sent { // it was returned unsent
			f.paces.Yield(x.Pace, l.host.Address(), c.now)
			f.paces.Take(x.Pace, c.now, x.Space)
		}
		x.Pace.Put(c.b)
	}
	c.hosts[s.host], c.hosts[l.host] = true, true
	if err := f.learnAddress(l.host, o); err != nil {
		return err
	}
	if l.lookUp {
		s.robots = false
		return f.noteAddresses(c.now, l.host, o.Resolution)
	}
	f.charge(s, aranea.HostCounts{aranea.CountRequests: o.Requests, aranea.CountBytes: o.Bytes})
	if l.entry.Kind == aranea.KindRobots {
		return f.keepRobots(c, l, o)
	}
	s.out = slices.DeleteFunc(s.out, func(q record.Queued) bool { return q == l.queue })
	return f.keepEntry(c, l, o)
}

// charge counts requests and bytes.
func (f *Frontier) charge(s *originState, cost aranea.HostCounts) {
	if s.Counts[aranea.CountRequests] == 0 && cost[aranea.CountRequests] > 0 {
		f.asked++
	}
	s.Counts, f.counts = s.Counts.Add(cost), f.counts.Add(cost)
}

// bar blocks a host that the network rules refuse, until the process ends or a request to it is
// sent after all.
func (s *originState) bar(o *aranea.Outcome) {
	switch {
	case o.Barred:
		s.Blocked, s.refusal = record.BlockedByNetwork, "refused"
		if n := len(o.Events); n > 0 && o.Events[n-1].Detail != "" {
			s.refusal = o.Events[n-1].Detail
		}
	case o.Sent && s.Blocked == record.BlockedByNetwork:
		s.Blocked, s.refusal = record.NotBlocked, ""
	}
}

// noteWish records the delay that the robots file of an origin asks for, also one below the
// operator's, which may become shorter.
func (f *Frontier) noteWish(s *originState, o *aranea.Outcome, now record.Instant) {
	w := record.Wish{Origin: s.id, Delay: o.Asked, Reason: o.AskedBy}
	if slices.Contains(s.host.Wishes, w) || w.Delay == 0 && !slices.ContainsFunc(s.host.Wishes, func(v record.Wish) bool { return v.Origin == w.Origin }) {
		return
	}
	s.host.SetWish(w)
	f.measure(s.host, now)
	s.host.changed = true
}

// minRobotsAge prevents a robots copy that is stale at once, or that somebody wants to be read
// again all the time, from keeping its host busy with only its robots file.
const minRobotsAge = time.Second

// keepRobots stores a new copy, or records where a redirect of the file leads.
func (f *Frontier) keepRobots(c *change, l *leased, o *aranea.Outcome) error {
	s := l.origin
	s.robots = false
	hop := s.hop
	if hop != nil {
		hop.host.waiters = slices.DeleteFunc(hop.host.waiters, func(g *originState) bool { return g == s })
		s.hop = nil
	}
	c.tellOrigin(s, o.Events)
	switch {
	case o.Robots != nil:
		if err := f.storeCopy(c, s, o.Robots); err != nil {
			return err
		}
		if o.Redecide {
			s.anew = true
			c.b.Put(record.UndecidedKey(s.id), nil)
		}
	case o.Entry.State == aranea.StateQueued && o.Sent && o.Entry.Hops > l.entry.Hops && !o.Entry.URL.IsZero():
		return f.follow(s, o.Entry.URL, o.Entry.Hops)
	case !o.Sent && hop != nil:
		hop.host.waiters = append(hop.host.waiters, s)
		s.hop = hop
	}
	return nil
}

func (f *Frontier) storeCopy(c *change, s *originState, got *acquire.Copy) error {
	s.Robots.Version++
	s.Robots.Expires = got.Expires
	if least := (c.now + record.Micros(minRobotsAge)).Time(); s.Robots.Expires.Before(least) {
		s.Robots.Expires = least
	}
	s.Blocked, s.recheck, s.named = record.NotBlocked, false, false
	if got.Class == acquire.ClassUnreachable {
		s.Blocked = record.BlockedByRobots
	}
	return c.copies.Put(f.kv, c.b, s.id, s.Robots.Version, got)
}

// follow records that the robots file of s is to be requested from u, whose host name has its
// own pace.
func (f *Frontier) follow(s *originState, u weburl.URL, hops uint8) error {
	origin := u.Origin()
	id := f.identities.Of(origin)
	k, err := f.hostOf(origin, id)
	if err != nil {
		return err
	}
	s.hop = &robotHop{url: u, hops: hops, host: k}
	k.waiters = append(k.waiters, s)
	return nil
}

// keepEntry stores a page's entry, moves it between the queue and the tables of waiting entries,
// and updates the fingerprint table.
func (f *Frontier) keepEntry(c *change, l *leased, o *aranea.Outcome) error {
	e, s := record.Entry{Entry: o.Entry, Seq: l.entry.Seq, Rank: l.entry.Rank, Trails: l.entry.Trails, Last: l.entry.Last}, l.origin
	id := l.queue.ID(s.id)
	c.changed[id] = true
	e.KeepPlace(&l.entry)
	events := f.obeyRemoval(c, &e, o.Events)
	if l.found != nil && e.Reason != aranea.OperatorRemoved {
		events = append(slices.Clip(events), makePage(&e, l.found, c.now.Time())...)
		e.Rank = f.opt.Order.Rank(&e.Entry)
	}
	if e.Hinted && e.Visits > l.entry.Visits {
		e.Hinted = false
		s.HintsRight, s.HintsWrong = schedule.Proven(s.HintsRight, s.HintsWrong, &l.entry.Entry, &e.Entry)
	}
	before, after := l.entry.Tally(), e.Tally()
	f.count(s, before, after)
	fetched := before[aranea.CountFetched] == 0 && after[aranea.CountFetched] > 0
	if fetched {
		f.count(s, aranea.HostCounts{}, aranea.HostCounts{aranea.CountNew: 1})
	}
	if l.entry.IsNewPage() {
		f.unspend(s, fetched)
	}
	failed := !e.Again && e.Kind != aranea.KindLink && e.Attempts > l.entry.Attempts // what the GET of a check brings may spare others theirs
	if e.Waits() && (o.Refused || failed) {                                          // others come first
		f.sequence++
		if e.Seq = f.sequence; !e.Again {
			e.Nearer = max(e.Nearer, f.inlinks.Level(id))
			e.Rank = f.opt.Order.Rank(&e.Entry)
		}
	}
	if e.State != aranea.StateQueued {
		f.inlinks.Done(id)
	}
	s.unqueue(c.b, l.queue)
	f.enqueue(c, s, &e, id)
	c.tell(&e, id, events)
	f.buf = e.Encode(f.buf, s.id)
	c.b.Put(record.EntryKey(id), f.buf)
	f.note(id, &e)
	if err := f.keepText(c, id, &l.entry.Entry, &e.Entry); err != nil || o.Displaced == nil || !e.Found() {
		return err
	}
	return f.displace(c, o.Displaced, &e.Entry, id)
}

// enqueue puts an entry that waits for nothing but its turn into its queue, or writes the key by
// which it waits for its next try or visit, if any.
func (f *Frontier) enqueue(c *change, s *originState, e *record.Entry, id weburl.ID) {
	due := record.InstantAfter(e.Due)
	if e.Waits() && due <= c.now {
		c.moves = append(c.moves, move{s, e.Queued(id)})
		return
	}
	e.Due = due.Time() // the key is later computed from it again
	switch {
	case due == 0:
	case e.Waits():
		c.b.Put(record.WaitKey(due, id), nil)
		f.waitFrom = min(f.waitFrom, due)
		if f.waiting == 0 || due < f.waiting {
			f.waiting = due
		}
	case due <= c.now:
		e.Due = time.Time{} // the instant of the try that is over
	default:
		c.b.Put(record.VisitKey(due, id), nil)
	}
}

// obeyRemoval excludes an entry that the operator removed while it was leased, unless its
// outcome excluded it anyway, and returns the trail with that step.
func (f *Frontier) obeyRemoval(c *change, e *record.Entry, events []aranea.Event) []aranea.Event {
	target, removed := f.Removed(e.URL)
	if !removed || e.State == aranea.StateExcluded && !e.Indexed {
		return events
	}
	e.Exclude(aranea.OperatorRemoved, target)
	return append(slices.Clip(events), aranea.Event{At: c.now.Time(), Reason: aranea.OperatorRemoved, Detail: target})
}

// keepText stores for each fingerprint the first indexed page with it.
func (f *Frontier) keepText(c *change, id weburl.ID, before, now *aranea.Entry) error {
	had := before.Found() && !before.Fingerprint.IsZero()
	has := now.Found() && !now.Fingerprint.IsZero()
	same := had && has && before.Fingerprint == now.Fingerprint
	if had && !same {
		holder, err := f.holder(c, before.Fingerprint)
		if err != nil {
			return err
		}
		if holder == id {
			c.texts[before.Fingerprint] = weburl.ID{}
			c.b.Delete(record.TextKey(before.Fingerprint))
		}
	}
	if has {
		holder, err := f.holder(c, now.Fingerprint)
		if err != nil {
			return err
		}
		if holder.IsZero() {
			c.texts[now.Fingerprint] = id
			c.b.Put(record.TextKey(now.Fingerprint), id[:])
		}
	}
	return nil
}

// displace makes a page that is not leased a copy of another one, to which their text belongs now.
func (f *Frontier) displace(c *change, d *aranea.Outcome, to *aranea.Entry, id weburl.ID) error {
	_, err := f.amendAll(c, []weburl.ID{d.Entry.URL.ID()}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		return d.Events, e.GiveWay(to, d.Entry.Detail)
	}})
	c.texts[to.Fingerprint] = id
	c.b.Put(record.TextKey(to.Fingerprint), id[:])
	return err
}

// holder returns the page stored for a fingerprint, as of this change.
func (f *Frontier) holder(c *change, fp aranea.Fingerprint) (weburl.ID, error) {
	if id, ok := c.texts[fp]; ok {
		return id, nil
	}
	return f.texts.Holder(fp)
}

// tell stores the events of one visit with an entry, and moves those stored there before into
// the slot of the oldest trail.
func (c *change) tell(e *record.Entry, id weburl.ID, events []aranea.Event) {
	if key, value := e.Tell(id, events); key != nil {
		c.b.Put(key, value)
	}
}

// tellOrigin stores the events of one visit of a robots file in the slot of the oldest trail.
func (c *change) tellOrigin(s *originState, events []aranea.Event) {
	if len(events) == 0 {
		return
	}
	c.b.Put(record.TrailKey(s.Origin.RobotsURL().IDIn(s.id), s.Trails, true), record.EncodeEvents(events))
	s.Trails++
}

// count moves an entry from one position in the counts to another.
func (f *Frontier) count(s *originState, from, to aranea.HostCounts) {
	before, pages := s.Links(), s.HasPages()
	s.Counts = s.Counts.Add(to).Sub(from)
	f.book.ChangeLinks(s.host.siteKey, before, s.Links())
	if pages != s.HasPages() || (before > 0) != (s.Links() > 0) {
		f.measure(s.host, 0)
	}
	f.counts = f.counts.Add(to).Sub(from)
	f.closed.Note(s.Origin, &s.Counts)
}
