package crawl

import (
	"context"

	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/verdict"
)

// maxJudged is the number of seeds that the verdict on a crawl considers at most.
const maxJudged = 10_000

// followSeeds extends the scope to where the seeds moved in earlier runs.
func (c *Crawler) followSeeds(ctx context.Context) error {
	if c.opt.Led != nil {
		return nil
	}
	led, err := seedreport.Led(ctx, c.frontier, c.area.now(), "")
	if err != nil && ctx.Err() != nil {
		return nil //nolint:nilerr // the run is stopped before it begins
	}
	c.area.follow(led...)
	return err
}

// seedEnds returns where the seeds led to, for at most maxJudged seeds.
func (c *Crawler) seedEnds() ([]verdict.SeedEnd, error) {
	seeds := c.area.seeds()
	return seedreport.Ends(c.frontier, c.opt.Learner, seeds[:min(len(seeds), maxJudged)])
}
