package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/frontier/closedorigins"
)

// Status returns the state of the cluster: what the nodes that answer say, summed, and beside it the state of
// each. It is an error if all of them are away.
func (f *Front) Status(ctx context.Context) (service.Status, error) {
	standbys := f.standbys(ctx)
	all := askAll(ctx, f, f.nodes, Patience, func(ctx context.Context, n *node) (service.Status, error) {
		s, err := n.Status(ctx)
		for i := range s.Damage {
			s.Damage[i].File = n.in(s.Damage[i].File)
		}
		return s, err
	})
	aside := standbys()
	told, _, err := some(all)
	if err != nil {
		return service.Status{}, err
	}
	sum := told[0].value
	sum.Copied = time.Time{} // of that node alone
	for i := range told[1:] {
		addStatus(&sum, &told[i+1].value)
	}
	slices.Sort(sum.Labels)
	sum.Labels = slices.Compact(sum.Labels)
	slices.Sort(sum.Held)
	sum.Held = slices.Compact(sum.Held)
	slices.SortStableFunc(sum.Closed, func(a, b service.ClosedOrigin) int { return cmp.Compare(b.Hidden, a.Hidden) })
	sum.Closed = sum.Closed[:min(len(sum.Closed), closedorigins.Max)]
	slices.SortStableFunc(sum.Trouble, func(a, b verdict.HostTrouble) int { return cmp.Compare(b.Queued, a.Queued) })
	sum.Trouble = sum.Trouble[:min(len(sum.Trouble), runreport.MaxTrouble)]
	if sum.Crawl != nil {
		sum.Last = nil
	}
	for i := range all {
		n := stateOf(&all[i])
		n.Standby = aside[n.Partition.Number]
		sum.Nodes = append(sum.Nodes, n)
	}
	return sum, nil
}

// standbys asks all standbys at once for their state. What it returns waits for the answers.
func (f *Front) standbys(ctx context.Context) (wait func() map[int]*service.StandbyStatus) {
	all := map[int]*service.StandbyStatus{}
	var asking sync.WaitGroup
	for number, s := range f.asides() {
		state := new(service.StandbyStatus)
		all[number] = state
		asking.Go(func() {
			within, cancel := context.WithTimeout(ctx, Patience)
			defer cancel()
			st, err := s.Status(within)
			switch {
			case err != nil && within.Err() != nil:
				state.Away = errSlow.Error()
			case err != nil:
				state.Away = err.Error()
			}
			state.Copied = st.Copied
		})
	}
	return func() map[int]*service.StandbyStatus { asking.Wait(); return all }
}

// stateOf returns the state of one node.
func stateOf(a *answered[service.Status]) service.NodeStatus {
	out := service.NodeStatus{Partition: a.n.part}
	if a.err != nil {
		out.Away = a.n.reason(a.err).Error()
		return out
	}
	s := &a.value
	out.Version, out.Docs, out.Queued, out.Crawling = s.Version, s.Docs, s.Counts[aranea.CountQueued], s.Crawl != nil
	out.Stopped, out.Paused, out.Damaged = s.Stopped, s.Paused, len(s.Damage)
	out.Copied = s.Copied
	return out
}

// reason returns why a node has not answered a question, without the name of its partition if it is away: that
// stands beside it.
func (n *node) reason(err error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.away != nil && errors.Is(err, n.away) {
		return n.away
	}
	return err
}

// addStatus adds the state of a node to that of others. Crawls are stopped or paused if they are on all nodes;
// the settings are those of the first, since all have the same.
func addStatus(sum, s *service.Status) {
	sum.Since, sum.Crawl = earlier(sum.Since, s.Since), crawlOf(sum.Crawl, s.Crawl)
	sum.InForce, sum.Authorities, sum.ReadOnly = cmp.Or(sum.InForce, s.InForce), cmp.Or(sum.Authorities, s.Authorities), cmp.Or(sum.ReadOnly, s.ReadOnly)
	if s.Last != nil && (sum.Last == nil || s.Last.Ended.After(sum.Last.Ended)) {
		sum.Last = s.Last
	}
	sum.Counts = sum.Counts.Add(s.Counts)
	sum.Asked += s.Asked
	sum.Known += s.Known
	sum.Docs += s.Docs
	sum.Waiting += s.Waiting
	sum.Stopped, sum.Paused = both(sum.Stopped, s.Stopped), both(sum.Paused, s.Paused)
	sum.Labels, sum.Held = slices.Concat(sum.Labels, s.Labels), slices.Concat(sum.Held, s.Held)
	sum.Closed, sum.Trouble, sum.Damage = slices.Concat(sum.Closed, s.Closed), slices.Concat(sum.Trouble, s.Trouble), slices.Concat(sum.Damage, s.Damage)
	sum.Troubled += s.Troubled
	sum.Handover = waiting(sum.Handover, s.Handover)
	sum.Memory += s.Memory
	sum.Disk += s.Disk
	if s.DiskFree != nil && (sum.DiskFree == nil || *s.DiskFree < *sum.DiskFree) {
		sum.DiskFree = s.DiskFree // that of the fullest disk
	}
	if sum.DiskLimit += s.DiskLimit; s.DiskLimit == 0 {
		sum.DiskLimit = 0
	}
	sum.Rendering = sum.Rendering.Add(s.Rendering)
}

