// Package trails reads the trails of URLs: the events of their last visits.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It does not
// write: the frontier does.
package trails

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Of returns the events of the last visits of a URL in chronological order; e is its entry, zero
// if it has none. A robots file has a trail under the ID of its URL, beside that of a page at
// the same URL.
func Of(kv store.KV, id weburl.ID, e *record.Entry) ([]aranea.Event, error) {
	last, err := e.LastEvents(id)
	if err != nil {
		return nil, err
	}
	var page, robots ring
	prefix := append([]byte{record.TableTrail}, id[:]...)
	for p, err := range kv.Scan(prefix, store.AfterPrefix(prefix)) {
		if err != nil {
			return nil, fmt.Errorf("read trail: %w", err)
		}
		if at := record.TrailKey(id, e.Trails-1, false); e.Last != "" && bytes.Equal(p.Key, at) && (e.Trails > record.TrailSlots || string(p.Value) == e.Last) {
			continue // the slot of the last one has the oldest, or a copy of the last one that was moved here meanwhile
		}
		events, err := record.DecodeEvents(p.Key, p.Value)
		if err != nil {
			return nil, err
		}
		if p.Key[len(p.Key)-1] >= record.TrailSlots {
			robots.add(events)
		} else {
			page.add(events)
		}
	}
	out := slices.Concat(robots.inOrder(), page.inOrder(), last) // events of one instant stay in their order
	slices.SortStableFunc(out, func(a, b aranea.Event) int { return a.At.Compare(b.At) })
	return out, nil
}

// A ring holds the events of visits in the order of their slots.
type ring struct {
	events []aranea.Event
	begins int // index of the oldest
}

func (r *ring) add(events []aranea.Event) {
	if n := len(r.events); n > 0 && len(events) > 0 && events[0].At.Before(r.events[n-1].At) {
		r.begins = n
	}
	r.events = append(r.events, events...)
}

func (r *ring) inOrder() []aranea.Event {
	return slices.Concat(r.events[r.begins:], r.events[:r.begins])
}
