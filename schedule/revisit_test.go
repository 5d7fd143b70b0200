package schedule_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

const day = 24 * time.Hour

// visitOf returns an entry that was indexed at instant now.
func visitOf(now time.Time, text byte) aranea.Entry {
	return aranea.Entry{
		State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true, Visits: 1, VisitedAt: now,
		Status: 200, Fingerprint: aranea.Fingerprint{text}, Depth: 3, FoundAt: now,
	}
}

func TestVisited(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	fresh := aranea.Entry{State: aranea.StateQueued, Depth: 3, FoundAt: now}
	seen := visitOf(now, 1)
	seen.Change = aranea.Change{Since: uint32(now.Add(-7 * day).Unix())}
	twin := seen
	twin.Reason, twin.Indexed = aranea.DupExact, false
	edit := func(e aranea.Entry, f func(*aranea.Entry)) aranea.Entry {
		e.Visits++
		f(&e)
		return e
	}
	for _, tt := range []struct {
		name          string
		before, after aranea.Entry
		host          aranea.Host
		changes       uint16
		least, most   time.Duration // 0 for never
	}{
		{"a first visit", fresh, visitOf(now, 1), aranea.Host{}, 0, 7 * day, 7 * day},
		{"a seed", fresh, edit(visitOf(now, 1), func(e *aranea.Entry) { e.Depth = 0 }), aranea.Host{}, 0, day, day},
		{"the same text", seen, edit(seen, func(*aranea.Entry) {}), aranea.Host{}, 0, 8 * day, 10 * day},
		{"not modified", seen, edit(seen, func(e *aranea.Entry) { e.Status, e.Fingerprint = 304, aranea.Fingerprint{9} }), aranea.Host{}, 0, 8 * day, 10 * day},
		{"another text", seen, edit(seen, func(e *aranea.Entry) { e.Fingerprint[0] = 2 }), aranea.Host{}, 1, 5 * day, 7*day - 1},
		{"another text, read in another way", edit(seen, func(e *aranea.Entry) { e.Visits, e.Reread = 1, true }), edit(seen, func(e *aranea.Entry) { e.Fingerprint[0] = 2 }), aranea.Host{}, 0, 7 * day, 7 * day},
		{"its only other copy is gone", twin, edit(seen, func(*aranea.Entry) {}), aranea.Host{}, 0, 8 * day, 10 * day},
		{"it is a copy now", seen, edit(twin, func(*aranea.Entry) {}), aranea.Host{}, 0, 8 * day, 10 * day},
		{"a copy of another page now", twin, edit(twin, func(e *aranea.Entry) { e.Fingerprint[0] = 2 }), aranea.Host{}, 1, 5 * day, 7*day - 1},
		{"noindex now", seen, edit(seen, func(e *aranea.Entry) { e.Reason, e.Indexed = aranea.DirectiveNoIndex, false }), aranea.Host{}, 1, 5 * day, 7*day - 1},
		{"a large host", seen, edit(seen, func(*aranea.Entry) {}), aranea.Host{Delay: time.Second, Counts: aranea.HostCounts{aranea.CountFetched: 1_000_000}}, 0, 23 * day, 24 * day},
		{"gone", seen, edit(seen, func(e *aranea.Entry) { e.State, e.Status, e.Indexed = aranea.StateGone, 404, false }), aranea.Host{}, 1, 7 * day, 7 * day},
		{"no answer", fresh, edit(fresh, func(e *aranea.Entry) { e.State = aranea.StateGone }), aranea.Host{}, 0, day, day},
		{"its first part", seen, edit(seen, func(e *aranea.Entry) { e.Reason, e.Fingerprint[0] = aranea.BodyBroken, 2 }), aranea.Host{}, 0, day, day},
		{"its first part again", edit(seen, func(e *aranea.Entry) { e.Reason = aranea.BodyBroken }), edit(seen, func(e *aranea.Entry) { e.Visits, e.Reason, e.Fingerprint[0] = 3, aranea.BodyBroken, 2 }), aranea.Host{}, 0, 7 * day, 7 * day},
		{"the whole of it", edit(seen, func(e *aranea.Entry) { e.Reason, e.Fingerprint[0] = aranea.BodyBroken, 2 }), edit(seen, func(e *aranea.Entry) { e.Visits = 3 }), aranea.Host{}, 0, 7 * day, 7 * day},
		{"broken, as it was", seen, edit(seen, func(e *aranea.Entry) { e.State, e.Reason, e.Since = aranea.StateGone, aranea.BodyBroken, now }), aranea.Host{}, 0, day, day},
		{"empty, as it was", seen, edit(seen, func(e *aranea.Entry) { e.State, e.Reason, e.Since = aranea.StateGone, aranea.HTTPEmpty, now }), aranea.Host{}, 0, day, day},
		{"denied", seen, edit(seen, func(e *aranea.Entry) { e.State = aranea.StateExcluded }), aranea.Host{}, 0, 0, 0},
	} {
		c, due := schedule.Visited(&tt.before, &tt.after, &tt.host, now)
		if c.Changes != tt.changes {
			t.Errorf("%s: %d changes", tt.name, c.Changes)
		}
		if tt.most == 0 {
			if !due.IsZero() {
				t.Errorf("%s: due %s", tt.name, due)
			}
		} else if in := due.Sub(now); in < tt.least || in > tt.most {
			t.Errorf("%s: due in %s", tt.name, in)
		}
	}
	retry := aranea.Entry{State: aranea.StateQueued, Due: now.Add(time.Minute)}
	if _, due := schedule.Visited(&fresh, &retry, &aranea.Host{}, now); !due.Equal(retry.Due) {
		t.Errorf("another try moved to %s", due)
	}
}

