package crawl

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/weburl"
)

// commitAll commits visits in batches until done is closed.
func (c *Crawler) commitAll(ctx context.Context, done <-chan visited) error {
	batch := make([]visited, 0, c.opt.BatchPages)
	for first := range done {
		batch = append(batch[:0], first)
		batch = c.collect(batch, done)
		if err := c.Exclusive(func() error { return c.commit(ctx, batch) }); err != nil {
			return err
		}
		c.watch(c.progress(c.opt.Now()))
		clear(batch)
		c.flow.committed(len(batch))
	}
	return c.Exclusive(func() error { return c.zoneLeft(ctx) })
}

// zoneLeft labels again the pages of sites that had too few pages when they were visited.
func (c *Crawler) zoneLeft(ctx context.Context) error {
	again, err := c.opt.Learner.ZoneLeft(c.frontier.EntryByID)
	if err != nil || len(again) == 0 {
		return err
	}
	return c.applyAll(ctx, nil, again)
}

// collect adds visits to the batch until it is full, its oldest visit has waited
// long enough, or nothing else is under way.
func (c *Crawler) collect(batch []visited, done <-chan visited) []visited {
	timer := time.NewTimer(c.opt.BatchWait)
	defer timer.Stop()
	for len(batch) < c.opt.BatchPages && int64(len(batch)) < c.flow.uncommitted.Load() {
		select {
		case v, ok := <-done:
			if !ok {
				return batch
			}
			batch = append(batch, v)
		case <-timer.C:
			return batch
		}
	}
	return batch
}

// commit plans the batch and applies the outcomes: the index first, so that an entry is never
// marked as indexed before its document is durable, then the link graph, then the frontier,
// which ends the leases.
func (c *Crawler) commit(ctx context.Context, batch []visited) error {
	now := c.opt.Now()
	batch, err := c.confirm(ctx, now, batch)
	if err != nil {
		return err
	}
	outcomes, again, err := c.planBatch(now, batch)
	if err != nil {
		return err
	}
	if err := c.applyAll(ctx, outcomes, again); err != nil {
		return err
	}
	if err := c.opt.Learner.Flush(false); err != nil { // durable with what follows
		return err
	}
	fenced, err := c.frontier.Commit(ctx, now, outcomes)
	if err != nil {
		return fmt.Errorf("commit %d visits to the frontier: %w", len(batch), err)
	}
	batch = c.unfenced(batch, fenced)
	outcomes = slices.DeleteFunc(outcomes, func(o aranea.Outcome) bool { return slices.Contains(fenced, o.Lease) })
	c.opt.Rendering.Committed()
	for i := range outcomes {
		c.tally.Add(&batch[i].lease.Entry, batch[i].page, &outcomes[i])
	}
	if err := c.callHeirs(ctx, now, batch, outcomes); err != nil {
		return err
	}
	if err := c.heedRefusals(ctx, now, batch, outcomes); err != nil {
		return err
	}
	for i := range outcomes {
		if outcomes[i].Redecide {
			done, err := c.redecidePart(ctx, now, outcomes[i].Host.Origin)
			if err != nil {
				return err
			}
			if !done {
				c.flow.undecided()
			}
		}
	}
	return c.settleSome(ctx, now)
}

// callHeirs queues a copy of each page that stood for a text and no longer does.
func (c *Crawler) callHeirs(ctx context.Context, now time.Time, batch []visited, outcomes []aranea.Outcome) error {
	var gone replacement.Gone
	for i := range outcomes {
		before, after := &batch[i].lease.Entry, &outcomes[i].Entry
		if before.Found() && (!after.Found() || after.Fingerprint != before.Fingerprint) {
			gone.Add(before.URL)
		}
	}
	_, err := gone.Requeue(ctx, now, c.graph, c.frontier)
	return err
}

// askHome is the reason for the visit in the trail of a home page.
const askHome = "its host refused pages that it gave before"

