package frontier

import (
	"context"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestSitemapIsNoPage: a sitemap is leased and visited again like a page, but counts neither as
// a page nor against the page limit, also after a restart.
func TestSitemapIsNoPage(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	opt := Options{MaxPages: 1}
	f := open(t, kv, opt)
	found := aranea.Discovery{URL: parse(t, "http://a.test/map.gz"), Depth: 1, Reason: aranea.ScopeType}
	if _, err := f.Add(ctx, t0, []aranea.Discovery{found}); err != nil {
		t.Fatal(err)
	}
	found.Kind, found.How, found.Reason = aranea.KindSitemap, aranea.HowRobots, aranea.ScheduleQueued
	if n, err := f.Add(ctx, t0, []aranea.Discovery{found}); n != 1 || err != nil {
		t.Fatalf("a link to what is no page, and then a sitemap: %d queued, %v", n, err)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	l := one(t, f, t0, "http://a.test/map.gz")
	if l.Entry.Kind != aranea.KindSitemap {
		t.Errorf("leased as %+v", l.Entry)
	}
	o := done(l, t0, aranea.Discovery{URL: parse(t, "http://a.test/1"), How: aranea.HowSitemap, Depth: 1, Reason: aranea.ScheduleQueued})
	o.Entry.Indexed, o.Entry.Reason, o.Entry.Due = false, aranea.SitemapRead, t0.Add(time.Hour)
	commit(t, f, t0, o)
	f = open(t, kv, opt)
	if n, _ := f.Counts(); n[aranea.CountFetched] != 0 || n[aranea.CountNew] != 0 || n[aranea.CountSitemaps] != 1 || n[aranea.CountQueued] != 1 {
		t.Errorf("counts after the sitemap: %v", n)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/1"), t0))
	now := t0.Add(time.Hour)
	if n, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); n != 1 || err != nil {
		t.Fatalf("%d are due, %v", n, err)
	}
	commit(t, f, now, done(one(t, f, now, "http://a.test/map.gz"), now))
	if n, _ := f.Counts(); n[aranea.CountFetched] != 1 || n[aranea.CountSitemaps] != 1 || n[aranea.CountDue] != 0 {
		t.Errorf("counts in the end: %v", n)
	}
}

// TestSitemapIsPage: what was leased as a sitemap and is a web page is queued as a page, leased
// as one, and counts as one, also if it was visited as a broken sitemap before.
func TestSitemapIsPage(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{})
	found := aranea.Discovery{URL: parse(t, "http://a.test/map.htm"), Kind: aranea.KindSitemap, How: aranea.HowRobots, Depth: 1, Reason: aranea.ScheduleQueued}
	if _, err := f.Add(ctx, t0, []aranea.Discovery{found}); err != nil {
		t.Fatal(err)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	o := done(one(t, f, t0, "http://a.test/map.htm"), t0)
	o.Entry.Indexed, o.Entry.Reason, o.Entry.Due = false, aranea.SitemapBroken, t0.Add(time.Hour)
	commit(t, f, t0, o)
	now := t0.Add(time.Hour)
	if n, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); n != 1 || err != nil {
		t.Fatalf("%d are due, %v", n, err)
	}
	o = done(one(t, f, now, "http://a.test/map.htm"), now)
	o.Entry.Kind, o.Entry.State, o.Entry.Indexed, o.Entry.Reason, o.Entry.Depth, o.Entry.Due = aranea.KindPage, aranea.StateQueued, false, aranea.ScheduleQueued, 2, time.Time{}
	commit(t, f, now, o)
	f = open(t, kv, Options{})
	if n, _ := f.Counts(); n[aranea.CountSitemaps] != 0 || n[aranea.CountQueued] != 1 || n[aranea.CountDue] != 0 {
		t.Errorf("counts after the sitemap: %v", n)
	}
	l := one(t, f, now, "http://a.test/map.htm")
	if l.Entry.Kind != aranea.KindPage || l.Entry.Depth != 2 {
		t.Errorf("leased as %+v", l.Entry)
	}
	commit(t, f, now, done(l, now))
	if n, _ := f.Counts(); n[aranea.CountFetched] != 1 || n[aranea.CountSitemaps] != 0 || n[aranea.CountQueued] != 0 {
		t.Errorf("counts in the end: %v", n)
	}
}
