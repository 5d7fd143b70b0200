package seeds

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/frontiertest"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestAdd checks that named URLs come first, whether known or not, unless the list is long, and
// that visited URLs do not change.
func TestAdd(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	many := make([]weburl.URL, MaxNamed)
	for i := range many {
		many[i] = parse(t, fmt.Sprintf("http://a.test/%d", i))
	}
	f := frontiertest.NewNaive().Open(t, frontiertest.Options{})
	known, done := parse(t, "http://a.test/known"), parse(t, "http://a.test/done")
	found := []aranea.Discovery{{URL: known, Reason: aranea.ScheduleQueued}, {URL: done, Reason: aranea.OperatorRemoved}}
	if _, err := f.Add(t.Context(), now, found); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		seeds, sitemaps []weburl.URL
		of              weburl.URL
		priority        int8
	}{
		{many, []weburl.URL{parse(t, "http://a.test/sitemap.xml")}, many[0], 0},
		{many[:1], nil, many[0], aranea.PriorityNamed},
		{[]weburl.URL{known}, nil, known, aranea.PriorityNamed},
		{nil, []weburl.URL{parse(t, "http://a.test/new.xml")}, parse(t, "http://a.test/new.xml"), aranea.PriorityNamed},
	} {
		if err := Add(t.Context(), f, now, Seeds{URLs: tt.seeds, Sitemaps: tt.sitemaps}); err != nil {
			t.Fatal(err)
		}
		e, _, err := f.EntryByID(tt.of.ID())
		if err != nil || !e.Waits() || e.Priority != tt.priority {
			t.Errorf("%s: %+v, %v", tt.of, e, err)
		}
	}
}

// TestAddElsewhere: seeds that another partition visits become known with that, are not queued, come
// before nothing, and have no robots file read and nothing visited again for them, in lists of any length.
func TestAddElsewhere(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	own, foreign, list := parse(t, "http://a.test/"), parse(t, "http://b.test/"), parse(t, "http://b.test/map.xml")
	elsewhere := func(o weburl.Origin) string {
		if o == own.Origin() {
			return ""
		}
		return "partition 2 of 2 visits it"
	}
	for _, n := range []int{0, MaxNamed} {
		f := frontiertest.NewNaive().Open(t, frontiertest.Options{})
		s := Seeds{URLs: []weburl.URL{own, foreign}, Sitemaps: []weburl.URL{list}, Wanted: now, Elsewhere: elsewhere, Access: func(o weburl.Origin, _ *acquire.Copy) acquire.Access {
			if o != own.Origin() {
				t.Errorf("the robots file of %s is looked at", o)
			}
			return acquire.Access{}
		}}
		for i := range n {
			s.URLs = append(s.URLs, parse(t, fmt.Sprintf("http://a.test/%d", i)))
		}
		for range 2 { // known and unknown
			if err := Add(t.Context(), f, now, s); err != nil {
				t.Fatal(err)
			}
			for _, u := range []weburl.URL{foreign, list} {
				e, _, err := f.EntryByID(u.ID())
				if err != nil || e.State != aranea.StateExcluded || e.Reason != aranea.ScopePartition || e.Detail != "partition 2 of 2 visits it" || e.How != aranea.HowSeed || e.Priority != 0 {
					t.Errorf("%d seeds: %s: %+v, %v", n, u, e, err)
				}
			}
			if e, _, err := f.EntryByID(own.ID()); err != nil || !e.Waits() {
				t.Errorf("%d seeds: the own one: %+v, %v", n, e, err)
			}
		}
	}
}

// visited is a frontier with visited entries.
type visited struct {
	entries map[weburl.ID]aranea.Entry
	queued  []string
}

func (v *visited) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, known := v.entries[id]
	return e, known, nil
}

func (v *visited) Robots(weburl.Origin) (acquire.Copy, bool, error) {
	return acquire.Copy{}, false, nil
}

func (v *visited) RereadRobots(context.Context, time.Time, []weburl.Origin) error { return nil }

func (v *visited) Add(context.Context, time.Time, []aranea.Discovery) (int, error) { return 0, nil }

func (v *visited) Requeue(_ context.Context, _ time.Time, ids []weburl.ID, _ string, _ bool) (int, error) {
	for _, id := range ids {
		e := v.entries[id]
		v.queued = append(v.queued, e.URL.Path())
	}
	return len(ids), nil
}

// TestVisited checks that URLs visited before Wanted are visited again, along with the targets
// to which they lead, and that URLs visited since are not.
func TestVisited(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	f := &visited{entries: map[weburl.ID]aranea.Entry{}}
	for _, e := range []struct {
		path, target string
		at           time.Time
	}{{"/page", "", now.Add(-time.Hour)}, {"/old", "/older", now.Add(-time.Hour)}, {"/older", "/page", now.Add(time.Second)}, {"/loop", "/loop", now.Add(-time.Hour)}} {
		u := parse(t, "http://a.test"+e.path)
		x := aranea.Entry{URL: u, State: aranea.StateDone, Reason: aranea.HTTPOK, VisitedAt: e.at}
		if e.target != "" {
			x.Reason, x.Target = aranea.HTTPRedirect, "http://a.test"+e.target
		}
		f.entries[u.ID()] = x
	}
	for _, tt := range []struct {
		path   string
		wanted time.Time
		want   string
	}{
		{"/page", now, "[/page]"},
		{"/page", time.Time{}, "[]"},
		{"/page", now.Add(-2 * time.Hour), "[]"},
		{"/old", now, "[/old /page]"},
		{"/old", time.Time{}, "[]"},
		{"/loop", now, "[/loop]"},
	} {
		f.queued = nil
		err := Add(t.Context(), f, now, Seeds{URLs: []weburl.URL{parse(t, "http://a.test"+tt.path)}, Wanted: tt.wanted})
		if slices.Sort(f.queued); err != nil || fmt.Sprint(slices.Compact(f.queued)) != tt.want {
			t.Errorf("%s wanted at %s: %v, %v", tt.path, tt.wanted, f.queued, err)
		}
	}
}
