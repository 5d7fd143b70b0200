package schedule

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestWhy: the explanation of a next visit matches its plan.
func TestWhy(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	seen := aranea.Change{Checks: 7, Changes: 3, Since: uint32(t0.Add(-21 * day).Unix())}
	for name, tt := range map[string]struct {
		entry aranea.Entry
		pages uint64 // of the host, at a delay of 10 s
		want  string // "" for no sentence
	}{
		"a seed":            {aranea.Entry{State: aranea.StateDone}, 1, "a seed is visited every 24 hours at first; no visit"},
		"beside a seed":     {aranea.Entry{State: aranea.StateDone, Depth: 1}, 1, "what a seed links to is visited every 3 days"},
		"farther":           {aranea.Entry{State: aranea.StateDone, Depth: 2}, 1, "pages are visited every 7 days"},
		"asked for":         {aranea.Entry{State: aranea.StateDone, Depth: 2, Every: 2 * day}, 1, "it asks itself for a visit every 2 days (revisit-after)"},
		"asks for too much": {aranea.Entry{State: aranea.StateDone, Every: time.Second}, 1, "it asks itself for a visit every 1 hour (revisit-after);"},
		"in a sitemap":      {aranea.Entry{State: aranea.StateDone, How: aranea.HowSitemap, Depth: 1, Every: 2 * day}, 1, "its sitemap says that it changes every 2 days"},
		"a feed":            {aranea.Entry{State: aranea.StateDone, Kind: aranea.KindSitemap, How: aranea.HowSitemap, Every: RevisitFeed}, 1, "a feed is visited every 12 hours at first"},
		"a sitemap":         {aranea.Entry{State: aranea.StateDone, Kind: aranea.KindSitemap, How: aranea.HowRobots, Depth: 1}, 1, "a sitemap is visited every 12 hours at first"},
		"a script":          {aranea.Entry{State: aranea.StateDone, Kind: aranea.KindSitemap, How: aranea.HowScript, Depth: 1}, 1, "the script of a menu is visited every 3 days at first"},
		"one of an index":   {aranea.Entry{State: aranea.StateDone, Kind: aranea.KindSitemap, How: aranea.HowSitemap, Depth: 1}, 1, "what a seed links to is visited every 3 days"},
		"a feed in a map":   {aranea.Entry{State: aranea.StateDone, Kind: aranea.KindSitemap, How: aranea.HowSitemap, Every: day}, 1, "its sitemap says"},
		"seen to change":    {aranea.Entry{State: aranea.StateDone, Depth: 2, Change: seen}, 1, "3 of 7 visits since 2026-10-30 found a change; pages are"},
		"of a large host":   {aranea.Entry{State: aranea.StateDone, Depth: 2}, 100_000, "its host has 100,000 pages, and the delay between two requests, 10s"},
		"of a link":         {aranea.Entry{State: aranea.StateDone, Kind: aranea.KindLink}, 1, "what pages link to is checked again every 7 days"},
		"gone":              {aranea.Entry{State: aranea.StateGone, Since: t0}, 1, "what is gone is asked for again"},
		"in its turn":       {aranea.Entry{State: aranea.StateDone, Again: true}, 1, ""},
		"tried again":       {aranea.Entry{State: aranea.StateQueued, Attempts: 1}, 1, ""},
	} {
		e, h := tt.entry, aranea.Host{Delay: 10 * time.Second}
		h.Counts[aranea.CountFetched] = tt.pages
		e.VisitedAt, e.Due = t0, t0.Add(day)
		if got := Why(&e, &h, 0); !strings.Contains(got, tt.want) || got != "" != (tt.want != "") {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestWithin checks that a page comes as soon as its operator wishes, but not sooner than the delay
// of its host allows, that what is due sooner anyway and what is gone stay, and that it is told.
func TestWithin(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, tt := range []struct {
		name   string
		within time.Duration
		due    time.Duration // as planned, 0 for never
		state  aranea.EntryState
		pages  uint64 // of the host, at a delay of 1 s
		want   time.Duration
		told   string
	}{
		{"no wish", 0, 7 * day, aranea.StateDone, 10, 7 * day, "pages are visited every 7 days"},
		{"sooner", 6 * time.Hour, 7 * day, aranea.StateDone, 10, 6 * time.Hour, "within 6 hours"},
		{"within minutes", 90 * time.Minute, 7 * day, aranea.StateDone, 10, 90 * time.Minute, "within 90 minutes"},
		{"a large host", time.Minute, 7 * day, aranea.StateDone, 36_000, 20 * time.Hour, "within 1 minute"},
		{"due sooner", 6 * time.Hour, time.Hour, aranea.StateDone, 10, time.Hour, ""},
		{"a longer wish", 30 * day, 7 * day, aranea.StateDone, 10, 7 * day, "pages are visited every 7 days"},
		{"gone", time.Hour, 7 * day, aranea.StateGone, 10, 7 * day, "what is gone"},
		{"never", time.Hour, 0, aranea.StateDone, 10, 0, ""},
	} {
		e := aranea.Entry{State: tt.state, Depth: 3, VisitedAt: t0, Since: t0}
		if tt.due > 0 {
			e.Due = t0.Add(tt.due)
		}
		h := aranea.Host{Delay: time.Second}
		h.Counts[aranea.CountFetched] = tt.pages
		e.Due = Within(tt.within, &e, &h)
		if got := e.Due.Sub(t0); tt.due > 0 && got != tt.want || tt.due == 0 && !e.Due.IsZero() {
			t.Errorf("%s: due after %s, want %s", tt.name, got, tt.want)
		}
		if got := Why(&e, &h, tt.within); !strings.Contains(got, tt.told) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.told)
		}
	}
}
