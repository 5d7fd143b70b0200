package ratelimit

import (
	"maps"

	"github.com/aranea-search/aranea/frontier/record"
)

// maxTaken is the number of paces that taken remembers, in about 50 bytes each.
const maxTaken = 1 << 16

// maxTurns is the maximum number of turns of a pace that a waiting origin is deferred at once:
// it may be late by that many spaces if the others leave.
const maxTurns = 64

// taken remembers until when paces are taken, so that an origin whose record does not say so
// need not be read to find out. For paces that it has forgotten the record is read, unless all
// of them are over. The zero taken is empty.
type taken struct {
	paces  map[Key]turn
	others record.Pace // the last instant of those that it does not remember, and the widest space of all
}

type turn struct {
	until, space record.Instant
	waiting      int // origins deferred since
}

// take records that a pace is taken until an instant, and the distance between its turns.
func (t *taken) take(p Key, now record.Instant, until record.Pace, space record.Instant) {
	if t.paces == nil {
		t.paces = map[Key]turn{}
	}
	if _, known := t.paces[p]; !known && len(t.paces) >= maxTaken {
		t.forget(func(x turn) bool { return x.until <= now })
		if len(t.paces) >= maxTaken {
			t.forget(func(turn) bool { return true })
		}
	}
	t.others.Space = max(t.others.Space, until.Space)
	t.paces[p] = turn{until: until.Next, space: space}
}

// forget forgets some paces, but not until when they are taken.
func (t *taken) forget(which func(turn) bool) {
	maps.DeleteFunc(t.paces, func(_ Key, x turn) bool {
		if !which(x) {
			return false
		}
		t.others.Next = max(t.others.Next, x.until)
		return true
	})
}

// store adds a stored pace. All of them must be added before isOver is called.
func (t *taken) store(p record.Pace) {
	t.others = record.Pace{Next: max(t.others.Next, p.Next), Space: max(t.others.Space, p.Space)}
}

// isOver reports whether a pace, whatever is stored of it, delays nobody any more: its last
// request has been sent, which may have taken late, and the space of a request of an earlier
// process, counted from when this one began, is over; if that space is unknown, the operator's
// delay is used.
func (t *taken) isOver(p Key, now, began, late, delay record.Instant) bool {
	_, known := t.paces[p]
	return !known && began != 0 && max(t.others.Next+late, began+max(t.others.Space, delay)) <= now
}

// next returns when an origin that waits for a pace is to try again, each caller one turn later,
// or 0 if nothing is known that delays it.
func (t *taken) next(p Key, now record.Instant) record.Instant {
	x, known := t.paces[p]
	if !known || x.until <= now {
		return 0
	}
	at := x.until + x.space*record.Instant(x.waiting%maxTurns)
	x.waiting++
	t.paces[p] = x
	return at
}
