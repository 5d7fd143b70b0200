package frontier

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// A Filter selects entries; see target.Filter.
type Filter = target.Filter

// selectChunk is the number of entries that are read ahead of the consumer.
const selectChunk = 256

// Select yields the entries that a filter selects, in the order of their IDs: site by site, and
// origin by origin within a site. Memory does not depend on their number. The store is read in
// parts, so the consumer may take as long as it likes; an entry that changes meanwhile is seen
// as it is when its part is read, and one that is added may be missed.
func (f *Frontier) Select(ctx context.Context, x Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		ranges, err := f.ranges(&x)
		if err != nil {
			yield(aranea.Entry{}, err)
			return
		}
		var teller teller
		for _, r := range ranges {
			if after := append(record.EntryKey(x.After), 0); !x.After.IsZero() && bytes.Compare(r.lo, after) < 0 {
				r.lo = after
			}
			for more := bytes.Compare(r.lo, r.hi) < 0; more; {
				var part []aranea.Entry
				if part, more, err = f.selectPart(ctx, &r, &x, &teller); err != nil {
					yield(aranea.Entry{}, err)
					return
				}
				for i := range part {
					if !yield(part[i], nil) {
						return
					}
				}
			}
		}
	}
}

// A keyRange is the keys from lo up to hi.
type keyRange struct{ lo, hi []byte }

// ranges returns the ranges of the entry table that contain what x may select.
func (f *Frontier) ranges(x *Filter) ([]keyRange, error) {
	of := func(prefix []byte) keyRange { return keyRange{prefix, record.After(prefix)} }
	origin, host := x.Origin, x.Host
	if x.Target.Origin() != "" {
		origin = x.Target.Origin()
	}
	if x.Target.Host() != "" {
		host = x.Target.Host()
	}
	if origin != "" {
		id := origin.ID()
		return []keyRange{of(append([]byte{record.TableEntry}, id[:]...))}, nil
	}
	if host == "" {
		lo, hi := record.SiteKeys(record.TableEntry, x.InSite())
		return []keyRange{{lo, hi}}, nil
	}
	origins, err := f.originsOf(host)
	ranges := make([]keyRange, 0, len(origins))
	for _, id := range origins {
		ranges = append(ranges, of(append([]byte{record.TableEntry}, id[:]...)))
	}
	return ranges, err
}

// originsOf returns the IDs of the known origins of a host name, in order. They are adjacent,
// because they are of one site.
func (f *Frontier) originsOf(host string) ([]weburl.OriginID, error) {
	lo, hi := record.SiteKeys(record.TableOrigin, weburl.Origin("http://"+host))
	var ids []weburl.OriginID
	for p, err := range f.kv.Scan(lo, hi) {
		if err != nil {
			return nil, fmt.Errorf("list the origins of %s: %w", host, err)
		}
		h, err := record.DecodeOrigin(p.Key, p.Value)
		if err != nil {
			return nil, err
		}
		if h.Origin.Host() == host {
			ids = append(ids, weburl.OriginID(p.Key[1:]))
		}
	}
	return ids, nil
}

// selectPart reads at most selectChunk entries that x selects and moves the range past them. It
// reports whether there may be more.
func (f *Frontier) selectPart(ctx context.Context, r *keyRange, x *Filter, t *teller) ([]aranea.Entry, bool, error) {
	var part []aranea.Entry
	for p, err := range f.kv.Scan(r.lo, r.hi) {
		if err != nil {
			return nil, false, fmt.Errorf("read entries: %w", err)
		}
		if ctx.Err() != nil {
			return nil, false, context.Cause(ctx)
		}
		e, err := record.DecodeEntry(p.Key, p.Value)
		if err != nil {
			return nil, false, err
		}
		if err := t.tell(f, weburl.ID(p.Key[1:]), &e.Entry); err != nil {
			return nil, false, err
		}
		if !x.Picks(&e.Entry) {
			continue
		}
		part = append(part, e.Entry)
		if len(part) == selectChunk {
			r.lo = append(bytes.Clone(p.Key), 0)
			return part, true, nil
		}
	}
	return part, false, nil
}

// A teller adds to queued entries why they wait. It remembers the last origin, because entries
// of one origin follow each other.
type teller struct {
	origin weburl.OriginID
	known  bool // origin is set
	reason aranea.Reason
	detail string
	due    time.Time
}

// tell sets the reason of a queued entry to why its host is not visited now, if there is a
// reason. An entry that the network rules refuse is shown as excluded, which it is as long as
// the rules stay: it is in the queue only for other rules.
func (t *teller) tell(f *Frontier, id weburl.ID, e *aranea.Entry) error {
	if e.State == aranea.StateQueued && e.Reason == aranea.NetGuard {
		e.State = aranea.StateExcluded
	}
	if e.State != aranea.StateQueued || !takesTurn(e.Reason) {
		return nil
	}
	if !t.known || t.origin != id.Origin() {
		*t = teller{origin: id.Origin(), known: true}
		if err := t.ask(f, e.URL.Host()); err != nil {
			return err
		}
	}
	if t.reason != aranea.ReasonNone {
		e.Reason, e.Detail, e.Due = t.reason, t.detail, t.due
	}
	if t.reason == aranea.NetGuard {
		e.State = aranea.StateExcluded
	}
	return nil
}

// ask finds out why the host of an origin is not visited now.
func (t *teller) ask(f *Frontier, name string) error {
	if at, ok := f.heldSince(name); ok {
		t.reason, t.detail = aranea.ScheduleHeld, "since "+at.Format(time.RFC3339)
		return nil
	}
	h, found, err := f.storedOrigin(t.origin)
	if err != nil || !found {
		return err
	}
	switch h.Blocked {
	case record.BlockedByRobots:
		t.reason, t.due = aranea.RobotsUnreachable, h.Robots.Expires
		t.detail, err = f.copyDetail(t.origin, h.Robots.Version)
	case record.BlockedByNetwork:
		t.reason = aranea.NetGuard
		t.detail, err = f.barredDetail(h.Origin.RobotsURL().IDIn(t.origin))
	case record.NotBlocked:
		if t.detail = f.budgetDetail(h.Origin); t.detail != "" {
			t.reason = aranea.ScopeBudget
		}
	}
	return err
}