// heedRefusals queues the home pages of hosts that may refuse everything, to find out, and tells
// of hosts that begin or cease to.
func (c *Crawler) heedRefusals(ctx context.Context, now time.Time, batch []visited, outcomes []aranea.Outcome) error {
	var homes []weburl.ID
	for i := range outcomes {
		before, after := &batch[i].lease.Host, &outcomes[i].Host
		if c.opt.Refuses != nil && before.RefusedSince.IsZero() != after.RefusedSince.IsZero() {
			c.opt.Refuses(*before, *after)
		}
		if outcomes[i].Refused && after.Refusals == refusal.AskHome {
			homes = append(homes, after.Origin.Root().ID())
		}
	}
	if len(homes) == 0 {
		return nil
	}
	_, err := c.frontier.Requeue(ctx, now, homes, askHome, false)
	return err
}

// confirm returns the visits except those whose leases are fenced, which must not reach the
// index.
func (c *Crawler) confirm(ctx context.Context, now time.Time, batch []visited) ([]visited, error) {
	ids := make([]aranea.LeaseID, 0, len(batch))
	for i := range batch {
		ids = append(ids, batch[i].lease.ID)
	}
	fenced, err := c.frontier.Confirm(ctx, now, ids)
	if err != nil {
		return nil, fmt.Errorf("confirm %d leases: %w", len(ids), err)
	}
	return c.unfenced(batch, fenced), nil
}

// unfenced returns the visits except those whose leases are fenced, and counts the latter.
func (c *Crawler) unfenced(batch []visited, fenced []aranea.LeaseID) []visited {
	if len(fenced) == 0 {
		return batch
	}
	c.tally.Fence(len(fenced))
	live := make([]visited, 0, len(batch))
	for i := range batch {
		if !slices.Contains(fenced, batch[i].lease.ID) {
			live = append(live, batch[i])
		}
	}
	return live
}

// applyAll applies outcomes to the index and the link graph, and again, pages that are indexed
// again, to the index.
func (c *Crawler) applyAll(ctx context.Context, outcomes []aranea.Outcome, again []aranea.IndexChange) error {
	changes := again
	links := make([]aranea.EdgeChange, 0, len(outcomes))
	for i := range outcomes {
		if outcomes[i].Index.Action != aranea.IndexKeep {
			changes = append(changes, outcomes[i].Index)
		}
		if d := outcomes[i].Displaced; d != nil {
			changes, links = append(changes, d.Index), append(links, *d.Edges)
		}
		if outcomes[i].Edges != nil {
			links = append(links, *outcomes[i].Edges)
		}
	}
	if len(changes) > 0 {
		if err := c.indexer.Apply(ctx, changes); err != nil {
			return fmt.Errorf("commit %d visits to the index: %w", len(outcomes), err)
		}
	}
	if len(links) > 0 {
		if err := c.graph.Apply(ctx, links); err != nil {
			return fmt.Errorf("commit %d visits to the link graph: %w", len(outcomes), err)
		}
	}
	return nil
}

// planBatch plans each visit by the current scope and labels the pages. again are earlier pages
// whose labels changed.
func (c *Crawler) planBatch(now time.Time, batch []visited) (outcomes []aranea.Outcome, again []aranea.IndexChange, err error) {
	opt := c.opt
	opt.Scope = c.area.now()
	planned := twins.NewBatch(c.frontier, c.opt.Learner)
	forms := outlinks.Forms{Known: c.frontier.EntryByID}
	var moved []weburl.URL
	outcomes = make([]aranea.Outcome, 0, len(batch))
	for i := range batch {
		if batch[i].rank, err = planned.Rank(&batch[i].lease.Entry, batch[i].page); err != nil {
			return nil, nil, err
		}
	}
	slices.SortStableFunc(batch, func(a, b visited) int { return a.rank.Compare(b.rank) })
	for i := range batch {
		f, err := c.gather(now, &batch[i], planned)
		if err != nil {
			return nil, nil, err
		}
		if opt.advice, err = c.advice(&f); err != nil {
			return nil, nil, err
		}
		out := plan(opt, f)
		recovery.DropOrphan(&out, c.indexer)
		planned.Add(&out)
		more, err := c.learn(opt, &f, &out, planned)
		if err != nil {
			return nil, nil, err
		}
		outlinks.Zone(f.page, out.Edges)
		if err := forms.Keep(out.Edges); err != nil {
			return nil, nil, err
		}
		again = append(again, more...)
		if !out.Moved.IsZero() {
			moved = append(moved, out.Moved)
		}
		outcomes = append(outcomes, out)
	}
	c.area.follow(moved...)
	return outcomes, again, nil
}
