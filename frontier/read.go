package frontier

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/clocks"
	"github.com/aranea-search/aranea/frontier/entries"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/robotscopies"
	"github.com/aranea-search/aranea/frontier/trails"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// Stats describes the frontier at one moment. Its cost does not depend on the size of the
// frontier.
type Stats struct {
	Counts   aranea.HostCounts // the sums over all hosts
	Hosts    int               // origins known
	Asked    int               // origins that were requested
	Loaded   int               // hosts in memory: those with queued entries or leases
	Ready    int               // hosts that have work and wait for an instant or a fetcher
	InFlight int               // leases out
	Windowed int               // queue keys in memory
	// ClockFaults counts the stored instants so far ahead that the clock must have been wrong
	// when they were stored; they were corrected.
	ClockFaults int
}

// Stats returns the current Stats.
func (f *Frontier) Stats() Stats {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Stats{
		Counts: f.counts, Hosts: f.originCount, Asked: f.asked, Loaded: len(f.origins), Ready: f.ready.Size(),
		InFlight: len(f.leases), Windowed: f.windows.Keys(), ClockFaults: f.faults + f.paces.Corrected(),
	}
}

// Counts returns the sums over all hosts and the number of origins that were requested; see
// HostTotals for those that are merely known.
func (f *Frontier) Counts() (aranea.HostCounts, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts, f.asked
}

// HostTotals returns how many origins were requested and how many are known.
func (f *Frontier) HostTotals() (asked, known int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked, f.originCount
}

// Entry returns the entry of a URL, false if it is not known; see EntryByID.
func (f *Frontier) Entry(u weburl.URL) (aranea.Entry, bool, error) {
	if u.IsZero() {
		return aranea.Entry{}, false, nil
	}
	return f.EntryByID(u.ID())
}

// EntryByID returns the entry with an ID, false if it is not known. A queued entry of a host
// that is not visited now says why: its Reason is ScheduleHeld, NetGuard, or RobotsUnreachable,
// and in the last case Due is the next try for the robots file.
func (f *Frontier) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, ok, err := f.storedEntry(id)
	if err != nil || !ok {
		return e.Entry, false, err
	}
	var t teller
	err = t.tell(f, id, &e.Entry)
	return e.Entry, err == nil, err
}

// StoredReason returns the reason of the entry with an ID as it is stored, even if its host is not
// visited now; none if it is not known. It costs less than the whole entry.
func (f *Frontier) StoredReason(id weburl.ID) (aranea.Reason, error) {
	return entries.Reason(f.kv, id)
}

// takesTurn reports whether a queued entry waits for nothing but its turn.
func takesTurn(r aranea.Reason) bool {
	return r == aranea.ScheduleQueued || r == aranea.ScheduleLate || r == aranea.ScheduleStopped
}

// copyDetail returns the detail of the last try for a robots file.
func (f *Frontier) copyDetail(id weburl.OriginID, version uint32) (string, error) {
	c, _, err := robotscopies.Of(f.kv, id, version)
	return c.Detail, err
}

// barredDetail returns the detail of the network rules, if it is in the trail of the robots
// file.
func (f *Frontier) barredDetail(robots weburl.ID) (string, error) {
	events, err := f.Trail(robots)
	if n := len(events); n > 0 && events[n-1].Reason == aranea.NetGuard {
		return events[n-1].Detail, err
	}
	return "", err
}

// Stored returns the entry with an ID as it is stored, even if its host is not visited now, false if
// it is not known. It takes no lock.
func (f *Frontier) Stored(id weburl.ID) (aranea.Entry, bool, error) {
	e, known, err := f.storedEntry(id)
	return e.Entry, known, err
}

// storedEntry returns the entry with an ID as it is stored.
func (f *Frontier) storedEntry(id weburl.ID) (e record.Entry, known bool, err error) {
	return entries.Stored(f.kv, id)
}

