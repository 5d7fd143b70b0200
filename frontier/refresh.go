package frontier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/robotscopies"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Renewal says which URLs are visited again; see target.Renewal.
type Renewal = target.Renewal

// Refresh applies what is due. Visited URLs are queued for another visit: at most r.Max of those
// that are due, or all; it returns how many. Hidden documents whose time is over leave the index in
// any case, on any host, after a call of apply. What was known of visited pages stays: requests are
// conditional, except with r.Anew, and the state of an entry changes only by the result of the visit.
// Unless no visits are wanted, expired robots files are requested again as well, even if nothing else
// of their hosts waits; that is forgotten when the frontier is closed. If all visits are wanted, first
// all robots copies expire, durably: no page is requested by a copy of an earlier crawl.
func (f *Frontier) Refresh(ctx context.Context, now time.Time, r Renewal, apply func(context.Context, []aranea.IndexChange) error) (int, error) {
	visits, covers := 0, r.Covers()
	d := edit{
		apply: apply,
		change: func(e *record.Entry) ([]aranea.Event, bool) {
			switch {
			case e.Hidden() && !e.Due.IsZero() && !e.Due.After(now):
				return e.Leave(now), true
			case r.Which == schedule.RefreshNone || r.Has(&e.Entry) || !covers(e.URL.Origin()):
				return nil, false
			}
			return nil, r.Queue(&e.Entry)
		},
		tell: func(before, after *aranea.Entry) {
			if after.Again && !before.Again {
				visits++
			}
		},
	}
	if r.Which != schedule.RefreshNone {
		if err := f.recheckRobots(ctx, now, &r); err != nil {
			return 0, err
		}
	}
	if r.Which == schedule.RefreshAll {
		for _, x := range r.Filters() {
			if _, err := f.amend(ctx, now, x, d); err != nil {
				return visits, err
			}
		}
	}
	var from []byte
	for visits < r.Limit() {
		var err error
		if from, err = f.carryOut(ctx, now, from, min(r.Limit()-visits, selectChunk), d); err != nil || from == nil {
			return visits, err
		}
	}
	return visits, nil
}

// A planned is a key of the plan of visits.
type planned struct {
	due record.Instant
	id  weburl.ID
}

// carryOut applies a part of what is due from a key of the plan on, the earliest first. It
// returns the key after the part, nil if there is no more. A key that its entry no longer has is
// deleted.
func (f *Frontier) carryOut(ctx context.Context, now time.Time, from []byte, max int, d edit) ([]byte, error) {
	if from == nil {
		from = record.VisitKey(0, weburl.ID{})
	}
	var part duePart
	end := record.VisitKey(record.InstantOf(now)+1, weburl.ID{})
	for p, err := range f.kv.Scan(from, end) {
		if err != nil {
			return nil, fmt.Errorf("read the plan of visits: %w", err)
		}
		from = append(bytes.Clone(p.Key), 0)
		if err := part.add(f, p.Key, &d); err != nil {
			return nil, err
		}
		if part.seen == looked || len(part.ids) == max {
			break
		}
	}
	if part.seen == 0 {
		return nil, nil
	}
	if err := f.unplan(ctx, part.stale); err != nil {
		return nil, err
	}
	if len(part.docs) > 0 {
		if err := d.apply(ctx, part.docs); err != nil {
			return nil, err
		}
	}
	_, err := f.amendPart(ctx, now, part.ids, d)
	return from, err
}

// A duePart is the part of what is due that is applied at once.
type duePart struct {
	seen  int
	ids   []weburl.ID // entries to change
	docs  []aranea.IndexChange
	stale []planned // keys that their entries no longer have
}

// add examines a key of the plan.
func (part *duePart) add(f *Frontier, key []byte, d *edit) error {
	part.seen++
	due, id, err := record.ParseDue(key)
	if err != nil {
		return err
	}
	e, known, err := f.storedEntry(id)
	if err != nil {
		return err
	}
	if !known || e.Waits() || record.InstantAfter(e.Due) != due {
		part.stale = append(part.stale, planned{due, id})
		return nil
	}
	after := e
	if _, changes := d.of(&after); !changes {
		return nil
	}
	part.ids = append(part.ids, id)
	if c := aranea.ChangeOf(&e.Entry, &after.Entry); c.Action != aranea.IndexKeep {
		part.docs = append(part.docs, c)
	}
	return nil
}

// unplan deletes keys of the plan that their entries no longer have.
func (f *Frontier) unplan(ctx context.Context, stale []planned) error {
	if len(stale) == 0 {
		return nil
	}
	wait, err := f.startUnplan(ctx, stale)
	if err != nil {
		return err
	}
	return f.await(wait, "remove stale visits")
}

func (f *Frontier) startUnplan(ctx context.Context, stale []planned) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	b := f.kv.NewBatch()
	for _, p := range stale {
		e, known, err := f.storedEntry(p.id)
		if err != nil {
			return nil, err
		}
		if !known || e.Waits() || record.InstantAfter(e.Due) != p.due {
			b.Delete(record.VisitKey(p.due, p.id))
		}
	}
	wait, err := f.startBatch(b)
	if err != nil {
		return nil, f.fail(fmt.Errorf("remove stale visits: %w", err))
	}
	return wait, nil
}

