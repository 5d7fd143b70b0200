package listing

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestKnown: a list brings visited pages forward by its dates, and says in which order queued ones come;
// nobody looks for pages of which it says neither, or for those of other hosts.
func TestKnown(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	queued := func(priority int8) aranea.Entry {
		return aranea.Entry{State: aranea.StateQueued, Priority: priority}
	}
	visited := aranea.Entry{State: aranea.StateDone, Visits: 1, VisitedAt: now.Add(-2 * time.Hour)}
	again := visited
	again.Again = true
	failed := queued(0)
	failed.Visits = 1
	checked := queued(0)
	checked.Kind = aranea.KindLink
	for _, tt := range []struct {
		name     string
		url      string
		entry    aranea.Entry
		modified time.Duration // before now; 0 for no date
		priority int8
		looked   bool
		stale    bool
		want     int8 // 0 for none
	}{
		{"nothing is said", "http://a.test/1", queued(0), 0, 0, false, false, 0},
		{"of another host", "http://b.test/1", queued(0), 0, 20, false, false, 0},
		{"a date of tomorrow", "http://a.test/1", visited, -time.Hour, 0, false, false, 0},
		{"unknown", "http://a.test/1", aranea.Entry{}, time.Hour, 20, true, false, 0},
		{"changed", "http://a.test/1", visited, time.Hour, 20, true, true, 0},
		{"not changed", "http://a.test/1", visited, 3 * time.Hour, 20, true, false, 0},
		{"queued again", "http://a.test/1", again, time.Hour, 20, true, false, 0},
		{"higher", "http://a.test/1", queued(0), 0, 12, true, false, 12},
		{"lower than usual", "http://a.test/1", queued(0), 0, -16, true, false, -16},
		{"higher than in another list", "http://a.test/1", queued(8), 0, 12, true, false, 12},
		{"lower than in another list", "http://a.test/1", queued(16), 0, 12, true, false, 0},
		{"below what is behind others for a reason", "http://a.test/1", queued(-32), 0, -16, true, false, 0},
		{"above that", "http://a.test/1", queued(-110), 0, 12, true, false, 12},
		{"named", "http://a.test/1", queued(aranea.PriorityNamed), 0, 12, true, false, 0},
		{"its first visit failed", "http://a.test/1", failed, 0, 12, true, false, 0},
		{"a link that is checked", "http://a.test/1", checked, 0, 12, true, false, 0},
	} {
		u, err := weburl.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		item := Item{URL: u, Priority: tt.priority}
		if tt.modified != 0 {
			item.Modified = now.Add(-tt.modified)
		}
		l, looked := List{Pages: []Item{item}}, false
		stale, priorities, err := l.Known(&aranea.Host{Origin: "http://a.test"}, now, func(id weburl.ID) (aranea.Entry, bool, error) {
			looked = id == u.ID()
			return tt.entry, tt.entry.State != aranea.StateUnknown, nil
		})
		want := map[weburl.ID]int8{}
		if tt.want != 0 {
			want[u.ID()] = tt.want
		}
		if err != nil || looked != tt.looked || slices.Contains(stale, u.ID()) != tt.stale || !maps.Equal(priorities, want) {
			t.Errorf("%s: looked %t, stale %v, priorities %v, %v", tt.name, looked, stale, priorities, err)
		}
	}
	l := List{Pages: make([]Item, 20)}
	for i := range l.Pages {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		l.Pages[i] = Item{URL: u, Modified: now.Add(-time.Hour)}
	}
	all := func(weburl.ID) (aranea.Entry, bool, error) { return visited, true, nil }
	if stale, _, err := l.Known(&aranea.Host{Origin: "http://a.test"}, now, all); err != nil || len(stale) != 16 {
		t.Errorf("dates that nobody has checked bring %d pages forward, %v", len(stale), err)
	}
	broken := errors.New("broken")
	if _, _, err := l.Known(&aranea.Host{Origin: "http://a.test"}, now, func(weburl.ID) (aranea.Entry, bool, error) { return visited, true, broken }); !errors.Is(err, broken) {
		t.Errorf("a store that breaks: %v", err)
	}
}
