package crawl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/weburl"
)

// manyPages returns a site of a home page and n pages in two folders.
func manyPages(n int) map[string]string {
	home, pages := "", map[string]string{}
	for i := range n {
		path := fmt.Sprintf("/%s/%d", []string{"members", "open"}[i*2/n], i)
		home += "<a href=" + path + ">a page</a> "
		pages["http://a.test"+path] = fmt.Sprintf("<p>The text of page %d.", i)
	}
	pages["http://a.test/"] = home
	return pages
}

// everything visits all pages again.
func (k *keeper) everything(t *testing.T) {
	t.Helper()
	if _, err := k.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshAll, Max: 0}, k.index.Apply); err != nil {
		t.Fatal(err)
	}
	if err := k.run(t, k.f); err != nil {
		t.Fatal(err)
	}
}

// TestSiteRefusesEverything: a firewall turns the robot away. After a few refusals it asks no
// more, its pages stay for two weeks, and when it is let in again it visits all that waited.
func TestSiteRefusesEverything(t *testing.T) {
	t.Parallel()
	const pages = 60
	for _, status := range []int{401, 403, 406} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				k := newKeeper(t, manyPages(pages))
				k.runFor(t, 1)
				if len(k.index) != pages+1 {
					t.Fatalf("the index has %d pages", len(k.index))
				}
				k.w.refuses = func(weburl.URL) int { return status }
				k.everything(t)
				if n, r := k.w.refused, k.last; len(k.index) != pages+1 || n > refusal.InRow || r.Verdict != verdict.Partial || r.Cause != verdict.CauseRefused || !strings.Contains(r.Why, "the site http://a.test refuses all that it gave before; 61 pages wait") {
					t.Errorf("%d pages in the index, %d requests, %s: %s", len(k.index), n, r.Verdict, r.Why)
				}
				trouble, err := k.f.Troubles(t.Context(), 1)
				if err != nil || trouble.Hosts != 1 || trouble.List[0].Reason != aranea.HTTPForbidden || time.Until(trouble.List[0].Until) < 59*time.Minute {
					t.Errorf("%+v, %v", trouble, err)
				}
				before := k.w.refused
				k.runFor(t, 5)
				if n := k.w.refused - before; len(k.index) != pages+1 || n < 5 || n > 20 {
					t.Errorf("in five days %d requests; %d pages in the index", n, len(k.index))
				}
				k.w.refuses, k.w.whole = nil, 0
				k.w.set("http://a.test/open/59", "<p>Another text.")
				time.Sleep(24 * time.Hour)
				k.runFor(t, 1)
				n, _ := k.f.Counts()
				if len(k.index) != pages+1 || n[aranea.CountDue]+n[aranea.CountQueued] > 0 || k.w.whole != 2 || // that page, and the home page, whose tag is too long to be sent
					!slices.Equal(k.told, []bool{true, false}) {
					t.Errorf("let in again: %v, %d pages in whole, %v", n, k.w.whole, k.told)
				}
			})
		})
	}
}

// TestSiteRefusesForGood: after two weeks the refusal counts.
func TestSiteRefusesForGood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, manyPages(10))
		k.runFor(t, 1)
		k.w.refuses = func(weburl.URL) int { return 403 }
		k.runFor(t, 13)
		if len(k.index) != 11 {
			t.Errorf("after 13 days %s", k.index)
		}
		k.runFor(t, 10)
		if len(k.index) != 0 || k.w.refused > 120 {
			t.Errorf("at last %s, %d requests", k.index, k.w.refused)
		}
	})
}

// TestPagesTakenBack: pages that are refused while their site gives others leave the index at the
// end of the same crawl, however many they are; the home page is asked before the site counts as
// one that refuses everything. 404, 410 and 451 count at once.
func TestPagesTakenBack(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		status, left int
		refused      func(u weburl.URL) bool
		requests     int // refused ones, at most
	}{
		"one":         {403, 60, func(u weburl.URL) bool { return u.Path() == "/open/40" }, 3},
		"a folder":    {403, 31, func(u weburl.URL) bool { return strings.HasPrefix(u.Path(), "/members/") }, 90},
		"the home":    {403, 60, func(u weburl.URL) bool { return u.Path() == "/" }, 3},
		"by law":      {451, 0, func(weburl.URL) bool { return true }, 61},
		"all missing": {404, 0, func(weburl.URL) bool { return true }, 61},
		"all gone":    {410, 0, func(weburl.URL) bool { return true }, 61},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				k := newKeeper(t, manyPages(60))
				k.runFor(t, 1)
				k.w.refuses = func(u weburl.URL) int {
					if x.refused(u) {
						return x.status
					}
					return 0
				}
				k.everything(t)
				if len(k.index) != x.left || k.w.refused > x.requests || len(k.told) > 0 {
					t.Errorf("the index has %d pages, want %d; %d requests, told %v; %s", len(k.index), x.left, k.w.refused, k.told, k.last.Why)
				}
			})
		})
	}
}

// TestOnePageSite: a site of which only the home page is known is kept as well.
func TestOnePageSite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.runFor(t, 2)
		k.w.refuses = func(weburl.URL) int { return 403 }
		k.runFor(t, 10)
		if k.index.String() != "/" || k.w.refused > 40 {
			t.Errorf("%q, %d requests", k.index, k.w.refused)
		}
	})
}