// NextVisit returns the earliest instant at which a visited URL is due again, zero if none is
// planned.
func (f *Frontier) NextVisit() (time.Time, error) {
	for p, err := range f.kv.Scan([]byte{record.TableVisit}, []byte{record.TableVisit + 1}) {
		if err != nil {
			return time.Time{}, fmt.Errorf("read the plan of visits: %w", err)
		}
		at, _, err := record.ParseDue(p.Key)
		return at.Time(), err
	}
	return time.Time{}, nil
}

// Limits of what recheckRobots loads into memory: in all, the others are loaded by the next
// call, and at once, so that others get the lock in between.
const (
	maxRechecks = 20_000
	recheckPart = 64
)

// recheckRobots loads hosts whose robots file has expired, so that it is requested. If all URLs
// are visited again, every copy expires now.
func (f *Frontier) recheckRobots(ctx context.Context, now time.Time, r *Renewal) error {
	all, at, covers := r.Which == schedule.RefreshAll, record.InstantOf(now), r.Covers()
	for from, n := []byte{record.TableOrigin}, 0; from != nil && (all || n < maxRechecks); {
		var part []weburl.Origin
		lo := from
		from = nil
		for p, err := range f.kv.Scan(lo, []byte{record.TableOrigin + 1}) {
			if err != nil {
				return fmt.Errorf("look for expired robots files: %w", err)
			}
			h, err := record.DecodeOrigin(p.Key, p.Value)
			if err != nil {
				return err
			}
			if h.Robots.Version == 0 || !all && (!h.Keeps() || record.InstantAfter(h.Robots.Expires) > at) || !covers(h.Origin) {
				continue
			}
			if part = append(part, h.Origin); len(part) == recheckPart {
				from = append(bytes.Clone(p.Key), 0)
				break
			}
		}
		if err := f.expireRobots(ctx, now, part, n < maxRechecks, all); err != nil {
			return err
		}
		n += len(part)
	}
	return nil
}

// ExpireRobots lets the robots copies of all origins of some hosts expire, durably, because another
// answers for these hosts from now on: no page is requested by what the one before has said.
func (f *Frontier) ExpireRobots(ctx context.Context, now time.Time, hosts []string) error {
	if r := (Renewal{Which: schedule.RefreshAll, Hosts: hosts}); len(hosts) > 0 { // without hosts it is one of all
		return f.recheckRobots(ctx, now, &r)
	}
	return nil
}

// expireRobots expires the robots copies of some origins. With ask, the files of those with
// known pages are requested even if nothing else is queued; with anew, no origin is left alone.
func (f *Frontier) expireRobots(ctx context.Context, now time.Time, origins []weburl.Origin, ask, anew bool) error {
	return f.durably(ctx, now, "let robots copies expire", func(c *change) error { return f.expireAll(c, origins, ask, anew) })
}

func (f *Frontier) expireAll(c *change, origins []weburl.Origin, ask, anew bool) error {
	for _, o := range origins {
		s, err := f.origin(o, f.identities.Of(o))
		if err != nil {
			return err
		}
		s.Robots.Expires, c.origins[s] = c.now.Time(), true
		s.host.lookUpAgain()
		if s.recheck = s.recheck || ask && (s.Keeps() || anew && s.Links() > 0); anew { // the file may open links again
			s.RefusedUntil = 0
		}
	}
	return nil
}

// TryAnew expires the robots copies of origins, and ends the waits of entries, so that they are
// requested as soon as their hosts are free. It is for what failed before any request was sent,
// so that the sites were not affected, and for origins that refuse everything: the operator may
// know that they no longer do.
func (f *Frontier) TryAnew(ctx context.Context, now time.Time, origins []weburl.Origin, waiting []weburl.ID) error {
	event := aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "its host is tried at once"}
	anew := edit{lookUp: true, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if !e.Waits() || !e.Due.After(now) {
			return nil, false
		}
		e.Due, e.Attempts = time.Time{}, 0
		return []aranea.Event{event}, true
	}}
	return f.durably(ctx, now, "try hosts anew", func(c *change) error {
		_, err := f.amendAll(c, waiting, anew)
		return errors.Join(err, f.expireAll(c, origins, false, true))
	})
}

// RereadRobots makes the robots files of origins due, as somebody names them, or pages that they
// deny, now: each is requested as soon as its host is free, before any page of its origin, even
// if nothing else of that is queued, but not within minRobotsAge of its last request. The expiry
// of the copies is durable; that they are requested although nothing else is queued is forgotten
// when the frontier is closed.
func (f *Frontier) RereadRobots(ctx context.Context, now time.Time, origins []weburl.Origin) error {
	return f.durably(ctx, now, "read robots files again", func(c *change) error {
		for _, o := range origins {
			s, err := f.origin(o, f.identities.Of(o))
			if err != nil {
				return err
			}
			last, _, err := robotscopies.Of(f.kv, s.id, s.Robots.Version)
			if err != nil {
				return err
			}
			rest := min(record.InstantOf(last.CheckedAt)-c.now, 0) + record.Micros(minRobotsAge)
			s.Robots.Expires, s.recheck, s.named, c.origins[s] = (c.now + max(rest, 0)).Time(), true, true, true
		}
		return nil
	})
}

// Recheck queues the robots files of origins for a visit, even if nothing else of them is
// queued.
func (f *Frontier) Recheck(ctx context.Context, origins []weburl.Origin) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	for _, o := range origins {
		s, err := f.origin(o, f.identities.Of(o))
		if err != nil {
			return f.fail(err)
		}
		s.recheck = true
		f.reschedule(s)
	}
	return nil
}