// entryOf decodes the entry with an ID from its record v, which is read if it is nil.
func (f *Frontier) entryOf(id weburl.ID, v []byte) (e record.Entry, known bool, err error) {
	if v == nil {
		return f.storedEntry(id)
	}
	e, err = record.DecodeEntry(record.EntryKey(id), v)
	return e, err == nil, err
}

// atHand returns the record of a queued entry if it is in a window in memory, nil otherwise.
func (f *Frontier) atHand(id weburl.ID) []byte {
	if s, loaded := f.origins[id.Origin()]; loaded {
		return s.window.Entry(id)
	}
	return nil
}

// Entries yields the entries of an origin in the order of their IDs, those after behind if that
// is not zero.
func (f *Frontier) Entries(ctx context.Context, o weburl.Origin, behind weburl.ID) iter.Seq2[aranea.Entry, error] {
	return f.Select(ctx, Filter{Origin: o, After: behind})
}

// AllEntries yields every entry, site by site.
func (f *Frontier) AllEntries() iter.Seq2[aranea.Entry, error] { return entries.All(f.kv) }

// Hosts yields all origins with what is known of their hosts, site by site; with a site, its
// origins and few others.
func (f *Frontier) Hosts(site weburl.Origin) iter.Seq2[aranea.Host, error] {
	return func(yield func(aranea.Host, error) bool) {
		lo, hi := record.SiteKeys(record.TableOrigin, site)
		for p, err := range f.kv.Scan(lo, hi) {
			v, o := aranea.Host{}, record.Origin{}
			if err == nil {
				o, err = record.DecodeOrigin(p.Key, p.Value)
			}
			if err == nil {
				v, err = f.storedView(&o)
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// Host returns an origin with what is known of its host, false if it is not known.
func (f *Frontier) Host(o weburl.Origin) (aranea.Host, bool, error) {
	r, found, err := f.storedOrigin(o.ID())
	if err != nil || !found {
		return aranea.Host{}, false, err
	}
	v, err := f.storedView(&r)
	return v, err == nil, err
}

// storedView joins what is stored of an origin and its host.
func (f *Frontier) storedView(o *record.Origin) (aranea.Host, error) {
	h, err := clocks.Stored(f.kv, o.Origin.ID(), o.Origin.Host())
	f.mu.Lock()
	foreign := o.IsForeign()
	if k, ok := f.hosts[o.Origin.Host()]; ok {
		h.Next = k.next() // the record may be later: see hostState.put
		foreign = foreign && k.isForeign()
	}
	_, delay := f.delays(o.Origin.Host(), &h, foreign)
	f.mu.Unlock()
	return o.View(&h, delay), err
}

// Robots returns the newest robots copy of an origin, false if there is none.
func (f *Frontier) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, _, found, err := robotscopies.Newest(f.kv, o.ID())
	return c, found, err
}

// RobotsHistory yields the robots copies of an origin, the newest first, as far as they are kept.
func (f *Frontier) RobotsHistory(o weburl.Origin) iter.Seq2[acquire.Copy, error] {
	return robotscopies.All(f.kv, o.ID())
}

// Twin returns the indexed page whose text has the fingerprint.
func (f *Frontier) Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error) {
	if err := f.texts.Prepare(); err != nil { // here, where no lock is held
		return weburl.ID{}, "", false, err
	}
	id, err = f.texts.Holder(fp)
	if err != nil || id.IsZero() {
		return weburl.ID{}, "", false, err
	}
	e, found, err := f.storedEntry(id)
	if err != nil || !found {
		return weburl.ID{}, "", false, err
	}
	return id, e.URL.String(), true, nil
}

// Trail returns the events of the last visits of a URL in chronological order. The robots file
// of a host has a trail under the ID of its URL.
func (f *Frontier) Trail(id weburl.ID) ([]aranea.Event, error) {
	e, _, err := f.storedEntry(id)
	if err != nil {
		return nil, err
	}
	return trails.Of(f.kv, id, &e)
}
