package frontier

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/inlinks"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A candidate is a discovered URL that is not in memory as known.
type candidate struct {
	found  *aranea.Discovery
	id     weburl.ID
	action action
	known  int // for those to revive: index in the list of stored entries
}

// An action says what to do with a candidate.
type action uint8

const (
	actionDrop   action = 0 // it is known
	actionNew    action = 1
	actionRevive action = 2 // known as excluded by scope, now found inside it
	actionVisit  action = 3 // known as the target of a link that is only checked, now found as a page
)

// collect gathers the discoveries of URLs that are new, or that must be looked up in the store,
// each URL once. Of several discoveries of one URL the first that is to be visited counts,
// otherwise the first that is to be checked, otherwise the first. The URL of a robots file is never
// an entry: it is visited before pages of its origin, by a lease of its own kind.
func (f *Frontier) collect(c *change, found []aranea.Discovery) {
	f.ids = f.ids[:0]
	for i := range found {
		f.ids = append(f.ids, found[i].URL.IDIn(f.identities.Of(found[i].URL.Origin())))
	}
	f.answers = f.seen.AskAll(f.answers[:0], f.ids)
	for i := range found {
		d, id, answer := &found[i], f.ids[i], f.answers[i]
		wanted := d.Reason == aranea.ScheduleQueued
		if answer == seen.Known || answer == seen.Excluded && !wanted || d.URL.IsRobots() {
			continue
		}
		if at, ok := f.index[id]; ok {
			if first := f.scratch[at].found; wanted && first.Reason != aranea.ScheduleQueued || isPageOf(d) && !isPageOf(first) {
				f.scratch[at].found = d
			}
			continue
		}
		f.index[id] = len(f.scratch)
		x := candidate{found: d, id: id}
		if answer == seen.New {
			x.action = actionNew
		}
		f.scratch = append(f.scratch, x)
	}
}

// discover stores the candidates that are new. An entry that was excluded by scope is queued if
// it is now found inside the scope: by a shorter path, or by a link that may be followed.
//
// The store is read in the order of its keys, so that neighbours are read together; new entries
// are stored in the order of discovery.
func (f *Frontier) discover(c *change) error {
	defer f.clearCandidates()
	var sorted []*candidate // those to look up in the store
	for i := range f.scratch {
		if x := &f.scratch[i]; x.action != actionNew {
			sorted = append(sorted, x)
		}
	}
	slices.SortFunc(sorted, func(a, b *candidate) int { return bytes.Compare(a.id[:], b.id[:]) })
	var known []record.Entry // those to revive
	for _, x := range sorted {
		e, err := f.test(x)
		if err != nil {
			return err
		}
		if x.action == actionRevive {
			x.known = len(known)
			known = append(known, e)
		}
	}
	for i := range f.scratch {
		x := &f.scratch[i]
		var e record.Entry
		switch x.action {
		case actionDrop:
			continue
		case actionVisit:
			if err := f.visitLink(c, x); err != nil {
				return err
			}
			continue
		case actionRevive:
			e = known[x.known]
		}
		if err := f.keep(c, x, e); err != nil {
			return err
		}
	}
	return f.raise(c)
}

// roomKept is the number of candidates and moves up to which their memory is kept for the next
// change: some pages have that many. A list of seeds has more, and clearing a table for a
// million takes two milliseconds even with few entries in it.
const roomKept = 1 << 14

// clearCandidates clears the candidates, and releases the memory of many.
func (f *Frontier) clearCandidates() {
	if len(f.scratch) > roomKept {
		f.scratch, f.index, f.ids, f.answers = nil, map[weburl.ID]int{}, nil, nil
		return
	}
	clear(f.scratch)
	f.scratch = f.scratch[:0]
	clear(f.index)
}

// test decides on a candidate. It returns the entry to revive.
func (f *Frontier) test(x *candidate) (record.Entry, error) {
	key := record.EntryKey(x.id)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		x.action = actionNew
		return record.Entry{}, nil
	}
	if err != nil {
		return record.Entry{}, fmt.Errorf("look up %s: %w", x.found.URL, err)
	}
	e, err := record.PeekEntry(key, v)
	if err != nil {
		return record.Entry{}, err
	}
	again := e.Reason == aranea.LinkLimit && x.found.Kind == aranea.KindLink // it is over the limit as before
	switch {
	case e.Revivable() && x.found.Reason == aranea.ScheduleQueued && !again:
		x.action = actionRevive
		return record.DecodeEntry(key, v)
	case e.Kind == aranea.KindLink && isPageOf(x.found):
		x.action = actionVisit
	}
	f.seen.Put(x.id, e.Changeable())
	return record.Entry{}, nil
}

