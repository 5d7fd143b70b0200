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
// so. The zero Taken is empty.
type Taken struct {
	paces map[Pace]taken
}

type taken struct {
	until, space record.Instant
	waiting      int // who were sent ahead since
}

// Take notes that a pace is taken until an instant, and how far apart its turns are.
func (t *Taken) Take(p Pace, now, until, space record.Instant) {
	if t.paces == nil {
		t.paces = map[Pace]taken{}
	}
	if _, known := t.paces[p]; !known && len(t.paces) >= maxTaken {
		maps.DeleteFunc(t.paces, func(_ Pace, x taken) bool { return x.until <= now })
		if len(t.paces) >= maxTaken {
			clear(t.paces)
		}
	}
	t.paces[p] = taken{until: until, space: space}
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
