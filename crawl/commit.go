package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// commitAll commits visits in batches until done is closed.
func (c *Crawler) commitAll(ctx context.Context, done <-chan visited) error {
	batch := make([]visited, 0, c.opt.BatchPages)
	for first := range done {
		batch = append(batch[:0], first)
		batch = c.gather(batch, done)
		if err := c.Exclusive(func() error { return c.commit(ctx, batch) }); err != nil {
			return err
		}
		clear(batch)
		c.flow.committed(len(batch))
	}
	return nil
}

// gather adds visits to the batch until it is full, its oldest visit has waited
// long enough, or nothing else is under way.
func (c *Crawler) gather(batch []visited, done <-chan visited) []visited {
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

// commit plans the batch and carries the outcomes out: the index first, so that
// an entry is never marked as indexed before its document is durable, then the
// frontier, which ends the leases.
func (c *Crawler) commit(ctx context.Context, batch []visited) error {
	now := c.opt.Now()
	outcomes, err := c.planBatch(now, batch)
	if err != nil {
		return err
	}
	changes := make([]aranea.IndexChange, 0, len(outcomes))
	for i := range outcomes {
		if outcomes[i].Index.Action != aranea.IndexKeep {
			changes = append(changes, outcomes[i].Index)
		}
	}
	if len(changes) > 0 {
		if err := c.indexer.Apply(ctx, changes); err != nil {
			return fmt.Errorf("commit %d visits to the index: %w", len(batch), err)
		}
	}
	if _, err := c.frontier.Commit(ctx, now, outcomes); err != nil {
		return fmt.Errorf("commit %d visits to the frontier: %w", len(batch), err)
	}
	c.tally.add(outcomes)
	c.watch(c.progress(now))
	return nil
}

// planBatch plans each visit. A page whose twin is planned for the index in the
// same batch is a duplicate of it.
func (c *Crawler) planBatch(now time.Time, batch []visited) ([]aranea.Outcome, error) {
	type holder struct {
		id  weburl.ID
		url string
	}
	opt := c.opt
	opt.Scope = c.area.now()
	fresh := make(map[aranea.Fingerprint]holder)
	outcomes := make([]aranea.Outcome, 0, len(batch))
	for i := range batch {
		v := &batch[i]
		f := facts{now: now, visited: v}
		if v.page != nil && !v.page.Fingerprint.IsZero() {
			if h, ok := fresh[v.page.Fingerprint]; ok {
				f.twin, f.twinURL, f.hasTwin = h.id, h.url, true
			} else {
				var err error
				f.twin, f.twinURL, f.hasTwin, err = c.frontier.Twin(v.page.Fingerprint)
				if err != nil {
					return nil, fmt.Errorf("look for twins of %s: %w", v.lease.Entry.URL, err)
				}
			}
		}
		if v.page != nil {
			var err error
			if f.canonical, err = c.canonicalEntry(v.page); err != nil {
				return nil, err
			}
		}
		if v.lease.Entry.Kind == aranea.KindRobots {
			var err error
			if f.robots, _, err = c.frontier.Robots(v.lease.Host.Origin); err != nil {
				return nil, fmt.Errorf("read robots copy of %s: %w", v.lease.Host.Origin, err)
			}
		}
		out := plan(opt, f)
		if out.Index.Action == aranea.IndexPut && !out.Entry.Fingerprint.IsZero() {
			fresh[out.Entry.Fingerprint] = holder{out.Entry.URL.ID(), out.Entry.URL.String()}
		}
		outcomes = append(outcomes, out)
	}
	return outcomes, nil
}

// canonicalEntry returns what is known of the page's canonical URL, the zero
// entry if nothing is.
func (c *Crawler) canonicalEntry(p *aranea.Page) (aranea.Entry, error) {
	u := p.Canonical()
	if u.IsZero() {
		return aranea.Entry{}, nil
	}
	e, _, err := c.frontier.EntryByID(u.ID())
	if err != nil {
		return e, fmt.Errorf("look for %s, the canonical URL of %s: %w", u, p.URL, err)
	}
	return e, nil
}
