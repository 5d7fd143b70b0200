package frontier

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// A Refreshing says which visited URLs are visited again.
type Refreshing uint8

// The zero Refreshing visits what is due.
const (
	RefreshDue  Refreshing = 0 // those whose next visit is due
	RefreshAll  Refreshing = 1 // all that were visited or given up
	RefreshNone Refreshing = 2 // none
)

var refreshNames = [...]string{"due", "all", "none"}

// String returns "due", "all" or "none".
func (r Refreshing) String() string {
	if int(r) < len(refreshNames) {
		return refreshNames[r]
	}
	return fmt.Sprintf("refreshing(%d)", uint8(r))
}

// ParseRefreshing reads what String returns.
func ParseRefreshing(s string) (Refreshing, bool) {
	for i, name := range refreshNames {
		if s == name {
			return Refreshing(i), true
		}
	}
	return RefreshDue, false
}

// Refresh puts visited URLs into the queue for another visit and returns how
// many: at most max of those that are due, or all. What was known of them stays:
// requests are conditional, and where an entry stands changes only with what the
// visit finds. Unless none are wanted, robots files that have expired are asked
// for again as well, of at most max hosts that were asked before, also if
// nothing else of the host waits; that is forgotten when the frontier is closed.
func (f *Frontier) Refresh(ctx context.Context, now time.Time, which Refreshing, max int) (int, error) {
	if which == RefreshNone {
		return 0, nil
	}
	if err := f.recheckRobots(ctx, record.InstantOf(now), max); err != nil {
		return 0, err
	}
	edit := func(e *record.Entry) *aranea.Event {
		e.Again, e.Due, e.Attempts = true, time.Time{}, 0
		return nil
	}
	if which == RefreshAll {
		return f.amend(ctx, now, Filter{}, wasVisited, nil, edit)
	}
	total := 0
	for total < max {
		ids, err := f.dueVisits(record.InstantOf(now), min(max-total, selectChunk))
		if err != nil || len(ids) == 0 {
			return total, err
		}
		n, err := f.amendPart(ctx, now, ids, wasVisited, edit)
		total += n
		if err != nil || n == 0 {
			return total, err
		}
	}
	return total, nil
}

// wasVisited reports whether an entry was visited or given up and does not wait
// for another visit.
func wasVisited(e *aranea.Entry) bool {
	return !e.Again && (e.State == aranea.StateDone || e.State == aranea.StateGone)
}

// dueVisits returns the URLs whose next visit is due, the earliest first.
func (f *Frontier) dueVisits(now record.Instant, max int) ([]weburl.ID, error) {
	var ids []weburl.ID
	for p, err := range f.kv.Scan(record.VisitKey(0, weburl.ID{}), record.VisitKey(now+1, weburl.ID{})) {
		if err != nil {
			return nil, fmt.Errorf("read the plan of visits: %w", err)
		}
		_, id, err := record.ParseDue(p.Key)
		if err != nil {
			return nil, err
		}
		if ids = append(ids, id); len(ids) == max {
			break
		}
	}
	return ids, nil
}

// NextVisit returns the earliest instant at which a visited URL is due again,
// zero if none is planned.
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

// recheckRobots brings hosts into memory whose robots file has expired, so that
// it is asked for.
func (f *Frontier) recheckRobots(ctx context.Context, now record.Instant, max int) error {
	var stale []weburl.Origin
	for p, err := range f.kv.Scan([]byte{record.TableOrigin}, []byte{record.TableOrigin + 1}) {
		if err != nil {
			return fmt.Errorf("look for expired robots files: %w", err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		h, err := record.DecodeOrigin(p.Key, p.Value)
		if err != nil {
			return err
		}
		if h.Robots.Version == 0 || h.Counts[aranea.CountFetched] == 0 || record.InstantAfter(h.Robots.Expires) > now {
			continue
		}
		if stale = append(stale, h.Origin); len(stale) == max {
			break
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	for _, o := range stale {
		s, err := f.origin(o, f.originID(o))
		if err != nil {
			return f.fail(err)
		}
		s.recheck = true
		f.reschedule(s)
	}
	return nil
}