// TestReadInAnotherWay: a visit that reads a page in another way tells nothing of how often it
// changes, and the time before it does not count; the next visit tells again.
func TestReadInAnotherWay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	since := func(at time.Time) uint32 { return uint32(at.Unix()) }
	e := visitOf(now, 1)
	e.Change = aranea.Change{Checks: 4, Changes: 1, Since: since(now.Add(-28 * day)), ChangedAt: since(now.Add(-7 * day))}
	for _, step := range []struct {
		reread bool
		text   byte
		want   aranea.Change
	}{
		{true, 2, aranea.Change{Checks: 4, Changes: 1, Since: since(now.Add(-21 * day)), ChangedAt: since(now.Add(-7 * day))}},
		{false, 2, aranea.Change{Checks: 5, Changes: 1, Since: since(now.Add(-21 * day)), ChangedAt: since(now.Add(-7 * day))}},
		{false, 3, aranea.Change{Checks: 6, Changes: 2, Since: since(now.Add(-21 * day)), ChangedAt: since(now.Add(21 * day))}},
	} {
		before := e
		before.Reread = step.reread
		at := before.VisitedAt.Add(7 * day)
		e.Visits, e.VisitedAt, e.Fingerprint[0] = e.Visits+1, at, step.text
		if e.Change, _ = schedule.Visited(&before, &e, &aranea.Host{}, at); e.Change != step.want {
			t.Errorf("text %d: %+v, want %+v", step.text, e.Change, step.want)
		}
	}
}

// TestGoneIsGivenUp: a page that is gone is requested less and less often, and then no more.
func TestGoneIsGivenUp(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	e := visitOf(now, 1)
	e.Change.Since = uint32(now.Unix())
	visits := 0
	for ; visits < 100; visits++ {
		before := e
		e.State, e.Status, e.Indexed, e.Fingerprint = aranea.StateGone, 404, false, aranea.Fingerprint{}
		e.Visits++
		if e.Change, e.Due = schedule.Visited(&before, &e, &aranea.Host{}, now); e.Due.IsZero() {
			break
		}
		now = e.Due
	}
	if visits < 3 || visits > 10 {
		t.Errorf("given up after %d visits", visits)
	}
}

