package crawl_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// TestMirrorsThatSplit: two names of one site are mirrors until many pages of the other name
// have differed for longer than a day; then all of them are visited separately. A check needs
// few requests and leaves nothing behind.
func TestMirrorsThatSplit(t *testing.T) {
	t.Parallel()
	const main, other = weburl.Origin("http://a.test"), weburl.Origin("http://www.a.test")
	sold := func(i int) string { return fmt.Sprintf("Casino number%d", i) }
	for _, tt := range []struct {
		name     string
		text     func(day, i int) string // of the other name
		robots   string                  // of the other name, from the third day on
		by       int                     // the day by which they are separate, 0 for never
		earliest int
	}{
		{"a domain that is sold", func(day, i int) string {
			if day >= 5 {
				return sold(i)
			}
			return chapter(i)
		}, "", 25, 5},
		{"one that is sold with another robots file", func(day, i int) string {
			if day >= 3 {
				return sold(i)
			}
			return chapter(i)
		}, "User-agent: *\nDisallow: /secret\n", 12, 3},
		{"one page of its own", func(_, i int) string {
			if i == 7 {
				return sold(i)
			}
			return chapter(i)
		}, "", 0, 0},
		{"a notice of maintenance for a day", func(day, i int) string {
			if day == 9 {
				return "We are back soon"
			}
			return chapter(i)
		}, "", 0, 0},
		{"a tenth of its own", func(_, i int) string {
			if i%10 == 0 {
				return sold(i)
			}
			return chapter(i)
		}, "", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				pages := map[string][]reply{}
				siteOf(pages, string(main), chapter)
				siteOf(pages, string(other), chapter)
				x := newMirrorTrial(t, pages, string(other)+"/", string(main)+"/")
				x.run(t)
				before, day := x.asked(string(other)+"/"), 1
				left := func() bool {
					r, err := x.learner.Mirror(other)
					return err == nil && r.Left != nil
				}
				for ; day <= 60 && !left(); day++ {
					siteOf(pages, string(other), func(i int) string { return tt.text(day, i) })
					if day >= 3 && tt.robots != "" {
						pages[string(other)+"/robots.txt"] = get(tt.robots)
					}
					x.nextDay(t)
				}
				x.nextDay(t)
				n, asked := x.states(t, other), x.asked(string(other)+"/")-before
				switch {
				case tt.by > 0 && (day > tt.by || day < tt.earliest || n[aranea.IndexAdded] != mirrorPages):
					t.Errorf("on day %d, pages of %s: %v", day, other, n)
				case tt.by == 0 && (n[aranea.IndexAdded] > 0 || n[aranea.MirrorMoved] == 0 || asked == 0 || asked > 5*12):
					t.Errorf("on day %d, asked for %d, pages of %s: %v", day, asked, other, n)
				}
				if n := x.states(t, main); n[aranea.IndexAdded]+n[aranea.HTTPNotModified] != mirrorPages {
					t.Errorf("pages of %s: %v", main, n)
				}
			})
		})
	}
}

// nextDay lets the crawl visit what is due a day later, with its seeds named again.
func (x *mirrorTrial) nextDay(t *testing.T) {
	t.Helper()
	time.Sleep(24 * time.Hour)
	drop := func(context.Context, []aranea.IndexChange) error { return nil }
	if _, err := x.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 1000}, drop); err != nil {
		t.Fatal(err)
	}
	if _, err := x.f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: url(t, "http://www.a.test/"), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
		t.Fatal(err)
	}
	x.run(t)
}
