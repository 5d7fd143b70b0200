package turns

import (
	"maps"

	"github.com/aranea-search/aranea/frontier/record"
)

// A Pace names what origins share besides their hosts: an address, or a site.
// The zero Pace is none.
type Pace uint64

// maxTaken bounds the paces that Taken remembers, in about 50 bytes each.
const maxTaken = 1 << 16

// maxTurns bounds how many turns of a pace one who waits for it may be sent ahead:
// that many spaces it may be asked for too late, if the others leave.
const maxTurns = 64

// Taken remembers until when paces are taken, so that an origin whose record says
// nothing of that need not be read to find out. What it has forgotten is found out
// so, unless all of that is over. The zero Taken is empty.
type Taken struct {
	paces  map[Pace]taken
	others record.Pace // the last instant of those that it does not remember, and the widest space of all
}

type taken struct {
	until, space record.Instant
	waiting      int // who were sent ahead since
}

// Take notes that a pace is taken until an instant, and how far apart its turns are.
func (t *Taken) Take(p Pace, now record.Instant, until record.Pace, space record.Instant) {
	if t.paces == nil {
		t.paces = map[Pace]taken{}
	}
	if _, known := t.paces[p]; !known && len(t.paces) >= maxTaken {
		t.forget(func(x taken) bool { return x.until <= now })
		if len(t.paces) >= maxTaken {
			t.forget(func(taken) bool { return true })
		}
	}
	t.others.Space = max(t.others.Space, until.Space)
	t.paces[p] = taken{until: until.Next, space: space}
}

// forget forgets some paces, but not until when they are taken.
func (t *Taken) forget(which func(taken) bool) {
	maps.DeleteFunc(t.paces, func(_ Pace, x taken) bool {
		if !which(x) {
			return false
		}
		t.others.Next = max(t.others.Next, x.until)
		return true
	})
}

// Stored notes a pace that is stored. All that are have to be noted before IsOver is
// asked.
func (t *Taken) Stored(p record.Pace) {
	t.others = record.Pace{Next: max(t.others.Next, p.Next), Space: max(t.others.Space, p.Space)}
}

// IsOver reports whether a pace, whatever is stored of it, keeps nobody any more: its
// last request has left, for which it may have had so long, and so has one of an earlier
// process, for which this one keeps others away from when it began; with the operator's
// delay if it is not known for how long.
func (t *Taken) IsOver(p Pace, now, began, late, delay record.Instant) bool {
	_, known := t.paces[p]
	return !known && began != 0 && max(t.others.Next+late, began+max(t.others.Space, delay)) <= now
}

// Next returns when one who waits for a pace is to come again, each caller another
// turn, or 0 if nothing is known to keep him.
func (t *Taken) Next(p Pace, now record.Instant) record.Instant {
	x, known := t.paces[p]
	if !known || x.until <= now {
		return 0
	}
	at := x.until + x.space*record.Instant(x.waiting%maxTurns)
	x.waiting++
	t.paces[p] = x
	return at
}
