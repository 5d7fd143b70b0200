// Package ended says how the last crawl of a data folder ended, and what helps.
//
// Floor: 5 (owner), inside engine. Stability: engine; the JSON of a Crawl is part of the
// folder's settings and of the API. It stores nothing itself.
package ended

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// A Crawl is how the last crawl of a folder ended.
type Crawl struct {
	Began   time.Time       `json:"began"`
	Ended   time.Time       `json:"ended,omitzero"` // zero if its process ended before it
	Verdict verdict.Verdict `json:"verdict"`
	Cause   verdict.Cause   `json:"cause"`
	Why     string          `json:"why"` // one sentence
	// Way is WayOut of commands without --data, which is told and not stored; Seed, Target
	// and Trouble are what it is about.
	Way string `json:"way_out,omitempty"`

	Seed    string                `json:"seed,omitempty"`
	Target  string                `json:"target,omitempty"`
	Trouble []verdict.HostTrouble `json:"trouble,omitempty"`
}

// Begun is what is told of a crawl that began at an instant and left no word of its end.
func Begun(at time.Time) Crawl {
	return Crawl{
		Began: at, Verdict: verdict.Partial, Cause: verdict.CauseBroken,
		Why: "its process ended before it; nothing that was reported as done is lost",
	}
}

// At returns how the crawl ended, at an instant, by its report and its error. The words of
// an error are not told: they may name files of the machine.
func (c Crawl) At(at time.Time, r *crawl.Report, err error) Crawl {
	c.Ended, c.Verdict, c.Cause, c.Why = at, r.Verdict, r.Cause, r.Why
	c.Seed, c.Target, c.Trouble = r.Seed, r.Target, telling(r.Trouble)
	switch {
	case store.DiskFull(err):
		c.Verdict, c.Cause, c.Why = verdict.NoRoom, verdict.CauseDiskFull, "the disk is full"
	case err != nil:
		c.Verdict, c.Cause, c.Why = verdict.Partial, verdict.CauseBroken, "something of the data folder could not be read or written"
	}
	return c
}

// Of is At for a crawl of which only the report is told.
func Of(r *crawl.Report) *Crawl {
	c := Crawl{}.At(time.Time{}, r, nil)
	return &c
}

// telling returns of hosts in trouble those that a way out may be about.
func telling(all []verdict.HostTrouble) []verdict.HostTrouble {
	var out []verdict.HostTrouble
	for _, is := range []func(verdict.HostTrouble) bool{wantsLogin, isWithoutTLS} {
		if i := slices.IndexFunc(all, is); i >= 0 {
			out = append(out, all[i])
		}
	}
	return out
}

// Same reports whether two are the same crawl at the same time of its life; nil is none.
func (c *Crawl) Same(o *Crawl) bool {
	if c == nil || o == nil {
		return c == o
	}
	return c.Began.Equal(o.Began) && c.Ended.Equal(o.Ended)
}

// Told returns c with its way out.
func (c *Crawl) Told() *Crawl {
	told := *c
	told.Way = c.WayOut("")
	return &told
}