// hasRoom reports whether the site of a candidate has room for it. There is always room for a
// seed, and for what the operator imports.
func (f *Frontier) hasRoom(x *candidate) (bool, error) {
	if x.action != actionNew || x.found.How == aranea.HowSeed || x.found.How == aranea.HowImport {
		return true, nil
	}
	foreign := budget.Foreign(x.id, x.found)
	if s, ok := f.origins[x.id.Origin()]; ok {
		return f.book.Site(s.host.siteKey).For(foreign).Full(false) == "", nil
	}
	site := f.book.Site(budget.KeyOf(x.found.URL.Origin().Site())).For(foreign)
	if site.Full(true) == "" || site.Full(false) != "" {
		return site.Full(true) == "", nil
	}
	_, known, err := f.storedOrigin(x.id.Origin())
	return known, err
}

// keep stores a candidate, updating the entry e if it is to be revived.
func (f *Frontier) keep(c *change, x *candidate, e record.Entry) error {
	d := x.found
	room, err := f.hasRoom(x)
	if err != nil || !room {
		return err
	}
	s, err := f.origin(d.URL.Origin(), x.id.Origin())
	if err != nil {
		return err
	}
	if s.Origin != d.URL.Origin() {
		// Two origins with the same ID, which exist among a billion origins with a probability
		// of about 3%: the second is not visited.
		return nil
	}
	before := e.Tally()
	if x.action == actionNew {
		f.sequence++
		e = record.Entry{Entry: aranea.Entry{URL: d.URL, FoundAt: c.now.Time()}, Seq: f.sequence}
		before = aranea.HostCounts{}
		f.book.AddEntries(s.host.siteKey, 1)
	}
	e.Find(d)
	e.Priority = budget.Priority(x.id, d, record.Entries(&s.Counts))
	c.origins[s] = true
	wanted := d.Reason == aranea.ScheduleQueued
	target, removed := f.Removed(d.URL)
	switch {
	case wanted && removed:
		e.Reason, e.Detail = aranea.OperatorRemoved, target
	case wanted && d.Kind == aranea.KindLink && f.excludeLink(&e, s.host.siteKey):
	case wanted:
		e.State, e.Nearer = aranea.StateQueued, max(e.Nearer, f.inlinks.Level(x.id))
		e.Rank = f.opt.Order.Rank(&e.Entry)
		c.moves = append(c.moves, move{s, e.Queued(x.id)})
		c.added++
	}
	f.count(s, before, e.Tally())
	f.buf = e.Encode(f.buf, s.id)
	c.b.Put(record.EntryKey(x.id), f.buf)
	f.note(x.id, &e)
	return nil
}

// countLinks counts the links of a page that was visited for the first time: a page that changes
// every day recommends no more than others. What its forms lead to does not
// count. It must follow collect, whose IDs it uses.
func (f *Frontier) countLinks(c *change, o *aranea.Outcome) {
	if f.inlinks == nil || o.Entry.Visits != 1 || o.Entry.Kind != aranea.KindPage {
		return
	}
	to := f.ids[:0]
	for i := range o.Links {
		if o.Links[i].Reason == aranea.ScheduleQueued && o.Links[i].How != aranea.HowForm && o.Links[i].Kind != aranea.KindLink {
			to = append(to, f.ids[i])
		}
	}
	c.risen = f.inlinks.Count(f.identities.Of(o.Entry.URL.Origin()), to, c.risen)
}

// raisedMax is the number of entries that one change reads in order to raise them; the others
// are raised with their next link.
const raisedMax = 256

// raise raises known URLs that wait for their first visit and have reached a new level by the
// links of this change. There are few: each URL at most once for every level, and once more
// after its visit.
func (f *Frontier) raise(c *change) error {
	if len(c.risen) == 0 {
		return nil
	}
	leased, reads := f.leasedNow(), 0
	for _, id := range inlinks.InTurn(c.risen, f.sequence) {
		if at, found := f.index[id]; found && f.scratch[at].action != actionDrop || leased[id] || c.changed[id] {
			continue // it has its level already, or is being visited
		}
		if f.atHand(id) == nil {
			if reads++; reads > raisedMax {
				f.inlinks.Later(id)
				continue
			}
		}
		up := edit{change: func(e *record.Entry) ([]aranea.Event, bool) { return nil, f.inlinks.Raise(id, &e.Entry) }}
		if _, err := f.amendOne(c, id, up); err != nil {
			return err
		}
	}
	return nil
}
