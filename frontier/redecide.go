package frontier

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/closedorigins"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// Redecide applies a changed robots file to a part of the known entries of an origin, so that
// others get their turn between two parts: to at most most entries, or some thousands if most is
// 0. decide changes an entry and returns the steps of its trail, none if it stays. Before the
// part is stored, apply is called with the documents to hide, show or delete in the index, at
// most 256 at once, and must make that durable before it returns. Entries that are leased, and
// those that the operator removed, stay as they are; in the process that read the new file,
// nothing of the origin is leased until its last part is done.
//
// The first part begins after the zero ID, each further one after the ID that is returned, until
// that is zero: then the trail of the robots file says what was done in all, and the origin is
// no longer one of Undecided. If the parts are interrupted, all of them are repeated.
func (f *Frontier) Redecide(ctx context.Context, now time.Time, did *aranea.RobotsChange, behind weburl.ID, most int, decide func(*aranea.Entry) []aranea.Event, apply func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	_, next, err := f.amendSome(ctx, now, Filter{Origin: did.Origin, After: behind}, edit{
		most:  most,
		apply: apply,
		change: func(e *record.Entry) ([]aranea.Event, bool) {
			if _, removed := f.Removed(e.URL); removed {
				return nil, false
			}
			steps := decide(&e.Entry)
			return steps, len(steps) > 0
		},
		tell: func(before, after *aranea.Entry) { did.Note(before, after) },
	})
	if err != nil || !next.IsZero() {
		return next, err
	}
	return next, f.durably(ctx, now, "decide anew", func(c *change) error { return f.endRedecide(c, did) })
}

// endRedecide records that all entries of the origin are decided.
func (f *Frontier) endRedecide(c *change, did *aranea.RobotsChange) error {
	id := f.identities.Of(did.Origin)
	s, err := f.origin(did.Origin, id)
	if err != nil {
		return err
	}
	did.Findable, s.anew, c.origins[s] = s.Counts[aranea.CountIndexed], false, true
	c.b.Delete(record.UndecidedKey(id))
	if did.Closed+did.Opened > 0 {
		c.tellOrigin(s, []aranea.Event{{At: c.now.Time(), Reason: aranea.RobotsChanged, Detail: did.Within(aranea.MaxDetail)}})
	}
	return nil
}

// Undecided returns at most max origins whose robots file has changed and whose known pages were
// not all redecided since.
func (f *Frontier) Undecided(ctx context.Context, max int) ([]weburl.Origin, error) {
	var origins []weburl.Origin
	for p, err := range f.kv.Scan([]byte{record.TableUndecided}, []byte{record.TableUndecided + 1}) {
		if err != nil {
			return nil, fmt.Errorf("list origins to decide anew: %w", err)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(p.Key) != 1+record.OriginLen {
			return nil, record.Corrupt(p.Key, record.ErrRecord)
		}
		h, found, err := f.storedOrigin(weburl.OriginID(p.Key[1:]))
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, record.Corrupt(p.Key, record.ErrRecord)
		}
		if origins = append(origins, h.Origin); len(origins) == max {
			break
		}
	}
	return origins, nil
}

// Closed returns the origins whose robots file has closed every page that could be found, those
// with the most documents first, at most closedorigins.Max.
func (f *Frontier) Closed() []closedorigins.Origin {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closed.All()
}