// waiting adds what waits at one node to what waits at others, by the partition that it waits for.
func waiting(sum, more []handover.Waiting) []handover.Waiting {
	sum = slices.Clone(sum)
	for _, w := range more {
		i, known := slices.BinarySearchFunc(sum, w.To, func(a handover.Waiting, to int) int { return cmp.Compare(a.To, to) })
		if !known {
			sum = slices.Insert(sum, i, w)
			continue
		}
		sum[i].Pages += w.Pages
		sum[i].More = sum[i].More || w.More
		sum[i].Fault = cmp.Or(sum[i].Fault, w.Fault)
	}
	return sum
}

// both returns since when something holds in two places, zero if it does not hold in one.
func both(a, b time.Time) time.Time {
	switch {
	case a.IsZero() || b.IsZero():
		return time.Time{}
	case a.After(b):
		return a
	}
	return b
}

// earlier returns the earlier one of two instants, of which one may be zero.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// crawlOf adds the crawls of two nodes, nil for none.
func crawlOf(a, b *service.CrawlStatus) *service.CrawlStatus {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return &service.CrawlStatus{
		Since: earlier(a.Since, b.Since), Paused: a.Paused && b.Paused, Callers: a.Callers + b.Callers,
		Seeds: max(a.Seeds, b.Seeds), Rate: a.Rate + b.Rate, Progress: progressOf(&a.Progress, &b.Progress),
	}
}

// progressOf adds the progress of two nodes. They wait only if both do.
func progressOf(a, b *runreport.Progress) runreport.Progress {
	sum := *a
	if b.At.After(a.At) {
		sum.At, sum.LastURL = b.At, b.LastURL
	}
	sum.Counts, sum.Run = a.Counts.Add(b.Counts), a.Run.Add(b.Run)
	sum.Hosts += b.Hosts
	sum.Errors += b.Errors
	sum.Outstanding += b.Outstanding
	sum.Reading += b.Reading
	if a.Longest.URL == "" || b.Longest.URL != "" && b.Longest.Since.Before(a.Longest.Since) {
		sum.Longest = b.Longest
	}
	sum.Paused = a.Paused && b.Paused
	sum.Left = max(a.Left, b.Left)
	if sum.MaxPages += b.MaxPages; min(a.MaxPages, b.MaxPages) == 0 {
		sum.MaxPages = 0
	}
	sum.Rendering = a.Rendering.Add(b.Rendering)
	switch {
	case a.Until.IsZero() || b.Until.IsZero():
		sum.Until, sum.Waiting = time.Time{}, verdict.HostTrouble{}
	case b.Until.Before(a.Until):
		sum.Until, sum.Waiting = b.Until, b.Waiting
	}
	return sum
}

// Stats counts URLs by several criteria, in all partitions. URLs that a node knows and another one visits are
// counted there.
func (f *Front) Stats(ctx context.Context) (service.Stats, error) {
	all := askAll(ctx, f, f.nodes, 0, func(ctx context.Context, n *node) (service.Stats, error) {
		s, err := n.Stats(ctx)
		elsewhere := aranea.ScopePartition.String()
		others := min(s.Reason[elsewhere], s.URLs, s.State[aranea.StateExcluded.String()])
		delete(s.Reason, elsewhere)
		s.URLs -= others
		if excluded := aranea.StateExcluded.String(); s.State[excluded] > others {
			s.State[excluded] -= others
		} else {
			delete(s.State, excluded)
		}
		return s, err
	})
	sum := tally.New()
	stats, err := each(all)
	if err != nil {
		return sum, err
	}
	for i := range stats {
		sum.Join(&stats[i])
	}
	return sum, nil
}
