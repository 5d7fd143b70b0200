package frontier

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/entries"
	"github.com/aranea-search/aranea/frontier/record"
)

// outlookMax is the number of origins in memory, and the number of dormant ones up to which Left
// examines all of them each time; it is called while a crawl runs.
const outlookMax = 1 << 15

// timeLeftAge is the maximum age of the part of TimeLeft that covers more dormant origins.
const timeLeftAge = record.Instant(time.Minute / time.Microsecond)

// TimeLeft returns the least time that the queued entries need with the delays in force: the
// maximum, over the host names, of entries times delay. It is 0 if no delay limits the crawl.
// Hosts that have to wait for something else do not count. With very many hosts the result may
// be a minute old.
func (f *Frontier) TimeLeft(now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	left := f.dormantTimeLeft(record.InstantOf(now))
	for _, c := range f.hosts {
		var queued uint64
		for _, s := range c.users {
			if s.Blocked == record.NotBlocked && !c.stopped {
				queued += s.Work()
			}
		}
		if need := f.needs(queued, c.delay.Length); need > 0 {
			left = max(left, need+max(c.Next.Time().Sub(now), 0))
		}
	}
	return left
}

// dormantTimeLeft is TimeLeft for the dormant origins alone, each treated as its own host.
func (f *Frontier) dormantTimeLeft(now record.Instant) time.Duration {
	d := &f.asleep
	if f.dormantCount() > outlookMax && now >= d.at && now < d.at+timeLeftAge {
		return d.left
	}
	d.at, d.left = now, dormant.TimeLeft(&f.ready, f.opt.Delay, f.needs)
	return d.left
}

// needs returns the least time that a number of entries of a host with a delay take.
func (f *Frontier) needs(queued uint64, delay time.Duration) time.Duration {
	if f.opt.MaxPages > 0 {
		queued = min(queued, f.counts[aranea.CountDue]+f.counts[aranea.CountLinksWaiting]+f.opt.MaxPages-min(f.counts[aranea.CountNew], f.opt.MaxPages))
	}
	if delay <= 0 {
		return 0
	}
	return time.Duration(min(queued, uint64(maxTimeLeft/delay))) * delay
}

// maxTimeLeft is the maximum result of Left, about a hundred years.
const maxTimeLeft = 100 * 365 * 24 * time.Hour

// Troubles returns the hosts whose queued entries are not visited now, because the network rules
// refuse them, their robots file is unavailable, they refuse everything, or they rest. At most max
// are listed, those with the most entries first.
func (f *Frontier) Troubles(ctx context.Context, max int) (aranea.Troubles, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all aranea.Troubles
	if err := f.usable(ctx); err != nil {
		return all, err
	}
	for _, s := range f.origins {
		t := s.trouble()
		if t.Reason == aranea.ReasonNone {
			continue
		}
		all.Hosts++
		all.Queued += t.Queued
		if t.Reason == aranea.NetGuard {
			all.Barred += t.Queued
		}
		all.List = append(all.List, t)
	}
	if err := f.dormantTroubles(&all, max); err != nil {
		return aranea.Troubles{}, err
	}
	slices.SortFunc(all.List, func(a, b aranea.Trouble) int {
		return cmp.Or(cmp.Compare(b.Queued, a.Queued), cmp.Compare(a.Origin, b.Origin))
	})
	all.List = slices.Clip(all.List[:min(len(all.List), max)])
	for i := range all.List {
		if err := f.evidence(&all.List[i]); err != nil {
			return aranea.Troubles{}, err
		}
	}
	return all, nil
}

// evidence adds what only the store has of a host in trouble.
func (f *Frontier) evidence(t *aranea.Trouble) (err error) {
	if t.Reason == aranea.RobotsUnreachable {
		if err := f.robotsCause(t); err != nil {
			return err
		}
	}
	tries, met := 0, !t.Unmet
	for e, err := range entries.Of(f.kv, t.Origin.ID()) {
		if err != nil {
			return err
		}
		if e.Waits() {
			t.Wanted = t.Wanted || e.How == aranea.HowSeed
			met = met || e.How != aranea.HowCanonical && e.How != aranea.HowMirror
			if t.Reason == aranea.ScheduleBackoff && t.Detail == "" && e.Reason == aranea.ScheduleRetry {
				t.URL, t.Detail = e.URL.String(), e.Detail // why it rests
			}
			t.URL = cmp.Or(t.URL, e.URL.String())
		}
		if tries++; tries == evidenceMax {
			break
		}
	}
	t.Unmet = t.URL != "" && !met
	return nil
}

// robotsCause adds why a robots file is unavailable: the step of the same visit before the one
// that says so.
func (f *Frontier) robotsCause(t *aranea.Trouble) error {
	id := f.identities.Of(t.Origin)
	events, err := f.Trail(t.Origin.RobotsURL().IDIn(id))
	if err == nil {
		var r record.Origin
		if r, _, err = f.storedOrigin(id); err == nil {
			t.Detail, err = f.copyDetail(id, r.Robots.Version)
		}
	}
	for i := len(events) - 2; i >= 0; i-- {
		if events[i+1].Reason == aranea.RobotsUnreachable && events[i].At.Equal(events[i+1].At) {
			t.Cause, t.Detail = events[i].Reason, events[i].Detail
			break
		}
	}
	return err
}

// evidenceMax is the number of entries that are read to find some that wait.
const evidenceMax = 100

// trouble returns why nothing of the host is visited now; its reason is ReasonNone if the host
// is healthy, or if links to it are all that waits.
func (s *originState) trouble() aranea.Trouble {
	t := aranea.Trouble{Origin: s.Origin, Queued: s.Waiting(), Wanted: s.Counts[aranea.CountRequests] > 0}
	t.Unmet = s.Counts[aranea.CountFetched]+s.Counts[aranea.CountRedirects]+s.Counts[aranea.CountMissing]+s.Counts[aranea.CountRefused] == 0
	switch {
	case t.Queued == 0:
	case s.host.stopped:
		t.Reason = aranea.ScheduleHeld
	case s.refusal != "":
		t.Reason, t.Detail = aranea.NetGuard, s.refusal
	case s.Blocked == record.BlockedByRobots:
		t.Reason, t.Until = aranea.RobotsUnreachable, s.free().Time()
	case s.RefusedSince != 0:
		t.Reason, t.Until = aranea.HTTPForbidden, s.free().Time()
		t.Detail = "it refuses all that it gave before, since " + s.RefusedSince.Time().Format(time.RFC3339)
	case s.host.Backoff > 0 || s.Failures > 0:
		t.Reason, t.Until = aranea.ScheduleBackoff, s.free().Time()
	}
	return t
}
