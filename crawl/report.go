package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/verdict"
)

// report judges the run.
func (c *Crawler) report(ctx context.Context, start time.Time, ending verdict.Ending, until time.Time) (runreport.Report, error) {
	counts, hosts := c.frontier.Counts()
	did := c.tally.Counts()
	r := runreport.Report{
		Ending: ending, Counts: counts, Run: did.Sum, Again: did.Again, Lists: did.Lists, Broken: did.Broken, Scans: did.Scans, Items: did.Items, Hosts: hosts, Errors: did.Failures, Fenced: did.Fenced,
		Until: until, Elapsed: c.opt.Now().Sub(start), Rendering: c.opt.Rendering.Cost(),
	}
	_, r.Known = c.frontier.HostTotals()
	if ending == verdict.EndFailed {
		r.Judge(verdict.Situation{Ending: ending})
		return r, nil
	}
	t, err := c.frontier.Troubles(ctx, runreport.MaxTrouble)
	if err != nil {
		return r, fmt.Errorf("list the hosts in trouble: %w", err)
	}
	r.Barred = t.Barred
	r.Counts[aranea.CountQueued] -= min(t.Barred, counts[aranea.CountQueued])
	judged := r.Counts
	judged[aranea.CountQueued] -= min(unmet(t.List), judged[aranea.CountQueued])
	if ending == verdict.EndDeferred && judged[aranea.CountQueued]+judged[aranea.CountDue] == 0 {
		r.Ending, r.Until = verdict.EndFinished, time.Time{} // nothing but links to sites that do not answer
	}
	r.Trouble, r.Troubled = c.tally.Trouble(t, runreport.MaxTrouble)
	ends, err := c.seedEnds()
	if err != nil {
		return r, err
	}
	r.Moved, r.Away = seedreport.Moves(ends)
	if r.Denied, r.Robots, err = seedreport.Ruled(c.frontier, ends, start); err != nil {
		return r, err
	}
	r.Judge(verdict.Situation{Ending: r.Ending, Counts: judged, Waiting: t, Trouble: r.Trouble, Ends: ends, Room: c.room, Logins: c.opt.LoginsFailing})
	return r, nil
}

// unmet counts the entries that wait for hosts which never answered and to which only canonical
// links and the search for mirrors lead. Nobody misses them: the pages that name them are there.
func unmet(list []aranea.Trouble) (n uint64) {
	for _, t := range list {
		if t.Unmet && (t.Reason == aranea.RobotsUnreachable || t.Reason == aranea.ScheduleBackoff) {
			n += t.Queued
		}
	}
	return n
}

func (c *Crawler) progress(now time.Time) runreport.Progress {
	counts, hosts := c.frontier.Counts()
	did := c.tally.Counts()
	return runreport.Progress{
		At: now, Counts: counts, Run: did.Sum, Hosts: hosts, Errors: did.Failures,
		Outstanding: int(c.flow.uncommitted.Load()), Reading: int(c.reading.Load()), Longest: c.outside.Longest(), LastURL: did.LastURL, Left: c.tally.TimeLeft(now, c.frontier.TimeLeft), Paused: c.paused.Load(),
		Rendering: c.opt.Rendering.Cost(),
	}
}

// watch passes on progress.
func (c *Crawler) watch(p runreport.Progress) {
	if c.opt.Watch == nil {
		return
	}
	c.watching.Lock()
	defer c.watching.Unlock()
	c.opt.Watch(p)
}

// watchWaiting reports that nothing happens until an instant, and which host causes that.
func (c *Crawler) watchWaiting(ctx context.Context, until time.Time) error {
	if c.opt.Watch == nil {
		return nil
	}
	p := c.progress(c.opt.Now())
	p.Until = until
	if p.Errors > 0 && until.Sub(p.At) >= time.Second { // shorter waits are normal
		t, err := c.frontier.Troubles(ctx, 1)
		if err != nil {
			return fmt.Errorf("list the hosts in trouble: %w", err)
		}
		// If a healthy host has entries, its delay is what the run waits for.
		if list, _ := c.tally.Trouble(t, runreport.MaxTrouble); len(t.List) > 0 && t.Queued >= p.Counts[aranea.CountQueued] {
			p.Waiting = list[0]
		}
	}
	c.watch(p)
	return nil
}
