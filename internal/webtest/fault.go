package webtest

import (
	"math/rand/v2"
	"strings"
	"time"
)

// A Fault is a set of kinds of trouble.
type Fault uint32

// The kinds of trouble. The zero Fault is a web where all goes well.
const (
	Silent     Fault = 1 << iota // machines that drop packets
	Refusing                     // machines that refuse connections
	Resetting                    // connections that end in an answer
	Dripping                     // bodies that come a byte at a time
	Failing                      // 5xx
	Throttling                   // 429 and 503 with Retry-After
	Slow                         // answers that begin late or never
	Nameless                     // names that cannot be looked up
	Rebinding                    // names that lead to private addresses
	Moving                       // robots files that change
	Changing                     // pages that change, come and go
	Lying                        // types and character sets that are not as declared, bombs, cut bodies
	Sharing                      // many names at one address
	Mirroring                    // two hosts with the same pages
	Trapping                     // endless spaces of URLs
	Wildcard                     // a zone in which every name is a host
	Storming                     // 429 and 503 from all hosts of a machine at once
	Wavering                     // pages that ask now and then not to be indexed
	Listed                       // sitemaps that name pages to which nothing links: late, packed, lying
	Denying                      // missing pages that are answered as if they were there
	Several                      // names of two addresses, one of which may be dead
	Noticed                      // sites that name their changes, and liars who do so
	Closed                       // parts behind a login, by form or by Basic authentication
	Splitting                    // mirrors that become sites of their own
	Ailing                       // single pages of good hosts that answer 503 or 500 for ever

	// Everything is all of them.
	Everything Fault = 1<<iota - 1
)

var faultNames = [...]string{
	"silent", "refusing", "resetting", "dripping", "failing", "throttling", "slow", "nameless", "rebinding",
	"moving", "changing", "lying", "sharing", "mirroring", "trapping", "wildcard", "storming", "wavering",
	"listed", "denying", "several", "noticed", "closed", "splitting", "ailing",
}

// String returns the names of the kinds, with plus signs between them.
func (f Fault) String() string {
	var names []string
	for i, n := range faultNames {
		if f.has(1 << i) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "+")
}

func (f Fault) has(kind Fault) bool { return f&kind != 0 }

// A Spell is a time in which a machine or a host makes one kind of trouble.
type Spell struct {
	From, Until time.Time
	Fault       Fault
	Strength    int // what it means depends on the kind
}

// spells draws spells of the given kinds. They end after two thirds of the span.
func (w *Web) spells(rnd *rand.Rand, kinds Fault) []Spell {
	var out []Spell
	end := w.opt.Span * 2 / 3
	for i := range faultNames {
		kind := Fault(1 << i)
		if !kinds.has(kind) || !w.opt.Faults.has(kind) || rnd.IntN(3) > 0 {
			continue
		}
		for range 1 + rnd.IntN(4) {
			from := time.Duration(rnd.Int64N(int64(end)))
			if rnd.IntN(4) == 0 {
				from = 0 // from the first contact on
			}
			// From seconds to days.
			last := time.Second << rnd.IntN(19)
			until := min(from+last+time.Duration(rnd.Int64N(int64(last))), end)
			out = append(out, Spell{w.start.Add(from), w.start.Add(until), kind, rnd.IntN(100)})
		}
	}
	return out
}

// under returns the spell that is on at an instant, false if there is none.
func under(spells []Spell, at time.Time, kinds Fault) (Spell, bool) {
	for _, s := range spells {
		if kinds.has(s.Fault) && !at.Before(s.From) && at.Before(s.Until) {
			return s, true
		}
	}
	return Spell{}, false
}
