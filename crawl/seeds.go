package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A Move says that a seed leads to another origin.
type Move struct {
	Seed string `json:"seed"`
	To   string `json:"to"`
}

// A DeniedSeed is a seed that a robots file denies, or that leads to such a URL.
type DeniedSeed struct {
	Seed string    `json:"seed"`
	Why  string    `json:"why"`  // the deciding line
	Read time.Time `json:"read"` // when the file was read
}

// A RobotsSeed is a seed that is the robots file of its origin, which is no page.
type RobotsSeed struct {
	Seed   string    `json:"seed"`
	Answer string    `json:"answer"` // in a few words: a status, or why there was none
	At     time.Time `json:"at"`
}

// MaxMoved is how many moved seeds a report lists, and how many that are denied.
const MaxMoved = 100

// maxJudged is the number of seeds that the verdict on a crawl considers at most.
const maxJudged = 10_000

// findEnd follows the redirects of a seed as far as they were visited.
func findEnd(p Entries, seed weburl.URL) (verdict.SeedEnd, error) {
	end := verdict.SeedEnd{Seed: seed}
	for u, hops := seed, 0; hops <= MaxHops; hops++ {
		e, known, err := p.EntryByID(u.ID())
		if err != nil {
			return end, fmt.Errorf("read where seed %s leads: %w", seed, err)
		}
		if !known {
			return end, nil
		}
		if e.State == aranea.StateExcluded && hops > 0 && e.Reason != aranea.MirrorMoved {
			end.Beyond = e
			return end, nil
		}
		end.Last = e
		if !leadsOn(e.Reason) {
			return end, nil
		}
		if u, err = weburl.Parse(e.Target); err != nil {
			return end, nil //nolint:nilerr // a target that is no URL leads nowhere
		}
	}
	return end, nil
}

// leadsOn reports whether an entry with a reason leads to its target.
func leadsOn(r aranea.Reason) bool {
	return r == aranea.HTTPRedirect || r == aranea.DirectiveRefresh || r == aranea.MirrorMoved
}

// Led returns where seeds moved to within their sites, as far as they were visited; pass them
// to scope.Rules.With to get the scope of the crawl. If site is not "", only its seeds count. The
// result is not nil unless there is an error.
func Led(ctx context.Context, p Entries, rules scope.Rules, site string) ([]weburl.URL, error) {
	led := []weburl.URL{}
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
		end, err := findEnd(p, seed)
		if err != nil {
			return nil, err
		}
		if to := end.Last.URL; !to.IsZero() && to.Origin() != seed.Origin() && rules.Leads(seed, to) {
			led = append(led, to)
		}
	}
	return led, nil
}

// followSeeds extends the scope to where the seeds moved in earlier runs.
func (c *Crawler) followSeeds(ctx context.Context) error {
	if c.opt.Led != nil {
		return nil
	}
	led, err := Led(ctx, c.frontier, c.area.now(), "")
	if err != nil && ctx.Err() != nil {
		return nil //nolint:nilerr // the run is stopped before it begins
	}
	c.area.follow(led...)
	return err
}

// seedEnds returns where the seeds led to, for at most maxJudged seeds.
func (c *Crawler) seedEnds() ([]verdict.SeedEnd, error) {
	seeds := c.area.seeds()
	ends := make([]verdict.SeedEnd, 0, min(len(seeds), maxJudged))
	for _, seed := range seeds[:cap(ends)] {
		end, err := findEnd(c.frontier, seed)
		if err == nil && end.Last.Reason == aranea.RobotsDenied {
			end.Main, err = c.opt.Learner.Named(end.Last.URL.Origin())
		}
		if err != nil {
			return nil, err
		}
		ends = append(ends, end)
	}
	return ends, nil
}

// moves lists the seeds that moved within their sites and those that lead out
// of the scope.
func moves(ends []verdict.SeedEnd) (moved, away []Move) {
	for _, e := range ends {
		to := e.Last.URL
		switch {
		case e.Away() && len(away) < MaxMoved:
			away = append(away, Move{Seed: e.Seed.String(), To: e.Last.Target})
		case !e.Away() && !to.IsZero() && to.Origin() != e.Seed.Origin() && len(moved) < MaxMoved:
			moved = append(moved, Move{Seed: e.Seed.String(), To: to.String()})
		}
	}
	return moved, away
}

// ruled lists the seeds that robots files deny, and those that are robots files and were
// requested since the run began.
func (c *Crawler) ruled(ends []verdict.SeedEnd, began time.Time) (denied []DeniedSeed, robots []RobotsSeed, err error) {
	for i := range ends {
		end := &ends[i]
		e := &end.Last
		if end.Beyond.State != aranea.StateUnknown {
			e = &end.Beyond
		}
		isDenied := e.Reason == aranea.RobotsDenied && len(denied) < MaxMoved
		isRobots := end.Seed.IsRobots() && len(robots) < MaxMoved
		if !isDenied && !isRobots {
			continue
		}
		of := end.Seed.Origin()
		if isDenied {
			of = e.URL.Origin()
		}
		cp, _, err := c.frontier.Robots(of)
		if err != nil {
			return nil, nil, fmt.Errorf("read robots copy of %s: %w", of, err)
		}
		switch {
		case isDenied && !cp.DownSince.IsZero(): // the last good copy counts
			denied = append(denied, DeniedSeed{Seed: end.Seed.String(), Why: e.Detail, Read: cp.FetchedAt})
		case isDenied:
			denied = append(denied, DeniedSeed{Seed: end.Seed.String(), Why: e.Detail, Read: cp.CheckedAt})
		case !cp.CheckedAt.Before(began):
			robots = append(robots, RobotsSeed{Seed: end.Seed.String(), Answer: cp.Detail, At: cp.CheckedAt})
		}
	}
	return denied, robots, nil
}
