// Package lastcrawl describes how the last crawl of a data folder ended, and what the operator can
// do.
//
// Floor: 5 (owner), inside engine. Stability: engine; the JSON of a Crawl is part of the
// folder's settings and of the API. It stores nothing itself.
package lastcrawl

import (
	"log/slog"
	"slices"
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// A Crawl describes how the last crawl of a folder ended.
type Crawl struct {
	Began   time.Time       `json:"began"`
	Ended   time.Time       `json:"ended,omitzero"` // zero if the process ended before the crawl
	Verdict verdict.Verdict `json:"verdict"`
	Cause   verdict.Cause   `json:"cause"`
	Why     string          `json:"why"` // one sentence
	// Way is WayOut for commands without --data; it is returned but not stored. Seed, Target and
	// Trouble are what it refers to.
	Way string `json:"way_out,omitempty"`

	Seed    string                `json:"seed,omitempty"`
	Target  string                `json:"target,omitempty"`
	Trouble []verdict.HostTrouble `json:"trouble,omitempty"`

	// UnmatchedFacets and UnmatchedItems are as in the report of the crawl. FoundItems are the rules on
	// items that gave something in this crawl or, with the same words, in one before; stored, but not
	// returned.
	UnmatchedFacets []string `json:"unmatched_facets,omitempty"`
	UnmatchedItems  []string `json:"unmatched_items,omitempty"`
	FoundItems      []string `json:"found_items,omitempty"`
}

// Begun returns the description of a crawl that began at an instant and whose end was not
// recorded.
func Begun(at time.Time) Crawl {
	return Crawl{
		Began: at, Verdict: verdict.Partial, Cause: verdict.CauseBroken,
		Why: "its process ended before it; nothing that was reported as done is lost",
	}
}

// At returns the description of a crawl that ended at an instant, by its report and its error.
// It omits the text of the error, which may contain names of files.
func (c Crawl) At(at time.Time, r *runreport.Report, err error) Crawl {
	c.Ended, c.Verdict, c.Cause, c.Why = at, r.Verdict, r.Cause, r.Why
	c.Seed, c.Target, c.Trouble = r.Seed, r.Target, telling(r.Trouble)
	c.UnmatchedFacets, c.UnmatchedItems, c.FoundItems = r.UnmatchedFacets, r.UnmatchedItems, r.FoundItems
	switch {
	case store.DiskFull(err):
		c.Verdict, c.Cause, c.Why = verdict.NoRoom, verdict.CauseDiskFull, "the disk is full"
	case err != nil:
		c.Verdict, c.Cause, c.Why = verdict.Partial, verdict.CauseBroken, "something of the data folder could not be read or written"
	}
	return c
}

// After returns a pointer to c, which while it is under way knows what was said of items before it; earlier
// is what was told last, nil if nothing was.
func (c Crawl) After(earlier *Crawl) *Crawl {
	if earlier != nil && c.Ended.IsZero() {
		c.FoundItems, c.UnmatchedItems = earlier.FoundItems, earlier.UnmatchedItems
	}
	return &c
}

// Of is At for a crawl with only a report.
func Of(r *runreport.Report) *Crawl {
	c := Crawl{}.At(time.Time{}, r, nil)
	return &c
}

// LackFiles makes the report of a crawl that would be ok one about an archive of which some files could not
// be read.
func LackFiles(r *runreport.Report, files int) {
	if files > 0 && r.Verdict == verdict.OK && r.Cause.IsWhole() {
		j := verdict.LackingFiles(files)
		r.Verdict, r.Cause, r.Why = j.Verdict, j.Cause, j.Sentence()
	}
}

// LogNamed logs what callers of a crawl named that is not in the index.
func LogNamed(l *slog.Logger, r *runreport.Report) {
	for _, n := range r.NotIndexed {
		l.Info("named, and not in the index", "url", n.URL, "to", n.To, "reason", n.Reason, "detail", n.Detail)
	}
}

// maxTold is the number of hosts in trouble that are kept.
const maxTold = 16

// telling returns the hosts in trouble to which WayOut may refer.
func telling(all []verdict.HostTrouble) []verdict.HostTrouble {
	var out []verdict.HostTrouble
	for _, is := range []func(verdict.HostTrouble) bool{wantsLogin, isUntrusted, isWithoutTLS, isDiskDenied} {
		if i := slices.IndexFunc(all, is); i >= 0 && !slices.Contains(out, all[i]) {
			out = append(out, all[i])
		}
	}
	for i := range all {
		if isBarred(all[i]) && len(out) < maxTold {
			out = append(out, all[i])
		}
	}
	return out
}

// Same reports whether both describe the same crawl in the same state; nil means no crawl.
func (c *Crawl) Same(o *Crawl) bool {
	if c == nil || o == nil {
		return c == o
	}
	return c.Began.Equal(o.Began) && c.Ended.Equal(o.Ended)
}

// Told returns a copy of c with Way set.
func (c *Crawl) Told() *Crawl {
	told := *c
	told.Way, told.FoundItems = c.WayOut(""), nil
	return &told
}