// TestEstimateIsBounded: an estimate forgets, and stays within its limits.
func TestEstimateIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	e := visitOf(now, 1)
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		before := e
		e.Visits++
		if n < 1000 { // afterwards it never changes again
			e.Fingerprint[0]++
		}
		e.Change, e.Due = schedule.Visited(&before, &e, &aranea.Host{}, now)
		if in := e.Due.Sub(now); in < schedule.RevisitLeast || in > schedule.RevisitMost || e.Change.Checks > 64 || e.Change.Changes > e.Change.Checks {
			t.Fatalf("visit %d: due in %s, %+v", n, in, e.Change)
		}
		now = now.Add(time.Duration(rnd.Int64N(int64(2 * day))))
	}
	if in := e.Due.Sub(now); in < 7*day {
		t.Errorf("a page that stopped changing is due in %s", in)
	}
}

// A policy decides when a simulated page, which changes by a Poisson process, is visited next.
type policy func(e *aranea.Entry, changed bool, now time.Time) time.Duration

// simulate returns the number of visits that a policy makes in a year, and the mean age in days:
// for how long what is stored has been out of date.
func simulate(seed uint64, next func() policy) (visits int, age float64) {
	const pages, year = 400, 365 * 24.0
	rnd := rand.New(rand.NewPCG(seed, 3))
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(h float64) time.Time { return start.Add(time.Duration(h * float64(time.Hour))) }
	for p := range pages {
		// From one change in 12 hours to one in two years.
		between := 12 * math.Pow(1460, float64(p)/pages)
		change := rnd.ExpFloat64() * between
		decide := next()
		e := visitOf(start, 0)
		e.Change.Since = uint32(start.Unix())
		for h := 0.0; h < year; {
			wait := decide(&e, change < h, at(h)).Hours()
			for change < h {
				change += rnd.ExpFloat64() * between
			}
			if until := min(h+wait, year); change < until {
				age += (until - change) * (until - change) / 2
			}
			h += wait
			visits++
		}
	}
	return visits, age / pages / year / 24
}

// TestMeanAge: with the same number of visits, changes are seen sooner than if all pages are
// visited equally often, or if the interval goes up and down by steps. The table is in
// docs/revisits.md.
func TestMeanAge(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		visits, age := simulate(seed, func() policy {
			return func(e *aranea.Entry, changed bool, now time.Time) time.Duration {
				before := *e
				e.Visits++
				if changed {
					e.Fingerprint[0]++
				}
				var due time.Time
				e.Change, due = schedule.Visited(&before, e, &aranea.Host{}, now)
				return due.Sub(now)
			}
		})
		even := func(scale float64) func() policy {
			return func() policy {
				return func(*aranea.Entry, bool, time.Time) time.Duration { return time.Duration(scale * float64(day)) }
			}
		}
		steps := func(scale float64) func() policy { // times 1.4 if unchanged, times 0.8 if changed
			return func() policy {
				every := scale * float64(7*day)
				return func(_ *aranea.Entry, changed bool, _ time.Time) time.Duration {
					if changed {
						every *= 0.8
					} else {
						every *= 1.4
					}
					every = min(max(every, scale*float64(day)), scale*float64(90*day))
					return time.Duration(every)
				}
			}
		}
		evenVisits, evenAge := matched(seed, visits, even)
		stepVisits, stepAge := matched(seed, visits, steps)
		t.Logf("seed %d: %d visits, age %.2f days; even %d, %.2f; steps %d, %.2f", seed, visits, age, evenVisits, evenAge, stepVisits, stepAge)
		if age >= evenAge || age >= stepAge {
			t.Errorf("seed %d: mean age %.2f days, evenly %.2f, by steps %.2f", seed, age, evenAge, stepAge)
		}
	}
}

// matched finds the scale at which a policy makes the same number of visits.
func matched(seed uint64, visits int, of func(scale float64) func() policy) (int, float64) {
	lo, hi := 0.1, 100.0
	for range 25 {
		if mid := (lo + hi) / 2; first(simulate(seed, of(mid))) > visits {
			lo = mid
		} else {
			hi = mid
		}
	}
	return simulate(seed, of(hi))
}

func first(n int, _ float64) int { return n }
