package schedule_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// TestHintsAreBelievedAsFarAsTheyProve: the dates of sitemaps bring few pages forward until most
// of them were right, and few again when they are not.
func TestHintsAreBelievedAsFarAsTheyProve(t *testing.T) {
	t.Parallel()
	var h aranea.Host
	few := schedule.Believed(&h)
	page := aranea.Entry{Visits: 1, Indexed: true, Fingerprint: aranea.Fingerprint{1}}
	other := page
	other.Visits, other.Fingerprint = 2, aranea.Fingerprint{2}
	prove := func(n int, after *aranea.Entry) int {
		for range n {
			h.HintsRight, h.HintsWrong = schedule.Proven(h.HintsRight, h.HintsWrong, &page, after)
		}
		return schedule.Believed(&h)
	}
	if few == 0 || few > 100 {
		t.Errorf("%d pages are brought forward by unproven dates", few)
	}
	if n := prove(20, &other); n < 50_000 {
		t.Errorf("%d pages are brought forward by true dates", n)
	}
	if n := prove(1000, &page); n != few {
		t.Errorf("%d pages are brought forward by false dates", n)
	}
	page.Reread = true
	if n := prove(1000, &other); n != few {
		t.Errorf("%d pages are brought forward by dates of pages that were read in another way", n)
	}
	page.Reread = false
	if n := prove(1000, &other); n < 50_000 || h.HintsRight > 300 {
		t.Errorf("%d pages are brought forward by dates that are true again, %d of them", n, h.HintsRight)
	}
}

// TestSitemapFrequencyIsAPrior: the frequency that a sitemap gives for a page is used until
// visits have shown more, within the limits.
func TestSitemapFrequencyIsAPrior(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	before := aranea.Entry{Depth: 2}
	after := aranea.Entry{Depth: 2, State: aranea.StateDone, Visits: 1}
	for every, want := range map[time.Duration]time.Duration{
		0: schedule.RevisitBase, time.Minute: schedule.RevisitLeast, 24 * time.Hour: 24 * time.Hour, 365 * 24 * time.Hour: schedule.RevisitMost,
	} {
		after.Every = every
		if _, due := schedule.Visited(&before, &after, &aranea.Host{}, now); due.Sub(now).Round(time.Second) != want {
			t.Errorf("every %s: due in %s, want %s", every, due.Sub(now), want)
		}
	}
}

// TestLeaves: what is gone for a temporary reason is kept for a while, the rest is not.
func TestLeaves(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	due := now.Add(time.Hour)
	for _, tt := range []struct {
		name string
		e    aranea.Entry
		want time.Time
	}{
		{"there", aranea.Entry{State: aranea.StateDone, Indexed: true}, time.Time{}},
		{"not there", aranea.Entry{State: aranea.StateGone, Reason: aranea.NetTimeout, Since: now}, time.Time{}},
		{"missing", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound, Indexed: true, Since: now}, now},
		{"refused", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPForbidden, Indexed: true, Since: now}, now},
		{"no answer", aranea.Entry{State: aranea.StateGone, Reason: aranea.NetTimeout, Indexed: true, Since: now}, now.Add(schedule.UnreachableFor)},
		{"empty", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPEmpty, Indexed: true, Since: now}, now.Add(schedule.UnreachableFor)},
		{"trouble", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPServer, Indexed: true, Since: now}, now.Add(schedule.UnreachableFor)},
		{"hidden", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Indexed: true, Since: now, Due: due}, due},
	} {
		if got := schedule.Leaves(&tt.e); !got.Equal(tt.want) {
			t.Errorf("%s: leaves at %s, want %s", tt.name, got, tt.want)
		}
	}
}
