// Package seedreport follows the URLs that operators name to where they lead, and says what became of
// them.
//
// Floor: 4 (acts), inside crawl. Stability: engine; the JSON of its types is part of reports. It
// requests nothing and changes nothing.
package seedreport

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Entries looks up known URLs.
type Entries interface {
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// StoredReason returns the reason of an entry, apart from those of its whole host, none if
	// the URL is not known. It costs less than the entry.
	StoredReason(id weburl.ID) (aranea.Reason, error)
}

// Mirrors is what robots files say of mirrors.
type Mirrors interface {
	// Named returns the other host that the robots file of an origin names as the main mirror, ""
	// if none.
	Named(o weburl.Origin) (weburl.Origin, error)
}

var _ Mirrors = (*learn.Learner)(nil)

// Files are the robots copies of a frontier.
type Files interface {
	// Robots returns the newest robots copy of an origin, false if there is none.
	Robots(origin weburl.Origin) (acquire.Copy, bool, error)
}

// MaxHops is the most redirects that are followed from a URL.
const MaxHops = 10

// MaxListed is how many seeds of each kind a report lists.
const MaxListed = 100

// A Move says that a seed leads to another origin.
type Move struct {
	Seed string `json:"seed"`
	To   string `json:"to"`
}

// A Denied is a seed that a robots file denies, or that leads to such a URL.
type Denied struct {
	Seed string    `json:"seed"`
	Why  string    `json:"why"`  // the deciding line
	Read time.Time `json:"read"` // when the file was read
}

// A Robots is a seed that is the robots file of its origin, which is no page.
type Robots struct {
	Seed   string    `json:"seed"`
	Answer string    `json:"answer"` // in a few words: a status, or why there was none
	At     time.Time `json:"at"`
}

// A NotIndexed is a URL that was named and is not in the index.
type NotIndexed struct {
	URL    string        `json:"url"`
	To     string        `json:"to,omitempty"` // the URL to which it led, which Reason is about
	Reason aranea.Reason `json:"reason"`
	Detail string        `json:"detail,omitempty"` // the evidence in a few words
}

// end follows the redirects of a seed as far as they were visited.
func end(p Entries, seed weburl.URL) (verdict.SeedEnd, error) {
	out := verdict.SeedEnd{Seed: seed}
	for u, hops := seed, 0; hops <= MaxHops; hops++ {
		e, known, err := p.EntryByID(u.ID())
		if err != nil {
			return out, fmt.Errorf("read where seed %s leads: %w", seed, err)
		}
		if !known {
			return out, nil
		}
		if e.State == aranea.StateExcluded && hops > 0 && e.Reason != aranea.MirrorMoved {
			out.Beyond = e
			return out, nil
		}
		out.Last = e
		if !leadsOn(e.Reason) {
			return out, nil
		}
		if u, err = weburl.Parse(e.Target); err != nil {
			return out, nil //nolint:nilerr // a target that is no URL leads nowhere
		}
	}
	return out, nil
}

// leadsOn reports whether an entry with a reason leads to its target.
func leadsOn(r aranea.Reason) bool {
	return r == aranea.HTTPRedirect || r == aranea.DirectiveRefresh || r == aranea.MirrorMoved
}

// Ends returns where URLs lead to, as far as they were visited.
func Ends(p Entries, m Mirrors, urls []weburl.URL) ([]verdict.SeedEnd, error) {
	ends := make([]verdict.SeedEnd, 0, len(urls))
	for _, u := range urls {
		e, err := end(p, u)
		if err == nil && e.Last.Reason == aranea.RobotsDenied {
			e.Main, err = m.Named(e.Last.URL.Origin())
		}
		if err != nil {
			return nil, err
		}
		ends = append(ends, e)
	}
	return ends, nil
}

// Led returns where seeds moved to within their sites, as far as they were visited; pass them
// to scope.Rules.With to get the scope of the crawl. If site is not "", only its seeds count. The
// result is not nil unless there is an error.
func Led(ctx context.Context, p Entries, rules scope.Rules, site string) ([]weburl.URL, error) {
	all := []weburl.URL{}
	for _, seed := range rules.Seeds() {
		if site != "" && seed.Origin().Site() != site {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		reason, err := p.StoredReason(seed.ID())
		if err != nil {
			return nil, err
		}
		if !leadsOn(reason) {
			continue // of many seeds, few lead elsewhere
		}
		led, err := end(p, seed)
		if err != nil {
			return nil, err
		}
		if to := led.Last.URL; !to.IsZero() && to.Origin() != seed.Origin() && rules.Leads(seed, to) {
			all = append(all, to)
		}
	}
	return all, nil
}

// Moves lists the seeds that moved within their sites and those that lead out
// of the scope.
func Moves(ends []verdict.SeedEnd) (moved, away []Move) {
	for _, e := range ends {
		to := e.Last.URL
		switch {
		case e.Away() && len(away) < MaxListed:
			away = append(away, Move{Seed: e.Seed.String(), To: e.Last.Target})
		case !e.Away() && !e.Elsewhere() && !to.IsZero() && to.Origin() != e.Seed.Origin() && len(moved) < MaxListed:
			moved = append(moved, Move{Seed: e.Seed.String(), To: to.String()})
		}
	}
	return moved, away
}

// Ruled lists the seeds that robots files deny, and those that are robots files and were
// requested since a run began.
func Ruled(f Files, ends []verdict.SeedEnd, began time.Time) (denied []Denied, asked []Robots, err error) {
	for i := range ends {
		end := &ends[i]
		e := &end.Last
		if end.Beyond.State != aranea.StateUnknown {
			e = &end.Beyond
		}
		isDenied := e.Reason == aranea.RobotsDenied && len(denied) < MaxListed
		isRobots := end.Seed.IsRobots() && len(asked) < MaxListed
		if !isDenied && !isRobots {
			continue
		}
		of := end.Seed.Origin()
		if isDenied {
			of = e.URL.Origin()
		}
		cp, _, err := f.Robots(of)
		if err != nil {
			return nil, nil, fmt.Errorf("read robots copy of %s: %w", of, err)
		}
		switch {
		case isDenied && !cp.DownSince.IsZero(): // the last good copy counts
			denied = append(denied, Denied{Seed: end.Seed.String(), Why: e.Detail, Read: cp.FetchedAt})
		case isDenied:
			denied = append(denied, Denied{Seed: end.Seed.String(), Why: e.Detail, Read: cp.CheckedAt})
		case !cp.CheckedAt.Before(began):
			asked = append(asked, Robots{Seed: end.Seed.String(), Answer: cp.Detail, At: cp.CheckedAt})
		}
	}
	return denied, asked, nil
}

// Of returns the ends of some of the seeds.
func Of(ends []verdict.SeedEnd, seeds []weburl.URL) []verdict.SeedEnd {
	wanted := make(map[weburl.URL]bool, len(seeds))
	for _, u := range seeds {
		wanted[u] = true
	}
	return slices.DeleteFunc(slices.Clone(ends), func(e verdict.SeedEnd) bool { return !wanted[e.Seed] })
}

// Unindexed lists those of the seeds that are not in the index. If the crawl was stopped, those
// that wait are no news.
func Unindexed(ends []verdict.SeedEnd, stopped bool) (out []NotIndexed) {
	for i := range ends {
		why, to, is := ends[i].NotIndexed()
		if is && !(stopped && ends[i].Last.Waits()) && len(out) < MaxListed {
			out = append(out, NotIndexed{URL: ends[i].Seed.String(), To: to, Reason: why, Detail: ends[i].Decisive().Detail})
		}
	}
	return out
}
