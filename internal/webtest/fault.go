package webtest

import (
	"math/rand/v2"
	"strings"
	"time"
)

// A Fault is a set of kinds of trouble.
type Fault uint32

// The kinds of trouble. The zero Fault is a web without trouble.
const (
	Silent     Fault = 1 << iota // machines that drop packets
	Refusing                     // machines that refuse connections
	Resetting                    // connections that end during an answer
	Dripping                     // bodies that are sent byte by byte
	Failing                      // 5xx
	Throttling                   // 429 and 503 with Retry-After
	Slow                         // answers that begin late or never
	Nameless                     // names that cannot be resolved
	Rebinding                    // names that resolve to private addresses
	Moving                       // robots files that change
	Changing                     // pages that change, appear and disappear
	Lying                        // wrong types and character sets, decompression bombs, truncated bodies
	Sharing                      // many names at one address
	Mirroring                    // two hosts with the same pages
	Trapping                     // endless spaces of URLs
	Wildcard                     // a zone in which every name is a host
	Storming                     // 429 and 503 from all hosts of a machine at the same time
	Wavering                     // pages that sometimes ask not to be indexed
	Listed                       // sitemaps with pages to which nothing links: late, compressed, or wrong
	Denying                      // missing pages answered as if they existed
	Several                      // names with two addresses, one of which may be dead
	Noticed                      // sites that send notices of changes, and false notices
	Closed                       // parts behind a login, by form or by Basic authentication
	Splitting                    // mirrors that become separate sites
	Ailing                       // single pages of good hosts that always answer 503 or 500

	// Everything is all of them.
	Everything Fault = 1<<iota - 1
)

var faultNames = [...]string{
	"silent", "refusing", "resetting", "dripping", "failing", "throttling", "slow", "nameless", "rebinding",
	"moving", "changing", "lying", "sharing", "mirroring", "trapping", "wildcard", "storming", "wavering",
	"listed", "denying", "several", "noticed", "closed", "splitting", "ailing",
}

// String returns the names of the kinds, joined by plus signs.
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

// A Spell is a period in which a machine or a host has one kind of trouble.
type Spell struct {
	From, Until time.Time
	Fault       Fault
	Strength    int // its meaning depends on the kind
}

// spells draws spells of the given kinds. They end before two thirds of the span.
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
			// from seconds to days
			last := time.Second << rnd.IntN(19)
			until := min(from+last+time.Duration(rnd.Int64N(int64(last))), end)
			out = append(out, Spell{w.start.Add(from), w.start.Add(until), kind, rnd.IntN(100)})
		}
	}
	return out
}

// under returns the spell at an instant, or false if there is none.
func under(spells []Spell, at time.Time, kinds Fault) (Spell, bool) {
	for _, s := range spells {
		if kinds.has(s.Fault) && !at.Before(s.From) && at.Before(s.Until) {
			return s, true
		}
	}
	return Spell{}, false
}
